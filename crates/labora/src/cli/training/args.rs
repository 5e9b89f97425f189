//! The flags that `train` and `fit` share.

use std::path::PathBuf;

use clap::{Args, value_parser};
use keras::callbacks::EarlyStopping;
use keras::layers::Layer;
use keras::objects::Handle;
use keras::optimizers::{LearningRate, Optimizer};
use keras::{Fit, Model, Verbose};

use crate::cli::failure::Failure;
use crate::cli::object::{ObjectParser, learning_rate, object};
use crate::cli::verbosity::{Verbosity, verbose};

/// A training: how long, with what, and what is written.
#[derive(Args, Debug)]
pub struct TrainingArgs {
    /// Rows in a batch, over all cores [default: train: 1024, 128 on `shapes`; fit: 32].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    batch_size: Option<u32>,
    /// Passes over the rows [default: train: 50, 3 on `shapes`; fit: 1].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    epochs: Option<u32>,
    /// Optimizer of Keras, also with settings: 'SGD(momentum=0.9)' [default: that of the model's file, else
    /// adam].
    #[arg(long, value_name = "NAME", value_parser = ObjectParser::<dyn Optimizer>::new(), hide_possible_values = true)]
    optimizer: Option<Handle<dyn Optimizer>>,
    /// Learning rate: a number, or a schedule of Keras, as 'CosineDecay(initial_learning_rate=0.1,
    /// decay_steps=2000)' [default: the optimizer's].
    #[arg(long, value_name = "RATE", value_parser = learning_rate)]
    learning_rate: Option<LearningRate>,
    /// Layers of Keras before the model's first one: RandomFlip, 'RandomTranslation(height_factor=0.1,
    /// width_factor=0.1)'. They become part of the model.
    #[arg(long, value_name = "LAYER", num_args = 1.., value_parser = object::<dyn Layer>)]
    augment: Vec<Handle<dyn Layer>>,
    /// Part of the rows, from the end, that is for validation: 0 to 1.
    #[arg(long, default_value_t = 0.0, value_name = "PART", value_parser = part)]
    pub validation_split: f64,
    /// Weights of classes in the loss, as 0=1,1=2.5; a class without one has weight 1.
    #[arg(long, value_name = "CLASS=WEIGHT", value_delimiter = ',', value_parser = class_weight)]
    class_weight: Vec<(usize, f64)>,
    /// Stop after so many epochs without a better value of a metric, and keep the best weights [default: the
    /// loss, that of the validation if there is one; without a number: 0, as in Keras].
    #[arg(long, value_name = "METRIC,EPOCHS", num_args = 0..=1, default_missing_value = "0", value_parser = early_stop)]
    early_stopping: Option<EarlyStop>,
    /// Keep the order of the rows.
    #[arg(long)]
    no_shuffle: bool,
    /// Seed of initial weights, shuffling and dropout.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Save a checkpoint in this folder after every epoch, from which --resume goes on [default with
    /// --resume: beside the file of --save].
    #[arg(long, value_name = "FOLDER")]
    pub checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint of an interrupted training, if there is one, to the bits that it would have
    /// had; and save checkpoints.
    #[arg(long)]
    pub resume: bool,
    /// Output: 0 nothing, 1 a progress bar, 2 a line per epoch [default: 1 in a terminal, else 2].
    #[arg(help_heading = OUTPUT, long, value_name = "0|1|2", hide_possible_values = true)]
    verbose: Option<Verbosity>,
    /// Write the trained model: FILE.keras, or FILE.weights.h5 for its weights; FILE.h5 is a legacy file, of
    /// the weights from train, of the whole model from fit.
    #[arg(help_heading = OUTPUT, long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write Keras's History dictionary and the results as JSON.
    #[arg(help_heading = OUTPUT, long, value_name = "FILE.json")]
    pub history: Option<PathBuf>,
    /// Plot loss and accuracy over the epochs.
    #[arg(help_heading = OUTPUT, long, value_name = "FILE.png")]
    pub plot: Option<PathBuf>,
    /// Log the training for TensorBoard in this folder: tensorboard --logdir FOLDER.
    #[arg(help_heading = OUTPUT, long, value_name = "FOLDER")]
    pub tensorboard: Option<PathBuf>,
    /// Print these flags as a run file, and do nothing else.
    #[arg(help_heading = OUTPUT, long)]
    pub print_run: bool,
}

const OUTPUT: &str = "Output options";

/// When a training stops early.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EarlyStop {
    /// The value that is monitored; none for the loss.
    metric: Option<String>,
    /// The epochs without a better value.
    patience: usize,
}

