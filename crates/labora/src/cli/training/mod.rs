//! A training of a verb, from the rows to the files: what `train` and `fit` have in common.

mod args;
mod checkpoint;
mod outputs;
mod reconnect;
mod save;
mod stop;

use std::path::PathBuf;
use std::time::Instant;

use keras::callbacks::{CallbackList, History, ModelCheckpoint, TensorBoard};
use keras::data::Dataset;
use keras::training::{DeviceModel, Validation};
use keras::{Fit, Samples, StopFlag, Verbose, utils};
use process::Signal;

use super::device::TpuArgs;
use super::failure::Failure;
use super::print;
use super::run_file::Run;
use checkpoint::Checkpoint;
use reconnect::Reconnect;
use stop::Stop;

pub use args::TrainingArgs;
pub use save::{LegacyFile, Target};

/// The rows of a training.
pub struct Rows {
    pub train: TrainRows,
    /// What is validated after each epoch, besides `--validation-split`.
    pub validation: Option<Validation>,
}

/// The rows that a model learns from.
pub enum TrainRows {
    /// In memory.
    Arrays(Samples),
    /// Read while the model trains.
    Dataset(Dataset),
}

/// A training.
pub struct Training<'a> {
    pub args: &'a TrainingArgs,
    pub run: &'a Run,
    /// The rows of a batch and the epochs, unless the flags say others.
    pub defaults: [u32; 2],
    pub legacy: LegacyFile,
    pub device: &'a TpuArgs,
    /// The seconds to wait for a lost connection to a worker.
    pub reconnect: Option<u32>,
    /// The processes that train together.
    pub processes: usize,
    /// The number of this process among them, from 0.
    pub rank: usize,
    pub verbose: Verbose,
}

/// What a training was.
pub struct Trained {
    pub history: History,
    /// Seconds of the whole training.
    pub seconds: f64,
    /// Seconds of tracing and compiling, part of `seconds`.
    pub compile_seconds: f64,
    pub rows_per_second: f64,
}

