//! Weights in files that real Keras reads and writes too.
//!
//! | ending | form | read back by |
//! |---|---|---|
//! | `.weights.h5` | Keras 3 | position among the layers of its class: `layers/conv2d_1/vars/0` |
//! | `.h5`, `.hdf5` | legacy weights of Keras 1 to 3; a whole legacy model is read too | order of the layers that have weights |
//!
//! Both go by order, not by name, so that a model built twice finds its weights although its layers' names were counted
//! on. When reading, the content tells the form, not the name.
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
//! | file | matter |
//! |---|---|
//! | `keras3` | the layout of `.weights.h5` |
//! | `legacy` | the layout of legacy files |
//! | `compare` | a file's weights against the model's: which layer, expected and found |
//! | `hdf5` | the only place that knows the HDF5 library |
//! | `write` | files that appear whole or not at all |

mod compare;
mod hdf5;
mod keras3;
mod legacy;
mod naming;
mod write;

use std::path::Path;

use crate::{Error, ErrorKind, Result};

pub use write::{check_writable, write_atomically};

/// A model's weights, apart from the model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelWeights {
    /// The model's name.
    pub name: String,
    /// All layers in the model's order, those without weights too: they are counted.
    pub layers: Vec<LayerWeights>,
}

/// The weights of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerWeights {
    /// The layer's name, such as `conv2d_1`.
    pub name: String,
    /// Its class in Keras, such as `Conv2D`.
    pub class_name: String,
    /// In Keras's order: those created trainable first, then the others.
    pub weights: Vec<WeightValue>,
}

impl LayerWeights {
    /// A layer's weights.
    pub fn new(name: impl Into<String>, class_name: impl Into<String>, weights: Vec<WeightValue>) -> Self {
        Self { name: name.into(), class_name: class_name.into(), weights }
    }
}

/// One weight in float32, the type in which Keras keeps weights under every usual dtype policy.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightValue {
    /// Its path in Keras, such as `conv2d_1/kernel`.
    pub path: String,
    /// Its shape; empty for a single number.
    pub shape: Vec<usize>,
    /// Its elements, row-major.
    pub data: Vec<f32>,
}

impl WeightValue {
    /// A weight.
    pub fn new(path: impl Into<String>, shape: impl Into<Vec<usize>>, data: impl Into<Vec<f32>>) -> Self {
        Self { path: path.into(), shape: shape.into(), data: data.into() }
    }
}

/// The form of a file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Keras 3's `.weights.h5`.
    Keras3,
    /// Legacy weights, `.h5` or `.hdf5`.
    Legacy,
}

impl Format {
    /// The form that a file's name asks for.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] for any other ending.
    pub fn of(path: &Path) -> Result<Self> {
        let name = path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        if name.ends_with(".weights.h5") {
            Ok(Self::Keras3)
        } else if name.ends_with(".h5") || name.ends_with(".hdf5") {
            Ok(Self::Legacy)
        } else {
            Err(Error::argument(format!(
                "{}: a weight file's name ends in .weights.h5 (Keras 3) or in .h5 or .hdf5 (legacy)",
                path.display()
            )))
        }
    }
}

/// Writes the weights to a file in the form that its name asks for. The file appears whole or not at all; an earlier
/// file of that name stays until then.
///
/// # Errors
/// [`ErrorKind::Argument`] for a name with another ending or a weight whose data do not fill its shape,
/// [`ErrorKind::File`] when the file cannot be written.
pub fn save_weights(path: &Path, model: &ModelWeights) -> Result<()> {
    let format = Format::of(path)?;
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
    let tree = match format {
        Format::Keras3 => keras3::layout(model),
        Format::Legacy => legacy::layout(model),
    };
    let bytes = hdf5::write(&tree).map_err(|reason| Error::file("write", path, reason))?;
    write_atomically(path, &bytes)
}

/// Reads a weight file, Keras 3 or legacy, for a model with these layers, names and shapes (`expected`; its data are not
/// looked at). Returns `expected` with the file's data.
///
/// # Errors
/// [`ErrorKind::File`] when the file cannot be read; [`ErrorKind::Weights`] when it is no HDF5 file, is truncated or
/// damaged, or holds another model's weights: the message names the layer, what it expects and what was found.
pub fn load_weights(path: &Path, expected: &ModelWeights) -> Result<ModelWeights> {
    let bytes = std::fs::read(path).map_err(|e| Error::file("read", path, e))?;
    parse(bytes, expected).map_err(|reason| Error::new(ErrorKind::Weights, format!("{}: {reason}", path.display())))
}

/// [`load_weights`] for a file's content; the error is the reason without the file's name.
#[doc(hidden)]
pub fn parse(bytes: Vec<u8>, expected: &ModelWeights) -> Result<ModelWeights, String> {
    let file = hdf5::Reader::open(bytes)?;
    let data = if keras3::is(&file)? {
        keras3::read(&file, expected)?
    } else if let Some(root) = legacy::root(&file)? {
        legacy::read(&file, root, expected)?
    } else {
        return Err("an HDF5 file, but no weights of Keras: neither layers (Keras 3) nor layer_names (legacy)".into());
    };
    let mut loaded = expected.clone();
    let weights = loaded.layers.iter_mut().flat_map(|layer| &mut layer.weights);
    weights.zip(data).for_each(|(weight, data)| weight.data = data);
    Ok(loaded)
}