impl TrainingArgs {
    /// How much is shown.
    pub fn verbose(&self) -> Verbose {
        verbose(self.verbose)
    }

    /// True if a file or folder of results is named, or an earlier training goes on.
    pub fn leaves_files(&self) -> bool {
        let files = [&self.save, &self.history, &self.plot, &self.tensorboard, &self.checkpoint];
        self.resume || files.into_iter().any(Option::is_some)
    }

    /// The number of rows of a batch.
    pub fn batch_size(&self, default: u32) -> usize {
        self.batch_size.unwrap_or(default) as usize
    }

    /// True if the rows are shuffled.
    pub fn shuffle(&self) -> bool {
        !self.no_shuffle
    }

    /// The settings of the training; the callbacks are added to them.
    pub fn fit<'a>(&self, [batch_size, epochs]: [u32; 2]) -> Fit<'a> {
        Fit {
            batch_size: self.batch_size(batch_size),
            epochs: self.epochs.unwrap_or(epochs) as usize,
            shuffle: self.shuffle(),
            seed: self.seed,
            class_weight: self.class_weight.iter().copied().collect(),
            ..Fit::default()
        }
    }

    /// The optimizer of a model that has none yet.
    pub fn optimizer(&self) -> Handle<dyn Optimizer> {
        let optimizer = self.optimizer.clone().unwrap_or_else(|| keras::optimizers::Adam::new().into());
        match &self.learning_rate {
            Some(rate) => optimizer.at_rate(rate.clone()),
            None => optimizer,
        }
    }

    /// Sets the optimizer and the learning rate of a compiled model to those of the flags, if they are given.
    pub fn set_optimizer(&self, model: &mut Model) -> Result<(), Failure> {
        match (&self.optimizer, &self.learning_rate) {
            (Some(_), _) => model.set_optimizer(self.optimizer())?,
            (None, Some(rate)) => model.set_learning_rate(rate.clone())?,
            (None, None) => {}
        }
        Ok(())
    }

    /// The model with the layers of `--augment` before its own.
    pub fn augmented(&self, model: Model) -> Result<Model, Failure> {
        if self.augment.is_empty() {
            return Ok(model);
        }
        model.with_preprocessing(self.augment.clone()).map_err(|e| Failure::new(e).about("--augment"))
    }

    /// The callback of `--early-stopping`.
    pub fn early_stopping(&self, has_validation: bool, verbose: Verbose) -> Option<EarlyStopping> {
        let EarlyStop { metric, patience } = self.early_stopping.as_ref()?;
        let loss = if has_validation { "val_loss" } else { "loss" };
        let monitor = metric.as_deref().unwrap_or(loss);
        let early = EarlyStopping::new(monitor).patience(*patience).restore_best_weights(true);
        Some(early.verbose(verbose != Verbose::Silent))
    }
}

/// Parses a part of the rows.
fn part(text: &str) -> Result<f64, String> {
    let part = text.parse().map_err(|_| format!("{text} is not a number"))?;
    if (0.0..1.0).contains(&part) { Ok(part) } else { Err("it is at least 0 and less than 1".into()) }
}

/// Parses the weight of a class.
fn class_weight(text: &str) -> Result<(usize, f64), String> {
    let parsed = text.split_once('=').and_then(|(class, weight)| Some((class.parse().ok()?, weight.parse().ok()?)));
    match parsed {
        Some((class, weight)) if (0.0..=f64::from(f32::MAX)).contains(&weight) => Ok((class, weight)),
        _ => Err("a class number and its weight are expected, as in 1=2.5".into()),
    }
}

/// Parses a metric and a number of epochs.
fn early_stop(text: &str) -> Result<EarlyStop, String> {
    let (metric, patience) = match text.rsplit_once(',') {
        Some((metric, patience)) => (Some(metric.trim().to_owned()), patience),
        None => (None, text),
    };
    let patience = patience.trim().parse();
    let patience = patience.map_err(|_| "a number of epochs is expected, or a metric with one, as in val_loss,3")?;
    Ok(EarlyStop { metric, patience })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_flags_are_parsed() {
        assert_eq!(early_stop("3"), Ok(EarlyStop { metric: None, patience: 3 }));
        assert_eq!(early_stop("val_accuracy, 5"), Ok(EarlyStop { metric: Some("val_accuracy".into()), patience: 5 }));
        assert!(early_stop("val_loss").is_err());
        assert_eq!(class_weight("2=0.5"), Ok((2, 0.5)));
        assert!(class_weight("2").is_err() && class_weight("a=1").is_err() && class_weight("1=-1").is_err());
        assert!(part("1").is_err() && part("0.25") == Ok(0.25));
    }
}
