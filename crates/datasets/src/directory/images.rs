//! Folders of images.

use std::path::Path;

use keras::data::Dataset;
use keras::{Arrays, Result, Samples};

use crate::image_file::{ENDINGS, Images};

use super::index::{Directory, Files, Index};

/// The images of a folder, JPEG, PNG, BMP or GIF (its first frame), in batches of `f32` values from 0 to 255,
/// of shape `[rows, height, width, channels]`.
///
/// # Errors
/// [`ErrorKind::Argument`](keras::ErrorKind::Argument) for settings or a folder that do not fit. Errors of
/// the data set name the file.
pub fn image_dataset_from_directory(
    folder: impl AsRef<Path>,
    directory: &Directory,
    settings: Images,
) -> Result<Files> {
    if settings.image_size.contains(&0) {
        return Err(keras::Error::argument(format!("image_size must be at least 1, not {:?}", settings.image_size)));
    }
    let index = directory.index(folder.as_ref(), &ENDINGS)?;
    let (files, class_names, items) = (index.files.clone(), index.class_names.clone(), index.items(directory));
    let load = move |rows: &[usize]| batch(&index, rows, settings);
    Ok(Files { dataset: Dataset::from_items(files.len(), items, load)?, files, class_names })
}

fn batch(index: &Index, rows: &[usize], settings: Images) -> Result<Samples> {
    let x = settings.load_all(rows.iter().map(|row| &index.files[*row]))?;
    Ok(Samples { x: x.into(), y: index.labels_of(rows)?, weights: Arrays::default() })
}
