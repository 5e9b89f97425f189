//! The preparation of a training: everything is checked and compiled before the first step, so that errors
//! appear early.

use std::sync::Arc;
use std::time::Instant;

use stablehlo::Module;

use crate::arrays::Samples;
use crate::error::{Error, Result};
use crate::models::{Model, Resolved, not_compiled};
use crate::trace::{Batch, DataTypes, Training};

use super::check::{check_one_process, check_samples, check_stateful, types_of};
use super::cores::{Cores, Program};
use super::evaluation::{EvaluationData, Evaluator, evaluation_feed};
use super::exchange::digest;
use super::options::{Fit, Validation, ValidationFreq};
use super::order::Epoch;
use super::report::TrainingReport;
use super::stream::{MemoryNeed, steps_at_a_time};

/// The compiled programs of a training, and the shapes of its epochs.
pub(super) struct Plan {
    pub resolved: Resolved,
    pub epoch: Epoch,
    /// The number of steps whose rows are on the device at a time; `None` if all rows are.
    pub resident_steps: Option<usize>,
    /// The program of full batches, if there are any.
    pub full: Option<Arc<Program>>,
    /// The program of the remainder batch, if there is one.
    pub remainder: Option<Arc<Program>>,
    pub validation: Option<Evaluator>,
    /// The digest of the training programs and of the device's version, with several processes.
    pub digest: u64,
}

impl Plan {
    /// Checks data and settings, and compiles all programs.
    pub fn new(
        model: &Model,
        cores: &Cores,
        samples: &Samples,
        settings: &Fit<'_>,
        report: &mut TrainingReport,
    ) -> Result<Self> {
        let resolved = check_samples(model, samples)?;
        let epoch = check_settings(settings, cores.count(), samples.rows())?;
        check_stateful(model, cores, settings.batch_size, epoch.rows)?;
        let start = Instant::now();
        let validated = match &settings.validation_data {
            None if epoch.rows < samples.rows() => Some((samples, epoch.rows)),
            Some(Validation::Arrays(validation)) => {
                check_validation(&resolved, &check_samples(model, validation)?)?;
                Some((validation, 0))
            }
            _ => None,
        };
        let training_bytes = samples.bytes();
        let need = MemoryNeed {
            total_bytes: training_bytes + validated.map_or(0, |(validation, _)| validation.bytes()),
            step_bytes: training_bytes / samples.rows() as u64 * epoch.full().rows_per_core() as u64,
            steps: epoch.full_steps(),
        };
        let resident_steps = steps_at_a_time(settings.resident_steps, cores.device().free_memory_per_core(), need);
        let validation = validated.map(|(samples, first_row)| {
            let (batch_size, resident_steps) = (settings.rows_of_validation(), settings.resident_steps);
            let data = EvaluationData { samples, first_row, batch_size, resident_steps, other_bytes: training_bytes };
            Evaluator::load(cores, model, &resolved, &data)
        });
        let validation = match validation {
            Some(validation) => Some(validation?),
            None => validation_dataset(model, cores, &resolved, settings)?,
        };
        let ([full, remainder], digest) = compile(model, cores, &types_of(samples), &resolved, epoch, resident_steps)?;
        report.compile_seconds = start.elapsed().as_secs_f64();
        report.peak_bytes = [&full, &remainder].into_iter().flatten().filter_map(|p| p.peak_bytes()).max();
        report.resident_steps = resident_steps;
        Ok(Self { resolved, epoch, resident_steps, full, remainder, validation, digest })
    }
}

/// Compiles the programs of the full batches and of the remainder batch. Returns their digest, too.
fn compile(
    model: &Model,
    cores: &Cores,
    types: &DataTypes,
    resolved: &Resolved,
    epoch: Epoch,
    resident_steps: Option<usize>,
) -> Result<([Option<Arc<Program>>; 2], u64)> {
    // The rows on a core: all of them, or those that the core takes at the steps of one chunk.
    let resident_types = |batch: Batch, steps: usize| match resident_steps {
        Some(_) => types.with_rows(steps * batch.rows_per_core()),
        None => types.clone(),
    };
    let steps = resident_steps.unwrap_or(epoch.full_steps());
    let data = resident_types(epoch.full(), steps);
    let compiled = model.compiled().ok_or_else(|| not_compiled(model.name()))?;
    let training = Training {
        model,
        optimizer: &**compiled.optimizer(),
        resolved,
        data: &data,
        batch: epoch.full(),
        steps,
        steps_per_epoch: epoch.steps(),
    };
    let full = match epoch.full_steps() {
        0 => None,
        _ => Some(training.trace()?),
    };
    let remainder = match epoch.remainder() {
        None => None,
        Some(batch) => {
            let data = resident_types(batch, 1);
            Some(Training { batch, steps: 1, data: &data, ..training }.trace()?)
        }
    };
    let modules = [full, remainder];
    let digest = match cores.device().has_several_processes() {
        true => {
            let version = cores.device().client().platform_version().to_string();
            let texts: Vec<String> = modules.iter().flatten().map(Module::to_string).chain([version]).collect();
            digest(texts.iter().map(String::as_bytes))
        }
        false => 0,
    };
    let [full, remainder] = modules.map(|module| module.map(|module| cores.compile(&module)).transpose());
    Ok(([full?, remainder?], digest))
}

