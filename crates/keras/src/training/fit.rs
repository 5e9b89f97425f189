//! `fit`: epochs of steps on the device, validation after each, callbacks in between.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use crate::callbacks::{Callback, History, Logs, Run};
use crate::optimizers::LearningRate;
use crate::trace::{Batch, Training};
use crate::{Array, Error, ErrorKind, Model, Result};

use super::cores::{Cores, PerCore, Program};
use super::device_model::not_compiled;
use super::driver::Driver;
use super::feed::{Feed, Portion, Portions};
use super::inference::{Evaluated, Evaluator};
use super::order::Epoch;
use super::pace::Pace;
use super::report::{Call, TrainingReport};
use super::session::Session;
use super::stream::{Need, steps_at_a_time};
use super::totals::logs;
use super::{Fit, Resolved, StopFlag};

/// What is known of a training, however it ends.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub report: TrainingReport,
    /// Of the epochs that were finished.
    pub history: History,
}

/// Trains `model` on the cores. Whatever happens, the model ends with the last good weights.
pub(super) fn fit(
    model: &mut Model,
    cores: &mut Cores,
    x: Array,
    y: Array,
    settings: Fit<'_>,
    record: &mut Record,
) -> Result<()> {
    let resolved = model.check_data(&x, &y)?;
    let epoch = check_settings(&settings, cores.count(), x.rows())?;
    let compiled = model.compiled().cloned().ok_or_else(|| not_compiled(model))?;
    let optimizer = compiled.optimizer();

    // Everything is compiled before anything is trained, so that what cannot run is found out now.
    let start = Instant::now();
    let validated = match &settings.validation_data {
        Some((x, y)) => {
            check_validation(&resolved, &model.check_data(x, y)?)?;
            Some((x, y, 0))
        }
        None if epoch.rows < x.rows() => Some((&x, &y, epoch.rows)),
        None => None,
    };
    let trained_bytes = x.bytes() + y.bytes();
    let need = Need {
        whole: trained_bytes + validated.map_or(0, |(x, y, _)| x.bytes() + y.bytes()),
        step: trained_bytes / x.rows() as u64 * epoch.full().rows_per_core() as u64,
        steps: epoch.full_steps(),
    };
    let resident_steps = steps_at_a_time(settings.resident_steps, cores.device().free_memory_per_core(), need);
    let validation = validated.map(|(x, y, first_row)| {
        let (batch_size, resident_steps) = (settings.batch_size, settings.resident_steps);
        let evaluated = Evaluated { x, y, first_row, batch_size, resident_steps, beside: trained_bytes };
        Evaluator::load(cores, model, &resolved, &evaluated)
    });
    let validation = validation.transpose()?.map(Arc::new);
    // What a program finds on a core: all rows, or those that the core takes at the steps of the program.
    let typed = |array: &Array, batch: Batch, steps: usize| {
        let mut ty = array.ty();
        if resident_steps.is_some() {
            ty.dims[0] = steps * batch.rows_per_core();
        }
        ty
    };
    let steps = resident_steps.unwrap_or(epoch.full_steps());
    let (x_type, y_type) = (typed(&x, epoch.full(), steps), typed(&y, epoch.full(), steps));
    let training = Training {
        model,
        optimizer,
        loss: resolved.loss,
        metrics: &resolved.metrics,
        x: &x_type,
        y: &y_type,
        batch: epoch.full(),
        steps,
        steps_per_epoch: epoch.steps(),
    };
    let full = match epoch.full_steps() {
        0 => None,
        _ => Some(cores.compile(&training.trace()?)?),
    };
    let remainder = match epoch.remainder() {
        None => None,
        Some(batch) => {
            let (x, y) = (typed(&x, batch, 1), typed(&y, batch, 1));
            Some(cores.compile(&Training { batch, steps: 1, x: &x, y: &y, ..training }.trace()?)?)
        }
    };
    record.report.compile_seconds = start.elapsed().as_secs_f64();
    record.report.peak_bytes = [&full, &remainder].into_iter().flatten().filter_map(|p| p.peak_bytes()).max();

    let cores = &*cores;
    record.report.resident_steps = resident_steps;
    let feed = match resident_steps {
        None => Feed::whole(cores, [x, y])?,
        Some(steps) => Feed::chunks(cores, epoch, [x, y], steps)?,
    };
    let run = Run {
        epochs: settings.epochs,
        steps: Some(epoch.steps()),
        verbose: settings.verbose,
        display: settings.display,
    };
    let rate = &optimizer.options().learning_rate;
    let scheduled = matches!(rate, LearningRate::Schedule(_));
    let mut fitting = Fitting {
        session: Session::begin(model, cores, optimizer, &resolved.metrics)?,
        driver: Driver::new(settings.callbacks, run, settings.out, scheduled),
        cores,
        epoch,
        programs: Programs { full, remainder, validation },
        feed,
        ahead: None,
        resolved: &resolved,
        rate,
        pace: Pace::new(settings.steps_per_execution),
        stop: settings.stop,
        shuffle: settings.shuffle,
        seed: settings.seed,
        report: &mut record.report,
    };
    let outcome = fitting.run(settings.initial_epoch..settings.epochs);
    // What was trained is brought back in any case; an error of the training says more than one of bringing it back.
    let synced = fitting.session.sync();
    record.history = fitting.driver.history;
    match outcome {
        Err(error) if error.kind() == ErrorKind::Device => {
            let kept = match (&synced, record.history.epochs().last()) {
                (Ok(()), _) => "after the last step that was done".to_string(),
                (Err(_), Some(epoch)) => format!("after epoch {}", epoch + 1),
                (Err(_), None) => "from before this training".to_string(),
            };
            Err(Error::new(ErrorKind::Device, format!("{}. The model has the weights {kept}", error.message())))
        }
        outcome => outcome.and(synced),
    }
}

