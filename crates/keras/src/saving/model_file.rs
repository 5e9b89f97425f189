//! Files of whole models: `.keras` archives, and legacy `.h5` files.

use std::path::Path;

use serde_json::Value as Json;
use stablehlo::budget::{Budget, read_file};

use super::archive::Archive;
use super::hdf5::Reader;
use super::partial::{LoadWeights, Reading};
use super::weights::{ModelWeights, OptimizerWeights, WeightValue};
use super::{archive, assets, hdf5, keras3, legacy};
use crate::error::{Error, ErrorKind, Result};
use crate::json;
use crate::utils::write_atomically;

/// The content of a file of a whole model.
#[derive(Debug)]
pub(crate) struct ModelContent<'a> {
    /// The configuration of the model, in `.keras` with `compile_config`.
    pub config: &'a Json,
    /// The configuration of its training in the legacy format.
    pub training: Option<&'a Json>,
    /// The weights.
    pub weights: &'a ModelWeights,
    /// The state of the optimizer.
    pub optimizer: Option<&'a OptimizerWeights>,
}

/// The format of a file of a whole model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ModelFormat {
    /// Keras 3's `.keras`.
    Keras,
    /// Legacy models, `.h5` or `.hdf5`.
    Legacy,
}

impl ModelFormat {
    /// The format of a file by its extension.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] for any other extension.
    pub fn of(path: &Path) -> Result<Self> {
        let name = path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        if name.ends_with(".keras") {
            Ok(Self::Keras)
        } else if (name.ends_with(".h5") || name.ends_with(".hdf5")) && !name.ends_with(".weights.h5") {
            Ok(Self::Legacy)
        } else {
            Err(Error::argument(format!(
                "{}: the name of a model's file ends in .keras (Keras 3) or in .h5 or .hdf5 (legacy)",
                path.display()
            )))
        }
    }
}

/// Writes a file of a whole model in the format of its extension.
///
/// # Errors
/// [`ErrorKind::Argument`] for another extension, [`ErrorKind::File`] if the file cannot be written.
pub(crate) fn write_model(path: &Path, content: &ModelContent<'_>) -> Result<()> {
    let bytes = match ModelFormat::of(path)? {
        ModelFormat::Keras => {
            let mut tree = keras3::layout(content.weights);
            tree.groups.extend(content.optimizer.map(keras3::optimizer));
            hdf5::write(&tree)
                .and_then(|weights| archive::write(content.config, &weights, &assets::assets(content.weights)))
        }
        ModelFormat::Legacy => {
            if let Some(layer) = content.weights.layers.iter().find(|layer| !layer.assets.is_empty()) {
                let (path, name) = (path.display(), &layer.name);
                return Err(Error::argument(format!(
                    "{path}: a .h5 file has no place for the vocabulary of layer '{name}'; save a .keras file, or \
                     set the vocabulary as a setting"
                )));
            }
            let training = content.training.map(json::write);
            let (config, training) = (json::write(content.config), training.as_deref());
            hdf5::write(&legacy::whole(&config, training, content.weights, content.optimizer))
        }
    };
    write_atomically(path, &bytes.map_err(|reason| Error::file("write", path, reason))?)
}

/// An open file of a whole model.
pub(crate) struct ModelFile {
    content: Content,
    budget: Budget,
}

enum Content {
    Keras(Archive),
    Legacy(Reader),
}

impl ModelFile {
    /// Opens the file; its content decides about the format.
    ///
    /// # Errors
    /// [`ErrorKind::File`] if it cannot be read, [`ErrorKind::Weights`] if it is damaged.
    pub fn open(path: &Path) -> Result<Self> {
        let bytes = read_file(path).map_err(|e| Error::file("read", path, e))?;
        Self::parse(bytes).map_err(|reason| damaged(path, &reason))
    }

    /// [`open`](Self::open) for the content of a file.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, String> {
        let budget = Budget::of_file(bytes.len() as u64);
        let content = match Archive::is(&bytes) {
            true => Content::Keras(Archive::open(bytes, &budget)?),
            false => Content::Legacy(Reader::open(bytes, &budget)?),
        };
        Ok(Self { content, budget })
    }

    /// The format that the content has.
    pub fn format(&self) -> ModelFormat {
        match self.content {
            Content::Keras(_) => ModelFormat::Keras,
            Content::Legacy(_) => ModelFormat::Legacy,
        }
    }

    /// What the file may still take.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The configurations of the model and of its training.
    pub fn configs(&mut self) -> Result<(Json, Option<Json>), String> {
        let budget = &self.budget;
        let parse =
            |text: String| json::read(text.as_bytes(), budget).map_err(|e| format!("a configuration is damaged: {e}"));
        let (mut config, training): (Json, _) = match &mut self.content {
            Content::Keras(archive) => {
                let mut config = archive.config()?;
                assets::restore(&mut config, &mut assets::OfArchive { archive, file: None })?;
                let training = config.as_object_mut().and_then(|config| config.shift_remove("compile_config"));
                (config, training.filter(|training| !training.is_null()))
            }
            Content::Legacy(file) => match legacy::configs(file)? {
                (Some(config), training) => (parse(config)?, training.map(parse).transpose()?),
                (None, _) => {
                    return Err(
                        "an HDF5 file without the configuration of a model; for weights call load_weights".into()
                    );
                }
            },
        };
        if let (Some(version), Some(config)) = (self.keras_version()?, config.as_object_mut()) {
            config.entry("keras_version").or_insert(version.into());
        }
        Ok((config, training))
    }

    /// The version of Keras that wrote the file, if it says so.
    fn keras_version(&mut self) -> Result<Option<String>, String> {
        match &mut self.content {
            Content::Keras(archive) => archive.keras_version(),
            Content::Legacy(file) => legacy::keras_version(file).map(Some),
        }
    }

    /// The weights of the model, in the order of `expected`, of which the shapes count alone.
    pub fn weights(self, expected: &ModelWeights) -> Result<FileWeights, String> {
        let file = match self.content {
            Content::Legacy(file) => file,
            Content::Keras(mut archive) => archive.weights()?,
        };
        let all = LoadWeights::new();
        let mut reading = Reading::new(&all);
        let (values, variables) = match legacy::root(&file)? {
            Some(root) => (legacy::read(&file, root, expected, &mut reading)?, legacy::optimizer_vars(&file)?),
            None => (keras3::read(&file, expected, &mut reading)?, keras3::optimizer_vars(&file)?),
        };
        Ok(FileWeights { values, file, variables })
    }
}

