//! `labora bench epoch`: compares a whole epoch of `fit` with its steps alone (the difference is the host's
//! time), and steps that run as one program with the same steps in a call each.

use std::cell::Cell;
use std::time::Instant;

use clap::{Args, value_parser};
use datasets::Images;
use keras::Verbose;
use keras::callbacks::LambdaCallback;
use keras::{Device, DeviceModel, Fit, Infer};
use serde_json::json;

use super::statistics::{mean, median};
use crate::cli::device::TpuArgs;
use crate::cli::failure::Failure;
use crate::cli::flags::{ModelArgs, OutputArgs};
use crate::cli::print;
use crate::cli::synthetic::{CIFAR10_IMAGE, noise};
use crate::cli::workloads::{Workload, article_loss};

/// Validation images per hundred training images, as in CIFAR-10.
const VALIDATION_PERCENT: usize = 20;

/// Steps that run as one program, to be compared with as many calls of one step.
const STEPS_OF_CALL: usize = 8;

/// Time whole epochs of the article's network, and the host's share of them.
///
/// Epochs run from host arrays of noise, and include validation on a fifth as many images. An epoch is
/// compared with its steps alone, timed one by one with their data on the device.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora bench epoch
  labora bench epoch --images 10000 --epochs 3 --json")]
pub struct EpochArgs {
    #[command(flatten)]
    device: TpuArgs,
    /// Images in an epoch.
    #[arg(long, default_value_t = 50_000, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    images: u32,
    #[command(flatten)]
    model: ModelArgs<1024>,
    /// Epochs to time, after the first.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    epochs: u32,
    /// Steps whose images are on the device at a time, while the next are uploaded [default: all, if they
    /// fit].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    resident_steps: Option<u32>,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &EpochArgs) -> Result<(), Failure> {
    let device = args.device.open()?.quiet();
    let network = Workload::TrainStep.network();
    let mut model = (network.model)(args.model.policy())?;
    model.compile(article_loss((network.optimizer)()))?;
    let mut model = model.to_device(&device)?;
    let measured = Measured::take(&mut model, args)?;
    if args.output.json {
        print::line(measured.to_json(args, &device))
    } else {
        print::line(measured.to_text(args, &device))
    }
}

/// The results of the benchmark. Times are in seconds; those without a list are medians.
struct Measured {
    epochs: Vec<f64>,
    /// The time of the steps of each epoch, by those measured before and after it.
    epoch_steps: Vec<f64>,
    step: f64,
    validation_step: f64,
    /// Steps whose data was on the device at a time; none if all of it was.
    resident_steps: Option<usize>,
    validation_images: usize,
    /// Steps of the comparison of one call with a call per step.
    steps_of_call: usize,
    one_call: StepsTime,
    call_per_step: StepsTime,
}

impl Measured {
    fn take(model: &mut DeviceModel, args: &EpochArgs) -> Result<Self, Failure> {
        let (batch, count) = (args.model.batch_size(), args.images as usize);
        let steps = (count / batch).max(1);
        let (data, validation) =
            (noise(count, CIFAR10_IMAGE)?, noise((count * VALIDATION_PERCENT / 100).max(1), CIFAR10_IMAGE)?);
        let batches = |rows: usize| rows as f64 / batch as f64;
        // Steps and epochs alternate, since the speed of a machine varies. The first epoch compiles the
        // programs.
        let (mut epochs, mut epoch_steps, mut step_times) = (Vec::new(), Vec::new(), Vec::new());
        let mut resident_steps = None;
        for _ in 0..=args.epochs {
            let epoch_s = epoch_seconds(model, args, &data, &validation)?;
            resident_steps = model.report().and_then(|report| report.resident_steps);
            let after = StepSeconds::measure(model, batch, steps)?;
            if let Some(before) = step_times.last() {
                let StepSeconds { training, validation: validating } = after.midpoint(before);
                epochs.push(epoch_s);
                epoch_steps.push(batches(count) * training + batches(validation.len()) * validating);
            }
            step_times.push(after);
        }
        let of = |f: fn(&StepSeconds) -> f64| median(step_times.iter().map(f).collect()).unwrap_or_default();
        let steps_of_call = steps.min(STEPS_OF_CALL);
        let [one_call, call_per_step] = one_call_and_call_per_step(model, batch, steps_of_call, args.epochs as usize)?;
        Ok(Self {
            epochs,
            epoch_steps,
            step: of(|steps| steps.training),
            validation_step: of(|steps| steps.validation),
            resident_steps,
            validation_images: validation.len(),
            steps_of_call,
            one_call,
            call_per_step,
        })
    }