/// Training and validation have to be measured alike.
fn check_validation(training: &Resolved, validation: &Resolved) -> Result<()> {
    if training == validation {
        return Ok(());
    }
    let of = |resolved: &Resolved| format!("{:?} and {:?}", resolved.loss, resolved.metrics);
    Err(Error::shape(format!(
        "validation targets have to be of the same kind as those of the training: the training's ask for {}, the \
         validation's for {}",
        of(training),
        of(validation)
    )))
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
    if !(0.0..1.0).contains(&split) {
        return Err(Error::argument(format!("validation_split has to be at least 0 and below 1, not {split}")));
    }
    let kept = if settings.validation_data.is_some() { 0.0 } else { split };
    let training_rows = (rows as f64 * (1.0 - kept)).floor() as usize;
    if training_rows == 0 {
        return Err(Error::argument(format!("validation_split={split} leaves none of {rows} rows to train on")));
    }
    if kept > 0.0 && training_rows == rows {
        return Err(Error::argument(format!("validation_split={split} keeps none of {rows} rows for validation")));
    }
    Ok(Epoch { cores, rows: training_rows, batch_size })
}

/// The compiled programs of a training.
struct Programs {
    full: Option<Arc<Program>>,
    remainder: Option<Arc<Program>>,
    validation: Option<Arc<Evaluator>>,
}

/// A training under way.
struct Fitting<'a> {
    session: Session<'a>,
    driver: Driver<'a>,
    cores: &'a Cores,
    epoch: Epoch,
    programs: Programs,
    feed: Feed,
    /// The next epoch's chunks, which are brought onto the cores already, and the steps of the optimizer before it.
    ahead: Option<(u64, Portions)>,
    resolved: &'a Resolved,
    rate: &'a LearningRate,
    pace: Pace,
    stop: StopFlag,
    shuffle: bool,
    seed: u64,
    report: &'a mut TrainingReport,
}

/// How a stretch of steps ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// All steps asked for were done.
    Reached,
    /// A step was not applied, as one of its numbers is not finite.
    NotFinite,
}

