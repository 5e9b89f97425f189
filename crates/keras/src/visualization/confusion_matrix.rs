//! Which classes a classifier takes for which others.

use crate::array::Array;
use crate::error::{Error, ErrorKind, Result};

/// How many rows of each class were predicted as each class.
///
/// ```
/// use keras::{Array, visualization::ConfusionMatrix};
/// let labels = Array::from(vec![0, 1, 1]);
/// let outputs = Array::new([3, 2], vec![0.9f32, 0.1, 0.2, 0.8, 0.6, 0.4])?;
/// let matrix = ConfusionMatrix::of(&labels, &outputs)?;
/// assert_eq!(matrix.rows().collect::<Vec<_>>(), [[1, 0], [1, 1]]);
/// assert!(matrix.text(&["cat", "dog"]).contains("66.7%"));
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusionMatrix {
    classes: usize,
    counts: Vec<u64>,
}

impl ConfusionMatrix {
    /// The matrix of targets and outputs: labels, or rows with a number for each class; see
    /// [`labels`](Self::labels) and [`predictions`](Self::predictions).
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the numbers of rows differ or there are no classes,
    /// [`ErrorKind::Data`](crate::ErrorKind::Data) for a label that is none of the classes.
    pub fn of(targets: &Array, outputs: &Array) -> Result<Self> {
        let (labels, predictions) = (Self::labels(targets)?, Self::predictions(outputs)?);
        if labels.len() != predictions.len() {
            let (rows, given) = (labels.len(), predictions.len());
            return Err(Error::shape(format!("{rows} targets do not fit {given} outputs")));
        }
        let classes = outputs.row_dims().first().copied().unwrap_or(1).max(2);
        let mut counts = vec![0; classes * classes];
        for (row, (label, predicted)) in labels.iter().zip(&predictions).enumerate() {
            if *label >= classes {
                let message = format!("row {row} has the label {label}, but there are {classes} classes");
                return Err(Error::new(ErrorKind::Data, message));
            }
            counts[label * classes + predicted] += 1;
        }
        Ok(Self { classes, counts })
    }

    /// The class of each row of targets: its label, or the place of the greatest of several numbers.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if a row is no list,
    /// [`ErrorKind::Data`](crate::ErrorKind::Data) if a label is no whole number from 0 on.
    pub fn labels(targets: &Array) -> Result<Vec<usize>> {
        if per_row(targets)? > 1 {
            return Ok(targets.argmax());
        }
        let label = |row: usize| {
            let value = targets.row(row).and_then(|values| values.first().copied()).unwrap_or(f32::NAN);
            match value >= 0.0 && value.fract() == 0.0 && value < 1e9 {
                true => Ok(value as usize),
                false => {
                    let message = format!("row {row} has the label {value}, which is no whole number from 0 on");
                    Err(Error::new(ErrorKind::Data, message))
                }
            }
        };
        (0..targets.rows()).map(label).collect()
    }

    /// The predicted class of each row of outputs: the place of the greatest number, the first of equals; of
    /// one number, such as a sigmoid's, 1 if it is greater than a half, else 0.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if a row is no list.
    pub fn predictions(outputs: &Array) -> Result<Vec<usize>> {
        if per_row(outputs)? > 1 {
            return Ok(outputs.argmax());
        }
        let value = |row: usize| outputs.row(row).and_then(|values| values.first().copied()).unwrap_or(0.0);
        Ok((0..outputs.rows()).map(|row| usize::from(value(row) > 0.5)).collect())
    }

    /// The number of classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// For each class the numbers of its rows by their predicted class.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.counts.chunks(self.classes)
    }

    /// The part of the rows that are predicted right; NaN without rows.
    pub fn accuracy(&self) -> f64 {
        let right: u64 = self.counts.iter().step_by(self.classes + 1).sum();
        right as f64 / self.counts.iter().sum::<u64>() as f64
    }

    /// For each class the part of its rows that are predicted right; NaN without rows.
    pub fn recalls(&self) -> Vec<f64> {
        self.rows().enumerate().map(|(class, row)| row[class] as f64 / row.iter().sum::<u64>() as f64).collect()
    }

    /// For each class the part of its predictions that are right; NaN without predictions.
    pub fn precisions(&self) -> Vec<f64> {
        let predicted = |class: usize| self.rows().map(|row| row[class]).sum::<u64>();
        (0..self.classes)
            .map(|class| self.counts[class * (self.classes + 1)] as f64 / predicted(class) as f64)
            .collect()
    }

    /// The matrix as a table, with the recall of each class, its precision, and the accuracy. Classes without
    /// a name have their numbers.
    pub fn text(&self, names: &[&str]) -> String {
        let name = |class: usize| names.get(class).map_or_else(|| class.to_string(), |name| (*name).to_owned());
        let percent = |part: &f64| if part.is_finite() { format!("{:.1}%", part * 100.0) } else { "-".to_owned() };
        let corner = "true \\ predicted".to_owned();
        let heading = [corner].into_iter().chain((0..self.classes).map(name)).chain(["recall".to_owned()]);
        let mut table: Vec<Vec<String>> = vec![heading.collect()];
        for ((class, row), recall) in self.rows().enumerate().zip(self.recalls()) {
            let counts = row.iter().map(u64::to_string);
            table.push([name(class)].into_iter().chain(counts).chain([percent(&recall)]).collect());
        }
        let precisions = self.precisions();
        let last = ["precision".to_owned()].into_iter().chain(precisions.iter().map(percent));
        table.push(last.chain([percent(&self.accuracy())]).collect());
        let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.classes + 2).map(width).collect();
        let line = |row: &Vec<String>| {
            let cell = |(column, (cell, &width)): (usize, (&String, &usize))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            };
            row.iter().zip(&widths).enumerate().map(cell).collect::<Vec<_>>().join("  ") + "\n"
        };
        table.iter().map(line).collect()
    }
}

/// The number of values of a row.
fn per_row(array: &Array) -> Result<usize> {
    match array.row_dims() {
        [] => Ok(1),
        [values] if *values > 0 => Ok(*values),
        dims => {
            Err(Error::shape(format!("rows of shape {dims:?} are no classes: they are one number, or one for each")))
        }
    }
}
