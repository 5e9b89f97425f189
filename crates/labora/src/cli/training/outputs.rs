//! The files that a training writes. They are checked to be writable before it starts.

use std::path::Path;

use keras::callbacks::History;
use keras::{saving, utils};
use serde_json::{Map, Value, json};

use super::args::TrainArgs;
use crate::cli::failure::Failure;
use crate::cli::plot;

/// The results of a training.
pub struct Outcome<'a> {
    pub history: &'a History,
    pub test_loss: f64,
    pub test_accuracy: f64,
    /// Seconds of the whole training.
    pub seconds: f64,
    /// Seconds of tracing and compiling, part of `seconds`.
    pub compile_seconds: f64,
    pub images_per_s: f64,
}

/// Checks that the requested files can be written.
pub fn check(args: &TrainArgs) -> Result<(), Failure> {
    if let Some(path) = &args.save {
        saving::Format::of(path).map_err(Failure::usage)?;
    }
    for path in [&args.save, &args.history, &args.plot].into_iter().flatten() {
        utils::check_writable(path)?;
    }
    Ok(())
}

/// Writes Keras's History dictionary and the results as JSON.
pub fn write_history(path: &Path, outcome: &Outcome<'_>) -> Result<(), Failure> {
    let mut all = match outcome.history.to_json() {
        Value::Object(history) => history,
        _ => Map::new(),
    };
    all.insert("test_loss".into(), json!(outcome.test_loss));
    all.insert("test_accuracy".into(), json!(outcome.test_accuracy));
    all.insert("seconds".into(), json!(outcome.seconds));
    all.insert("compile_seconds".into(), json!(outcome.compile_seconds));
    all.insert("images_per_s".into(), json!(outcome.images_per_s));
    let text = serde_json::to_string_pretty(&Value::Object(all)).map_err(Failure::new)?;
    Ok(utils::write_atomically(path, (text + "\n").as_bytes())?)
}

/// Plots loss and accuracy over the epochs as a PNG.
pub fn write_plot(path: &Path, title: &str, history: &History) -> Result<(), Failure> {
    Ok(utils::write_atomically(path, &plot::history::png(title, history.iter())?)?)
}
