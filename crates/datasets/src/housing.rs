//! Houses and their prices: Boston and California, as in `keras.datasets`.

use keras::utils::MersenneTwister;
use keras::{Array, Samples};

use crate::array_file;
use crate::error::DataError;
use crate::options::Options;
use crate::stored::StoredFile;

/// The rows of a data set in two parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// For training.
    pub train: Samples,
    /// For tests.
    pub test: Samples,
}

/// Reads `x` and `y`, shuffles the first `at_most` rows as Keras does, and splits them.
fn load(
    stored: &StoredFile,
    options: &Options,
    (test_split, seed, at_most): (f64, u32, usize),
) -> Result<Split, DataError> {
    if !(0.0..1.0).contains(&test_split) {
        let reason = format!("test_split must be at least 0 and below 1, not {test_split}");
        return Err(DataError::malformed(stored.name, reason));
    }
    let (file, bytes) = stored.read(options)?;
    let mut members = array_file::npz_members(&file, bytes)?;
    let mut array = |name: &str| {
        let bytes =
            members.remove(name).ok_or_else(|| DataError::malformed(&file, format!("it has no array {name}")))?;
        array_file::from_npy(&format!("{file}:{name}"), &bytes)
    };
    let (x, y) = (array("x")?, array("y")?);
    if x.rows() != y.rows() {
        let reason = format!("x has {} rows, and y {}", x.rows(), y.rows());
        return Err(DataError::malformed(&file, reason));
    }
    let mut order: Vec<usize> = (0..x.rows().min(at_most)).collect();
    MersenneTwister::numpy(seed).shuffle(&mut order);
    let (train, test) = order.split_at((order.len() as f64 * (1.0 - test_split)) as usize);
    let take = |array: &Array, rows| array.take(rows).map_err(|e| DataError::malformed(&file, e.to_string()));
    let part = |rows| Ok::<_, DataError>(Samples::from((take(&x, rows)?, take(&y, rows)?)));
    Ok(Split { train: part(train)?, test: part(test)? })
}

/// Boston: 506 quarters of 13 numbers each, with the median price of a house in thousands of dollars.
pub mod boston_housing {
    use super::*;

    /// The rows, of which the part `test_split` is for tests. Keras's defaults are 0.2 and the seed 113.
    ///
    /// # Errors
    /// See [`DataError`].
    pub fn load_data(test_split: f64, seed: u32, options: &Options) -> Result<Split, DataError> {
        let stored = StoredFile {
            dataset: "boston_housing",
            name: "boston_housing.npz",
            sha256: Some("f553886a1f8d56431e820c5b82552d9d95cfcb96d1e678153f8839538947dff5"),
        };
        load(&stored, options, (test_split, seed, usize::MAX))
    }
}

/// California: 20,640 blocks of 8 numbers each, with the median value of a house in dollars.
pub mod california_housing {
    use super::*;

    /// The version of the data set.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Version {
        /// All rows.
        #[default]
        Large,
        /// The first 600 rows.
        Small,
    }

    /// The rows, of which the part `test_split` is for tests. Keras's defaults are 0.2 and the seed 113.
    ///
    /// # Errors
    /// See [`DataError`].
    pub fn load_data(version: Version, test_split: f64, seed: u32, options: &Options) -> Result<Split, DataError> {
        let stored = StoredFile {
            dataset: "california_housing",
            name: "california_housing.npz",
            sha256: Some("1a2e3a52e0398de6463aebe6f4a8da34fb21fbb6b934cf88c3425e766f2a1a6f"),
        };
        let at_most = if version == Version::Small { 600 } else { usize::MAX };
        load(&stored, options, (test_split, seed, at_most))
    }
}
