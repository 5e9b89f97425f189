//! The rows of `labora fit`: arrays in memory, or a data set that is read while the model trains.

use std::path::Path;

use clap::{Args, ValueEnum};
use datasets::csv_file::{ColumnType, Csv};
use datasets::directory::{ColorMode, Directory, Images, LabelMode, Subset, image_dataset_from_directory};
use datasets::npy_file;
use datasets::parquet_file::Parquet;
use keras::Model;
use keras::data::{Dataset, Items};

use super::failure::Failure;
use super::model_file::{self, SamplesArgs, TARGET};
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
    /// Form of the labels of a folder of images.
    #[arg(long, default_value = "int", value_name = "FORM")]
    labels: LabelForm,
}

/// The form of labels, by Keras's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LabelForm {
    /// Class numbers.
    Int,
    /// One-hot vectors.
    Categorical,
    /// 0 and 1.
    Binary,
}

/// The settings of the training that concern its rows.
pub struct Order {
    pub batch_size: usize,
    pub shuffle: bool,
    pub seed: u64,
    pub validation_split: f64,
}

/// Opens the rows of a model.
pub fn open(model: &Model, samples: &SamplesArgs, stream: &StreamArgs, order: &Order) -> Result<Rows, Failure> {
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
        [file] if stream.stream && (ends_in(file, "csv") || ends_in(file, "parquet")) => {
            Ok(only(open_table(model, file, samples, stream, order)?))
        }
        files if stream.stream && !files.is_empty() && files.iter().all(|file| ends_in(file, "npy")) => {
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
        _ => Ok(Rows { train: TrainRows::Arrays(samples.read(model)?), validation: None }),
    }
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// The columns as the inputs of the model by their names, or all columns as its one input.
fn open_table(
    model: &Model,
    file: &Path,
    samples: &SamplesArgs,
    stream: &StreamArgs,
    order: &Order,
) -> Result<Dataset, Failure> {
    let targets =
        if samples.target.is_empty() { vec![TARGET] } else { samples.target.iter().map(String::as_str).collect() };
    let dataset = if ends_in(file, "csv") {
        let csv = Csv::new(file).batch_size(order.batch_size);
        let csv = targets.into_iter().fold(csv, |csv, target| csv.target([target]));
        let inputs = named_inputs(model, &csv.names().map_err(Failure::new)?);
        inputs.iter().fold(csv, |csv, input| csv.input([*input], ColumnType::Float)).open()
    } else {
        let parquet = Parquet::new(file).batch_size(order.batch_size).fill_nulls(samples.fill_nulls);
        let parquet = targets.into_iter().fold(parquet, |parquet, target| parquet.target([target]));
        let inputs = named_inputs(model, &parquet.names().map_err(Failure::new)?);
        inputs.iter().fold(parquet, |parquet, input| parquet.input([*input], ColumnType::Float)).open()
    };
    let dataset = dataset.map_err(Failure::new)?;
    Ok(if order.shuffle { dataset.shuffle(stream.window, order.seed) } else { dataset })
}

/// The names of the model's inputs if all of them are columns; otherwise none.
fn named_inputs<'a>(model: &'a Model, columns: &[String]) -> Vec<&'a str> {
    let inputs: Vec<&str> = model.inputs().iter().map(|input| input.layer().name()).collect();
    let are_columns = inputs.iter().all(|input| columns.iter().any(|name| name == input));
    if are_columns { inputs } else { Vec::new() }
}

/// The images of a folder with a folder for each class, in the size of the model's input.
fn open_folder(model: &Model, folder: &Path, stream: &StreamArgs, order: &Order) -> Result<Rows, Failure> {
    let shape = model_file::image_shape(model);
    let color_modes = [(1, ColorMode::Grayscale), (3, ColorMode::Rgb), (4, ColorMode::Rgba)];
    let found = shape.and_then(|[height, width, channels]| {
        Some((height, width, color_modes.into_iter().find(|(count, _)| *count == channels)?.1))
    });
    let Some((height, width, color_mode)) = found else {
        let name = model.name();
        return Err(Failure::new(format!(
            "model '{name}' does not take one image of height, width and 1, 3 or 4 channels"
        )));
    };
    let label_mode = match stream.labels {
        LabelForm::Int => LabelMode::Int,
        LabelForm::Categorical => LabelMode::Categorical,
        LabelForm::Binary => LabelMode::Binary,
    };
    let settings = Images { image_size: [height, width], color_mode, ..Images::default() };
    let part = |subset: Option<Subset>| {
        let directory = Directory {
            label_mode,
            subset,
            batch_size: order.batch_size,
            shuffle: order.shuffle,
            seed: Some(order.seed as u32),
            validation_split: order.validation_split,
            ..Directory::default()
        };
        image_dataset_from_directory(folder, &directory, settings)
    };
    if order.validation_split == 0.0 {
        return Ok(Rows { train: TrainRows::Dataset(part(None)?.dataset), validation: None });
    }
    let validation = Some(part(Some(Subset::Validation))?.dataset.into());
    Ok(Rows { train: TrainRows::Dataset(part(Some(Subset::Training))?.dataset), validation })
}
