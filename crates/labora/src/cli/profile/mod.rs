//! `labora profile`: where the time of a program goes, step by step of its compiled plan.

mod report;
mod table;
mod trace;

use std::path::Path;
use std::time::Duration;

use keras::{Infer, saving};
use plugin::peak;

use super::args::{Profile, Workload};
use super::failure::Failure;
use super::program::Program;
use super::{bench, print, setup};
use report::Report;

/// What stands for the article's training step, and for its network in inference, where a file could stand.
const TRAIN_STEP: &str = "train-step";
const PREDICT: &str = "predict";

pub fn run(args: &Profile) -> Result<(), Failure> {
    if let Some(path) = &args.trace {
        saving::check_writable(path)?;
    }
    let (subject, device, is_bf16, mut profile) = match args.what.to_str() {
        Some(TRAIN_STEP) => train_step(args)?,
        Some(PREDICT) => predict(args)?,
        _ => program(args, &args.what)?,
    };
    let program = profile.runs.last().map(|run| run.program.clone());
    let program = program.ok_or_else(|| {
        Failure::new(format!("{} ran no program of the built-in processor", args.workload.on.device))
            .hint("--device tpu and --device cpu can be profiled; other plugins bring profilers of their own")
    })?;
    // The first run has memory to fetch and caches to fill, which later ones have not.
    profile.runs.retain(|run| run.program == program);
    profile.runs.drain(..profile.runs.len().min(1));
    let peak_gflops = peak(is_bf16, Duration::from_millis(300));
    let report = Report::new(&subject, &profile, peak_gflops);
    if let Some(path) = &args.trace {
        saving::write_atomically(path, trace::trace(&subject, &profile).to_string().as_bytes())?;
    }
    if args.json {
        let mut json = report.to_json();
        json["device"] = args.workload.on.device.clone().into();
        json["cores"] = device.into();
        return print::line(json);
    }
    print::line(table::table(&report))?;
    match &args.trace {
        Some(path) => print::line(format!("\n{}: open it at https://ui.perfetto.dev", path.display())),
        None => Ok(()),
    }
}

/// What was profiled, its number of cores, whether it multiplies in bf16, and its profile.
type Profiled = (String, usize, bool, plugin::Profile);

fn train_step(args: &Profile) -> Result<Profiled, Failure> {
    let workload = &args.workload;
    let (trained, profile) = plugin::profile(|| bench::train(workload));
    let cores = trained?.device.cores();
    let (device, dtype, batch) = (&workload.on.device, workload.dtype, workload.batch_size);
    let subject = format!("{TRAIN_STEP} on {device}, {cores} core(s), {dtype}, batch {batch}");
    Ok((subject, cores, device == "tpu" || dtype.compute().bits() == 16, profile))
}

fn predict(args: &Profile) -> Result<Profiled, Failure> {
    let Workload { on, batch_size, dtype, steps, .. } = &args.workload;
    let (device, batch) = (setup::device(on)?.quiet(), *batch_size as usize);
    let settings = keras::applications::Cifar10Cnn { dtype: *dtype, ..Default::default() };
    let mut model = keras::applications::cifar10_cnn(&settings)?.to_device(&device)?;
    let images = bench::noise(batch)?;
    let calls = || (0..=*steps).try_for_each(|_| model.predict(&images, Infer::silent(batch)).map(drop));
    let (result, profile) = plugin::profile(calls);
    result?;
    let (name, cores) = (&on.device, device.cores());
    let subject = format!("{PREDICT} on {name}, {cores} core(s), {dtype}, batch {batch}");
    Ok((subject, cores, name == "tpu" || dtype.compute().bits() == 16, profile))
}

fn program(args: &Profile, path: &Path) -> Result<Profiled, Failure> {
    let workload = &args.workload;
    let program = Program::load(path, &workload.on)?;
    let fed_back = program.num_fed_back()?;
    let mut results = Vec::new();
    let (result, profile) =
        plugin::profile(|| (0..=workload.steps).try_for_each(|_| program.run_on(&mut results, fed_back).map(drop)));
    result?;
    let (device, replicas) = (&workload.on.device, program.replicas());
    let subject = format!("{} on {device}, {replicas} core(s)", path.display());
    Ok((subject, program.device().cores(), device == "tpu" || program.is_bf16(), profile))
}
