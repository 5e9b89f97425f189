//! `labora predict`: classifies images with saved weights, or runs a model file.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use datasets::Dataset;
use keras::{Array, DTypePolicy, Infer};
use serde_json::json;

use super::dataset::{DatasetArgs, DatasetInfo};
use super::device::CpuArgs;
use super::failure::Failure;
use super::flags::OutputArgs;
use super::images::ImageArgs;
use super::predict_file::{self, Prediction};
use super::print;
use super::tables::TableArgs;
use super::workloads::article_network_for;
use crate::terminal::bars::bars;
use crate::terminal::image::{Image, show};

/// Images classified in one call.
const BATCH: usize = 256;

/// Classify images with saved weights, or predict with a model file.
#[derive(Args, Debug)]
#[command(after_help = "With --json, each image is a line: its class and the probabilities of all classes.

Examples:
  labora predict --weights w.weights.h5 --image cat.png
  labora predict --weights w.weights.h5 --index 12 shapes
  labora predict --weights w.weights.h5 --index 0-9,111 cifar10 --json
  labora predict --model model.keras --input x.npy --output y.npy
  labora predict --model model.keras --input cat.png dog.jpg --classes names.txt
  labora predict --model model.keras --input photos --output classes.csv")]
#[command(group = ArgGroup::new("what").required(true).args(["index", "image", "input"]))]
pub struct PredictArgs {
    #[command(flatten)]
    data: DatasetArgs,
    /// The weights of the network: a Keras 3 .weights.h5 or a legacy .h5 file.
    #[arg(long, value_name = "FILE", required_unless_present = "model")]
    weights: Option<PathBuf>,
    /// A whole model, .keras or legacy .h5, in place of weights and a data set.
    #[arg(help_heading = "Model file options", long, value_name = "FILE", requires = "input")]
    #[arg(conflicts_with_all = ["weights", "dataset", "data"])]
    model: Option<PathBuf>,
    /// Rows of the model: .npy (one file for each input), .npz, .csv, .tsv, .parquet, or images: files, and
    /// folders with all that is in them.
    #[arg(help_heading = "Model file options", long, value_name = "FILE|FOLDER", num_args = 1.., requires = "model")]
    input: Vec<PathBuf>,
    /// Write the outputs to .npy, .npz (several outputs) or .csv, which has the names of image files, too;
    /// otherwise they are printed.
    #[arg(help_heading = "Model file options", long = "output", value_name = "FILE", requires = "model")]
    output_file: Option<PathBuf>,
    /// Names of the classes, one a line; the best one is printed [default: the folders of images on which fit
    /// trained the model].
    #[arg(help_heading = "Model file options", long, value_name = "FILE", requires = "model")]
    classes: Option<PathBuf>,
    /// Numbers of test images: one, several, or ranges, as in 0-9,111.
    #[arg(long, value_name = "N[,N-M]")]
    index: Option<String>,
    /// An image file; an image of another size is resized, with a note.
    #[arg(long, value_name = "FILE.png|jpg")]
    image: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    images: ImageArgs,
    #[command(flatten)]
    device: CpuArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The images to classify, with their titles and, if known, their labels.
struct Inputs {
    images: Array,
    titles: Vec<String>,
    labels: Vec<i32>,
}

pub fn run(args: &PredictArgs) -> Result<(), Failure> {
    let device = args.device.open()?.quiet();
    if let Some(model) = &args.model {
        let prediction = Prediction {
            model,
            input: &args.input,
            table: &args.table,
            images: &args.images,
            output: args.output_file.as_deref(),
            classes: args.classes.as_deref(),
            json: args.output.json,
        };
        return predict_file::run(&prediction, &device);
    }
    let weights = args.weights.as_deref().ok_or_else(|| Failure::usage("give --weights or --model"))?;
    let info = DatasetInfo::named(&args.data.dataset)?;
    let mut model = article_network_for(&info, DTypePolicy::Float32)?;
    model.load_weights(weights)?;
    let inputs = match (&args.index, &args.image) {
        (Some(list), _) => by_index(list, &args.data.load()?)?,
        (None, Some(path)) => from_file(path, info.image_shape, &args.images)?,
        (None, None) => return Err(Failure::usage("give --index or --image")),
    };
    let mut on_device = model.to_device(&device)?;
    let outputs = on_device.predict(&inputs.images, Infer::silent(BATCH))?;
    for i in 0..inputs.images.rows() {
        let probabilities = outputs.row(i).ok_or_else(|| Failure::new(format!("no output for image {i}")))?;
        if !probabilities.iter().all(|p| p.is_finite()) {
            let (file, title) = (weights.display(), &inputs.titles[i]);
            return Err(Failure::new(format!(
                "{title}: the probabilities are not finite; the weights in {file} are unusable"
            )));
        }
        let best = probabilities.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(i, _)| i);
        let class = info.class_names.get(best).copied().unwrap_or("?");
        if args.output.json {
            print::line(json!({ "class": class, "probabilities": probabilities }))?;
            continue;
        }
        let [height, width, channels] = info.image_shape;
        print::line(&inputs.titles[i])?;
        let pixels: Vec<u8> = inputs.images.row(i).unwrap_or_default().iter().map(|v| v.round() as u8).collect();
        show(Image { height, width, channels, pixels: &pixels })?;
        let label = inputs.labels.get(i).and_then(|l| info.class_names.get(usize::try_from(*l).ok()?));
        let label = label.map_or(String::new(), |name| format!(" (label: {name})"));
        let bars = bars(info.class_names, &probabilities);
        print::line(format!("{bars}This is: {class}, {:.1}%{label}\n", probabilities[best] * 100.0))?;
    }
    Ok(())
}

