//! The files that a training writes besides the model: its history and its plot.

use std::path::Path;

use keras::callbacks::History;
use keras::{json, utils};
use serde_json::{Map, Value};

use crate::cli::failure::Failure;
use crate::cli::plot::{form_of, history::Recorded};
use crate::plots::Form;

/// Writes Keras's History dictionary and results by name as JSON.
pub fn write_history(path: &Path, history: &History, results: &[(&str, f64)]) -> Result<(), Failure> {
    let numbers = |values: &[f64]| values.iter().map(|value| json::number(*value)).collect::<Value>();
    let mut all: Map<String, Value> = history.iter().map(|(name, values)| (name.to_owned(), numbers(values))).collect();
    all.extend(results.iter().map(|(name, value)| (name.to_string(), json::number(*value))));
    Ok(utils::write_atomically(path, (json::write_pretty(&Value::Object(all)) + "\n").as_bytes())?)
}

/// Plots loss and metrics over the epochs: as an SVG if the name ends so, else as a PNG.
pub fn write_plot(path: &Path, title: &str, history: &History) -> Result<(), Failure> {
    let form = form_of(path).unwrap_or(Form::Png);
    Ok(utils::write_atomically(path, &Recorded::from(history).plot(form, title)?)?)
}
