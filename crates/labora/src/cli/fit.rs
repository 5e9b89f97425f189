//! `labora fit`: trains the model of a file.

use std::path::PathBuf;

use clap::Args;
use keras::Verbose;

use super::compile_args::CompileArgs;
use super::device::TpuArgs;
use super::failure::Failure;
use super::fit_data::{self, Order, StreamArgs};
use super::model_file;
use super::print;
use super::run_file::Run;
use super::samples::SamplesArgs;
use super::training::{LegacyFile, Training, TrainingArgs};

/// Batch size and epochs, Keras's defaults.
const BATCH_AND_EPOCHS: [u32; 2] = [32, 1];

/// Train the model of a file with the loss, the metrics and the optimizer that it was compiled with.
///
/// The optimizer goes on from its state in the file. The input may also be a folder with a folder of images
/// for each class, whose images get the size of the model's input. The file of --save has the names of the
/// columns and classes, by which evaluate and predict find them.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora fit model.keras --input x.npy --target y.npy --epochs 5 --save trained.keras
  labora fit model.keras --input train.npz --device cpu --save trained.keras     arrays x and y
  labora fit model.h5 --input homes.csv --target price --save trained.h5
  labora fit new.keras --loss mse --metrics mae --input homes.csv --target price --save trained.keras
  labora fit model.keras --input rows.csv --target price --stream --save trained.keras
  labora fit model.keras --input homes.parquet --target price --fill-nulls 0 --save trained.keras
  labora fit model.keras --input flowers --validation-split 0.2 --save trained.keras
  labora fit run.toml                                                            a file of flags")]
pub struct FitArgs {
    /// A whole model: .keras, or legacy .h5; compiled, or with --loss.
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    samples: SamplesArgs,
    #[command(flatten)]
    compile: CompileArgs,
    #[command(flatten)]
    stream: StreamArgs,
    #[command(flatten)]
    device: TpuArgs,
    #[command(flatten)]
    training: TrainingArgs,
}

pub fn run(args: &FitArgs, run: &Run) -> Result<(), Failure> {
    if args.training.print_run {
        return print::line(run.text.trim_end());
    }
    if args.training.save.is_none() {
        return Err(Failure::usage("--save FILE, for the trained model, is missing"));
    }
    let training = Training {
        args: &args.training,
        run,
        defaults: BATCH_AND_EPOCHS,
        legacy: LegacyFile::Model,
        device: &args.device,
        reconnect: None,
        processes: 1,
        rank: 0,
        verbose: args.training.verbose(),
    };
    training.check()?;
    let mut model = model_file::open(&args.model)?;
    args.compile.apply(&mut model, args.training.optimizer())?;
    args.training.set_optimizer(&mut model)?;
    let mut model = args.training.augmented(model)?;
    let order = Order {
        batch_size: args.training.batch_size(BATCH_AND_EPOCHS[0]),
        shuffle: args.training.shuffle(),
        seed: args.training.seed,
        validation_split: args.training.validation_split,
    };
    let rows = fit_data::open(&mut model, &args.samples, &args.stream, &order)?;
    let device = args.device.open()?;
    let device = if training.verbose == Verbose::Silent { device.quiet() } else { device };
    let mut on_device = model.to_device(&device)?;
    let trained = training.run(&mut on_device, &rows)?;
    let results = [
        ("seconds", trained.seconds),
        ("compile_seconds", trained.compile_seconds),
        ("rows_per_s", trained.rows_per_second),
    ];
    let title = format!("{} on {}", on_device.model().name(), args.device.name());
    training.write(&trained, &results, &title)
}
