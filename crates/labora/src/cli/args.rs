//! Arguments, their defaults and their help.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand};
use keras::DTypePolicy;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// A tensor-processor laboratory for your own hardware.
///
/// Trains Keras networks on an eight-core tensor processor that is built in, saves the weights, and classifies
/// images with them on the CPU.
#[derive(Debug, Parser)]
#[command(name = "labora", version, styles = STYLES, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Examples:
  labora train                                     the article's network on CIFAR-10, eight cores
  labora train shapes --epochs 3 --save w.weights.h5
  labora predict --weights w.weights.h5 --image cat.png
  labora devices
  labora profile train-step
  labora compile --topology v2:2x2                 what Google's TPU compiler makes of it, no TPU needed

Exit codes: 0 done, 1 failed, 2 wrong arguments, 130 interrupted (the weights so far are kept).
NO_COLOR=1 turns colours off; LABORA_DATA names the folder of data sets; LABORA_THREADS the number of threads;
LABORA_PJRT_PLUGINS=name=path further devices.")]
pub struct Labora {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Train the article's network, and say how well it does.
    Train(Train),
    /// Measure loss and accuracy of saved weights on the test images.
    Evaluate(Evaluate),
    /// Classify images with saved weights.
    Predict(Predict),
    /// List the devices at hand: every plugin found, its version, devices and attributes.
    Devices(Devices),
    /// Measure speed.
    #[command(after_help = "Examples:
  labora bench train-step --json
  labora bench predict --batch-size 1024
  labora bench program step.mlir --device cpu")]
    #[command(subcommand)]
    Bench(Bench),
    /// Show where the time of a program goes, step by step of its compiled plan.
    Profile(Profile),
    /// Compile for a TPU without having one, and report what its compiler says: memory, time, padding.
    Compile(Compile),
    /// Print a completion script for a shell.
    #[command(after_help = "Example:\n  labora completions bash > ~/.local/share/bash-completion/completions/labora")]
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Subcommand)]
pub enum Bench {
    /// Time one training step of the article's network.
    TrainStep(TrainStep),
    /// Time whole epochs of the article's network, and say what the host costs beside the steps.
    Epoch(Epoch),
    /// Time the article's network classifying images.
    Predict(PredictSpeed),
    /// Time any StableHLO program, with arguments that are made up.
    Program(ProgramSpeed),
}

/// Which images.
#[derive(Args, Debug)]
pub struct Data {
    /// Data set: cifar10, cifar100, mnist, fashion_mnist, or shapes (drawn by this program).
    #[arg(value_name = "DATASET", default_value = "cifar10")]
    pub dataset: String,
    /// Its location: its folder or its official archive [default: LABORA_DATA, Keras's cache folder, else a download].
    #[arg(long, value_name = "PATH")]
    pub data: Option<PathBuf>,
}

/// On what.
#[derive(Args, Clone, Debug)]
pub struct On {
    /// Device: tpu (eight software cores, bf16 multiplies), cpu (one core, f32), a plugin's name or path.
    #[arg(long, default_value = "tpu", value_name = "tpu|cpu|PLUGIN")]
    pub device: String,
    /// Number of tensor-processor cores [default: 8 on tpu, 1 on cpu].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub cores: Option<u32>,
    /// The same numbers in every run, also where a plugin is faster without; tpu and cpu always do.
    #[arg(long)]
    pub deterministic: bool,
}

/// A learning rate: a number from 0 on.
fn learning_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().map_err(|_| format!("{text} is no number"))?;
    if (0.0..=f32::MAX).contains(&rate) { Ok(rate) } else { Err("a learning rate is a number from 0 on".into()) }
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora train                                            the article: CIFAR-10, batch 1024, 50 epochs, eight cores
  labora train shapes --epochs 4                          images drawn by this program, no network needed
  labora train --data cifar-10-batches-bin --epochs 6 --save w.weights.h5 --plot history.png
  labora train fashion_mnist --device cpu --batch-size 128 --epochs 2")]
