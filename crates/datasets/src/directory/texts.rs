//! Folders of texts.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use keras::data::Dataset;
use keras::{Arrays, Result, Samples};

use crate::error::DataError;

use super::index::{Directory, Files, Index};

/// Texts with their labels. Models take numbers, so [`vectorized`](Self::vectorized) makes a data set of
/// them.
#[derive(Clone, Debug)]
pub struct Texts {
    index: Index,
    directory: Directory,
    max_length: Option<usize>,
}

/// The `.txt` files of a folder; of each the first `max_length` bytes, if that is given.
///
/// ```
/// use datasets::directory::{Directory, text_dataset_from_directory};
/// use keras::Array;
/// # let folder = tempfile::tempdir().unwrap();
/// # for (class, text) in [("bad", "no"), ("good", "yes yes")] {
/// #     std::fs::create_dir(folder.path().join(class)).unwrap();
/// #     std::fs::write(folder.path().join(class).join("a.txt"), text).unwrap();
/// # }
/// let reviews = text_dataset_from_directory(folder.path(), &Directory { shuffle: false, ..Directory::default() }, None)?;
/// let lengths = reviews.dataset.vectorized(|texts| {
///     let words: Vec<f32> = texts.iter().map(|text| text.split_whitespace().count() as f32).collect();
///     Ok(Array::new([texts.len(), 1], words)?.into())
/// })?;
/// let batch = lengths.batches(0)?.next().unwrap()?;
/// assert_eq!((batch.x[0].as_f32(), &batch.y[0]), (Some(&[1.0, 2.0][..]), &vec![0, 1].into()));
/// assert_eq!(reviews.class_names, ["bad", "good"]);
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Argument`](keras::ErrorKind::Argument) for settings or a folder that do not fit.
pub fn text_dataset_from_directory(
    folder: impl AsRef<Path>,
    directory: &Directory,
    max_length: Option<usize>,
) -> Result<Files<Texts>> {
    let index = directory.index(folder.as_ref(), &[".txt"])?;
    let (files, class_names) = (index.files.clone(), index.class_names.clone());
    Ok(Files { dataset: Texts { index, directory: directory.clone(), max_length }, files, class_names })
}

impl Texts {
    /// The texts in the order of the files, and the class of each, if there are labels.
    ///
    /// # Errors
    /// [`DataError`] if a file cannot be read or is not UTF-8.
    pub fn texts(&self) -> impl Iterator<Item = Result<(String, Option<i32>), DataError>> + '_ {
        let labels = |i: usize| self.index.labels.as_ref().map(|labels| labels[i]);
        self.index.files.iter().enumerate().map(move |(i, file)| Ok((read(file, self.max_length)?, labels(i))))
    }

    /// The data set of what `vectorize` makes of the texts of each batch: an array for each input of a model.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](keras::ErrorKind::Argument) if the batch size is 0. Errors of the data set
    /// name the file.
    pub fn vectorized(
        &self,
        vectorize: impl Fn(&[String]) -> Result<Arrays> + Send + Sync + 'static,
    ) -> Result<Dataset> {
        let (index, max_length) = (self.index.clone(), self.max_length);
        Dataset::from_items(index.files.len(), index.items(&self.directory), move |rows| {
            let texts = rows.iter().map(|row| read(&index.files[*row], max_length)).collect::<Result<Vec<_>, _>>()?;
            Ok(Samples { x: vectorize(&texts)?, y: index.labels_of(rows)?, weights: Arrays::default() })
        })
    }
}

/// The text of a file. A character that is cut off at the maximum length is left out.
fn read(path: &PathBuf, max_length: Option<usize>) -> Result<String, DataError> {
    let mut bytes = Vec::new();
    let limit = max_length.map_or(u64::MAX, |length| length as u64);
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(DataError::io("read", path))?;
    let is_cut = max_length == Some(bytes.len());
    String::from_utf8(bytes).or_else(|error| {
        let end = error.utf8_error().valid_up_to();
        match is_cut && error.utf8_error().error_len().is_none() {
            true => Ok(String::from_utf8_lossy(&error.as_bytes()[..end]).into_owned()),
            false => Err(DataError::malformed(&path.display().to_string(), format!("byte {end} is not UTF-8"))),
        }
    })
}
