//! Files of whole models: architecture, weights, training configuration, and the state of the optimizer.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::compile::Compile;
use super::compile_config::without_output_names;
use super::meanings::is_of_older_keras;
use super::model::Model;
use crate::error::{Error, Result};
use crate::objects::Registry;
use crate::saving::{ModelContent, ModelFile, ModelFormat, damaged, write_model};

/// The key of a configuration with the notes of a model. Keras passes over it.
const NOTES: &str = "labora_notes";

/// The model in a file, with its weights, its training configuration and the state of its optimizer, if the
/// file has them. The registry has the objects of a user.
///
/// The file is a `.keras` archive of Keras 3, or a legacy `.h5` with a whole model of Keras 2 or 3; its
/// content decides. The state of an optimizer that has other variables is left out.
///
/// ```
/// use keras::models::load_model;
/// use keras::objects::Registry;
/// use keras::{Compile, Input, Model, layers::Dense, optimizers::Adam};
/// let input = Input::new([4]);
/// let mut model = Model::new(&input, &Dense::new(2).call(&input)?)?;
/// model.compile(Compile::new(Adam::new(), "mse"))?;
/// let folder = tempfile::tempdir().unwrap();
/// for name in ["model.keras", "model.h5"] {
///     let path = folder.path().join(name);
///     model.save(&path)?;
///     let loaded = load_model(&path, &Registry::new())?;
///     assert_eq!((loaded.to_json(), loaded.variables()), (model.to_json(), model.variables()));
///     assert_eq!(loaded.compiled().unwrap().optimizer(), &Adam::new().into());
/// }
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::File`](crate::ErrorKind::File) if the file cannot be read,
/// [`ErrorKind::Weights`](crate::ErrorKind::Weights) if it is damaged,
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if it has a layer, setting or object that is unknown.
pub fn load_model(path: impl AsRef<Path>, registry: &Registry) -> Result<Model> {
    match load(path.as_ref(), registry, true)? {
        (model, None) => Ok(model),
        (_, Some(reason)) => Err(reason),
    }
}

/// [`load_model`] without the training configuration, Keras's `compile=False`.
///
/// # Errors
/// Those of [`load_model`], but for objects of training.
pub fn load_model_without_compile(path: impl AsRef<Path>, registry: &Registry) -> Result<Model> {
    Ok(load(path.as_ref(), registry, false)?.0)
}

/// [`load_model`], or, if the training configuration cannot be read, the model without it and the reason:
/// it may name a loss, a metric or an optimizer that the registry does not have, and predictions need none.
///
/// # Errors
/// Those of [`load_model_without_compile`].
pub fn load_model_compiled_if_possible(path: impl AsRef<Path>, registry: &Registry) -> Result<(Model, Option<Error>)> {
    load(path.as_ref(), registry, true)
}

/// The model, and why it has no training configuration although the file has one.
fn load(path: &Path, registry: &Registry, compile: bool) -> Result<(Model, Option<Error>)> {
    let mut file = ModelFile::open(path)?;
    let (config, training) = file.configs().map_err(|reason| damaged(path, &reason))?;
    let budget = file.budget().clone();
    let mut model = Model::declared_from_json(&config, registry, &budget).map_err(|e| e.at(path.display()))?;
    if let Some(Json::Object(notes)) = config.get(NOTES) {
        model.notes = notes.clone();
    }
    // Keras writes a configuration without an optimizer for a model that is not compiled.
    let has_optimizer = |config: &Json| ["optimizer", "optimizer_config"].iter().any(|key| config.get(key).is_some());
    let mut reason = None;
    if let Some(training) = training.filter(|config| compile && has_optimizer(config)) {
        let training = match is_of_older_keras(&config) {
            true => without_output_names(training, &model.output_names()),
            false => training,
        };
        let compiled = Compile::from_config(&training, registry).and_then(|compiled| model.compile(compiled));
        reason = compiled.err().map(|e| e.at(path.display()));
    }
    let legacy = file.format() == ModelFormat::Legacy;
    let mut weights = file.weights(&model.weights_in(legacy)).map_err(|reason| damaged(path, &reason))?;
    // Weights that files do not have, such as states of layers.
    for v in model.variables().iter().filter(|v| v.carried || v.factor.is_some()) {
        let taken = budget.take_array::<f32>(v.count(), format_args!("{} of shape {:?}", v.path, v.shape));
        taken.map_err(|e| damaged(path, &e.to_string()))?;
    }
    model.set_weights_of_file(std::mem::take(&mut weights.values), legacy)?;
    let expected = model.compiled().map(|compiled| model.optimizer_weights(&**compiled.optimizer())).transpose()?;
    let found = expected.as_ref().map(|expected| weights.optimizer(expected)).transpose();
    let optimizer = found.map_err(|reason| damaged(path, &reason))?.flatten();
    // As in Keras, a loaded optimizer has variables; those of a file are of another one if they do not fit.
    if let Some(weights) = optimizer.or(expected) {
        model.set_optimizer_weights(&weights);
    }
    Ok((model, reason))
}

/// Saves a whole model; see [`Model::save`].
///
/// # Errors
/// Those of [`Model::save`].
pub fn save_model(model: &Model, path: impl AsRef<Path>) -> Result<()> {
    model.save(path)
}

impl Model {
    /// Saves the whole model to a file that Keras can read: `.keras`, or legacy `.h5` or `.hdf5`. The file
    /// has the architecture, the weights, and, if the model is compiled, the training configuration and the
    /// state of the optimizer, and its [`notes`](Self::notes). It replaces an existing file.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the file name has another extension,
    /// [`ErrorKind::File`](crate::ErrorKind::File) if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        let mut config = self.to_json();
        let training = self.compiled().map(Compile::config);
        let optimizer = self.compiled().map(|compiled| self.optimizer_weights(&**compiled.optimizer())).transpose()?;
        // Keras has no variables of an optimizer before the first step.
        let optimizer = optimizer.filter(|_| self.optimizer_state().is_some());
        let format = ModelFormat::of(path.as_ref())?;
        let weights = self.weights_in(format == ModelFormat::Legacy);
        let legacy = training.clone().map(legacy_training);
        if let (ModelFormat::Keras, Some(training)) = (format, training) {
            config["compile_config"] = training;
        }
        if !self.notes().is_empty() {
            config[NOTES] = self.notes().clone().into();
        }
        let content = ModelContent {
            config: &config,
            training: legacy.as_ref(),
            weights: &weights,
            optimizer: optimizer.as_ref(),
        };
        write_model(path.as_ref(), &content)
    }

    /// Loads weights and the state of the optimizer from a file of this model, which stays as it is
    /// otherwise.
    ///
    /// # Errors
    /// [`ErrorKind::File`](crate::ErrorKind::File) if the file cannot be read,
    /// [`ErrorKind::Weights`](crate::ErrorKind::Weights) if it is damaged or another model's.
    pub fn load_state(&mut self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let expected = self.compiled().map(|compiled| self.optimizer_weights(&**compiled.optimizer())).transpose()?;
        let file = ModelFile::open(path)?;
        let legacy = file.format() == ModelFormat::Legacy;
        let weights = file.weights(&self.weights_in(legacy));
        let weights = weights.map_err(|reason| damaged(path, &reason))?;
        let found = expected.as_ref().map(|expected| weights.optimizer(expected)).transpose();
        let optimizer = found.map_err(|reason| damaged(path, &reason))?.flatten();
        self.set_weights_of_file(weights.values, legacy)?;
        match optimizer {
            Some(weights) => self.set_optimizer_weights(&weights),
            None => self.optimizer_state = None,
        }
        Ok(())
    }
}

/// The training configuration in the legacy format.
fn legacy_training(mut training: Json) -> Json {
    if let Some(optimizer) = training.as_object_mut().and_then(|training| training.remove("optimizer")) {
        training["optimizer_config"] = json!({ "class_name": optimizer["class_name"], "config": optimizer["config"] });
    }
    training
}
