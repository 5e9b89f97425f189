//! `labora bench epoch`: how much longer a whole epoch of `fit` takes than its steps: what the host costs. And whether steps
//! take less when they run as one program than in a call each.

use std::cell::Cell;
use std::time::Instant;

use keras::callbacks::LambdaCallback;
use keras::datasets::Images;
use keras::optimizers::Adam;
use keras::utils::progbar::Verbose;
use keras::{Array, DeviceModel, Fit, Infer};
use serde_json::json;

use super::super::args::Epoch;
use super::super::failure::Failure;
use super::super::{print, setup};
use super::median;
use super::train_step::noise;

/// Images that are validated for each hundred that are trained on, as in CIFAR-10.
const VALIDATION_PERCENT: usize = 20;

/// Steps that run as one program, and in a call each, to be compared.
const TOGETHER: usize = 8;

pub fn run(args: &Epoch) -> Result<(), Failure> {
    let device = setup::device(&args.on)?.quiet();
    let (batch, count) = (args.batch_size as usize, args.images as usize);
    let settings = keras::applications::Cifar10Cnn { dtype: args.dtype, ..Default::default() };
    let mut model = keras::applications::cifar10_cnn(&settings)?;
    model.compile(setup::compile(Box::new(Adam::new())))?;
    let mut model = model.to_device(&device)?;

    let steps = (count / batch).max(1);
    let (data, validation) = (noise(count)?, noise((count * VALIDATION_PERCENT / 100).max(1))?);
    let batches = |rows: usize| rows as f64 / batch as f64;
    // Steps, an epoch, steps, an epoch: a machine is not always equally fast. The first epoch compiles the programs.
    let (mut epochs, mut alone, mut measured) = (Vec::new(), Vec::new(), Vec::new());
    let mut resident_steps = None;
    for _ in 0..=args.epochs {
        let epoch_s = epoch_s(&mut model, args, &data, &validation)?;
        resident_steps = model.report().and_then(|report| report.resident_steps);
        let after = StepSeconds::measure(&mut model, batch, steps)?;
        if let Some(before) = measured.last() {
            let StepSeconds { training, validation: validating } = after.midpoint(before);
            epochs.push(epoch_s);
            alone.push(batches(count) * training + batches(validation.len()) * validating);
        }
        measured.push(after);
    }
    let of = |f: fn(&StepSeconds) -> f64| median(measured.iter().map(f).collect()).unwrap_or_default();
    let (step_s, validation_step_s) = (of(|steps| steps.training), of(|steps| steps.validation));
    let of_steps = median(epochs.iter().zip(&alone).map(|(epoch, alone)| epoch / alone).collect()).unwrap_or_default();
    let (epoch_s, steps_s) = (median(epochs.clone()).unwrap_or_default(), median(alone.clone()).unwrap_or_default());
    let together = steps.min(TOGETHER);
    let [one_call, apart] = together_and_apart(&mut model, batch, together, args.epochs as usize)?;
    let (one_call_s, apart_s) = (one_call.seconds, apart.seconds);
    let of_apart = one_call_s / apart_s;
    let of_apart_cpu = one_call.cpu_seconds.zip(apart.cpu_seconds).map(|(one, apart)| one / apart);
    if args.json {
        return print::line(json!({
            "epoch_s": epoch_s, "of_steps": of_steps, "steps_s": steps_s, "step_s": step_s,
            "one_call_s": one_call_s, "step_by_step_s": apart_s, "of_step_by_step": of_apart,
            "of_step_by_step_cpu": of_apart_cpu, "steps_of_call": together,
            "resident_steps": resident_steps,
            "validation_step_s": validation_step_s, "epochs_s": epochs, "alone_s": alone, "images": count,
            "validation_images": validation.len(), "batch_size": batch, "cores": device.cores(),
            "device": args.on.device, "dtype": args.dtype.name(),
        }));
    }
    let (cores, dtype) = (device.cores(), args.dtype);
    let of_cpu = of_apart_cpu.map_or(String::new(), |of| format!("; {of:.3} of their processor time"));
    let on_device = match resident_steps {
        None => "the images are on the device".to_string(),
        Some(steps) => format!("the images of {steps} step(s) at a time"),
    };
    let lines = [
        format!("an epoch of {count} images on {} with {cores} core(s), {dtype}, batch {batch}", args.on.device),
        format!("  epoch            {epoch_s:8.2} s with validation, median of {}; {on_device}", args.epochs),
        format!(
            "  its steps alone  {steps_s:8.2} s: {:.1} ms, {:.1} in validation",
            step_s * 1e3,
            validation_step_s * 1e3
        ),
        format!("  the host costs   {:8.1} %", (of_steps - 1.0) * 100.0),
        format!(
            "  {together} steps at once  {one_call_s:8.2} s: {of_apart:.3} of {apart_s:.2} s in a call each{of_cpu}"
        ),
    ];
    print::line(lines.join("\n"))
}

