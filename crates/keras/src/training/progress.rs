//! How far a training is within an epoch, as a backup has it.

use serde_json::{Value as Json, json};

use crate::error::{Error, ErrorKind, Result};

/// What a training needs, besides the model and its optimizer, to go on within an epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EpochProgress {
    /// The number of steps that are done in the epoch.
    pub steps: usize,
    /// The random state of each core: its key and its counter.
    pub random: Vec<[u64; 2]>,
    /// The totals of each core, from which the values of loss and metrics follow, as the bits of `float32`.
    pub totals: Vec<Vec<u32>>,
}

impl EpochProgress {
    pub fn to_json(&self) -> Json {
        json!({ "steps": self.steps, "random": self.random, "totals": self.totals })
    }

    /// What [`to_json`](Self::to_json) has written.
    ///
    /// # Errors
    /// [`ErrorKind::File`] if something else has.
    pub fn from_json(json: &Json) -> Result<Self> {
        let list = |name: &str| json[name].as_array().map(Vec::as_slice);
        let numbers = |row: &Json| row.as_array()?.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>();
        let read = || {
            let random = list("random")?.iter().map(|row| <[u64; 2]>::try_from(numbers(row)?).ok());
            let bits = |row: &Json| {
                numbers(row)?.into_iter().map(|bits| u32::try_from(bits).ok()).collect::<Option<Vec<u32>>>()
            };
            Some(Self {
                steps: usize::try_from(json["steps"].as_u64()?).ok()?,
                random: random.collect::<Option<_>>()?,
                totals: list("totals")?.iter().map(bits).collect::<Option<_>>()?,
            })
        };
        read().ok_or_else(|| {
            Error::new(
                ErrorKind::File,
                "a backup does not say how far its epoch is; delete it to begin the training anew",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let random = vec![[u64::MAX, 3], [7, 0]];
        let progress = EpochProgress { steps: 5, random, totals: vec![vec![f32::NAN.to_bits()], vec![1]] };
        let text = progress.to_json().to_string();
        assert_eq!(EpochProgress::from_json(&serde_json::from_str(&text).unwrap()).unwrap(), progress);
        for damaged in ["null", "{}", &text.replace("random", "rendom"), &text.replace("[7,0]", "[7,0,1]")] {
            let error = EpochProgress::from_json(&serde_json::from_str(damaged).unwrap()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::File, "{damaged}");
        }
    }
}