pub struct Train {
    #[command(flatten)]
    pub data: Data,
    #[command(flatten)]
    pub on: On,
    /// Images in a batch, over all cores [default: 1024; 128 on `shapes`].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch_size: Option<u32>,
    /// Times over the training images [default: 50; 3 on `shapes`].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: Option<u32>,
    /// Keras dtype policy: float32 (products as the device multiplies) or mixed_bfloat16 (compute in bf16).
    #[arg(long, default_value_t, value_name = "POLICY")]
    pub dtype: DTypePolicy,
    /// Optimizer: adam, adamw, sgd or rmsprop, with Keras's defaults.
    #[arg(long, default_value = "adam", value_name = "NAME")]
    pub optimizer: String,
    /// Learning rate [default: the optimizer's].
    #[arg(long, value_name = "RATE", value_parser = learning_rate)]
    pub learning_rate: Option<f32>,
    /// Seed of weights, shuffling and dropout.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// How much to print: 0 nothing, 1 a progress bar, 2 a line an epoch [default: 1 in a terminal, else 2].
    #[arg(long, value_name = "0|1|2", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub verbose: Option<u8>,
    /// Write the trained weights: FILE.weights.h5 (Keras 3) or FILE.h5 (legacy).
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Start from these weights.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Write Keras's History dictionary and the test results as JSON.
    #[arg(long, value_name = "FILE.json")]
    pub history: Option<PathBuf>,
    /// Draw loss and accuracy over the epochs.
    #[arg(long, value_name = "FILE.png")]
    pub plot: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora evaluate --weights w.weights.h5 --data cifar-10-batches-bin
  labora evaluate --weights w.weights.h5 shapes --device cpu --json")]
pub struct Evaluate {
    #[command(flatten)]
    pub data: Data,
    /// The weights to measure: a Keras 3 .weights.h5 or a legacy .h5 file.
    #[arg(long, value_name = "FILE")]
    pub weights: PathBuf,
    #[command(flatten)]
    pub on: On,
    /// Images in a batch, over all cores.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch_size: u32,
    /// Keras dtype policy: float32 (products as the device multiplies) or mixed_bfloat16 (compute in bf16).
    #[arg(long, default_value_t, value_name = "POLICY")]
    pub dtype: DTypePolicy,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora predict --weights w.weights.h5 --image cat.png
  labora predict --weights w.weights.h5 --index 12 shapes
  labora predict --weights w.weights.h5 --index 0-9,111 cifar10 --json")]
#[command(group = clap::ArgGroup::new("what").required(true).args(["index", "image"]))]
pub struct Predict {
    #[command(flatten)]
    pub data: Data,
    /// The weights to classify with: a Keras 3 .weights.h5 or a legacy .h5 file.
    #[arg(long, value_name = "FILE")]
    pub weights: PathBuf,
    /// Numbers of test images: one, several, or ranges, as in 0-9,111.
    #[arg(long, value_name = "N[,N-M]")]
    pub index: Option<String>,
    /// An image of your own; one of another size is resized, and that is said.
    #[arg(long, value_name = "FILE.png|jpg")]
    pub image: Option<PathBuf>,
    /// Device: tpu, cpu, a plugin's name or path.
    #[arg(long, default_value = "cpu", value_name = "tpu|cpu|PLUGIN")]
    pub device: String,
    /// Print JSON, a line an image: class and probabilities.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  labora devices\n  labora devices --json")]
pub struct Devices {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Load one plugin into this process, and print its JSON.
    #[arg(long, value_name = "NAME", hide = true)]
    pub only: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora bench train-step
  labora bench train-step --device cpu --batch-size 128 --json
  labora bench train-step --dtype mixed_bfloat16 --steps 10")]
pub struct TrainStep {
    #[command(flatten)]
    pub workload: Workload,
    /// End when the first step is done, and do not measure what the machine can do at most.
    #[arg(long, conflicts_with = "steps")]
    pub first_only: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What is timed: training steps of the article's network.
#[derive(Args, Clone, Debug)]
pub struct Workload {
    #[command(flatten)]
    pub on: On,
    /// Images in a batch of train-step, over all cores.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch_size: u32,
    /// Keras dtype policy of train-step: float32 (products as the device multiplies) or mixed_bfloat16 (compute in bf16).
    #[arg(long, default_value_t, value_name = "POLICY")]
    pub dtype: DTypePolicy,
    /// Steps to time, after the first.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,
}

/// Times whole epochs of `fit` from host arrays, validation on a fifth as many images included.
///
/// The images are noise. An epoch is compared with its steps alone, timed one by one with their data on the device.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora bench epoch
  labora bench epoch --images 10000 --epochs 3 --json")]
pub struct Epoch {
    #[command(flatten)]
    pub on: On,
    /// Images in an epoch.
    #[arg(long, default_value_t = 50_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub images: u32,
    /// Images in a batch, over all cores.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch_size: u32,
    /// Keras dtype policy: float32 (products as the device multiplies) or mixed_bfloat16 (compute in bf16).
    #[arg(long, default_value_t, value_name = "POLICY")]
    pub dtype: DTypePolicy,
    /// Epochs to time, after the first.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: u32,
    /// Steps whose images are on the device at a time; the next ones are uploaded meanwhile [default: all, if they fit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub resident_steps: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora bench predict                                    latency: one image at a time
  labora bench predict --batch-size 1024 --device tpu --dtype mixed_bfloat16 --json")]
pub struct PredictSpeed {
    /// Device: cpu, tpu, a plugin's name or path.
    #[arg(long, default_value = "cpu", value_name = "tpu|cpu|PLUGIN")]
    pub device: String,
    /// Number of tensor-processor cores [default: 8 on tpu, 1 on cpu].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub cores: Option<u32>,
    /// Images in a call, over all cores.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch_size: u32,
    /// Keras dtype policy: float32 (products as the device multiplies) or mixed_bfloat16 (compute in bf16).
    #[arg(long, default_value_t, value_name = "POLICY")]
    pub dtype: DTypePolicy,
    /// Calls to time, after the first.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub calls: u32,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs a StableHLO program again and again, its arguments staying on the device, and says what a run takes.
///
/// The arguments are made up: floats of either sign between 1/32 and 1/16, integer scalars 1, other integers 0. Where the
/// leading results have the types of the leading parameters, as in a training step, each run takes the results of the one
/// before. It runs on as many cores as the program has replicas.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora bench program step.mlir
  labora bench program step.mlir --device cpu --steps 20 --json")]
pub struct ProgramSpeed {
    /// The program: StableHLO as text, such as jax.jit(f).lower(...).as_text() gives.
    #[arg(value_name = "FILE.mlir")]
    pub file: PathBuf,
    /// Device: tpu (f32 products multiply in bf16), cpu (they multiply in f32), a plugin's name or path.
    #[arg(long, default_value = "tpu", value_name = "tpu|cpu|PLUGIN")]
    pub device: String,
    /// Runs to time, after the first.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Show where the time of a program goes, step by step of its compiled plan.
///
/// Times are those that a thread spent on a processor, so they mean the same on a busy machine; times and counts are of
/// one run, rates of one thread. A step's share is its part of wall-clock time times threads. What is left over is time in
/// which threads were held up in a step (the system had the processor do something else, or the step waited for other
/// threads), and time in which they waited, at no step.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora profile train-step
  labora profile train-step --dtype mixed_bfloat16 --trace step.json     open step.json at https://ui.perfetto.dev
  labora profile predict --device cpu --batch-size 1 --steps 100
  labora profile program.mlir --device cpu --steps 20 --json")]
pub struct Profile {
    /// A StableHLO program in text, which is run on made-up arguments; or train-step, the article's training step, or
    /// predict, its network classifying images.
    #[arg(value_name = "PROGRAM.mlir|train-step|predict")]
    pub what: PathBuf,
    #[command(flatten)]
    pub workload: Workload,
    /// Print JSON; times, counts and costs are then of all runs together.
    #[arg(long)]
    pub json: bool,
    /// Write when each step ran on which thread, as a trace that Perfetto and Chrome open.
    #[arg(long, value_name = "FILE.json")]
    pub trace: Option<PathBuf>,
}

/// Compile for a TPU without having one, and report what its compiler says: whether the program fits into a core's memory,
/// how long a step and an epoch take, which instructions are the dearest and from which layers they come, and what padding
/// costs.
///
/// Google's compiler is all that is needed: `pip install libtpu` in the active Python environment. Every time is its estimate,
/// not a measurement: collectives and some other operations are not counted, and the report says which.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora compile                                            the article's training step on a v2-8
  labora compile --topology v6e:2x4 --batch-size 4096 --dtype mixed_bfloat16
  labora compile predict --topology v3:2x2 --json
  labora compile resnet50 --dtype mixed_bfloat16            beside what was measured on TPUs
  labora compile step.mlir --html report.html               any StableHLO program, such as one lowered by JAX

Topologies: v2:2x2, v3:2x2, v4:2x2x1, v5e:2x2, v5p:2x2x1, v6e:2x4 and others of these generations; also v2-8, tpu:v2-8.")]
pub struct Compile {
    /// train-step or predict of the article's network, the training step of davidnet or resnet50, or a StableHLO program in
    /// text.
    #[arg(value_name = "MODEL", default_value = "train-step")]
    pub model: PathBuf,
    /// The machine to compile for.
    #[arg(long, visible_alias = "device", default_value = "v2:2x2", value_name = "TOPOLOGY")]
    pub topology: String,
    /// Cores that it runs on at once [default: all of the machine].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub cores: Option<u32>,
    /// Images in a batch of the networks, over all cores.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch_size: u32,
    /// Steps that a call does [default: an epoch of CIFAR-10, 1 of resnet50 and of files that do not say].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: Option<u32>,
    /// Keras dtype policy of the networks: float32 or mixed_bfloat16 (compute in bf16).
    #[arg(long, default_value_t, value_name = "POLICY")]
    pub dtype: DTypePolicy,
    /// The plugin that compiles: a name that `labora devices` lists, or a path.
    #[arg(long, default_value = "libtpu", value_name = "PLUGIN")]
    pub plugin: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Write the report as one page, with a roofline plot.
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
}
