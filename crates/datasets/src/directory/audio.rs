//! Folders of sounds.

use std::path::Path;

use keras::budget::read_file;
use keras::data::Dataset;
use keras::{Array, Arrays, Error, Result, Samples};

use crate::error::DataError;

use super::index::{Directory, Files, Index};
use super::wav::Sound;

/// The settings of [`audio_dataset_from_directory`], with Keras's defaults.
#[derive(Clone, Copy, Debug, Default)]
pub struct Audio {
    /// The number of samples of a sound: longer ones are cut off, and shorter ones padded with zeros.
    /// Default: that of the longest sound of the batch.
    pub output_sequence_length: Option<usize>,
    /// The samples a second that all sounds must have. They are not resampled: Keras does so with
    /// `tensorflow_io` alone, and refuses this setting without it. Default: any.
    pub sampling_rate: Option<u32>,
}

/// The sounds of a folder, WAV files of 16 bits, in batches of `f32` values from -1 to 1, of shape `[rows,
/// samples, channels]`.
///
/// # Errors
/// [`ErrorKind::Argument`](keras::ErrorKind::Argument) for settings or a folder that do not fit. Errors of
/// the data set name the file.
pub fn audio_dataset_from_directory(folder: impl AsRef<Path>, directory: &Directory, settings: Audio) -> Result<Files> {
    if settings.sampling_rate == Some(0) {
        return Err(Error::argument("sampling_rate is 0 samples a second; it should be higher than 0"));
    }
    let index = directory.index(folder.as_ref(), &[".wav"])?;
    let (files, class_names, items) = (index.files.clone(), index.class_names.clone(), index.items(directory));
    let load = move |rows: &[usize]| batch(&index, rows, settings);
    Ok(Files { dataset: Dataset::from_items(files.len(), items, load)?, files, class_names })
}

fn batch(index: &Index, rows: &[usize], settings: Audio) -> Result<Samples> {
    let load = |row: &usize| settings.load(&index.files[*row]);
    let sounds = rows.iter().map(load).collect::<Result<Vec<_>, _>>()?;
    let channels = sounds.first().map_or(1, |sound| sound.channels);
    if let Some((at, other)) = sounds.iter().enumerate().find(|(_, sound)| sound.channels != channels) {
        let (file, own) = (index.files[rows[at]].display(), other.channels);
        return Err(Error::shape(format!("{file} has {own} channels, and others of its batch have {channels}")));
    }
    let longest = sounds.iter().map(Sound::samples).max().unwrap_or(0);
    let samples = settings.output_sequence_length.unwrap_or(longest);
    let values: Vec<f32> = sounds.into_iter().flat_map(|sound| sound.with_length(samples).values).collect();
    let x = Array::new([rows.len(), samples, channels], values)?;
    Ok(Samples { x: x.into(), y: index.labels_of(rows)?, weights: Arrays::default() })
}

impl Audio {
    fn load(self, path: &Path) -> Result<Sound, DataError> {
        let bytes = read_file(path).map_err(DataError::io("read", path))?;
        let file = path.display().to_string();
        let sound = Sound::parse(&file, &bytes)?;
        match self.sampling_rate {
            Some(rate) if rate != sound.rate => {
                let found = sound.rate;
                Err(DataError::malformed(&file, format!("it has {found} samples a second, not {rate}: resample it")))
            }
            _ => Ok(sound),
        }
    }
}
