//! The epochs of a training: steps on the device, validation after each epoch, callbacks in between.

use std::ops::Range;
use std::time::Instant;

use crate::callbacks::{Callback, Logs, TrainContext};
use crate::error::{Error, ErrorKind, Result};
use crate::models::Resolved;
use crate::optimizers::LearningRate;

use super::cores::{Cores, PerCore};
use super::driver::Driver;
use super::epochs::Epochs;
use super::evaluation::Evaluator;
use super::feed::Portion;
use super::options::{StopFlag, ValidationFreq};
use super::pace::Pace;
use super::progress::EpochProgress;
use super::report::{Call, TrainingReport};
use super::session::Session;
use super::totals::{Moment, logs};

/// A training in progress.
pub(super) struct TrainingRun<'a> {
    pub session: Session<'a>,
    pub driver: Driver<'a>,
    pub cores: &'a Cores,
    pub resolved: &'a Resolved,
    pub validation: Option<&'a Evaluator>,
    pub epochs: Epochs,
    pub learning_rate: &'a LearningRate,
    pub pace: Pace,
    pub validation_freq: ValidationFreq,
    pub stop: StopFlag,
    /// Whether the processes have agreed to stop; unused with one process.
    pub agreed_stop: bool,
    /// How far the first epoch is, if the training goes on within it.
    pub progress: Option<EpochProgress>,
    pub report: &'a mut TrainingReport,
}

/// The outcome of a number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// All requested steps were done.
    Reached,
    /// A step was not applied because one of its values is not finite.
    NotFinite,
}

