//! The workloads that verbs take by name: training steps of networks, and inference with the article's
//! network.

use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser};
use keras::applications::{Cifar10Cnn, DavidNet, ResNet50V15, cifar10_cnn, davidnet, resnet50_v15};
use keras::objects::Handle;
use keras::optimizers::{Adam, Optimizer, SGD};
use keras::{Compile, DTypePolicy, Model, Shape};

use super::dataset::DatasetInfo;
use super::model_file;

/// Training and test images of CIFAR-10.
const CIFAR10_TRAINING_IMAGES: usize = 50_000;
pub const CIFAR10_TEST_IMAGES: usize = 10_000;
/// Training images of ImageNet.
const IMAGENET_TRAINING_IMAGES: usize = 1_281_167;

/// A workload by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// The training step of the article's network.
    TrainStep,
    /// Inference with the article's network.
    Predict,
    /// The training step of DavidNet.
    Davidnet,
    /// The training step of ResNet-50.
    Resnet50,
}

/// A network and how it is trained.
pub struct Network {
    /// Builds the network.
    pub model: fn(DTypePolicy) -> keras::Result<Model>,
    /// Creates the optimizer.
    pub optimizer: fn() -> Handle<dyn Optimizer>,
    /// Images of an epoch.
    pub epoch_images: usize,
    /// True if all images of an epoch are stored on the device; otherwise only those of one batch, which the
    /// host replaces.
    pub is_resident: bool,
}

impl Workload {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::TrainStep => "train-step",
            Self::Predict => "predict",
            Self::Davidnet => "davidnet",
            Self::Resnet50 => "resnet50",
        }
    }

    /// Returns the network of the workload.
    pub fn network(self) -> Network {
        match self {
            Self::TrainStep | Self::Predict => Network {
                model: article_network,
                optimizer: || Adam::new().into(),
                epoch_images: CIFAR10_TRAINING_IMAGES,
                is_resident: true,
            },
            Self::Davidnet => Network {
                model: |dtype| davidnet(&DavidNet { dtype, ..DavidNet::default() }),
                optimizer: || SGD::new().momentum(0.9).nesterov(true).into(),
                epoch_images: CIFAR10_TRAINING_IMAGES,
                is_resident: true,
            },
            Self::Resnet50 => Network {
                model: |dtype| resnet50_v15(&ResNet50V15 { dtype, ..ResNet50V15::default() }),
                optimizer: || SGD::new().momentum(0.9).into(),
                epoch_images: IMAGENET_TRAINING_IMAGES,
                is_resident: false,
            },
        }
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Builds the article's network for CIFAR-10.
pub fn article_network(dtype: DTypePolicy) -> keras::Result<Model> {
    cifar10_cnn(&Cifar10Cnn { dtype, ..Cifar10Cnn::default() })
}

/// Builds the article's network for the images and classes of a data set.
pub fn article_network_for(data: &DatasetInfo, dtype: DTypePolicy) -> keras::Result<Model> {
    cifar10_cnn(&Cifar10Cnn {
        input_shape: Shape::new(data.image_shape),
        classes: data.class_names.len(),
        dtype,
        ..Cifar10Cnn::default()
    })
}

/// Returns the article's loss and metric with an optimizer.
pub fn article_loss(optimizer: Handle<dyn Optimizer>) -> Compile {
    Compile::new(optimizer, "sparse_categorical_crossentropy").metrics(["sparse_categorical_accuracy"])
}

/// The program of a verb: a workload by name, or a StableHLO file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A workload by name.
    Workload(Workload),
    /// The path of a whole model of Keras.
    Model(PathBuf),
    /// The path of a program in StableHLO text.
    File(PathBuf),
}

/// Parses [`Program`]s: the names of some workloads, which completions offer, and paths of models and of
/// programs.
#[derive(Clone)]
pub struct ProgramParser {
    /// The workloads of the verb.
    pub workloads: &'static [Workload],
}

impl TypedValueParser for ProgramParser {
    type Value = Program;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let workload = self.workloads.iter().find(|workload| workload.name() == value);
        match workload {
            Some(workload) => Ok(Program::Workload(*workload)),
            None => {
                let path = PathBufValueParser::new().parse_ref(command, arg, value)?;
                Ok(if model_file::is_model(&path) { Program::Model(path) } else { Program::File(path) })
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.workloads.iter().map(|workload| PossibleValue::new(workload.name()))))
    }
}
