//! The arguments of `labora train`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::network::{NetworkName, NetworkParser};
use crate::cli::dataset::DatasetArgs;
use crate::cli::device::TpuArgs;
use crate::cli::flags::DTypeArgs;
use crate::cli::training::TrainingArgs;

/// Train a network on images and report its test accuracy.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora train                                            the article: CIFAR-10, batch 1024, 50 epochs, eight cores
  labora train shapes --epochs 4                          images drawn by this program, no network needed
  labora train --data cifar-10-batches-bin --epochs 6 --save w.weights.h5 --plot history.png
  labora train fashion_mnist --device cpu --batch-size 128 --epochs 2
  labora train --model MobileNetV2 --augment RandomFlip --early-stopping 5 --resume --save m.keras
  labora train --print-run --epochs 6 > run.toml          a file of flags
  labora train run.toml --seed 1                          its training, with another seed
  mpiexec -n 2 labora train --save w.weights.h5           on two hosts (docs/hosts.md)")]
pub struct TrainArgs {
    #[command(flatten)]
    pub data: DatasetArgs,
    #[command(flatten)]
    pub device: TpuArgs,
    /// Network: cifar10_cnn, the article's, a name of keras.applications, such as MobileNetV2, or a model's
    /// file, .keras or .h5.
    #[arg(long, default_value = "cifar10_cnn", value_name = "NAME|FILE", value_parser = NetworkParser)]
    #[arg(hide_possible_values = true)]
    pub model: NetworkName,
    #[command(flatten)]
    pub dtype: DTypeArgs,
    /// Start from these weights.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    #[command(flatten)]
    pub training: TrainingArgs,
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
}
