//! `labora fit`: trains the model of a file.

use std::path::PathBuf;

use clap::{Args, value_parser};
use keras::callbacks::{CallbackList, EarlyStopping};
use keras::{Fit, utils};

use super::device::TpuArgs;
use super::failure::Failure;
use super::fit_data::{self, FitData, Rows, StreamArgs};
use super::model_file::{self, SamplesArgs};
use super::print;
use super::verbosity::{Verbosity, verbose};

/// Train the model of a file with the loss, the metrics and the optimizer that it was compiled with.
///
/// The optimizer goes on from its state in the file. The input may also be a folder with a folder of images
/// for each class, whose images get the size of the model's input.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora fit model.keras --input x.npy --target y.npy --epochs 5 --save trained.keras
  labora fit model.keras --input train.npz --device cpu --save trained.keras     arrays x and y
  labora fit model.h5 --input homes.csv --target price --save trained.h5
  labora fit model.keras --input rows.csv --target price --stream --save trained.keras
  labora fit model.keras --input flowers --validation-split 0.2 --save trained.keras")]
pub struct FitArgs {
    /// A whole model that is compiled: .keras, or legacy .h5.
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    samples: SamplesArgs,
    #[command(flatten)]
    stream: StreamArgs,
    #[command(flatten)]
    device: TpuArgs,
    /// Rows in a batch, over all cores.
    #[arg(long, default_value_t = 32, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    batch_size: u32,
    /// Passes over the rows.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    epochs: u32,
    /// Part of the rows, from the end, that is for validation: 0 to 1.
    #[arg(long, default_value_t = 0.0, value_name = "PART")]
    validation_split: f64,
    /// Stop after so many epochs without a better loss, that of the validation if there is one, and keep the
    /// best weights.
    #[arg(long, value_name = "EPOCHS")]
    early_stopping: Option<u32>,
    /// Keep the order of the rows.
    #[arg(long)]
    no_shuffle: bool,
    /// Seed of shuffling and dropout.
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// Output: 0 nothing, 1 a progress bar, 2 a line per epoch [default: 1 in a terminal, else 2].
    #[arg(help_heading = "Output options", long, value_name = "0|1|2", hide_possible_values = true)]
    verbose: Option<Verbosity>,
    /// Write the trained model: FILE.keras, FILE.h5, or FILE.weights.h5 for the weights.
    #[arg(help_heading = "Output options", long, value_name = "FILE")]
    save: PathBuf,
}

pub fn run(args: &FitArgs) -> Result<(), Failure> {
    model_file::check_name(&args.save)?;
    utils::check_writable(&args.save)?;
    let model = model_file::open_compiled(&args.model)?;
    let rows = Rows {
        batch_size: args.batch_size as usize,
        shuffle: !args.no_shuffle,
        seed: args.seed,
        validation_split: args.validation_split,
    };
    let data = fit_data::open(&model, &args.samples, &args.stream, &rows)?;
    let device = args.device.open()?;
    let mut on_device =
        model.to_device(&if args.verbose == Some(Verbosity::Silent) { device.quiet() } else { device })?;
    let mut callbacks = CallbackList::new();
    if let Some(patience) = args.early_stopping {
        let monitor = if args.validation_split > 0.0 { "val_loss" } else { "loss" };
        callbacks.push(EarlyStopping::new(monitor).patience(patience as usize).restore_best_weights(true));
    }
    let settings = Fit {
        batch_size: rows.batch_size,
        epochs: args.epochs as usize,
        validation_split: rows.validation_split,
        shuffle: rows.shuffle,
        seed: rows.seed,
        verbose: verbose(args.verbose),
        callbacks,
        ..Fit::default()
    };
    match data {
        FitData::Arrays(samples) => on_device.fit(samples.x, samples.y, settings)?,
        FitData::Dataset { train, validation: None } => on_device.fit_dataset(&train, settings)?,
        FitData::Dataset { train, validation: Some(validation) } => {
            on_device.fit_dataset(&train, Fit { validation_split: 0.0, ..settings }.validation(validation))?
        }
    };
    model_file::save(on_device.model(), &args.save)?;
    if args.verbose == Some(Verbosity::Silent) {
        return Ok(());
    }
    print::line(format!("Model: {}", args.save.display()))
}