    fn epoch(&self) -> f64 {
        median(self.epochs.clone()).unwrap_or_default()
    }

    fn steps(&self) -> f64 {
        median(self.epoch_steps.clone()).unwrap_or_default()
    }

    /// The time of an epoch over that of its steps.
    fn epoch_over_steps(&self) -> f64 {
        let ratios = self.epochs.iter().zip(&self.epoch_steps).map(|(epoch, steps)| epoch / steps);
        median(ratios.collect()).unwrap_or_default()
    }

    fn one_call_over_call_per_step(&self) -> f64 {
        self.one_call.seconds / self.call_per_step.seconds
    }

    fn one_call_over_call_per_step_cpu(&self) -> Option<f64> {
        self.one_call.cpu_seconds.zip(self.call_per_step.cpu_seconds).map(|(one, per_step)| one / per_step)
    }

    fn to_json(&self, args: &EpochArgs, device: &Device) -> serde_json::Value {
        json!({
            "epoch_s": self.epoch(), "of_steps": self.epoch_over_steps(), "steps_s": self.steps(),
            "step_s": self.step, "one_call_s": self.one_call.seconds,
            "step_by_step_s": self.call_per_step.seconds,
            "of_step_by_step": self.one_call_over_call_per_step(),
            "of_step_by_step_cpu": self.one_call_over_call_per_step_cpu(), "steps_of_call": self.steps_of_call,
            "resident_steps": self.resident_steps, "validation_step_s": self.validation_step,
            "epochs_s": self.epochs, "alone_s": self.epoch_steps, "images": args.images,
            "validation_images": self.validation_images, "batch_size": args.model.batch_size(),
            "cores": device.cores(), "device": args.device.name().to_string(), "dtype": args.model.policy().name(),
        })
    }

    fn to_text(&self, args: &EpochArgs, device: &Device) -> String {
        let (name, cores, dtype) = (args.device.name(), device.cores(), args.model.policy());
        let (images, batch) = (args.images, args.model.batch_size());
        let of_cpu = self.one_call_over_call_per_step_cpu();
        let of_cpu = of_cpu.map_or(String::new(), |of| format!("; {of:.3} of their CPU time"));
        let on_device = match self.resident_steps {
            None => "all images on the device".to_string(),
            Some(steps) => format!("the images of {steps} step(s) on the device at a time"),
        };
        let lines = [
            format!("an epoch of {images} images on {name} with {cores} core(s), {dtype}, batch {batch}"),
            format!(
                "  epoch            {:8.2} s with validation, median of {}; {on_device}",
                self.epoch(),
                args.epochs
            ),
            format!(
                "  its steps alone  {:8.2} s: {:.1} ms, {:.1} in validation",
                self.steps(),
                self.step * 1e3,
                self.validation_step * 1e3
            ),
            format!("  host overhead    {:8.1} %", (self.epoch_over_steps() - 1.0) * 100.0),
            format!(
                "  {} steps in a call {:6.2} s: {:.3} of {:.2} s with a call per step{of_cpu}",
                self.steps_of_call,
                self.one_call.seconds,
                self.one_call_over_call_per_step(),
                self.call_per_step.seconds
            ),
        ];
        lines.join("\n")
    }
}

