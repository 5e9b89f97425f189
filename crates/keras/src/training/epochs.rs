//! The epochs of a training, on arrays or on a data set.

use crate::error::Result;
use crate::models::{Model, Resolved};

use super::cores::Cores;
use super::dataset_epochs::DatasetEpochs;
use super::epoch_data::EpochData;
use super::feed::Portion;

/// Where the rows of each epoch come from.
pub(super) enum Epochs {
    Arrays(Box<EpochData>),
    Dataset(Box<DatasetEpochs>),
}

impl Epochs {
    /// Begins the epoch after `iterations` optimizer steps, of which the first `skip` steps are done already.
    /// Returns the keys of the cores' random states.
    pub fn begin(&mut self, cores: &Cores, iterations: u64, skip: usize) -> Result<Vec<u64>> {
        match self {
            Self::Arrays(arrays) => arrays.begin(cores.device(), iterations, skip),
            Self::Dataset(dataset) => dataset.begin(cores, iterations, skip),
        }
    }

    /// The next portion of the epoch; `None` after the last. The caller drops the previous portion first, to
    /// free its memory.
    pub fn next(
        &mut self,
        cores: &Cores,
        model: &Model,
        resolved: &Resolved,
        is_last: bool,
    ) -> Result<Option<Portion>> {
        match self {
            Self::Arrays(arrays) => arrays.next(cores, is_last),
            Self::Dataset(dataset) => dataset.next(cores, model, resolved),
        }
    }

    /// Ends the epoch, before its validation. `iterations` is the number of optimizer steps done.
    pub fn end(&mut self, iterations: u64, is_last: bool) -> Result<()> {
        match self {
            Self::Arrays(arrays) => arrays.end(),
            Self::Dataset(dataset) => dataset.end(iterations, is_last)?,
        }
        Ok(())
    }
}
