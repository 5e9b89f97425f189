//! Saves the model, or its weights, during a training.

use std::path::{Path, PathBuf};

use super::batch_count::BatchCount;
use super::callback::Callback;
use super::context::TrainContext;
use super::early_stopping::warn_of_missing;
use super::logs::Logs;
use super::monitor::{Mode, Monitor};
use super::setters::setters;
use crate::error::{Error, Result};
use crate::saving::{Format, ModelFormat};
use crate::utils::check_writable;

/// Saves the model after each epoch or a number of batches, always or only if a value has improved.
///
/// The file's name says what is saved: the whole model with the state of its optimizer to `.keras` or legacy
/// `.h5`, the weights to `.weights.h5` or `.safetensors`. It may contain `{epoch}` (from 1), `{batch}` and
/// the names of logged values, with an optional format: `{epoch:02d}`, `{val_loss:.2f}`.
///
/// [`load_model`](crate::models::load_model) reads a whole model, whose training goes on where it was saved;
/// [`Model::load_weights`](crate::Model::load_weights) reads the weights of any of these files.
///
/// ```
/// use keras::callbacks::ModelCheckpoint;
/// let best = ModelCheckpoint::new("best.weights.h5").monitor("val_accuracy").save_best_only(true);
/// let all = ModelCheckpoint::new("epoch{epoch:02d}-{val_loss:.3f}.keras");
/// ```
#[derive(Clone, Debug)]
pub struct ModelCheckpoint {
    filepath: String,
    monitor: Monitor,
    save_best_only: bool,
    save_weights_only: Option<bool>,
    save_freq: Option<usize>,
    initial_value_threshold: Option<f64>,
    verbose: bool,
    best: Option<f64>,
    epoch: usize,
    batches: BatchCount,
}

impl ModelCheckpoint {
    /// Saves to that file after each epoch.
    pub fn new(filepath: impl Into<String>) -> Self {
        Self {
            filepath: filepath.into(),
            monitor: Monitor::new("val_loss"),
            save_best_only: false,
            save_weights_only: None,
            save_freq: None,
            initial_value_threshold: None,
            verbose: false,
            best: None,
            epoch: 0,
            batches: BatchCount::default(),
        }
    }

    /// Sets the monitored value of `save_best_only`. Default: `val_loss`.
    #[must_use]
    pub fn monitor(mut self, name: impl Into<String>) -> Self {
        self.monitor.name = name.into();
        self
    }

    /// Sets whether the files have the weights alone, which their name must allow: a legacy `.h5` has either.
    /// Default: by the name, a `.h5` has the whole model.
    #[must_use]
    pub fn save_weights_only(mut self, save_weights_only: bool) -> Self {
        self.save_weights_only = Some(save_weights_only);
        self
    }

    setters! {
        /// The direction of improvement. Default: derived from the name.
        mode(Mode) => monitor.mode;
        /// If true, saves only if the monitored value has improved. Default: false.
        save_best_only(bool) => save_best_only;
        /// The number of batches between checkpoints; `None` for the end of each epoch. Default: `None`.
        save_freq(Option<usize>) => save_freq;
        /// The value that the first checkpoint must beat. Default: none.
        initial_value_threshold(Option<f64>) => initial_value_threshold;
        /// If true, prints messages about its actions. Default: false.
        verbose(bool) => verbose;
    }

    /// The best value so far, if there is one.
    pub fn best(&self) -> Option<f64> {
        self.best.or(self.initial_value_threshold)
    }

    fn save(&mut self, ctx: &mut TrainContext<'_>, batch: Option<usize>, logs: &Logs) -> Result<()> {
        let path = self.path(batch, logs)?;
        if !self.should_save(ctx, logs, &path)? {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            create_folder(folder)?;
        }
        if path.is_dir() {
            return Err(Error::file("write", &path, "it is a folder; give ModelCheckpoint the name of a file"));
        }
        match self.content()? {
            Content::Weights => ctx.model.save_weights(&path)?,
            Content::Model => ctx.model.save(&path)?,
        }
        let say = self.verbose.then(|| format!("finished saving model to {}", path.display()));
        self.say(ctx, say)
    }

    /// What is saved, by the setting and the file's name.
    fn content(&self) -> Result<Content> {
        let path = Path::new(&self.filepath);
        let (weights, model) = (Format::of(path).is_ok(), ModelFormat::of(path).is_ok());
        let endings = match self.save_weights_only {
            Some(true) if weights => return Ok(Content::Weights),
            Some(false) | None if model => return Ok(Content::Model),
            None if weights => return Ok(Content::Weights),
            Some(true) => {
                "with `save_weights_only(true)`, it must end in `.weights.h5`, `.safetensors` or legacy `.h5`"
            }
            Some(false) => "with `save_weights_only(false)`, it must end in `.keras` or legacy `.h5`",
            None => "it must end in `.keras` (whole models), or in `.weights.h5` or `.safetensors` (weights)",
        };
        Err(Error::argument(format!("ModelCheckpoint: the name of the file is {:?}; {endings}", self.filepath)))
    }

