//! `labora predict --model`: the outputs of a model file for the rows of files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use datasets::array_file::{self, NamedArray};
use keras::{Array, Device, Infer};
use serde_json::{Map, Value, json};

use super::failure::Failure;
use super::{model_file, print};

/// Rows predicted at a time, over all cores. A stateful model takes as many as it has states.
const BATCH: usize = 32;

/// What to predict, and how to show it.
pub struct Prediction<'a> {
    pub model: &'a Path,
    pub input: &'a [PathBuf],
    /// The file of the outputs; none prints them.
    pub output: Option<&'a Path>,
    /// A file with the name of a class on each line.
    pub classes: Option<&'a Path>,
    pub json: bool,
}

/// Predicts and writes or prints the outputs.
pub fn run(prediction: &Prediction<'_>, device: &Device) -> Result<(), Failure> {
    let model = model_file::open(prediction.model)?;
    let x = model_file::read_inputs(&model, prediction.input)?;
    let classes = prediction.classes.map(read_classes).transpose()?;
    let names = distinct(model.output_names());
    let batch = model.stateful_rows().unwrap_or(BATCH);
    let outputs = model.to_device(device)?.predict_all(x, Infer::silent(batch))?;
    if let (Some(classes), [output]) = (&classes, &outputs[..])
        && output.row_dims() != [classes.len()]
    {
        let (given, dims) = (classes.len(), output.row_dims());
        return Err(Failure::usage(format!("--classes: {given} names do not fit an output of shape {dims:?} a row")));
    }
    if let Some(path) = prediction.output {
        let arrays: Vec<NamedArray> =
            names.into_iter().zip(outputs).map(|(name, array)| NamedArray { name, array }).collect();
        return array_file::write(path, &arrays).map_err(|e| Failure::new(e).about("--output"));
    }
    let classes = classes.unwrap_or_default();
    for row in 0..outputs.first().map_or(0, Array::rows) {
        let values: Vec<Vec<f32>> = outputs.iter().map(|output| output.row(row).unwrap_or_default()).collect();
        let line = if prediction.json { as_json(&names, &values, &classes) } else { as_text(row, &values, &classes) };
        print::line(line)?;
    }
    Ok(())
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
    let text = std::fs::read_to_string(path).map_err(|e| Failure::new(e).about(path.display()))?;
    Ok(text.lines().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect())
}

/// The name of the class with the greatest value, and that value.
fn best<'a>(values: &[f32], classes: &'a [String]) -> Option<(&'a str, f32)> {
    let (at, value) = values.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    Some((classes.get(at)?, *value))
}

fn as_json(names: &[String], values: &[Vec<f32>], classes: &[String]) -> String {
    let line = match values {
        [one] => match best(one, classes) {
            Some((class, _)) => json!({ "class": class, "probabilities": one }),
            None => json!({ "output": one }),
        },
        several => Value::Object(names.iter().cloned().zip(several.iter().map(|v| json!(v))).collect::<Map<_, _>>()),
    };
    line.to_string()
}

fn as_text(row: usize, values: &[Vec<f32>], classes: &[String]) -> String {
    if let [one] = values
        && let Some((class, value)) = best(one, classes)
    {
        return format!("{row}: {class}, {:.1}%", value * 100.0);
    }
    let list = |values: &Vec<f32>| values.iter().map(f32::to_string).collect::<Vec<_>>().join(" ");
    format!("{row}: {}", values.iter().map(list).collect::<Vec<_>>().join(" | "))
}
