//! `labora profile`: the time of each step of a program's compiled plan.

mod report;
mod table;
mod trace;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use keras::{Arrays, Fit, Infer, utils};
use plugin::peak;

use super::failure::Failure;
use super::flags::OutputArgs;
use super::input_shape::InputShapeArgs;
use super::model_file;
use super::print;
use super::program::LoadedProgram;
use super::synthetic::{CIFAR10_IMAGE, RepeatArgs, noise, one_step_a_call, synthetic_rows, train_steps};
use super::workloads::{Program, ProgramParser, Workload};
use report::Report;

/// The workloads that can be profiled by name.
const WORKLOADS: &[Workload] = &[Workload::TrainStep, Workload::Predict, Workload::Davidnet, Workload::Resnet50];

/// The time to measure the machine's peak for.
const PEAK_TIME: Duration = Duration::from_millis(300);

/// Profile a program: the time of each step of its compiled plan.
///
/// Times are CPU times of a thread, so they mean the same on a busy machine. Times and counts are of one run,
/// and rates of one thread; with --json they are sums over all runs. A step's share is its part of wall-clock
/// time times threads. The rest is split into `preempted`, the time in which threads were in a step but not
/// running (the system ran something else, or the step waited for other threads), and `waiting`, the time in
/// which threads were in no step.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora profile train-step
  labora profile train-step --dtype mixed_bfloat16 --trace step.json     open step.json at https://ui.perfetto.dev
  labora profile predict --device cpu --batch-size 1 --steps 100
  labora profile resnet50 --batch-size 32 --steps 2
  labora profile model.keras --device cpu --batch-size 32
  labora profile program.mlir --device cpu --steps 20 --json")]
pub struct ProfileArgs {
    /// A StableHLO program in text, run on synthetic arguments; the training step of a model of Keras (.keras
    /// or .h5; its predictions if it has no loss) on synthetic rows; train-step, the article's training step;
    /// predict, inference with its network; davidnet or resnet50, the training steps of these networks.
    #[arg(value_name = "PROGRAM.mlir|MODEL.keras|train-step|predict|davidnet|resnet50", value_parser = ProgramParser { workloads: WORKLOADS })]
    #[arg(hide_possible_values = true)]
    program: Program,
    #[command(flatten)]
    repeat: RepeatArgs,
    #[command(flatten)]
    input_shape: InputShapeArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Write a trace of the steps on each thread, which Perfetto and Chrome open.
    #[arg(long, value_name = "FILE.json")]
    trace: Option<PathBuf>,
}

pub fn run(args: &ProfileArgs) -> Result<(), Failure> {
    if let Some(path) = &args.trace {
        utils::check_writable(path)?;
    }
    let Profiled { subject, cores, is_bf16, mut profile } = match &args.program {
        Program::Workload(Workload::Predict) => predict(&args.repeat)?,
        Program::Workload(workload) => train_step(*workload, &args.repeat)?,
        Program::Model(path) => model(&args.repeat, &args.input_shape, path)?,
        Program::File(path) => file(&args.repeat, path)?,
    };
    let device = &args.repeat.device;
    let program = profile.runs.last().map(|run| run.program.clone());
    let program = program.ok_or_else(|| {
        Failure::new(format!("{} ran no program of the built-in processor", device.name()))
            .hint("--device tpu and --device cpu can be profiled; other plugins have profilers of their own")
    })?;
    // The first run is a warm-up: it allocates memory and fills caches.
    profile.runs.retain(|run| run.program == program);
    profile.runs.drain(..profile.runs.len().min(1));
    let peak_gflops = peak(is_bf16, &device.client_options(), PEAK_TIME);
    let report = Report::new(&subject, &profile, peak_gflops);
    if let Some(path) = &args.trace {
        utils::write_atomically(path, trace::trace(&subject, &profile).to_string().as_bytes())?;
    }
    if args.output.json {
        let mut json = report.to_json();
        json["device"] = device.name().to_string().into();
        json["cores"] = cores.into();
        return print::line(json);
    }
    print::line(table::table(&report))?;
    match &args.trace {
        Some(path) => print::line(format!("\n{}: open it at https://ui.perfetto.dev", path.display())),
        None => Ok(()),
    }
}