/// Selects test images by their numbers.
fn by_index(list: &str, data: &Dataset) -> Result<Inputs, Failure> {
    let numbers = indices(list, data.test.len())?;
    let [_, h, w, c] = data.test.shape();
    let mut pixels = Vec::with_capacity(numbers.len() * h * w * c);
    numbers.iter().for_each(|n| pixels.extend_from_slice(data.test.get(*n).unwrap_or_default()));
    let labels: Vec<i32> = numbers.iter().map(|n| data.test.labels[*n]).collect();
    let images = Array::new([numbers.len(), h, w, c], pixels)?;
    let titles = numbers.iter().map(|n| format!("{} test image {n}", data.name)).collect();
    Ok(Inputs { images, titles, labels })
}

/// Loads an image file.
fn from_file(path: &Path, shape: [usize; 3], args: &ImageArgs) -> Result<Inputs, Failure> {
    let [height, width, channels] = shape;
    let image = args.of_shape(shape, None)?.load(path).map_err(Failure::new)?;
    let note = match image.size {
        size if size == [height, width] => String::new(),
        [h, w] => format!(" (resized from {w} x {h} to {width} x {height})"),
    };
    if !note.is_empty() {
        process::say(format_args!("note: {}{note}", path.display()));
    }
    let images = Array::new([1, height, width, channels], image.values)?;
    Ok(Inputs { images, titles: vec![format!("{}{note}", path.display())], labels: Vec::new() })
}

/// Parses numbers and ranges, as in `0-9,111`, all below `count`.
fn indices(list: &str, count: usize) -> Result<Vec<usize>, Failure> {
    let invalid = |part: &str| {
        Failure::usage(format!("--index {list}: {part:?} is not a number or a range of numbers"))
            .hint("as in --index 7, --index 0-9 or --index 0-9,111")
    };
    let mut numbers = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let first: usize = first.trim().parse().map_err(|_| invalid(part))?;
        let last: usize = last.trim().parse().map_err(|_| invalid(part))?;
        if last < first {
            return Err(invalid(part));
        }
        if last >= count {
            return Err(Failure::usage(format!(
                "--index {list}: there is no test image {last}; there are {count}, from 0 to {}",
                count.saturating_sub(1)
            )));
        }
        numbers.extend(first..=last);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_keep_their_order() {
        assert_eq!(indices("7", 10).unwrap(), [7]);
        assert_eq!(indices("3-5, 0,9", 10).unwrap(), [3, 4, 5, 0, 9]);
        for invalid in ["", "a", "5-3", "1-", "-1", "10", "0-10", "99999999999999999999"] {
            assert!(indices(invalid, 10).is_err(), "{invalid:?}");
        }
    }
}
