//! `labora predict --model`: the outputs of a model file for the rows of files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use datasets::array_file::{self, NamedArray};
use keras::{Array, Device, Infer, Model, budget};
use serde_json::{Map, Value, json};

use super::failure::Failure;
use super::images::{self, ImageArgs};
use super::tables::TableArgs;
use super::{model_file, print, samples};

/// Rows predicted at a time, over all cores. A stateful model takes as many as it has states.
const BATCH: usize = 32;

/// What to predict, and how to show it.
pub struct Prediction<'a> {
    pub model: &'a Path,
    pub input: &'a [PathBuf],
    pub table: &'a TableArgs,
    pub images: &'a ImageArgs,
    /// The file of the outputs; none prints them.
    pub output: Option<&'a Path>,
    /// A file with the name of a class on each line.
    pub classes: Option<&'a Path>,
    pub json: bool,
}

/// Predicts and writes or prints the outputs.
pub fn run(prediction: &Prediction<'_>, device: &Device) -> Result<(), Failure> {
    let own = [prediction.model].into_iter().chain(prediction.input.iter().map(PathBuf::as_path));
    if let Some(same) = prediction.output.and_then(|output| own.into_iter().find(|file| is_same(file, output))) {
        return Err(Failure::usage(format!(
            "--output would replace {}, which is read: name another file",
            same.display()
        )));
    }
    let model = model_file::open(prediction.model)?;
    let classes = prediction.classes.map(read_classes).transpose()?;
    let kept = images::kept_class_names(&model);
    let names = distinct(model.output_names());
    let (outputs, files) = outputs(model, prediction, device)?;
    let fits = |classes: &Vec<String>| matches!(&outputs[..], [output] if output.row_dims() == [classes.len()]);
    if let (Some(classes), [output]) = (&classes, &outputs[..])
        && !fits(classes)
    {
        let (given, dims) = (classes.len(), output.row_dims());
        return Err(Failure::usage(format!("--classes: {given} names do not fit an output of shape {dims:?} a row")));
    }
    if let Some(path) = prediction.output {
        let arrays: Vec<NamedArray> =
            names.into_iter().zip(outputs).map(|(name, array)| NamedArray { name, array }).collect();
        return array_file::write_rows(path, &arrays, &files).map_err(|e| Failure::new(e).about("--output"));
    }
    // The names of the folders on which the model was trained, unless others are given.
    let classes = classes.or(kept.filter(fits)).unwrap_or_default();
    for row in 0..outputs.first().map_or(0, Array::rows) {
        let values: Vec<Vec<f32>> = outputs.iter().map(|output| output.row(row).unwrap_or_default()).collect();
        let file = files.get(row).map(String::as_str);
        let line = match prediction.json {
            true => as_json(file, &names, &values, &classes),
            false => format!("{}: {}", file.map_or(row.to_string(), str::to_owned), as_text(&values, &classes)),
        };
        print::line(line)?;
    }
    Ok(())
}

/// True if two paths name one regular file.
fn is_same(one: &Path, other: &Path) -> bool {
    let regular = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
    regular(one).is_some_and(|file| regular(other) == Some(file))
}

/// The outputs for all rows, and, of images, the files that these are.
fn outputs(model: Model, prediction: &Prediction<'_>, device: &Device) -> Result<(Vec<Array>, Vec<String>), Failure> {
    let batch = model.stateful_rows().unwrap_or(BATCH);
    if prediction.input.iter().all(|input| images::is_images(input)) {
        let (dataset, files) = prediction.images.open(&model, prediction.input, batch)?;
        return Ok((model.to_device(device)?.predict_dataset(&dataset, Infer::silent(batch))?, files));
    }
    let x = samples::read_inputs(&model, prediction.input, prediction.table)?;
    Ok((model.to_device(device)?.predict_all(x, Infer::silent(batch))?, Vec::new()))
}

/// The names, with a number after one that was there before: outputs of one layer have the same.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut used: HashMap<String, usize> = HashMap::new();
    let numbered = |name: String| {
        let count = used.entry(name.clone()).and_modify(|count| *count += 1).or_insert(0);
        if *count == 0 { name } else { format!("{name}_{count}") }
    };
    names.into_iter().map(numbered).collect()
}

/// Reads the names of classes, one a line.
pub fn read_classes(path: &Path) -> Result<Vec<String>, Failure> {
    let text = budget::read_text(path).map_err(|e| Failure::new(e).about(path.display()))?;
    Ok(text.lines().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect())
}

/// The name of the class with the greatest value, and that value.
fn best<'a>(values: &[f32], classes: &'a [String]) -> Option<(&'a str, f32)> {
    let (at, value) = values.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    Some((classes.get(at)?, *value))
}

fn as_json(file: Option<&str>, names: &[String], values: &[Vec<f32>], classes: &[String]) -> String {
    let mut line = Map::new();
    line.extend(file.map(|file| ("file".to_owned(), json!(file))));
    match values {
        [one] => match best(one, classes) {
            Some((class, _)) => {
                line.insert("class".into(), json!(class));
                line.insert("probabilities".into(), json!(one));
            }
            None => {
                line.insert("output".into(), json!(one));
            }
        },
        several => line.extend(names.iter().cloned().zip(several.iter().map(|v| json!(v)))),
    }
    Value::Object(line).to_string()
}

fn as_text(values: &[Vec<f32>], classes: &[String]) -> String {
    if let [one] = values
        && let Some((class, value)) = best(one, classes)
    {
        return format!("{class}, {:.1}%", value * 100.0);
    }
    let list = |values: &Vec<f32>| values.iter().map(f32::to_string).collect::<Vec<_>>().join(" ");
    values.iter().map(list).collect::<Vec<_>>().join(" | ")
}