impl Training<'_> {
    /// Checks that the files can be written, before anything long begins.
    pub fn check(&self) -> Result<(), Failure> {
        self.target().check()?;
        for path in [&self.args.history, &self.args.plot].into_iter().flatten() {
            utils::check_writable(path)?;
        }
        if self.checkpoints()?.is_some() && self.processes > 1 {
            return Err(Failure::usage("--checkpoint and --resume are for one process")
                .hint("several processes save the weights of --save after every epoch"));
        }
        Ok(())
    }

    /// Trains, and saves the model. After a signal, a failure or a lost device, what was trained is saved,
    /// too.
    ///
    /// # Errors
    /// Those of the training or of a file; and that the training was interrupted.
    pub fn run(&self, model: &mut DeviceModel, rows: &Rows) -> Result<Trained, Failure> {
        let checkpoint = match self.checkpoints()? {
            Some(folder) => Some(Checkpoint::open(&folder, self.args.resume, &self.run.text)?),
            None => None,
        };
        let mut history = checkpoint.as_ref().map(|checkpoint| checkpoint.history().clone()).unwrap_or_default();
        if let (true, Some(checkpoint)) = (self.args.resume, &checkpoint) {
            let folder = checkpoint.folder().display();
            self.say(match history.epochs().len() {
                0 => format!("There is no checkpoint in {folder}: the training begins."),
                done => format!("Going on after epoch {done}, from the checkpoint in {folder}."),
            });
        }
        let stop = Stop::at_signals();
        let start = Instant::now();
        let reconnect = Reconnect { device: self.device, seconds: self.reconnect };
        let fitted = reconnect.fit(model, &mut history, |model, epoch| {
            let fit = Fit { initial_epoch: epoch, ..self.settings(rows, checkpoint.as_ref(), stop.flag()) };
            match &rows.train {
                TrainRows::Arrays(samples) => model.fit(&samples.x, &samples.y, fit),
                TrainRows::Dataset(dataset) => model.fit_dataset(dataset, fit),
            }
        });
        let seconds = start.elapsed().as_secs_f64();
        if let Err(error) = fitted {
            let failure = self.target().save_last_good(model, !history.epochs().is_empty(), &error);
            return Err(match checkpoint.as_ref().and_then(Checkpoint::saved) {
                Some(said) => failure.also(said),
                None => failure,
            });
        }
        if let Some(signal) = stop.signal() {
            return Err(self.interrupted(signal, model, seconds, checkpoint.is_some()));
        }
        self.finish(model, checkpoint.as_ref())?;
        let report = model.report();
        Ok(Trained {
            history,
            seconds,
            compile_seconds: report.map_or(0.0, |r| r.compile_seconds),
            rows_per_second: report.map_or(0.0, |r| r.rows_per_second()),
        })
    }

    /// Writes the history with these results, and the plot.
    pub fn write(&self, trained: &Trained, results: &[(&str, f64)], title: &str) -> Result<(), Failure> {
        if let Some(path) = &self.args.history {
            outputs::write_history(path, &trained.history, results)?;
            self.say(format!("History: {}", path.display()));
        }
        if let Some(path) = &self.args.plot {
            outputs::write_plot(path, title, &trained.history)?;
            self.say(format!("Plot: {}", path.display()));
        }
        Ok(())
    }

    /// Prints a line, unless the training is silent.
    pub fn say(&self, text: String) {
        if self.verbose != Verbose::Silent {
            // A closed standard output does not end a training.
            let _ = print::line(text);
        }
    }

    /// True if the file of `--save` has the whole model.
    pub fn saves_model(&self) -> bool {
        self.args.save.as_ref().is_some_and(|path| self.target().has_model(path))
    }

    fn target(&self) -> Target<'_> {
        Target { path: self.args.save.as_deref(), legacy: self.legacy }
    }

    /// The folder of checkpoints, if there are to be some.
    fn checkpoints(&self) -> Result<Option<PathBuf>, Failure> {
        match (&self.args.checkpoint, self.args.resume, &self.args.save) {
            (Some(folder), _, _) => Ok(Some(folder.clone())),
            (None, false, _) => Ok(None),
            (None, true, Some(path)) => Ok(Some(save::beside(path, "checkpoint"))),
            (None, true, None) => {
                Err(Failure::usage("--resume needs a place for checkpoints").hint("--save FILE or --checkpoint FOLDER"))
            }
        }
    }

    fn settings<'b>(&self, rows: &Rows, checkpoint: Option<&Checkpoint>, stop: &StopFlag) -> Fit<'b> {
        let split = match (&rows.train, &rows.validation) {
            (TrainRows::Arrays(_), None) => self.args.validation_split,
            _ => 0.0,
        };
        let mut callbacks = CallbackList::new();
        let early = self.args.early_stopping(split > 0.0 || rows.validation.is_some(), self.verbose);
        match (checkpoint, early) {
            (Some(checkpoint), early) => checkpoint.add_to(&mut callbacks, early),
            (None, Some(early)) => callbacks.push(early),
            (None, None) => {}
        }
        // With several processes, of which each may be lost, the weights are saved after every epoch.
        if let Some(path) = self.args.save.as_ref().filter(|_| self.processes > 1) {
            callbacks.push(ModelCheckpoint::new(path.to_string_lossy()).save_weights_only(!self.saves_model()));
        }
        if let Some(folder) = self.args.tensorboard.as_ref().filter(|_| self.rank == 0) {
            callbacks.push(TensorBoard::new(folder));
        }
        Fit {
            validation_split: split,
            validation_data: rows.validation.clone(),
            verbose: self.verbose,
            callbacks,
            stop: stop.clone(),
            ..self.args.fit(self.defaults)
        }
    }

    fn interrupted(&self, signal: Signal, model: &DeviceModel, seconds: f64, has_checkpoint: bool) -> Failure {
        let path = self.target().or_interrupted();
        if let Err(failure) = self.target().save(model, path) {
            return failure;
        }
        let file = path.display();
        let message = format!("stopped by {signal} after {seconds:.0} s; the current weights are in {file}");
        let hint = match has_checkpoint {
            true => "to go on after the last whole epoch: the same command with --resume".to_owned(),
            false => format!("to start from these weights: labora train --weights {file}"),
        };
        Failure::interrupted(signal, message).hint(hint)
    }

    /// Saves the model and the run file beside it; then the checkpoint is not needed any more.
    fn finish(&self, model: &DeviceModel, checkpoint: Option<&Checkpoint>) -> Result<(), Failure> {
        if let Some(path) = &self.args.save {
            self.target().save(model, path)?;
            let what = if self.saves_model() { "Model" } else { "Weights" };
            self.say(format!("{what}: {}", path.display()));
            if self.run.is_from_file && model.device().is_first_process() {
                let run = save::beside(path, "run.toml");
                utils::write_atomically(&run, self.run.text.as_bytes())?;
                self.say(format!("Run file: {}", run.display()));
            }
        }
        checkpoint.map_or(Ok(()), Checkpoint::delete)
    }
}
