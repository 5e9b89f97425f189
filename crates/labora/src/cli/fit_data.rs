//! The rows of `labora fit`: arrays in memory, or a data set that is read while the model trains.

use std::path::Path;

use clap::Args;
use datasets::csv_file::{ColumnType, Csv};
use datasets::directory::{Directory, Subset};
use datasets::npy_file;
use keras::Model;
use keras::data::{Dataset, Items};

use super::failure::Failure;
use super::images::{ImageArgs, LabelArgs};
use super::samples::{Part, Read, SamplesArgs};
use super::tables::{self, Columns, TARGET, ends_in, is_parquet, is_table};
use super::training::{Rows, TrainRows};

/// How rows are read that are not loaded as a whole.
#[derive(Args, Debug)]
pub struct StreamArgs {
    /// Read the rows of .csv, .parquet and .npy files while the model trains, instead of loading them.
    #[arg(long)]
    stream: bool,
    /// Rows of a window from which a streamed .csv or .parquet file is shuffled.
    #[arg(long, default_value_t = 10_000, value_name = "ROWS")]
    window: usize,
    #[command(flatten)]
    labels: LabelArgs,
    #[command(flatten)]
    images: ImageArgs,
}

/// The settings of the training that concern its rows.
pub struct Order {
    pub batch_size: usize,
    pub shuffle: bool,
    pub seed: u64,
    pub validation_split: f64,
}

/// Opens the rows of a model, which takes notes of what they are.
pub fn open(model: &mut Model, samples: &SamplesArgs, stream: &StreamArgs, order: &Order) -> Result<Rows, Failure> {
    let only = |train| Rows { train: TrainRows::Dataset(train), validation: None };
    if stream.stream && model.prepares() {
        let name = model.name();
        return Err(Failure::usage(format!(
            "--stream: model '{name}' prepares its inputs on the host, as StringLookup does"
        ))
        .hint("without --stream the rows are loaded and prepared"));
    }
    match &samples.input[..] {
        [folder] if folder.is_dir() => open_folder(model, folder, stream, order),
        [file] if stream.stream && is_table(file) => Ok(only(open_table(model, file, samples, stream, order)?)),
        files if stream.stream && !files.is_empty() && files.iter().all(|file| ends_in(file, &["npy"])) => {
            let targets: Vec<&Path> = samples.target.iter().map(Path::new).collect();
            if targets.is_empty() || !targets.iter().all(|path| path.exists()) {
                return Err(Failure::usage("--target FILE.npy with the targets is missing"));
            }
            let items =
                Items { batch_size: order.batch_size, shuffle: order.shuffle.then_some(order.seed), threads: 0 };
            Ok(only(npy_file::dataset(files, &targets, items).map_err(Failure::new)?))
        }
        _ if stream.stream => {
            Err(Failure::usage("--stream reads one .csv or .parquet file, or .npy files with --target FILE.npy"))
        }
        _ => {
            let Read { samples, columns, other } = samples.read(model, Part::Train)?;
            columns.iter().for_each(|columns| tables::keep_columns(model, columns));
            let validation = other.filter(|_| order.validation_split == 0.0).map(Into::into);
            Ok(Rows { train: TrainRows::Arrays(samples), validation })
        }
    }
}

/// The columns of a table that the model takes, as they are read in memory.
fn open_table(
    model: &mut Model,
    file: &Path,
    samples: &SamplesArgs,
    stream: &StreamArgs,
    order: &Order,
) -> Result<Dataset, Failure> {
    let (files, names) = ([file.to_owned()], samples.table.names(file)?);
    let given = if samples.target.is_empty() { vec![TARGET.to_owned()] } else { samples.target.clone() };
    if let Some(missing) = given.iter().find(|target| !names.contains(target)) {
        return Err(Failure::usage(format!(
            "--target {missing}: {} has no such column, but {names:?}",
            file.display()
        )));
    }
    let columns = samples.table.select(model, &files, &names, &given)?;
    tables::keep_columns(model, &columns);
    let Columns { inputs, targets } = columns;
    let dataset = if is_parquet(file) {
        let parquet = samples.table.parquet(file).batch_size(order.batch_size);
        let parquet = targets.into_iter().fold(parquet, |parquet, target| parquet.target([target]));
        inputs.into_iter().fold(parquet, |parquet, input| parquet.input(input, ColumnType::Float)).open()
    } else {
        let csv = Csv::new(file).format(samples.table.format()).batch_size(order.batch_size);
        let csv = targets.into_iter().fold(csv, |csv, target| csv.target([target]));
        inputs.into_iter().fold(csv, |csv, input| csv.input(input, ColumnType::Float)).open()
    };
    let dataset = dataset.map_err(Failure::new)?;
    Ok(if order.shuffle { dataset.shuffle(stream.window, order.seed) } else { dataset })
}

/// The images of a folder with a folder for each class, in the size of the model's input.
fn open_folder(model: &mut Model, folder: &Path, stream: &StreamArgs, order: &Order) -> Result<Rows, Failure> {
    let part = |model: &Model, subset: Option<Subset>| {
        let directory = Directory {
            subset,
            batch_size: order.batch_size,
            shuffle: order.shuffle,
            seed: Some(order.seed as u32),
            validation_split: order.validation_split,
            ..Directory::default()
        };
        stream.images.open_classes(model, folder, &stream.labels, directory)
    };
    let is_split = order.validation_split > 0.0;
    let train = part(model, is_split.then_some(Subset::Training))?;
    let validation = is_split.then(|| part(model, Some(Subset::Validation))).transpose()?;
    stream.images.keep(model, &train.class_names);
    Ok(Rows { train: TrainRows::Dataset(train.dataset), validation: validation.map(|files| files.dataset.into()) })
}