impl Fitting<'_> {
    fn run(&mut self, epochs: Range<usize>) -> Result<()> {
        self.tell(|c, ctx| c.on_train_begin(ctx))?;
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
        self.tell(|c, ctx| c.on_train_end(ctx, &last))
    }

    fn is_stopped(&self) -> bool {
        self.driver.stopped || self.stop.is_set()
    }

    /// An epoch's logs; none where the end was asked for before its first step.
    fn run_epoch(&mut self, number: usize, is_last: bool) -> Result<Option<Logs>> {
        self.tell(|c, ctx| c.on_epoch_begin(ctx, number))?;
        let before = self.session.iterations;
        let draw = self.epoch.draw(self.seed, before, self.shuffle);
        self.session.begin_epoch(&draw.keys)?;
        let mut portions = match self.ahead.take() {
            Some((iterations, portions)) if iterations == before => portions,
            _ => self.feed.begin(self.cores.device(), self.epoch, draw)?,
        };
        let mut end = End::Reached;
        while !self.is_stopped() {
            let Some(portion) = portions.next(self.cores)? else { break };
            if portions.is_empty() && self.feed.is_streamed() && !is_last {
                let after = before + self.epoch.steps() as u64;
                let draw = self.epoch.draw(self.seed, after, self.shuffle);
                self.ahead = Some((after, self.feed.begin(self.cores.device(), self.epoch, draw)?));
            }
            end = self.run_portion(number, &portion)?;
        }
        drop(portions);
        if self.session.iterations == before && end == End::Reached {
            return Ok(None);
        }
        let mut epoch_logs = self.logs(end)?;
        // An epoch that was broken off is not validated: whoever asked for the end waits for it.
        if !self.is_stopped() {
            epoch_logs.extend(self.validate()?);
        }
        self.session.sync()?;
        self.tell(|c, ctx| c.on_epoch_end(ctx, number, &mut epoch_logs))?;
        Ok(Some(epoch_logs))
    }

    /// Runs its steps, until the end is asked for. A step that is not finite is an error, unless a callback that is told
    /// of it asks for the end.
    fn run_portion(&mut self, epoch: usize, portion: &Portion) -> Result<End> {
        let (program, batch) = match portion.is_full {
            true => (self.programs.full.clone(), Some(self.epoch.full())),
            false => (self.programs.remainder.clone(), self.epoch.remainder()),
        };
        // There is a program for whatever an epoch has.
        let Some((program, batch)) = program.zip(batch) else { return Ok(End::Reached) };
        let Range { start: mut position, end: to } = portion.steps;
        let mut rates = self.learning_rates(position)?;
        let first = self.cores.scalar(position as i32)?;
        while position < to && !self.is_stopped() {
            let steps = self.pace.next(to - position);
            let rate = self.session.learning_rate;
            self.tell(|c, ctx| c.on_train_batch_begin(ctx, position))?;
            if self.session.learning_rate != rate {
                rates = self.learning_rates(position)?;
            }
            let until = self.cores.scalar((position + steps) as i32)?;
            let start = Instant::now();
            let constants = [&first, &until, &rates];
            let of_core = |core| portion.of_core(core).chain(constants.map(|buffers| &buffers[core])).collect();
            let reached = self.session.run(&program, of_core, position);
            let reached =
                reached.map_err(|error| error.at(format!("steps {} to {}", position + 1, position + steps)))?;
            let seconds = start.elapsed().as_secs_f64();
            let done = reached.saturating_sub(position);
            self.report.calls.push(Call { steps: done, rows: done * batch.rows, seconds });
            let end = if done < steps { End::NotFinite } else { End::Reached };
            let last = if done < steps { reached } else { position + steps - 1 };
            self.pace.took(steps, seconds);
            position += steps;
            let batch_logs = self.logs(end)?;
            let rate = self.session.learning_rate;
            let stopped_before = self.driver.stopped;
            self.tell(|c, ctx| c.on_train_batch_end(ctx, last, &batch_logs))?;
            match end {
                End::NotFinite if self.driver.stopped && !stopped_before => return Ok(end),
                End::NotFinite => return Err(not_finite(epoch, reached)),
                End::Reached if self.session.learning_rate != rate => rates = self.learning_rates(position)?,
                End::Reached => {}
            }
        }
        Ok(End::Reached)
    }

    /// The epoch's means so far.
    fn logs(&self, end: End) -> Result<Logs> {
        let mut logs = logs(&self.resolved.names(), self.session.totals())?;
        if end == End::NotFinite {
            logs.set("loss", f64::NAN);
        }
        Ok(logs)
    }

    /// The learning rate of each step of the epoch, from the step at `position` on.
    fn learning_rates(&mut self, position: usize) -> Result<PerCore> {
        let steps = self.epoch.steps();
        if matches!(self.rate, LearningRate::Schedule(_)) {
            self.session.learning_rate = self.rate.at(self.session.iterations);
        }
        let rates: Vec<f32> = (0..steps)
            .map(|step| match self.rate {
                LearningRate::Schedule(_) => {
                    self.rate.at(self.session.iterations + step.saturating_sub(position) as u64)
                }
                LearningRate::Constant(_) => self.session.learning_rate,
            })
            .collect();
        self.cores.place_same(&[steps], &rates)
    }

    /// The validation's logs; none where there is none, or the end was asked for meanwhile.
    fn validate(&mut self) -> Result<Vec<(String, f64)>> {
        let Some(evaluator) = self.programs.validation.clone() else { return Ok(Vec::new()) };
        self.tell(|c, ctx| c.on_test_begin(ctx))?;
        let shared = self.session.shared_state()?;
        let mut tour = evaluator.begin(self.cores)?;
        let mut logs = Logs::new();
        while let Some(batch) = evaluator.next(&tour) {
            if self.stop.is_set() {
                return Ok(Vec::new());
            }
            self.tell(|c, ctx| c.on_test_batch_begin(ctx, batch))?;
            let session = &self.session;
            logs = evaluator.advance(self.cores, &mut tour, &|core| session.variables(core, &shared))?;
            let last = tour.done() - 1;
            self.tell(|c, ctx| c.on_test_batch_end(ctx, last, &logs))?;
        }
        self.tell(|c, ctx| c.on_test_end(ctx, &logs))?;
        Ok(logs.iter().map(|(name, value)| (format!("val_{name}"), value)).collect())
    }

    fn tell(
        &mut self,
        hook: impl FnMut(&mut dyn Callback, &mut crate::callbacks::TrainContext<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut rate = self.session.learning_rate;
        let told = self.driver.tell(&mut self.session, &mut rate, hook);
        self.session.learning_rate = rate;
        told
    }
}

fn not_finite(epoch: usize, step: usize) -> Error {
    let (epoch, step) = (epoch + 1, step + 1);
    Error::new(
        ErrorKind::Training,
        format!(
            "training stopped at epoch {epoch}, step {step}: the loss, a gradient or a new weight is not finite (NaN or infinity). \
             That step was not applied; the model has the weights from before it. A smaller learning rate may help, or \
             a look at the data"
        ),
    )
}
