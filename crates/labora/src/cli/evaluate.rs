//! `labora evaluate`: loss and accuracy of saved weights on the test images, or of a model file.

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use datasets::directory::Directory;
use keras::optimizers::Adam;
use keras::{Arrays, Infer, Samples, Verbose};
use serde_json::{Map, Value, json};

use super::compile_args::CompileArgs;
use super::dataset::{DatasetArgs, DatasetInfo};
use super::device::TpuArgs;
use super::errors::ErrorsArgs;
use super::failure::Failure;
use super::flags::{DTypeArgs, OutputArgs};
use super::images::{self, ImageArgs, LabelArgs};
use super::model_file;
use super::print;
use super::samples::{Part, SamplesArgs};
use super::verbosity::verbose;
use super::workloads::{article_loss, article_network_for};

/// Images of a batch of a network's test. Its loss and accuracy do not depend on them.
const TEST_BATCH: usize = 1024;

/// Measure loss and accuracy of saved weights on the test images, or loss and metrics of a model file.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora evaluate --weights w.weights.h5 --data cifar-10-batches-bin
  labora evaluate --weights w.weights.h5 shapes --device cpu --json
  labora evaluate --model model.keras --input x.npy --target y.npy
  labora evaluate --model model.keras --input flowers --confusion confusion.txt
  labora evaluate --weights w.weights.h5 shapes --confusion confusion.svg --errors errors.png")]
pub struct EvaluateArgs {
    #[command(flatten)]
    data: DatasetArgs,
    /// The weights to measure: a Keras 3 .weights.h5 or a legacy .h5 file.
    #[arg(long, value_name = "FILE", required_unless_present = "model_file")]
    weights: Option<PathBuf>,
    /// A whole model, .keras or legacy .h5, compiled or with --loss, in place of weights and a data set.
    #[arg(long = "model", value_name = "FILE", requires = "input")]
    #[arg(conflicts_with_all = ["weights", "dataset", "data"])]
    model_file: Option<PathBuf>,
    #[command(flatten)]
    samples: SamplesArgs,
    #[command(flatten)]
    compile: CompileArgs,
    #[command(flatten)]
    labels: LabelArgs,
    #[command(flatten)]
    images: ImageArgs,
    #[command(flatten)]
    device: TpuArgs,
    /// Rows in a batch, over all cores, on which a masked loss depends [default: 32; with --weights
    /// 1024].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    batch_size: Option<u32>,
    #[command(flatten)]
    dtype: DTypeArgs,
    #[command(flatten)]
    errors: ErrorsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &EvaluateArgs) -> Result<(), Failure> {
    if let Some(path) = &args.model_file {
        return evaluate_file(args, path);
    }
    if !args.samples.input.is_empty() || !args.samples.target.is_empty() {
        return Err(Failure::usage("--input and --target are for the model of a file: give --model FILE"));
    }
    let weights = args.weights.as_deref().ok_or_else(|| Failure::usage("give --weights or --model"))?;
    args.errors.check()?;
    let device = args.device.open()?;
    let data = args.data.load()?;
    let mut model = article_network_for(&DatasetInfo::of(&data), args.dtype.policy)?;
    model.load_weights(weights)?;
    // Evaluation needs a loss and metrics, and no optimizer; `compile` requires one.
    model.compile(article_loss(Adam::new().into()))?;
    let json = args.output.json;
    let mut on_device = model.to_device(&if json { device.quiet() } else { device })?;
    let verbose = if json { Verbose::Silent } else { verbose(None) };
    let batch_size = args.batch_size.map_or(TEST_BATCH, |rows| rows as usize);
    let settings = Infer { batch_size, verbose, ..Infer::default() };
    let logs = on_device.evaluate(&data.test, &data.test.labels, settings)?;
    let [loss, accuracy] = [logs.get("loss"), logs.get("sparse_categorical_accuracy")].map(|v| v.unwrap_or(f64::NAN));
    if !loss.is_finite() {
        let file = weights.display();
        return Err(Failure::new(format!(
            "the loss is not finite: the weights in {file} are unusable with these images"
        )));
    }
    let images = data.test.len();
    if json {
        print::line(json!({ "loss": loss, "accuracy": accuracy, "images": images }))?;
    } else {
        print::line(format!("Test loss {loss:.4}, test accuracy {:.2}% of {images} images", accuracy * 100.0))?;
    }
    let names: Vec<String> = data.class_names.iter().map(|name| (*name).to_owned()).collect();
    let (x, y) = ((&data.test).into(), (&data.test.labels).into());
    args.errors.write(&mut on_device, &Samples { x, y, weights: Arrays::default() }, names, batch_size, json)
}

/// Measures what the model of a file was compiled with.
fn evaluate_file(args: &EvaluateArgs, path: &Path) -> Result<(), Failure> {
    let mut model = model_file::open(path)?;
    args.compile.apply(&mut model, Adam::new().into())?;
    args.errors.check()?;
    let of_states = model.stateful_rows();
    let batch_size = args.batch_size.map(|rows| rows as usize).or(of_states).unwrap_or(Infer::default().batch_size);
    let folder = match &args.samples.input[..] {
        [folder] if folder.is_dir() => {
            let directory = Directory { shuffle: false, batch_size, ..Directory::default() };
            Some(args.images.open_classes(&model, folder, &args.labels, directory)?)
        }
        _ => None,
    };
    let names = folder.as_ref().map(|folder| folder.class_names.clone());
    let names = names.or_else(|| images::kept_class_names(&model)).unwrap_or_default();
    // A folder is read while the model works, unless its images are needed again.
    let samples = match &folder {
        None => Some(args.samples.read(&model, Part::Test)?.samples),
        Some(folder) if args.errors.are_wanted() => Some(images::all_rows(folder)?),
        Some(_) => None,
    };
    let device = args.device.open()?;
    let json = args.output.json;
    let mut on_device = model.to_device(&if json { device.quiet() } else { device })?;
    let verbose = if json { Verbose::Silent } else { verbose(None) };
    let settings = Infer { batch_size, verbose, ..Infer::default() };
    let (rows, logs) = match (&samples, folder) {
        (Some(samples), _) => (samples.rows(), on_device.evaluate(&samples.x, &samples.y, settings)?),
        (None, Some(folder)) => (folder.files.len(), on_device.evaluate_dataset(&folder.dataset, settings)?),
        (None, None) => return Err(Failure::usage("the rows are missing: give --input FILE")),
    };
    if json {
        let mut line: Map<String, Value> = logs.iter().map(|(name, value)| (name.to_string(), json!(value))).collect();
        line.insert("rows".into(), json!(rows));
        print::line(Value::Object(line))?;
    } else {
        let values: Vec<String> = logs.iter().map(|(name, value)| format!("{name} {value:.4}")).collect();
        print::line(format!("{} of {rows} rows", values.join(", ")))?;
    }
    match samples {
        Some(samples) => args.errors.write(&mut on_device, &samples, names, batch_size, json),
        None => Ok(()),
    }
}