impl TrainingRun<'_> {
    /// Runs the epochs.
    pub fn run(&mut self, epochs: Range<usize>) -> Result<()> {
        self.notify(|c, ctx| c.on_train_begin(ctx))?;
        let mut last = Logs::new();
        for epoch in epochs.clone() {
            if self.is_stopped() {
                break;
            }
            let trained = self.run_epoch(epoch, epoch + 1 == epochs.end).map_err(|error| match error.kind() {
                ErrorKind::Device => error.at(format!("epoch {}", epoch + 1)),
                _ => error,
            });
            match trained? {
                Some(logs) => last = logs,
                None => break,
            }
        }
        self.driver.interrupted = self.is_interrupted();
        self.notify(|c, ctx| c.on_train_end(ctx, &last))
    }

    fn is_stopped(&self) -> bool {
        self.driver.stopped || self.is_interrupted()
    }

    /// Returns true if the user has stopped the training: in all processes at the same point.
    fn is_interrupted(&self) -> bool {
        if self.cores.device().has_several_processes() { self.agreed_stop } else { self.stop.is_set() }
    }

    /// Runs an epoch and returns its logs; `None` if the training was stopped before its first step.
    fn run_epoch(&mut self, number: usize, is_last: bool) -> Result<Option<Logs>> {
        self.notify(|c, ctx| c.on_epoch_begin(ctx, number))?;
        let progress = self.progress.take();
        let done = progress.as_ref().map_or(0, |progress| progress.steps);
        let before = self.session.iterations.saturating_sub(done as u64);
        let keys = self.epochs.begin(self.cores, before, done)?;
        self.session.begin_epoch(&keys, before)?;
        if let Some(progress) = progress {
            self.session.go_on(&progress)?;
        }
        let mut end = End::Reached;
        while !self.is_stopped() {
            let portion = self.epochs.next(self.cores, self.session.model, self.resolved, is_last);
            let at = |error: Error| match error.kind() {
                ErrorKind::Device => error,
                _ => error.at(format!("epoch {}, after step {}", number + 1, self.session.iterations - before)),
            };
            let Some(portion) = portion.map_err(at)? else { break };
            end = self.run_portion(number, &portion)?;
        }
        self.epochs.end(self.session.iterations, is_last || self.is_stopped())?;
        if self.session.iterations == before && end == End::Reached {
            return Ok(None);
        }
        let (mut epoch_logs, _) = self.logs(end, 0.0)?;
        // A stopped epoch is not validated: the user is waiting for the end.
        if !self.is_stopped() {
            let validates = self.validation_freq.includes(number + 1);
            epoch_logs.extend(if validates { self.validate()? } else { Vec::new() });
        }
        self.driver.interrupted = self.is_interrupted();
        self.session.sync_all()?;
        self.notify(|c, ctx| c.on_epoch_end(ctx, number, &mut epoch_logs))?;
        Ok(Some(epoch_logs))
    }

    /// Runs the steps of a portion until the training is stopped. A step that is not finite is an error
    /// unless a callback stops the training when it is notified of the step.
    fn run_portion(&mut self, epoch: usize, portion: &Portion) -> Result<End> {
        let Range { start: begin, end: to } = portion.steps.clone();
        // The step of the epoch at a position.
        let step_at = |position: usize| portion.before + position.saturating_sub(begin);
        let mut position = begin;
        self.session.set_position(position)?;
        let mut rates = self.learning_rates(position, portion.positions)?;
        let first = self.cores.scalar(portion.first as i32)?;
        while position < to && !self.is_stopped() {
            let steps = self.pace.next(to - position);
            let rate = self.session.learning_rate;
            self.notify(|c, ctx| c.on_train_batch_begin(ctx, step_at(position)))?;
            if self.session.learning_rate != rate {
                rates = self.learning_rates(position, portion.positions)?;
            }
            let until = self.cores.scalar((position + steps) as i32)?;
            let start = Instant::now();
            let constants = [&first, &until, &rates];
            let of_core = |core| portion.of_core(core).chain(constants.map(|buffers| &buffers[core])).collect();
            let reached = self.session.run(&portion.program, of_core, position);
            let reached = reached.map_err(|error| {
                let first = step_at(position);
                error.at(format!("steps {} to {}", first + 1, first + steps))
            })?;
            let seconds = start.elapsed().as_secs_f64();
            let done = reached.saturating_sub(position);
            self.report.calls.push(Call { steps: done, rows: done * portion.batch.rows, seconds });
            let end = if done < steps { End::NotFinite } else { End::Reached };
            let last = if done < steps { reached } else { position + steps - 1 };
            position += steps;
            let (batch_logs, seconds) = self.logs(end, seconds)?;
            self.pace.record(steps, seconds);
            let rate = self.session.learning_rate;
            let stopped_before = self.driver.stopped;
            self.notify(|c, ctx| c.on_train_batch_end(ctx, step_at(last), &batch_logs))?;
            match end {
                End::NotFinite if self.driver.stopped && !stopped_before => return Ok(end),
                End::NotFinite => return Err(not_finite(epoch, step_at(reached))),
                End::Reached if self.session.learning_rate != rate => {
                    rates = self.learning_rates(position, portion.positions)?;
                }
                End::Reached => {}
            }
        }
        Ok(End::Reached)
    }

    /// The means of the epoch so far, and the duration of the last call, on which the processes agree.
    fn logs(&mut self, end: End, seconds: f64) -> Result<(Logs, f64)> {
        let moment = Moment { seconds, stop: self.stop.is_set() };
        let (mut logs, moment) = logs(self.cores, self.resolved, self.session.totals(), moment)?;
        self.agreed_stop |= moment.stop;
        if end == End::NotFinite {
            logs.set("loss", f64::NAN);
        }
        Ok((logs, moment.seconds))
    }

    /// The learning rates of a program's positions, from the step at `position` on.
    fn learning_rates(&mut self, position: usize, positions: usize) -> Result<PerCore> {
        if matches!(self.learning_rate, LearningRate::Schedule(_)) {
            self.session.learning_rate = self.learning_rate.at(self.session.iterations);
        }
        let rates: Vec<f32> = (0..positions)
            .map(|step| match self.learning_rate {
                LearningRate::Schedule(_) => {
                    self.learning_rate.at(self.session.iterations + step.saturating_sub(position) as u64)
                }
                LearningRate::Constant(_) => self.session.learning_rate,
            })
            .collect();
        self.cores.place_same(&[positions], &rates)
    }

    /// Runs the validation and returns its logs; empty without validation data, or if the training was
    /// stopped meanwhile.
    fn validate(&mut self) -> Result<Vec<(String, f64)>> {
        let Some(evaluator) = self.validation else { return Ok(Vec::new()) };
        self.notify(|c, ctx| c.on_test_begin(ctx))?;
        let shared = self.session.shared_state()?;
        let mut states = self.session.states()?;
        let mut run = evaluator.begin(self.cores, &states)?;
        let mut logs = Logs::new();
        while let Some(batch) = evaluator.next(self.cores, self.session.model, &mut run)? {
            if self.is_interrupted() {
                return Ok(Vec::new());
            }
            self.notify(|c, ctx| c.on_test_batch_begin(ctx, batch))?;
            let session = &self.session;
            logs = evaluator.advance(self.cores, &mut run, &|core| session.variables(core, &shared))?;
            let last = run.done() - 1;
            self.notify(|c, ctx| c.on_test_batch_end(ctx, last, &logs))?;
        }
        run.read_states(&mut states)?;
        self.session.set_states(&states)?;
        self.notify(|c, ctx| c.on_test_end(ctx, &logs))?;
        Ok(logs.iter().map(|(name, value)| (format!("val_{name}"), value)).collect())
    }

    fn notify(&mut self, hook: impl FnMut(&mut dyn Callback, &mut TrainContext<'_>) -> Result<()>) -> Result<()> {
        let mut rate = self.session.learning_rate;
        let result = self.driver.notify(&mut self.session, &mut rate, hook);
        self.session.learning_rate = rate;
        result
    }
}

fn not_finite(epoch: usize, step: usize) -> Error {
    let (epoch, step) = (epoch + 1, step + 1);
    Error::new(
        ErrorKind::Training,
        format!(
            "training stopped at epoch {epoch}, step {step}: the loss, a gradient or a new weight is not finite (NaN or \
             infinity). That step was not applied; the model has the weights from before it. Try a smaller learning \
             rate, and check the data"
        ),
    )
}