/// The weights of a file of a whole model.
pub(crate) struct FileWeights {
    /// The values of the model's.
    pub values: Vec<Vec<f32>>,
    file: Reader,
    /// The paths of the optimizer's.
    variables: Vec<String>,
}

impl FileWeights {
    /// The variables of the optimizer, if there are as many of the shapes of `expected`.
    pub fn optimizer(&self, expected: &OptimizerWeights) -> Result<Option<OptimizerWeights>, String> {
        read_optimizer(&self.file, expected, &self.variables)
    }
}

/// The state of the optimizer and of its parts; `None` if the file's is that of another one, or has none.
fn read_optimizer(
    file: &Reader,
    expected: &OptimizerWeights,
    found: &[String],
) -> Result<Option<OptimizerWeights>, String> {
    if expected.parts.is_empty() {
        return read_variables(file, expected, found);
    }
    if found.len() != expected.count() {
        return Ok(None);
    }
    let (own, mut rest) = found.split_at(expected.own_count());
    let Some(mut read) = read_variables(file, expected, own)? else { return Ok(None) };
    for (group, part) in &expected.parts {
        let (of_part, others) = rest.split_at(part.count());
        let Some(part) = read_optimizer(file, part, of_part)? else { return Ok(None) };
        read.parts.push((group.clone(), part));
        rest = others;
    }
    Ok(Some(read))
}

/// The variables of an optimizer without those of parts. Variables that a file of Keras 2 does not have are
/// left out; they are the last ones.
fn read_variables(
    file: &Reader,
    expected: &OptimizerWeights,
    found: &[String],
) -> Result<Option<OptimizerWeights>, String> {
    let Some((before, order)) = layout(expected, found) else { return Ok(None) };
    let (first, rest) = found.split_at(before);
    let variables = || order.iter().map(|i| &expected.variables[*i]);
    // Data of an unexpected shape is never read, so a damaged shape cannot exhaust memory.
    let shapes = first.iter().map(|_| &[][..]).chain(variables().map(|v| v.shape.as_slice()));
    for (path, shape) in found.iter().zip(shapes) {
        if file.shape(path)? != shape {
            return Ok(None);
        }
    }
    let rate = first.get(1).map(|path| file.read(path)).transpose()?;
    let mut values = Vec::new();
    for ((path, variable), i) in rest.iter().zip(variables()).zip(&order) {
        values.push((*i, WeightValue { data: file.read(path)?, ..variable.clone() }));
    }
    values.sort_by_key(|(i, _)| *i);
    Ok(Some(OptimizerWeights {
        name: expected.name.clone(),
        iterations: file.integer(&first[0])?,
        learning_rate: rate.and_then(|rate| rate.first().copied()),
        slots: values.iter().map(|(i, _)| expected.slots[*i]).collect(),
        variables: values.into_iter().map(|(_, value)| value).collect(),
        counter: expected.counter,
        parts: Vec::new(),
    }))
}

/// How many variables a file has before those of the slots, and which of the expected ones these are, in the
/// order of the file; `None` if they are those of another optimizer.
fn layout(expected: &OptimizerWeights, found: &[String]) -> Option<(usize, Vec<usize>)> {
    // Before 2.11, Keras named variables `dense/kernel/m:0`, and wrote m of all parameters before v.
    let is_first_of_two = |path: &String| path.ends_with("/m:0") || path.ends_with("/accum_grad:0");
    let by_slots = found.get(1).is_some_and(is_first_of_two);
    let before = 1 + usize::from(expected.learning_rate.is_some());
    if found.len() == before + expected.variables.len() && !by_slots {
        return Some((before, (0..expected.variables.len()).collect()));
    }
    // Keras 2 had no variable of the learning rate, and none for all parameters.
    let mut order: Vec<usize> = (0..expected.variables.len()).filter(|i| !expected.slots[*i].shared).collect();
    if by_slots {
        order.sort_by_key(|i| expected.slots[*i].slot);
    }
    // Its SGD had a momentum even if it was not used.
    let fits = found.len() == 1 + order.len() || order.is_empty() && !found.is_empty();
    fits.then_some((1, order))
}

/// The error of a file that is damaged.
pub(crate) fn damaged(path: &Path, reason: &str) -> Error {
    Error::new(ErrorKind::Weights, format!("{}: {reason}", path.display()))
}
