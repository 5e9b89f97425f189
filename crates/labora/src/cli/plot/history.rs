//! The history of a training: what files say of it, and its plot.

use std::collections::HashMap;
use std::path::Path;

use keras::budget::{Budget, OverBudget, read_file};
use keras::callbacks::History;
use keras::json;
use serde_json::Value;

use crate::cli::failure::Failure;
use crate::plots::Form;
use crate::plots::curves::{self, Panel};

/// The history of a training as a file has it.
#[derive(Debug, Default, PartialEq)]
pub struct Recorded {
    /// The values of each epoch by name; not a number for an epoch without one.
    pub metrics: Vec<(String, Vec<f64>)>,
    /// The accuracy on the test data, if the file says it.
    pub test_accuracy: Option<f64>,
}

impl From<&History> for Recorded {
    fn from(history: &History) -> Self {
        let metrics = history.iter().map(|(name, values)| (name.to_owned(), values.to_vec()));
        Self { metrics: metrics.collect(), test_accuracy: None }
    }
}

/// Reads a history: the JSON of `labora train --history`, the CSV of Keras's `CSVLogger`, or the log that a
/// training prints.
pub fn read(path: &Path) -> Result<Recorded, Failure> {
    let of_file = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
    let bytes = read_file(path).map_err(|e| of_file(&e))?;
    let budget = Budget::of_file(bytes.len() as u64);
    let text = String::from_utf8_lossy(&bytes);
    let recorded = match path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase().as_str() {
        "csv" => of_csv(&text, &budget).map_err(|e| of_file(&e))?,
        "json" => of_json(&json::read(&bytes, &budget).map_err(|e| of_file(&e))?),
        _ => of_log(&text, &budget).map_err(|e| of_file(&e))?,
    };
    if recorded.metrics.is_empty() {
        return Err(of_file(&"there is no list of numbers in it")
            .hint("`labora train --history` writes such files; a CSV of Keras's CSVLogger or a log will do, too"));
    }
    Ok(recorded)
}

/// The lists of numbers of a JSON object.
fn of_json(json: &Value) -> Recorded {
    let lists = json.as_object().into_iter().flatten().filter_map(|(name, value)| Some((name, value.as_array()?)));
    let numbers = |values: &Vec<Value>| values.iter().map(|value| json::as_number(value).unwrap_or(f64::NAN)).collect();
    let metrics = lists.map(|(name, values)| (name.clone(), numbers(values))).collect();
    Recorded { metrics, test_accuracy: json::as_number(&json["test_accuracy"]) }
}

/// The columns of a CSV with a heading, without the epochs' numbers.
fn of_csv(text: &str, budget: &Budget) -> Result<Recorded, OverBudget> {
    let mut lines = text.lines();
    let heading = lines.next().unwrap_or("");
    let separator = heading.chars().find(|c| [',', ';', '\t'].contains(c)).unwrap_or(',');
    let names = heading.split(separator).map(cell_text);
    let mut columns: Vec<(String, Vec<f64>)> = names.map(|name| (name.to_owned(), Vec::new())).collect();
    budget.take_array::<(String, Vec<f64>)>(2 * columns.len(), "the list of its columns")?;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        budget.take_array::<f64>(2 * columns.len(), "the list of its values")?;
        let mut values = line.split(separator).map(|cell| cell_text(cell).parse().unwrap_or(f64::NAN));
        columns.iter_mut().for_each(|(_, column)| column.push(values.next().unwrap_or(f64::NAN)));
    }
    // A column of `NA` is one of a metric that was never measured.
    columns.retain(|(name, values)| name != "epoch" && values.iter().any(|value| value.is_finite()));
    Ok(Recorded { metrics: columns, test_accuracy: None })
}

fn cell_text(cell: &str) -> &str {
    cell.trim().trim_matches('"')
}

/// The values of each epoch of a log: the last `name: number` after its line `Epoch 1/5`.
fn of_log(text: &str, budget: &Budget) -> Result<Recorded, OverBudget> {
    let (mut recorded, mut epochs, mut places) = (Recorded::default(), 0, HashMap::new());
    for line in text.split(['\n', '\r']) {
        if line.trim_start().starts_with("Epoch ") {
            epochs += 1;
        }
        // A line of an epoch begins with its steps, as in `12/49`.
        let is_progress = line.trim_start().split(' ').next().is_some_and(|word| word.contains('/'));
        for part in line.split(" - ").filter(|_| is_progress && epochs > 0) {
            let Some((name, value)) = part.split_once(": ") else { continue };
            let Ok(value) = value.trim().parse::<f64>() else { continue };
            let (name, metrics) = (name.trim(), &mut recorded.metrics);
            let at = *places.entry(name).or_insert_with(|| {
                metrics.push((name.to_owned(), Vec::new()));
                metrics.len() - 1
            });
            let values = &mut metrics[at].1;
            budget.take_array::<f64>(2 * (epochs - values.len()), "the list of its values")?;
            values.resize(epochs, f64::NAN);
            values[epochs - 1] = value;
        }
    }
    Ok(recorded)
}

impl Recorded {
    /// The metrics in panels.
    pub fn panels(&self) -> Vec<Panel<'_>> {
        curves::panels(self.metrics.iter().map(|(name, values)| (name.as_str(), values.as_slice())))
    }

    /// Draws the metrics over the epochs. Returns the content of the file.
    pub fn plot(&self, form: Form, title: &str) -> Result<Vec<u8>, Failure> {
        let drawn = curves::plot(form, title, &self.panels());
        drawn.map_err(|error| Failure::new(format!("cannot draw the plot: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_as_keras_prints_it() {
        let short =
            "Epoch 1/2\n4/4 - 1s - 2ms/step - loss: 2.5000 - val_loss: 3.0000\nEpoch 2/2\n4/4 - 1s - loss: 1.5e-01\n";
        let found = of_log(short, &Budget::of_file(0)).unwrap();
        assert_eq!(found.metrics[0], ("loss".to_owned(), vec![2.5, 0.15]));
        assert_eq!(found.metrics[1].1, [3.0], "the second epoch has no validation");
        let bars = "Epoch 1/1\n\r1/2 ━━ 1s - loss: 9.0\r2/2 ━━ 1s 2ms/step - accuracy: 0.5 - loss: 4.0\nTest loss: 7\n";
        let metrics = vec![("loss".to_owned(), vec![4.0]), ("accuracy".to_owned(), vec![0.5])];
        assert_eq!(of_log(bars, &Budget::of_file(0)).unwrap().metrics, metrics);
    }

    #[test]
    fn a_csv_has_a_column_for_each_metric() {
        let found =
            of_csv("epoch,accuracy,loss,val_loss\r\n0,0.5,2.0,NA\r\n1,0.75,1.0,NA\r\n", &Budget::of_file(0)).unwrap();
        let metrics = vec![("accuracy".to_owned(), vec![0.5, 0.75]), ("loss".to_owned(), vec![2.0, 1.0])];
        assert_eq!(found.metrics, metrics);
        let titles: Vec<&str> = found.panels().iter().map(|panel| panel.title).collect();
        assert_eq!(titles, ["loss", "accuracy"]);
    }
}
