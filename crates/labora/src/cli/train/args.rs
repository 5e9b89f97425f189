//! The arguments of `labora train`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use keras::objects::Handle;
use keras::optimizers::{Adam, AdamW, Optimizer, RMSprop, SGD};

use crate::cli::dataset::DatasetArgs;
use crate::cli::device::TpuArgs;
use crate::cli::flags::DTypeArgs;
use crate::cli::verbosity::Verbosity;

/// Train the article's network and report its test accuracy.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora train                                            the article: CIFAR-10, batch 1024, 50 epochs, eight cores
  labora train shapes --epochs 4                          images drawn by this program, no network needed
  labora train --data cifar-10-batches-bin --epochs 6 --save w.weights.h5 --plot history.png
  labora train fashion_mnist --device cpu --batch-size 128 --epochs 2
  mpiexec -n 2 labora train --save w.weights.h5           on two hosts (docs/hosts.md)")]
pub struct TrainArgs {
    #[command(flatten)]
    pub data: DatasetArgs,
    #[command(flatten)]
    pub device: TpuArgs,
    /// Images in a batch, over all cores [default: 1024; 128 on `shapes`].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub batch_size: Option<u32>,
    /// Passes over the training images [default: 50; 3 on `shapes`].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub epochs: Option<u32>,
    #[command(flatten)]
    pub dtype: DTypeArgs,
    /// Optimizer, with Keras's defaults.
    #[arg(long, default_value = "adam", value_name = "NAME", ignore_case = true)]
    pub optimizer: OptimizerName,
    /// Learning rate [default: the optimizer's].
    #[arg(long, value_name = "RATE", value_parser = learning_rate)]
    pub learning_rate: Option<f32>,
    /// Seed of initial weights, shuffling and dropout.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Output: 0 nothing, 1 a progress bar, 2 a line per epoch [default: 1 in a terminal, else 2].
    #[arg(help_heading = "Output options", long, value_name = "0|1|2", hide_possible_values = true)]
    pub verbose: Option<Verbosity>,
    /// Write the trained weights: FILE.weights.h5 (Keras 3) or FILE.h5 (legacy).
    #[arg(help_heading = "Output options", long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Start from these weights.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Processes that train together, one on each host, started by mpiexec or srun; 1 trains alone [default:
    /// as many as the launcher says].
    #[arg(help_heading = "Device options", long, value_name = "N", conflicts_with = "reconnect")]
    #[arg(value_parser = value_parser!(u32).range(1..=65_536))]
    pub hosts: Option<u32>,
    /// The address of process 0, by which the processes of a plugin's devices find each other [default:
    /// MASTER_ADDR and MASTER_PORT].
    #[arg(help_heading = "Device options", long, value_name = "HOST:PORT")]
    pub coordinator: Option<String>,
    /// If the connection to a worker is lost, wait for it, and go on from the last epoch; the seconds to wait
    /// [default without a number: 600].
    #[arg(help_heading = "Device options", long, value_name = "SECONDS", num_args = 0..=1)]
    #[arg(default_missing_value = "600", value_parser = value_parser!(u32).range(1..=86_400))]
    pub reconnect: Option<u32>,
    /// Write Keras's History dictionary and the test results as JSON.
    #[arg(help_heading = "Output options", long, value_name = "FILE.json")]
    pub history: Option<PathBuf>,
    /// Plot loss and accuracy over the epochs.
    #[arg(help_heading = "Output options", long, value_name = "FILE.png")]
    pub plot: Option<PathBuf>,
}

/// An optimizer by Keras's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OptimizerName {
    Adam,
    #[value(name = "adamw")]
    AdamW,
    Sgd,
    #[value(name = "rmsprop")]
    RmsProp,
}

impl OptimizerName {
    /// Creates the optimizer with Keras's defaults.
    pub fn create(self) -> Handle<dyn Optimizer> {
        match self {
            Self::Adam => Adam::new().into(),
            Self::AdamW => AdamW::new().into(),
            Self::Sgd => SGD::new().into(),
            Self::RmsProp => RMSprop::new().into(),
        }
    }
}

/// Parses a learning rate.
fn learning_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().map_err(|_| format!("{text} is not a number"))?;
    if (0.0..=f32::MAX).contains(&rate) {
        Ok(rate)
    } else {
        Err("a learning rate must be finite and at least 0".into())
    }
}
