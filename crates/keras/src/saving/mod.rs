//! Weight files, compatible with Keras.
//!
//! | extension | format | weights are matched by |
//! |---|---|---|
//! | `.weights.h5` | Keras 3 | position among the layers of the same class: `layers/conv2d_1/vars/0` |
//! | `.weights.json` | Keras 3, in several files | as `.weights.h5` |
//! | `.h5`, `.hdf5` | legacy weights or models of Keras 1 to 3 | order of the layers that have weights |
//! | `.safetensors` | safetensors | path: `conv2d_1/kernel` |
//!
//! Keras's formats match by order, not by name, so a model that is built twice finds its weights although its
//! automatic names differ. On reading, the content determines the format, not the file name.
//!
//! ```
//! use keras::saving::{LayerWeights, ModelWeights, WeightValue, load_weights, save_weights};
//!
//! let kernel = WeightValue::new("dense/kernel", [2, 1], [0.5, -1.0]);
//! let layers = vec![LayerWeights::new("dense", "Dense", vec![kernel])];
//! let model = ModelWeights { name: "sequential".into(), layers };
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("model.weights.h5");
//! save_weights(&path, &model)?;
//! assert_eq!(load_weights(&path, &model)?, model);
//! # Ok::<(), keras::Error>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `keras3` | the layout of `.weights.h5` |
//! | `keras_1` | weights in the form of Keras 1 |
//! | `cudnn` | weights of Keras 2's layers of cuDNN |
//! | `legacy` | the layout of legacy files |
//! | `compare` | compares a file's weights with the model's |
//! | `partial` | which weights are loaded, and what was skipped |
//! | `hdf5` | the interface to the HDF5 library |
//! | `jax_export`, `flatbuffer` | functions of `jax.export` |
//! | `safetensors` | the layout of `.safetensors` |
//! | `sharded` | weights in several files |
//! | `archive` | the members of a `.keras` file |
//! | `assets` | vocabularies in `.keras` files |
//! | `model_file` | files of whole models |

mod archive;
mod assets;
mod compare;
mod cudnn;
mod flatbuffer;
mod hdf5;
mod jax_export;
mod keras3;
mod keras_1;
mod legacy;
mod model_file;
mod naming;
mod partial;
mod safetensors;
mod sharded;
mod weights;

use std::path::Path;

use stablehlo::budget::{Budget, read_file};

use crate::error::{Error, ErrorKind, Result};
use crate::naming::unknown;
use crate::utils::write_atomically;

use archive::Archive;
use partial::Reading;

pub(crate) use assets::{VOCABULARY, restore as restore_assets};
pub(crate) use jax_export::{Exported, Tree};
pub(crate) use keras3::IDF_WEIGHTS;
pub(crate) use model_file::{ModelContent, ModelFile, ModelFormat, damaged, write_model};
pub(crate) use naming::{container_names, python_class};
pub use partial::{LoadWeights, Skipped};
pub use weights::{LayerWeights, ModelWeights, OptimizerWeights, SlotIndex, WeightValue};

/// The bytes of weights of a file if there are several: 2 GB.
const DEFAULT_SHARD: u64 = 2_000_000_000;

/// The format of a weight file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Keras 3's `.weights.h5`.
    Keras3,
    /// Legacy weights, `.h5` or `.hdf5`.
    Legacy,
    /// `.safetensors`.
    Safetensors,
}

impl Format {
    /// The format of a file by its extension.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] for any other extension.
    pub fn of(path: &Path) -> Result<Self> {
        let name = path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        if name.ends_with(".weights.h5") {
            Ok(Self::Keras3)
        } else if name.ends_with(".h5") || name.ends_with(".hdf5") {
            Ok(Self::Legacy)
        } else if name.ends_with(".safetensors") {
            Ok(Self::Safetensors)
        } else {
            Err(Error::argument(format!(
                "{}: a weight file's name ends in .weights.h5 (Keras 3), .h5 or .hdf5 (legacy), or .safetensors",
                path.display()
            )))
        }
    }
}

/// Saves the weights to a file in the format of its extension. The file is written atomically.
///
/// # Errors
/// [`ErrorKind::Argument`] for another extension or a weight whose number of elements does not match its
/// shape, [`ErrorKind::File`] if the file cannot be written; an existing file then stays unchanged.
pub fn save_weights(path: &Path, model: &ModelWeights) -> Result<()> {
    let format = if sharded::is(path) { Format::Keras3 } else { Format::of(path)? };
    check(model)?;
    if sharded::is(path) {
        return sharded::save(path, model, DEFAULT_SHARD);
    }
    let bytes = match format {
        Format::Keras3 => hdf5::write(&keras3::layout(model)),
        Format::Legacy => hdf5::write(&legacy::layout(model)),
        Format::Safetensors => safetensors::write(model),
    };
    let bytes = bytes.map_err(|reason| Error::file("write", path, reason))?;
    write_atomically(path, &bytes)
}

/// Saves the weights to several files: the map of this name, which ends in `.weights.json`, and beside it
/// files with at most so many bytes of weights each, unless a layer alone has more. It is Keras's
/// `save_weights(path, max_shard_size)`.
///
/// # Errors
/// Those of [`save_weights`].
pub fn save_sharded_weights(path: &Path, model: &ModelWeights, max_bytes: u64) -> Result<()> {
    if !sharded::is(path) {
        let path = path.display();
        return Err(Error::argument(format!("{path}: the map of several weight files ends in .weights.json")));
    }
    check(model)?;
    sharded::save(path, model, max_bytes)
}