/// What an epoch takes, its validation included.
fn epoch_s(model: &mut DeviceModel, args: &Epoch, data: &Images, validation: &Images) -> Result<f64, Failure> {
    let (begun, seconds) = (Cell::new(Instant::now()), Cell::new(0.0));
    let clock = LambdaCallback::new()
        .epoch_begin(|_, _| {
            begun.set(Instant::now());
            Ok(())
        })
        .epoch_end(|_, _, _| {
            seconds.set(begun.get().elapsed().as_secs_f64());
            Ok(())
        });
    let mut fit = Fit {
        batch_size: args.batch_size as usize,
        verbose: Verbose::Silent,
        validation_data: Some((Array::from(validation), Array::from(&validation.labels))),
        resident_steps: args.resident_steps.map(|steps| steps as usize),
        ..Fit::default()
    };
    fit.callbacks.push(clock);
    model.fit(data, &data.labels, fit)?;
    Ok(seconds.get())
}

/// What a step takes by itself: the mean of as many as an epoch has, since that too has slow ones among the others.
#[derive(Clone, Copy)]
struct StepSeconds {
    /// On images that are on the device.
    training: f64,
    validation: f64,
}

impl StepSeconds {
    fn midpoint(&self, other: &Self) -> Self {
        let validation = self.validation.midpoint(other.validation);
        Self { training: self.training.midpoint(other.training), validation }
    }

    /// The first step of each kind, which compiles, does not count.
    fn measure(model: &mut DeviceModel, batch: usize, steps: usize) -> Result<Self, Failure> {
        let data = noise(batch)?;
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

fn mean(seconds: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = seconds.fold((0usize, 0.0), |(count, sum), each| (count + 1, sum + each));
    (count > 0).then(|| sum / count as f64)
}

/// What some steps took.
#[derive(Clone, Copy)]
struct Taken {
    seconds: f64,
    /// Of all of this process's threads: the same on a busy machine.
    cpu_seconds: Option<f64>,
}

/// So many steps as one program, and the same steps in a call each: medians of `rounds`, taken in turn so that whatever else
/// the machine does is no advantage of one of them.
fn together_and_apart(
    model: &mut DeviceModel,
    batch: usize,
    steps: usize,
    rounds: usize,
) -> Result<[Taken; 2], Failure> {
    let data = noise(batch * steps)?;
    let mut taken = [const { Vec::<Taken>::new() }; 2];
    for round in 0..=rounds {
        for (steps_of_call, taken) in [steps, 1].into_iter().zip(&mut taken) {
            let fit = Fit {
                batch_size: batch,
                verbose: Verbose::Silent,
                steps_per_execution: Some(steps_of_call),
                ..Fit::default()
            };
            let before = cpu_seconds();
            model.fit(&data, &data.labels, fit)?;
            let cpu_seconds = before.zip(cpu_seconds()).map(|(before, after)| after - before);
            // The first round warms up.
            if round > 0 {
                let calls = model.report().map_or(&[][..], |report| &report.calls);
                taken.push(Taken { seconds: calls.iter().map(|call| call.seconds).sum(), cpu_seconds });
            }
        }
    }
    Ok(taken.map(|taken| Taken {
        seconds: median(taken.iter().map(|taken| taken.seconds).collect()).unwrap_or_default(),
        cpu_seconds: median(taken.iter().filter_map(|taken| taken.cpu_seconds).collect()).filter(|s| *s > 0.0),
    }))
}

/// Processor time of all of this process's threads so far, in seconds.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn cpu_seconds() -> Option<f64> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(now.tv_sec as f64 + now.tv_nsec as f64 / 1e9)
}

/// This system does not tell it.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn cpu_seconds() -> Option<f64> {
    None
}
