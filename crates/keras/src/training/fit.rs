//! `fit`: prepares the training, runs its epochs, and copies the result back to the model.

use std::time::Instant;

use crate::array::Array;
use crate::arrays::Samples;
use crate::callbacks::{Callback, History, Run};
use crate::data::Dataset;
use crate::error::{Error, ErrorKind, Result};
use crate::models::{Model, Resolved, not_compiled};
use crate::optimizers::LearningRate;
use crate::verbosity::Verbose;

use super::blocks::{BlockFeed, BlockSettings, OpenedPass, Placement};
use super::check::{BatchCheck, check_one_process, check_samples};
use super::cores::Cores;
use super::dataset_epochs::DatasetEpochs;
use super::driver::Driver;
use super::epoch_data::EpochData;
use super::epochs::Epochs;
use super::evaluation::{EvaluationData, Evaluator};
use super::exchange::digest;
use super::feed::Feed;
use super::options::{Fit, Validation};
use super::pace::Pace;
use super::plan::{Plan, check_steps, check_validation, validation_dataset};
use super::progress::EpochProgress;
use super::report::TrainingReport;
use super::session::{BeforeTraining, Session};
use super::training_run::TrainingRun;

/// The record of a training, available however it ends.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub report: TrainingReport,
    /// The history of the completed epochs.
    pub history: History,
}

/// What a training takes.
pub(super) enum Data {
    Arrays(Samples),
    Dataset(Dataset),
}

/// Trains `model` on the cores. Whatever happens, the model ends with the last good weights. If the training
/// `ends` with this call, moving averages replace the weights.
pub(super) fn fit(
    model: &mut Model,
    cores: &Cores,
    data: Data,
    settings: Fit<'_>,
    ends: bool,
    record: &mut Record,
) -> Result<()> {
    let mut settings = settings;
    let mut before = BeforeTraining { model: &mut *model, progress: None };
    let restored = settings.callbacks.restore(&mut before)?;
    let progress = before.progress;
    settings.initial_epoch = restored.unwrap_or(settings.initial_epoch);
    let prepared = match data {
        Data::Arrays(samples) => on_arrays(model, cores, &samples, &settings, &mut record.report),
        Data::Dataset(dataset) => on_dataset(model, cores, dataset, &mut settings, &mut record.report),
    };
    train(model, cores, Prepared { progress, ..prepared? }, settings, ends, record)
}

/// A training whose programs are compiled.
struct Prepared {
    resolved: Resolved,
    validation: Option<Evaluator>,
    epochs: Epochs,
    /// The number of steps of an epoch, if it is known.
    steps: Option<usize>,
    /// How far the first epoch is, if a training goes on within it.
    progress: Option<EpochProgress>,
}

/// Prepares a training on arrays.
fn on_arrays(
    model: &Model,
    cores: &Cores,
    samples: &Samples,
    settings: &Fit<'_>,
    report: &mut TrainingReport,
) -> Result<Prepared> {
    let plan = Plan::new(model, cores, samples, settings, report)?;
    let arrays: Vec<Array> = samples.arrays().cloned().collect();
    if cores.device().has_several_processes() {
        check_processes(model, cores, &arrays, settings, &plan)?;
    }
    let feed = match plan.resident_steps {
        None => Feed::whole(cores, &arrays)?,
        Some(steps) => Feed::chunks(cores, plan.epoch, arrays, steps)?,
    };
    let steps = Some(settings.steps_per_epoch.unwrap_or(plan.epoch.steps()));
    let Plan { resolved, validation, full, remainder, epoch, .. } = plan;
    let epochs = Epochs::Arrays(Box::new(EpochData::new(feed, [full, remainder], epoch, settings)));
    Ok(Prepared { resolved, validation, epochs, steps, progress: None })
}

/// Prepares a training on a data set. Its first batch is loaded for that.
fn on_dataset(
    model: &Model,
    cores: &Cores,
    dataset: Dataset,
    settings: &mut Fit<'_>,
    report: &mut TrainingReport,
) -> Result<Prepared> {
    check_one_process(cores)?;
    check_steps(settings)?;
    let of_arrays =
        [("sample_weight", !settings.sample_weight.is_empty()), ("validation_split", settings.validation_split > 0.0)];
    if let Some((name, _)) = of_arrays.iter().find(|(_, is_set)| *is_set) {
        return Err(Error::argument(format!(
            "{name} is for arrays: a data set has weights in its batches, and is split by itself"
        )));
    }
    let opened = OpenedPass::open(&dataset, model.optimizer_state().map_or(0, |state| state.iterations))?;
    let (check, resolved) = BatchCheck::new(model, &opened.first, std::mem::take(&mut settings.class_weight))?;
    let start = Instant::now();
    let validation = match &settings.validation_data {
        Some(Validation::Arrays(samples)) => {
            check_validation(&resolved, &check_samples(model, samples)?)?;
            let (batch_size, resident_steps) = (settings.rows_of_validation(), settings.resident_steps);
            let data = EvaluationData { samples, first_row: 0, batch_size, resident_steps, other_bytes: 0 };
            Some(Evaluator::load(cores, model, &resolved, &data)?)
        }
        _ => validation_dataset(model, cores, &resolved, settings)?,
    };
    let (steps, cut) = (settings.resident_steps, settings.steps_per_epoch);
    let blocks = BlockSettings { check, placement: Placement::Slices, steps, cut };
    let feed = BlockFeed::new(dataset, cores.device(), opened, blocks);
    report.resident_steps = Some(feed.capacity());
    let mut epochs = DatasetEpochs::new(feed, settings.seed, settings.steps_per_epoch);
    report.peak_bytes = epochs.compile(cores, model, &resolved)?.peak_bytes();
    report.compile_seconds = start.elapsed().as_secs_f64();
    let steps = epochs.steps();
    Ok(Prepared { resolved, validation, epochs: Epochs::Dataset(Box::new(epochs)), steps, progress: None })
}

