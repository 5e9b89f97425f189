//! `fit`: prepares the training, runs its epochs, and copies the result back to the model.

use crate::array::Array;
use crate::arrays::Samples;
use crate::callbacks::{Callback, History, Run};
use crate::error::{Error, ErrorKind, Result};
use crate::models::{Model, not_compiled};
use crate::optimizers::LearningRate;
use crate::verbosity::Verbose;

use super::cores::Cores;
use super::driver::Driver;
use super::epoch_data::EpochData;
use super::exchange::digest;
use super::feed::Feed;
use super::options::Fit;
use super::pace::Pace;
use super::plan::Plan;
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

/// Trains `model` on the cores. Whatever happens, the model ends with the last good weights. If the training
/// `ends` with this call, moving averages replace the weights.
pub(super) fn fit(
    model: &mut Model,
    cores: &mut Cores,
    samples: Samples,
    settings: Fit<'_>,
    ends: bool,
    record: &mut Record,
) -> Result<()> {
    let mut settings = settings;
    let restored = settings.callbacks.restore(&mut BeforeTraining(&mut *model))?;
    settings.initial_epoch = restored.unwrap_or(settings.initial_epoch);
    let plan = Plan::new(model, cores, &samples, &settings, &mut record.report)?;
    let compiled = model.compiled().cloned().ok_or_else(|| not_compiled(model.name()))?;
    let cores = &*cores;
    let arrays: Vec<Array> = samples.arrays().cloned().collect();
    if cores.device().has_several_processes() {
        check_processes(model, cores, &arrays, &settings, &plan)?;
    }
    let feed = match plan.resident_steps {
        None => Feed::whole(cores, &arrays)?,
        Some(steps) => Feed::chunks(cores, plan.epoch, arrays, steps)?,
    };
    let verbose = if cores.device().is_first_process() { settings.verbose } else { Verbose::Silent };
    let display = settings.display;
    let steps = settings.steps_per_epoch.unwrap_or(plan.epoch.steps());
    let run = Run { epochs: settings.epochs, steps: Some(steps), verbose, display };
    let optimizer = &**compiled.optimizer();
    let options = optimizer.options();
    let learning_rate = &options.learning_rate;
    let scheduled = matches!(learning_rate, LearningRate::Schedule(_));
    let mut training = TrainingRun {
        session: Session::begin(model, cores, optimizer, &plan.resolved)?,
        driver: Driver::new(settings.callbacks, run, settings.out, scheduled),
        cores,
        plan: &plan,
        data: EpochData::new(feed, plan.epoch, settings.shuffle, settings.seed, settings.steps_per_epoch),
        learning_rate,
        pace: Pace::new(settings.steps_per_execution),
        validation_freq: settings.validation_freq,
        stop: settings.stop,
        agreed_stop: false,
        report: &mut record.report,
    };
    let outcome = training.run(settings.initial_epoch..settings.epochs);
    // The weights are copied back in any case. An error of the training takes precedence over one of copying.
    let synced = if outcome.is_ok() { training.session.sync_all() } else { training.session.sync() };
    // Moving averages of weights, the first slot, replace the weights when training ends.
    if let (true, Some(_), Ok(()), Ok(())) = (ends, options.ema, &outcome, &synced) {
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
    let validation = settings.validation_data.iter().flat_map(Samples::arrays);
    cores.check_same(&[
        ("the program", plan.digest),
        ("the settings of the training", digest([options.as_bytes()])),
        ("the weights", digest(weights)),
        ("the optimizer's state", digest(slots.chain([bytemuck::cast_slice(&numbers)]))),
        ("the training data", digest(data.iter().map(|array| array.values().as_ref()))),
        ("the validation data", digest(validation.map(|array| array.values().as_ref()))),
    ])
}
