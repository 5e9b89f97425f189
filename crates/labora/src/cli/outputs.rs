//! Files that a training writes: found to be writable before it starts, written after it ends.

use std::path::Path;

use keras::callbacks::History;
use keras::saving;
use serde_json::{Map, Value, json};

use super::args::Train;
use super::failure::Failure;
use crate::terminal::plot;

/// What a training came to.
pub struct Outcome<'a> {
    pub history: &'a History,
    /// Loss and accuracy on the test images.
    pub test: [f64; 2],
    pub seconds: f64,
    /// Of these, tracing and compiling.
    pub compile_seconds: f64,
    pub images_per_s: f64,
}

/// Finds out before training whether the files that are asked for can be written.
pub fn check(args: &Train) -> Result<(), Failure> {
    if let Some(path) = &args.save {
        saving::Format::of(path).map_err(Failure::usage)?;
    }
    for path in [&args.save, &args.history, &args.plot].into_iter().flatten() {
        saving::check_writable(path)?;
    }
    Ok(())
}

/// Keras's History dictionary with the test results, as JSON.
pub fn write_history(path: &Path, outcome: &Outcome<'_>) -> Result<(), Failure> {
    let mut all = match outcome.history.to_json() {
        Value::Object(history) => history,
        _ => Map::new(),
    };
    all.insert("test_loss".into(), json!(outcome.test[0]));
    all.insert("test_accuracy".into(), json!(outcome.test[1]));
    all.insert("seconds".into(), json!(outcome.seconds));
    all.insert("compile_seconds".into(), json!(outcome.compile_seconds));
    all.insert("images_per_s".into(), json!(outcome.images_per_s));
    let text = serde_json::to_string_pretty(&Value::Object(all)).map_err(Failure::new)?;
    Ok(saving::write_atomically(path, (text + "\n").as_bytes())?)
}

/// Loss and accuracy over the epochs, as an image.
pub fn write_plot(path: &Path, title: &str, history: &History) -> Result<(), Failure> {
    let of = |wanted: fn(&str) -> bool| -> Vec<plot::Curve<'_>> {
        history.iter().filter(|(name, _)| wanted(name)).collect()
    };
    let panels = [("loss", of(|name| name.ends_with("loss"))), ("accuracy", of(|name| name.ends_with("accuracy")))];
    let png = plot::history(title, &panels);
    let png = png.map_err(|e| Failure::new(format!("cannot draw {}: {e}", path.display())))?;
    Ok(saving::write_atomically(path, &png)?)
}