/// Checks the shapes of weights that are saved.
fn check(model: &ModelWeights) -> Result<()> {
    for weight in model.layers.iter().flat_map(|layer| &layer.weights) {
        if weight.shape.iter().product::<usize>() != weight.data.len() {
            return Err(Error::argument(format!(
                "weight {} has shape {:?} but {} elements",
                weight.path,
                weight.shape,
                weight.data.len()
            )));
        }
    }
    Ok(())
}

/// Loads a weight file, Keras 3, legacy or safetensors, or the weights of a `.keras` archive, for a model
/// with the layers, names and shapes of `expected`, whose data are ignored. Returns `expected` with the
/// file's data.
///
/// # Errors
/// [`ErrorKind::File`] if the file cannot be read, [`ErrorKind::Weights`] if it is of none of these formats,
/// is truncated or damaged, or contains another model's weights: the message names the layer, its expected
/// and its actual weights.
pub fn load_weights(path: &Path, expected: &ModelWeights) -> Result<ModelWeights> {
    load_weights_with(path, expected, &LoadWeights::new()).map(|(weights, _)| weights)
}

/// Loads a weight file as [`load_weights`] does, but with settings that may leave weights as they are in
/// `expected`. Returns also what was skipped, in the order of the layers; layers that were to be skipped by
/// their names are not listed.
///
/// # Errors
/// Those of [`load_weights`]; [`ErrorKind::Argument`] for a layer to skip that the model does not have;
/// [`ErrorKind::Weights`] for a setting that the file's format does not have.
pub fn load_weights_with(
    path: &Path,
    expected: &ModelWeights,
    options: &LoadWeights,
) -> Result<(ModelWeights, Vec<Skipped>)> {
    let names = || expected.layers.iter().map(|layer| layer.name.as_str());
    if let Some(name) = options.skipped_layers().iter().find(|name| names().all(|known| known != name.as_str())) {
        return Err(unknown("layer", name, names()));
    }
    let mut reading = Reading::new(options);
    let loaded = if sharded::is(path) {
        weights_of(&sharded::open(path)?, expected, &mut reading)
    } else {
        read(read_file(path).map_err(|e| Error::file("read", path, e))?, expected, &mut reading)
    };
    let loaded = loaded.map_err(|reason| Error::new(ErrorKind::Weights, format!("{}: {reason}", path.display())))?;
    Ok((loaded, reading.skipped))
}

/// True for a file of weights, or of a whole model, in the legacy format.
///
/// # Errors
/// [`ErrorKind::File`] if the file cannot be read, [`ErrorKind::Weights`] if it is damaged.
pub(crate) fn is_legacy(path: &Path) -> Result<bool> {
    let bytes =
        if sharded::is(path) { Vec::new() } else { read_file(path).map_err(|e| Error::file("read", path, e))? };
    if bytes.is_empty() || safetensors::is(&bytes) || Archive::is(&bytes) {
        return Ok(false);
    }
    let budget = Budget::of_file(bytes.len() as u64);
    let root = hdf5::Reader::open(bytes, &budget)
        .and_then(|file| if keras3::is(&file)? { Ok(None) } else { legacy::root(&file) });
    root.map(|root| root.is_some()).map_err(|reason| damaged(path, &reason))
}

/// [`load_weights`] for the content of a file; the error is the reason without the file name.
#[doc(hidden)]
pub fn parse(bytes: Vec<u8>, expected: &ModelWeights) -> Result<ModelWeights, String> {
    read(bytes, expected, &mut Reading::new(&LoadWeights::new()))
}

fn read(bytes: Vec<u8>, expected: &ModelWeights, reading: &mut Reading<'_>) -> Result<ModelWeights, String> {
    let budget = Budget::of_file(bytes.len() as u64);
    if safetensors::is(&bytes) {
        refuse_by_name(reading)?;
        return Ok(filled(expected, safetensors::read(&bytes, expected, reading, &budget)?));
    }
    let file = match Archive::is(&bytes) {
        true => Archive::open(bytes, &budget)?.weights()?,
        false => hdf5::Reader::open(bytes, &budget)?,
    };
    weights_of(&file, expected, reading)
}

fn refuse_by_name(reading: &Reading<'_>) -> Result<(), String> {
    match reading.options.is_by_name() {
        true => Err("`by_name` only supports loading legacy `.h5` or `.hdf5` files".into()),
        false => Ok(()),
    }
}

fn weights_of(file: &hdf5::Reader, expected: &ModelWeights, reading: &mut Reading<'_>) -> Result<ModelWeights, String> {
    let data = if keras3::is(file)? {
        refuse_by_name(reading)?;
        keras3::read(file, expected, reading)?
    } else if let Some(root) = legacy::root(file)? {
        if !reading.options.skipped_layers().is_empty() {
            return Err("`objects_to_skip` only supports loading `.weights.h5` and `.safetensors` files".into());
        }
        legacy::read(file, root, expected, reading)?
    } else {
        return Err("an HDF5 file, but no weights of Keras: neither layers (Keras 3) nor layer_names (legacy)".into());
    };
    Ok(filled(expected, data))
}

/// The weights with other data, in the order of the layers.
fn filled(expected: &ModelWeights, data: Vec<Vec<f32>>) -> ModelWeights {
    let mut loaded = expected.clone();
    let weights = loaded.layers.iter_mut().flat_map(|layer| &mut layer.weights);
    weights.zip(data).for_each(|(weight, data)| weight.data = data);
    loaded
}