/// A profile and the program that it is of.
struct Profiled {
    subject: String,
    cores: usize,
    /// True if the program multiplies in bf16.
    is_bf16: bool,
    profile: plugin::Profile,
}

fn train_step(workload: Workload, args: &RepeatArgs) -> Result<Profiled, Failure> {
    let (training, profile) = plugin::profile(|| train_steps(workload, args, args.steps));
    Ok(of_workload(workload, args, training?.device.cores(), profile))
}

fn predict(args: &RepeatArgs) -> Result<Profiled, Failure> {
    let (device, batch) = (args.device.open()?.quiet(), args.model.batch_size());
    let mut model = (Workload::Predict.network().model)(args.model.policy())?.to_device(&device)?;
    let images = noise(batch, CIFAR10_IMAGE)?;
    let calls = || (0..=args.steps).try_for_each(|_| model.predict(&images, Infer::silent(batch)).map(drop));
    let (result, profile) = plugin::profile(calls);
    result?;
    Ok(of_workload(Workload::Predict, args, device.cores(), profile))
}

/// The model of a file, trained on synthetic rows; its predictions if it has no loss.
fn model(args: &RepeatArgs, input_shape: &InputShapeArgs, path: &Path) -> Result<Profiled, Failure> {
    let model = input_shape.of(model_file::open_with_own_policies(path, args.model.policy())?)?;
    let (device, batch) = (args.device.open()?.quiet(), args.model.batch_size());
    let is_compiled = model.compiled().is_some();
    let x = synthetic_rows(&model_file::input_types(&model, batch)?)?;
    let y = if is_compiled { synthetic_rows(&model_file::data_types(&model, batch)?.y)? } else { Arrays::default() };
    let is_16_bit = model.layers().iter().any(|layer| layer.layer().base().dtype.compute().bits() == 16);
    let mut model = model.to_device(&device)?;
    let settings = Fit { batch_size: batch, epochs: args.steps as usize + 1, ..one_step_a_call() };
    let (result, profile) = plugin::profile(|| match is_compiled {
        true => model.fit(x, y, settings).map(drop),
        false => (0..=args.steps).try_for_each(|_| model.predict_all(x.clone(), Infer::silent(batch)).map(drop)),
    });
    result?;
    let what = if is_compiled { "training step" } else { "predictions" };
    let subject = format!("{what} of {} on {}, batch {batch}", path.display(), args.device.name());
    Ok(Profiled { subject, cores: device.cores(), is_bf16: args.device.is_tpu() || is_16_bit, profile })
}

fn of_workload(workload: Workload, args: &RepeatArgs, cores: usize, profile: plugin::Profile) -> Profiled {
    let (device, dtype, batch) = (args.device.name(), args.model.policy(), args.model.batch_size());
    let subject = format!("{workload} on {device}, {cores} core(s), {dtype}, batch {batch}");
    Profiled { subject, cores, is_bf16: args.device.is_tpu() || dtype.compute().bits() == 16, profile }
}

fn file(args: &RepeatArgs, path: &Path) -> Result<Profiled, Failure> {
    let program = LoadedProgram::load(path, &args.device)?;
    let fed_back = program.num_fed_back()?;
    let mut results = Vec::new();
    let (result, profile) =
        plugin::profile(|| (0..=args.steps).try_for_each(|_| program.run_on(&mut results, fed_back).map(drop)));
    result?;
    let subject = format!("{} on {}, {} core(s)", path.display(), args.device.name(), program.replicas());
    let is_bf16 = args.device.is_tpu() || program.is_bf16();
    Ok(Profiled { subject, cores: program.device().cores(), is_bf16, profile })
}
