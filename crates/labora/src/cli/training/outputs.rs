//! The files that a training writes besides the model: its history and its plot.

use std::path::Path;

use keras::callbacks::History;
use keras::utils;
use serde_json::{Map, Value, json};

use crate::cli::failure::Failure;
use crate::cli::plot::{form_of, history::Recorded};
use crate::plots::Form;

/// Writes Keras's History dictionary and results by name as JSON.
pub fn write_history(path: &Path, history: &History, results: &[(&str, f64)]) -> Result<(), Failure> {
    let mut all = match history.to_json() {
        Value::Object(history) => history,
        _ => Map::new(),
    };
    all.extend(results.iter().map(|(name, value)| (name.to_string(), json!(value))));
    let text = serde_json::to_string_pretty(&Value::Object(all)).map_err(Failure::new)?;
    Ok(utils::write_atomically(path, (text + "\n").as_bytes())?)
}

/// Plots loss and metrics over the epochs: as an SVG if the name ends so, else as a PNG.
pub fn write_plot(path: &Path, title: &str, history: &History) -> Result<(), Failure> {
    let form = form_of(path).unwrap_or(Form::Png);
    Ok(utils::write_atomically(path, &Recorded::from(history).plot(form, title)?)?)
}