/// Returns the time of an epoch in seconds, including its validation.
fn epoch_seconds(
    model: &mut DeviceModel,
    args: &EpochArgs,
    data: &Images,
    validation: &Images,
) -> Result<f64, Failure> {
    let (start, seconds) = (Cell::new(Instant::now()), Cell::new(0.0));
    let clock = LambdaCallback::new()
        .epoch_begin(|_, _| {
            start.set(Instant::now());
            Ok(())
        })
        .epoch_end(|_, _, _| {
            seconds.set(start.get().elapsed().as_secs_f64());
            Ok(())
        });
    let mut fit = Fit {
        batch_size: args.model.batch_size(),
        verbose: Verbose::Silent,
        validation_data: Some(validation.into()),
        resident_steps: args.resident_steps.map(|steps| steps as usize),
        ..Fit::default()
    };
    fit.callbacks.push(clock);
    model.fit(data, &data.labels, fit)?;
    Ok(seconds.get())
}

/// Seconds of a single step: the mean of as many as an epoch has, since an epoch has slow steps too.
#[derive(Clone, Copy)]
struct StepSeconds {
    /// With the images on the device.
    training: f64,
    validation: f64,
}

impl StepSeconds {
    fn midpoint(&self, other: &Self) -> Self {
        let validation = self.validation.midpoint(other.validation);
        Self { training: self.training.midpoint(other.training), validation }
    }

    /// Measures steps of each kind, without the first, which compiles.
    fn measure(model: &mut DeviceModel, batch: usize, steps: usize) -> Result<Self, Failure> {
        let data = noise(batch, CIFAR10_IMAGE)?;
        let fit = Fit {
            batch_size: batch,
            epochs: steps + 1,
            verbose: Verbose::Silent,
            steps_per_execution: Some(1),
            ..Fit::default()
        };
        model.fit(&data, &data.labels, fit)?;
        let calls = model.report().map_or(&[][..], |report| &report.calls);
        let training = mean(calls.iter().skip(1).map(|call| call.seconds));
        let training = training.ok_or_else(|| Failure::new("the training left no report"))?;
        let mut evaluations = Vec::new();
        for _ in 0..=(steps * VALIDATION_PERCENT).div_ceil(100) {
            let start = Instant::now();
            model.evaluate(&data, &data.labels, Infer::silent(batch))?;
            evaluations.push(start.elapsed().as_secs_f64());
        }
        let validation = mean(evaluations.into_iter().skip(1)).unwrap_or_default();
        Ok(Self { training, validation })
    }
}

/// The time of some steps.
#[derive(Clone, Copy)]
struct StepsTime {
    seconds: f64,
    /// CPU time of all threads of this process, which does not depend on the load of the machine.
    cpu_seconds: Option<f64>,
}

/// Runs steps as one program, and the same steps in a call each. Returns medians of `rounds`, which alternate
/// so that the load of the machine affects both alike.
fn one_call_and_call_per_step(
    model: &mut DeviceModel,
    batch: usize,
    steps: usize,
    rounds: usize,
) -> Result<[StepsTime; 2], Failure> {
    let data = noise(batch * steps, CIFAR10_IMAGE)?;
    let mut times = [const { Vec::<StepsTime>::new() }; 2];
    for round in 0..=rounds {
        for (steps_of_call, times) in [steps, 1].into_iter().zip(&mut times) {
            let fit = Fit {
                batch_size: batch,
                verbose: Verbose::Silent,
                steps_per_execution: Some(steps_of_call),
                ..Fit::default()
            };
            let before = cpu_seconds();
            model.fit(&data, &data.labels, fit)?;
            let cpu_seconds = before.zip(cpu_seconds()).map(|(before, after)| after - before);
            // The first round is a warm-up.
            if round > 0 {
                let calls = model.report().map_or(&[][..], |report| &report.calls);
                times.push(StepsTime { seconds: calls.iter().map(|call| call.seconds).sum(), cpu_seconds });
            }
        }
    }
    Ok(times.map(|times| StepsTime {
        seconds: median(times.iter().map(|time| time.seconds).collect()).unwrap_or_default(),
        cpu_seconds: median(times.iter().filter_map(|time| time.cpu_seconds).collect()).filter(|s| *s > 0.0),
    }))
}

/// Returns the CPU time of all threads of this process so far, in seconds.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn cpu_seconds() -> Option<f64> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(now.tv_sec as f64 + now.tv_nsec as f64 / 1e9)
}

/// Not available on this system.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn cpu_seconds() -> Option<f64> {
    None
}
