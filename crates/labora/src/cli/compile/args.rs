//! The arguments of `labora compile`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::cli::flags::{ModelArgs, OutputArgs};
use crate::cli::input_shape::InputShapeArgs;
use crate::cli::workloads::{Program, ProgramParser, Workload};

/// The workloads that can be compiled by name.
const WORKLOADS: &[Workload] = &[Workload::TrainStep, Workload::Predict, Workload::Davidnet, Workload::Resnet50];

/// Compile for TPUs or NVIDIA GPUs without having one, and report on memory, time and kernels.
///
/// The report contains the memory of a core or GPU, the time of a step and of an epoch, the most expensive
/// instructions with their layers, and advice. Only the compiler is needed, in the active Python environment:
/// `pip install libtpu` for TPUs; `pip install jax-cuda13-pjrt nvidia-cuda-nvcc` for GPUs. Nothing is
/// measured. The TPU compiler estimates the time; for GPUs the time is a roofline bound, from the operations
/// and bytes of each kernel and the peak rates of the card.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora compile                                            the article's training step on a v2-8
  labora compile --topology v6e:2x4 --batch-size 4096 --dtype mixed_bfloat16
  labora compile --topology h200:8 --dtype mixed_bfloat16   on eight H200
  labora compile predict --topology v3:2x2 --json
  labora compile resnet50 --dtype mixed_bfloat16            next to published measurements
  labora compile resnet50 --dtype mixed_bfloat16 --float16 --compare v2-8,v100:4,h200
  labora compile train-step --explain                       what the built-in device runs, when and why
  labora compile step.mlir --pass batch_tiling --device cpu
  labora compile train-step --explain --disable-pass batch_tiling
  labora compile model.keras --topology v5e:2x2 --batch-size 64      the training step of a model of yours
  labora compile step.mlir --html report.html               any StableHLO program, such as one lowered by JAX

TPUs: v2:2x2, v3:2x2, v4:2x2x1, v5e:2x2, v5p:2x2x1, v6e:2x4 and others of these generations; also v2-8, tpu:v2-8.
GPUs: v100, t4, a100, a100-80, rtx4090, l4, h100, h200, b200, rtx6000pro; several in a host: h200:8.")]
pub struct CompileArgs {
    /// train-step or predict of the article's network, the training step of davidnet or resnet50, the
    /// training step of a model of Keras (.keras or .h5; its predictions if it has no loss), or a StableHLO
    /// program in text.
    #[arg(value_name = "MODEL", default_value = "train-step", value_parser = ProgramParser { workloads: WORKLOADS })]
    #[arg(hide_possible_values = true)]
    pub program: Program,
    #[command(flatten)]
    pub input_shape: InputShapeArgs,
    /// The machine to compile for: a TPU topology, CARD or CARD:N of GPUs, or a built-in device, tpu or cpu
    /// [default: v2:2x2; tpu with --explain].
    #[arg(long, visible_alias = "device", value_name = "TOPOLOGY")]
    pub topology: Option<String>,
    /// Print the plan of the built-in device: for each step the kernel, its algorithm and why it was chosen,
    /// tiles, threads, bytes and memory.
    #[arg(long)]
    pub explain: bool,
    /// Print the program after this pass of the built-in device's compiler: StableHLO text up to lowering,
    /// then the plan.
    #[arg(long, value_name = "NAME")]
    pub pass: Option<String>,
    /// Leave out a pass of the built-in device's compiler, or a decision or strategy inside one; repeatable.
    #[arg(long, value_name = "NAME")]
    pub disable_pass: Vec<String>,
    /// Cores or GPUs that run the program [default: all of the machine].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    pub cores: Option<u32>,
    #[command(flatten)]
    pub model: ModelArgs<1024>,
    /// Steps in a call [default: an epoch of CIFAR-10; 1 for resnet50, and for files with a loop of unknown
    /// trip count].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub steps: Option<u32>,
    /// Use f16 in the place of bf16 on GPUs without bf16 (v100, t4), in a mixed_bfloat16 program.
    #[arg(long)]
    pub float16: bool,
    /// Compile for a GPU with deterministic kernels only.
    #[arg(long)]
    pub deterministic: bool,
    /// The plugin that compiles: a name that `labora devices` lists, or a path [default: libtpu; for GPUs
    /// cuda13 or cuda12].
    #[arg(long, value_name = "PLUGIN")]
    pub plugin: Option<String>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Compare machines, such as v2-8,v100:4,h200, each with all of its cores or GPUs: a table, or JSON.
    #[arg(long, value_name = "MACHINES")]
    pub compare: Option<String>,
    /// Draw the comparison as a PNG.
    #[arg(long, value_name = "FILE.png", requires = "compare")]
    pub plot: Option<PathBuf>,
    /// Write the report as an HTML page, with a roofline plot.
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
}