    fn should_save(&mut self, ctx: &mut TrainContext<'_>, logs: &Logs, path: &Path) -> Result<bool> {
        let (name, path) = (&self.monitor.name, path.display());
        if !self.save_best_only {
            self.say(ctx, Some(format!("saving model to {path}")))?;
            return Ok(true);
        }
        let Some(current) = logs.get(name) else {
            warn_of_missing(ctx, "ModelCheckpoint", &self.monitor, logs)?;
            return Ok(true);
        };
        let best = self.best();
        let improved = self.monitor.is_improvement(ctx, "ModelCheckpoint", current, best)?;
        let from = best.map_or("None".to_owned(), |best| format!("{best:.5}"));
        let message = if improved {
            format!("{name} improved from {from} to {current:.5}, saving model to {path}")
        } else {
            format!("{name} did not improve from {from}")
        };
        self.say(ctx, Some(message))?;
        if improved {
            self.best = Some(current);
        }
        Ok(improved)
    }

    fn say(&self, ctx: &mut TrainContext<'_>, message: Option<String>) -> Result<()> {
        match message {
            Some(message) if self.verbose => ctx.print(&format!("\nEpoch {}: {message}", self.epoch + 1)),
            _ => Ok(()),
        }
    }

    fn path(&self, batch: Option<usize>, logs: &Logs) -> Result<PathBuf> {
        let value = |name: &str| match name {
            "epoch" => Some(self.epoch as f64 + 1.0),
            "batch" => batch.map(|batch| batch as f64 + 1.0),
            _ => logs.get(name),
        };
        substitute(&self.filepath, value).map(PathBuf::from)
    }
}

/// What a checkpoint has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Weights,
    Model,
}

impl Callback for ModelCheckpoint {
    fn on_train_begin(&mut self, _ctx: &mut TrainContext<'_>) -> Result<()> {
        self.content()?;
        let path = Path::new(&self.filepath);
        // A path that cannot be written to is an error now, not after the first epoch.
        let folder = path.parent().unwrap_or(Path::new(""));
        if folder.to_string_lossy().contains('{') {
            return Ok(());
        }
        create_folder(folder)?;
        check_writable(path)
    }

    fn on_epoch_begin(&mut self, _ctx: &mut TrainContext<'_>, epoch: usize) -> Result<()> {
        self.epoch = epoch;
        Ok(())
    }

    fn on_train_batch_end(&mut self, ctx: &mut TrainContext<'_>, batch: usize, logs: &Logs) -> Result<()> {
        let Some(freq) = self.save_freq else { return Ok(()) };
        self.batches.count(batch);
        if self.batches.since < freq {
            return Ok(());
        }
        self.batches.begin_anew();
        self.save(ctx, Some(batch), logs)
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        self.epoch = epoch;
        if self.save_freq.is_none() { self.save(ctx, None, logs) } else { Ok(()) }
    }
}

fn create_folder(folder: &Path) -> Result<()> {
    if folder.as_os_str().is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(folder).map_err(|e| Error::file("create the folder", folder, e))
}

/// Substitutes values into a pattern: `{name}`, `{name:02d}`, `{name:.2f}`, with `{{` and `}}` for braces.
fn substitute(pattern: &str, value: impl Fn(&str) -> Option<f64>) -> Result<String> {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        let doubled = rest[at..].starts_with("{{") || rest[at..].starts_with("}}");
        if doubled {
            text.push_str(&rest[at..=at]);
            rest = &rest[at + 2..];
            continue;
        }
        let inside = rest[at..].strip_prefix('{').and_then(|inside| inside.split_once('}'));
        let (field, after) =
            inside.ok_or_else(|| Error::argument(format!("ModelCheckpoint: {pattern:?} has an unmatched brace")))?;
        let (name, format) = field.split_once(':').unwrap_or((field, ""));
        let number = value(name)
            .ok_or_else(|| Error::argument(format!("ModelCheckpoint: there is no value {name:?} for {pattern:?}")))?;
        text.push_str(&formatted(number, format).ok_or_else(|| {
            Error::argument(format!(
                "ModelCheckpoint: the format {format:?} in {pattern:?} is not supported; use formats such as 02d and .2f"
            ))
        })?);
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

/// Formats a number as Python does: `d` and `0Nd` for integers, `.Nf` for decimals, empty for the shortest
/// form.
fn formatted(number: f64, format: &str) -> Option<String> {
    if format.is_empty() {
        return Some(number.to_string());
    }
    if let Some(width) = format.strip_suffix('d') {
        let zeros = width.starts_with('0');
        let width = if width.is_empty() { 0 } else { width.parse().ok().filter(|width| *width <= 64)? };
        return Some(if zeros { format!("{number:0width$.0}") } else { format!("{number:width$.0}") });
    }
    let digits = format.strip_suffix('f')?.strip_prefix('.')?.parse().ok().filter(|digits| *digits <= 32)?;
    Some(format!("{number:.digits$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_substituted_into_the_file_name() {
        let value = |name: &str| match name {
            "epoch" => Some(3.0),
            "val_loss" => Some(0.12345),
            _ => None,
        };
        assert_eq!(substitute("e{epoch:02d}-{val_loss:.2f}.h5", value).unwrap(), "e03-0.12.h5");
        assert_eq!(substitute("{{{epoch}}}-{val_loss}", value).unwrap(), "{3}-0.12345");
        for (pattern, part) in [("{mape}", "mape"), ("{epoch", "unmatched"), ("{epoch:x}", "\"x\""), ("}", "unmatched")]
        {
            assert!(substitute(pattern, value).unwrap_err().to_string().contains(part), "{pattern}");
        }
    }
}
