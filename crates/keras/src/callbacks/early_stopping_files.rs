//! The state of `EarlyStopping` in files: `early_stopping.json`, and the best weights, which it names.

use std::path::Path;

use serde_json::{Value as Json, json};
use stablehlo::budget::read_file;

use crate::error::{Error, ErrorKind, Result};
use crate::json;
use crate::utils::write_atomically;

/// The file that counts; it is replaced when the weights are written.
const STATE: &str = "early_stopping.json";
/// The ending of the names of weights: for each weight the number of its values, 8 bytes, then the values, 4
/// bytes each, lowest first.
const WEIGHTS: &str = ".weights";

/// What is known after an epoch.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    /// The number of epochs that are taken into account.
    pub seen: usize,
    pub wait: usize,
    pub best: Option<f64>,
    pub best_epoch: usize,
    pub best_weights: Option<Vec<Vec<f32>>>,
    pub stopped_epoch: Option<usize>,
}

/// Writes the state after an epoch.
pub(super) fn write(folder: &Path, state: &State) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|e| Error::file("create", folder, e))?;
    let weights = match &state.best_weights {
        None => None,
        Some(weights) => {
            let name = format!("epoch-{}{WEIGHTS}", state.best_epoch + 1);
            let path = folder.join(&name);
            if !path.exists() {
                write_atomically(&path, &to_bytes(weights))?;
            }
            Some(name)
        }
    };
    let json = json!({
        "seen": state.seen,
        "wait": state.wait,
        // As text, every digit stays.
        "best": state.best.map(|best| format!("{best:?}")),
        "best_epoch": state.best_epoch,
        "stopped_epoch": state.stopped_epoch,
        "weights": weights,
    });
    write_atomically(&folder.join(STATE), json.to_string().as_bytes())?;
    delete_weights(folder, weights.as_deref());
    Ok(())
}

/// The state in a folder, if it has one.
pub(super) fn read(folder: &Path) -> Result<Option<State>> {
    let path = folder.join(STATE);
    let text = match read_file(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::file("read", &path, error)),
    };
    let json: Json = json::parse(&text).map_err(|_| damaged(&path))?;
    let number = |name: &str| json[name].as_u64().and_then(|number| usize::try_from(number).ok());
    let required = |name: &str| number(name).ok_or_else(|| damaged(&path));
    let best = json["best"].as_str().map(|text| text.parse().map_err(|_| damaged(&path))).transpose()?;
    let best_weights = match json["weights"].as_str() {
        None => None,
        Some(name) if name.contains(['/', '\\']) => return Err(damaged(&path)),
        Some(name) => {
            let path = folder.join(name);
            let bytes = read_file(&path).map_err(|e| Error::file("read", &path, e))?;
            Some(from_bytes(&bytes).ok_or_else(|| damaged(&path))?)
        }
    };
    Ok(Some(State {
        seen: required("seen")?,
        wait: required("wait")?,
        best,
        best_epoch: required("best_epoch")?,
        best_weights,
        stopped_epoch: number("stopped_epoch"),
    }))
}

/// Deletes the files, and the folder, unless it has files of others.
pub(super) fn delete(folder: &Path) -> Result<()> {
    let path = folder.join(STATE);
    if path.exists() {
        std::fs::remove_file(&path).map_err(|e| Error::file("delete", &path, e))?;
    }
    delete_weights(folder, None);
    let _ = std::fs::remove_dir(folder);
    Ok(())
}

fn delete_weights(folder: &Path, keep: Option<&str>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("epoch-") && name.ends_with(WEIGHTS) && keep != Some(name.as_str()) {
            // A file that stays costs space alone.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn damaged(path: &Path) -> Error {
    let hint = "delete it to begin the training anew";
    Error::new(ErrorKind::File, format!("{}: it has no state of an EarlyStopping; {hint}", path.display()))
}

fn to_bytes(weights: &[Vec<f32>]) -> Vec<u8> {
    let of_weight = |values: &Vec<f32>| {
        let count = (values.len() as u64).to_le_bytes();
        count.into_iter().chain(values.iter().flat_map(|value| value.to_le_bytes())).collect::<Vec<u8>>()
    };
    weights.iter().flat_map(of_weight).collect()
}

fn from_bytes(mut bytes: &[u8]) -> Option<Vec<Vec<f32>>> {
    let mut weights = Vec::new();
    while let Some((count, rest)) = bytes.split_first_chunk::<8>() {
        let size = usize::try_from(u64::from_le_bytes(*count)).ok()?.checked_mul(4)?;
        let values = rest.get(..size)?.as_chunks::<4>().0;
        weights.push(values.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect());
        bytes = &rest[size..];
    }
    bytes.is_empty().then_some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_what_was_written_and_older_weights_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("early");
        assert_eq!(read(&folder).unwrap(), None);
        let first = State {
            seen: 3,
            wait: 1,
            best: Some(0.1 + 0.2),
            best_epoch: 1,
            best_weights: Some(vec![vec![1.5, f32::MIN_POSITIVE], Vec::new(), vec![-0.0]]),
            stopped_epoch: None,
        };
        let second = State { seen: 4, best_epoch: 3, stopped_epoch: Some(3), ..first.clone() };
        for state in [first, second] {
            write(&folder, &state).unwrap();
            assert_eq!(read(&folder).unwrap(), Some(state));
            assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
        }
        std::fs::write(folder.join("epoch-4.weights"), [1, 0, 0, 0, 0, 0, 0, 0, 9]).unwrap();
        assert!(read(&folder).unwrap_err().to_string().contains("epoch-4.weights"));
        delete(&folder).unwrap();
        assert!(!folder.exists());
    }
}