/// Runs the epochs of a training, and copies the result back to the model.
fn train(
    model: &mut Model,
    cores: &Cores,
    prepared: Prepared,
    settings: Fit<'_>,
    ends: bool,
    record: &mut Record,
) -> Result<()> {
    let compiled = model.compiled().cloned().ok_or_else(|| not_compiled(model.name()))?;
    let verbose = if cores.device().is_first_process() { settings.verbose } else { Verbose::Silent };
    let run = Run { epochs: settings.epochs, steps: prepared.steps, verbose, display: settings.display };
    let optimizer = &**compiled.optimizer();
    let options = optimizer.options();
    let learning_rate = &options.learning_rate;
    let scheduled = matches!(learning_rate, LearningRate::Schedule(_));
    let mut training = TrainingRun {
        session: Session::begin(model, cores, optimizer, &prepared.resolved)?,
        driver: Driver::new(settings.callbacks, run, settings.out, scheduled),
        cores,
        resolved: &prepared.resolved,
        validation: prepared.validation.as_ref(),
        epochs: prepared.epochs,
        learning_rate,
        pace: Pace::new(settings.steps_per_execution),
        validation_freq: settings.validation_freq,
        stop: settings.stop,
        agreed_stop: false,
        progress: prepared.progress,
        report: &mut record.report,
    };
    let outcome = training.run(settings.initial_epoch..settings.epochs);
    // The weights are copied back in any case. An error of the training takes precedence over one of copying.
    let synced = if outcome.is_ok() { training.session.sync_all() } else { training.session.sync() };
    // Moving averages of weights replace the weights when training ends.
    if let (true, Ok(()), Ok(())) = (ends, &outcome, &synced) {
        training.session.take_averages();
    }
    record.history = training.driver.history;
    match outcome {
        Err(error) if error.kind() == ErrorKind::Device => {
            let version = match (&synced, record.history.epochs().last()) {
                (Ok(()), _) => "after the last step that was done".to_string(),
                (Err(_), Some(epoch)) => format!("after epoch {}", epoch + 1),
                (Err(_), None) => "from before this training".to_string(),
            };
            let message = format!("{}. The model has the weights {version}", error.message());
            Err(Error::new(ErrorKind::Device, message).with_source(error))
        }
        // An error of a data set names the file and the row.
        Err(error) if matches!(error.kind(), ErrorKind::Data | ErrorKind::File) && synced.is_ok() => {
            let message = format!("{}. The model has the weights after the last step that was done", error.message());
            Err(Error::new(error.kind(), message).with_source(error))
        }
        outcome => outcome.and(synced),
    }
}

/// Checks that all processes train the same network from the same state on the same data.
fn check_processes(model: &Model, cores: &Cores, data: &[Array], settings: &Fit<'_>, plan: &Plan) -> Result<()> {
    let weights = model.variables().iter().map(|variable| bytemuck::cast_slice(&variable.values));
    let state = model.optimizer_state();
    let slots = state.iter().flat_map(|state| state.slots.iter().flatten()).map(|slot| bytemuck::cast_slice(slot));
    let numbers = state.map_or([0, 0], |state| [state.iterations, u64::from(state.learning_rate.to_bits())]);
    let Fit { batch_size, epochs, initial_epoch, shuffle, seed, steps_per_execution, steps_per_epoch, .. } = settings;
    let options = format!(
        "{batch_size} {epochs} {initial_epoch} {shuffle} {seed} {steps_per_execution:?} {steps_per_epoch:?} {:?} {:?}",
        plan.resident_steps, plan.epoch
    );
    let validation = settings.validation_data.iter().flat_map(|validation| match validation {
        Validation::Arrays(samples) => samples.arrays().cloned().collect(),
        Validation::Dataset(_) => Vec::new(),
    });
    let validation: Vec<Array> = validation.collect();
    cores.check_same(&[
        ("the program", plan.digest),
        ("the settings of the training", digest([options.as_bytes()])),
        ("the weights", digest(weights)),
        ("the optimizer's state", digest(slots.chain([bytemuck::cast_slice(&numbers)]))),
        ("the training data", digest(data.iter().map(|array| array.values().as_ref()))),
        ("the validation data", digest(validation.iter().map(|array| array.values().as_ref()))),
    ])
}