/// Checks that training and validation have the same loss and metrics.
pub(super) fn check_validation(training: &Resolved, validation: &Resolved) -> Result<()> {
    if training == validation {
        return Ok(());
    }
    let of = |resolved: &Resolved| {
        let losses: Vec<_> = resolved.losses().map(|(_, loss)| loss).collect();
        let metrics: Vec<_> = resolved.metrics().map(|(_, metric)| &metric.metric).collect();
        match &losses[..] {
            [loss] => format!("{loss:?} and {metrics:?}"),
            _ => format!("{losses:?} and {metrics:?}"),
        }
    };
    Err(Error::shape(format!(
        "validation targets must be of the same kind as the training targets: the training's ask for {}, the \
         validation's for {}",
        of(training),
        of(validation)
    )))
}

/// The evaluator of the data set with which a training is validated, if there is one.
pub(super) fn validation_dataset(
    model: &Model,
    cores: &Cores,
    resolved: &Resolved,
    settings: &Fit<'_>,
) -> Result<Option<Evaluator>> {
    let Some(Validation::Dataset(dataset)) = &settings.validation_data else { return Ok(None) };
    let dataset = settings.validation_steps.map_or_else(|| dataset.clone(), |steps| dataset.take(steps));
    check_one_process(cores)?;
    let (feed, own) = evaluation_feed(model, cores.device(), dataset, settings.resident_steps)
        .map_err(|e| e.at("the data set of the validation"))?;
    check_validation(resolved, &own)?;
    Ok(Some(Evaluator::of_dataset(feed, resolved)))
}

/// Checks the numbers of steps and epochs.
pub(super) fn check_steps(settings: &Fit<'_>) -> Result<()> {
    let least_epoch = match &settings.validation_freq {
        ValidationFreq::Every(epochs) => Some(*epochs),
        ValidationFreq::Epochs(epochs) => epochs.iter().min().copied(),
    };
    for (name, value) in [
        ("validation_freq", least_epoch),
        ("validation_batch_size", settings.validation_batch_size),
        ("steps_per_epoch", settings.steps_per_epoch),
        ("validation_steps", settings.validation_steps),
    ] {
        if value == Some(0) {
            return Err(Error::argument(format!("{name} must be at least 1")));
        }
    }
    Ok(())
}

fn check_settings(settings: &Fit<'_>, cores: usize, rows: usize) -> Result<Epoch> {
    let (batch_size, split) = (settings.batch_size, settings.validation_split);
    if batch_size == 0 || !batch_size.is_multiple_of(cores) {
        let (below, above) = (batch_size / cores * cores, batch_size.div_ceil(cores).max(1) * cores);
        let near = if below == 0 { above.to_string() } else { format!("{below} or {above}") };
        return Err(Error::argument(format!(
            "batch_size={batch_size} cannot be divided among {cores} cores: each takes the same number of rows; try {near}"
        )));
    }
    check_steps(settings)?;
    if !(0.0..1.0).contains(&split) {
        return Err(Error::argument(format!("validation_split must be at least 0 and below 1, not {split}")));
    }
    let validation_fraction = if settings.validation_data.is_some() { 0.0 } else { split };
    let training_rows = (rows as f64 * (1.0 - validation_fraction)).floor() as usize;
    if training_rows == 0 {
        return Err(Error::argument(format!("validation_split={split} leaves none of {rows} rows to train on")));
    }
    if validation_fraction > 0.0 && training_rows == rows {
        return Err(Error::argument(format!("validation_split={split} keeps none of {rows} rows for validation")));
    }
    Ok(Epoch { cores, rows: training_rows, batch_size })
}
