//! The network of `labora train`: by name, or from a file.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use keras::applications::{NETWORKS, NamedNetwork, Settings};
use keras::naming::nearest;
use keras::{DTypePolicy, Model};

use crate::cli::dataset::DatasetInfo;
use crate::cli::failure::Failure;
use crate::cli::model_file;
use crate::cli::training::TrainingArgs;
use crate::cli::workloads::{article_loss, article_network_for};

/// The article's network.
const ARTICLE: &str = "cifar10_cnn";

/// A network by name, or the file of a model.
#[derive(Clone, Debug)]
pub enum NetworkName {
    /// The article's network.
    Article,
    /// A network of `keras.applications`.
    Application(NamedNetwork),
    /// A whole model.
    File(PathBuf),
}

impl NetworkName {
    /// The model for the images and classes of a data set, compiled. The dtype policy is that of a network by
    /// name; `weights` is a file to begin with.
    pub fn model(
        &self,
        data: &DatasetInfo,
        dtype: DTypePolicy,
        weights: Option<&Path>,
        training: &TrainingArgs,
    ) -> Result<Model, Failure> {
        let mut model = match self {
            Self::Article => article_network_for(data, dtype)?,
            Self::Application(network) => network.build(settings(data, dtype))?,
            Self::File(path) => model_file::open(path)?,
        };
        if !matches!(self, Self::File(_)) {
            model.initialize(training.seed)?;
        }
        if let Some(weights) = weights {
            model.load_weights(weights)?;
        }
        match model.compiled() {
            Some(_) => training.set_optimizer(&mut model)?,
            None => model.compile(article_loss(training.optimizer()))?,
        }
        training.augmented(model)
    }
}

/// The settings of a network of Keras for images.
fn settings(data: &DatasetInfo, dtype: DTypePolicy) -> Settings {
    let mut settings = Settings::default();
    settings.input_shape = Some(data.image_shape.into());
    settings.classes = data.class_names.len();
    settings.dtype = dtype;
    settings
}

impl fmt::Display for NetworkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Article => f.write_str(ARTICLE),
            Self::Application(network) => f.write_str(network.name),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Parses [`NetworkName`]s. The names are offered by completions.
#[derive(Clone)]
pub struct NetworkParser;

impl TypedValueParser for NetworkParser {
    type Value = NetworkName;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        if value == ARTICLE {
            return Ok(NetworkName::Article);
        }
        let network = NETWORKS.iter().copied().flatten().find(|network| network.name == value);
        if let Some(network) = network {
            return Ok(NetworkName::Application(*network));
        }
        if model_file::is_model(Path::new(value)) {
            return PathBufValueParser::new().parse_ref(command, arg, value).map(NetworkName::File);
        }
        let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
        let name = arg.map_or_else(String::new, ToString::to_string);
        error.insert(ContextKind::InvalidArg, ContextValue::String(name));
        error.insert(ContextKind::InvalidValue, ContextValue::String(value.to_string_lossy().into_owned()));
        let near = value.to_str().and_then(|value| nearest(value, names()));
        if let Some(near) = near {
            error.insert(ContextKind::SuggestedValue, ContextValue::String(near.to_owned()));
        }
        error.insert(ContextKind::ValidValue, ContextValue::Strings(names().map(str::to_owned).collect()));
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(names().map(PossibleValue::new)))
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    [ARTICLE].into_iter().chain(NETWORKS.iter().copied().flatten().map(|network| network.name))
}
