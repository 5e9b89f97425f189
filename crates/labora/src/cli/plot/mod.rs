//! `labora plot`: plots the history of a training.

pub mod bars;
mod draw;
pub mod history;

use std::path::PathBuf;

use clap::Args;
use keras::utils;
use serde_json::Value;

use super::failure::Failure;
use super::print;

/// Plot loss and accuracy of a training over its epochs.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora train --history cifar10.json
  labora plot cifar10.json --title \"CIFAR-10, eight cores\"")]
pub struct PlotArgs {
    /// The history that `labora train --history` wrote.
    #[arg(value_name = "HISTORY.json")]
    history: PathBuf,
    /// The title [default: the name of the history's file and the test accuracy].
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The plot to write [default: the history's path with the extension png].
    #[arg(long, value_name = "FILE.png")]
    output: Option<PathBuf>,
}

pub fn run(args: &PlotArgs) -> Result<(), Failure> {
    let file = args.history.display();
    let of_file = |error: &dyn std::fmt::Display| Failure::new(format!("{file}: {error}"));
    let text = std::fs::read_to_string(&args.history).map_err(|e| of_file(&e))?;
    let json: Value = serde_json::from_str(&text).map_err(|e| of_file(&e))?;
    let metrics = metrics(&json);
    if metrics.is_empty() {
        return Err(of_file(&"there is no list of numbers in it").hint("`labora train --history` writes such files"));
    }
    let title = args.title.clone().unwrap_or_else(|| {
        let name = args.history.file_stem().unwrap_or_default().to_string_lossy();
        let accuracy = json["test_accuracy"].as_f64();
        accuracy.map_or(name.to_string(), |a| format!("{name}: test accuracy {:.1}%", a * 100.0))
    });
    let png = history::png(&title, metrics.iter().map(|(name, values)| (name.as_str(), values.as_slice())))?;
    let output = args.output.clone().unwrap_or_else(|| args.history.with_extension("png"));
    utils::write_atomically(&output, &png)?;
    print::line(format!("Plot: {}", output.display()))
}

/// Returns the metrics of a history: its lists of numbers.
fn metrics(json: &Value) -> Vec<(String, Vec<f64>)> {
    let lists = json.as_object().into_iter().flatten().filter_map(|(name, value)| Some((name, value.as_array()?)));
    let numbers = |values: &Vec<Value>| values.iter().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect();
    lists.map(|(name, values)| (name.clone(), numbers(values))).collect()
}
