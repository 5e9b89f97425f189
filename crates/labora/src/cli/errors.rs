//! What a classifier takes for what: the confusion matrix, and a sheet of the images that it gets wrong.

use std::path::{Path, PathBuf};

use clap::Args;
use keras::visualization::ConfusionMatrix;
use keras::{Array, DeviceModel, Infer, Samples, utils};
use plotters::style::{BLACK, RGBColor};

use super::failure::Failure;
use super::plot::form_of;
use super::predict_file::read_classes;
use super::print;
use crate::plots::sheet::{self, Tile};
use crate::plots::{Form, matrix, pixels};

/// The greatest number of images on a sheet: those whose wrong class is the most probable.
const MAX_ERRORS: usize = 60;
/// The least height and width of an image on a sheet, in pixels.
const IMAGE_SIZE: u32 = 96;
/// The color of the wrong class.
const WRONG: RGBColor = RGBColor(178, 34, 34);

/// The files that tell what a classifier gets wrong.
#[derive(Args, Debug)]
pub struct ErrorsArgs {
    /// Write how many images of each class were taken for each: .png or .svg, or .txt with recalls and
    /// precisions.
    #[arg(long, value_name = "FILE")]
    confusion: Option<PathBuf>,
    /// Write a sheet of the images that were taken for another class, the most certain ones first.
    #[arg(long, value_name = "FILE.png")]
    errors: Option<PathBuf>,
    /// Names of the classes for --confusion and --errors, one a line [default: those of the data set].
    #[arg(long, value_name = "FILE")]
    classes: Option<PathBuf>,
}

impl ErrorsArgs {
    /// Checks that the files can be written, and their names.
    pub fn check(&self) -> Result<(), Failure> {
        if let Some(path) = self.confusion.as_deref().filter(|path| !is_text(path)) {
            form_of(path).map_err(|error| error.about("--confusion"))?;
        }
        if let Some(path) = &self.errors
            && form_of(path).map_err(|error| error.about("--errors"))? != Form::Png
        {
            return Err(Failure::usage(format!("--errors: {}: images are written as .png", path.display())));
        }
        for path in [&self.confusion, &self.errors].into_iter().flatten() {
            utils::check_writable(path)?;
        }
        Ok(())
    }

    /// True if a file is named.
    pub fn are_wanted(&self) -> bool {
        self.confusion.is_some() || self.errors.is_some()
    }

    /// Predicts the samples and writes the files, if any. `names` are the names of the classes, if they are
    /// known; `quiet` leaves the files' names out.
    pub fn write(
        &self,
        model: &mut DeviceModel,
        samples: &Samples,
        names: Vec<String>,
        batch_size: usize,
        quiet: bool,
    ) -> Result<(), Failure> {
        if !self.are_wanted() {
            return Ok(());
        }
        let [targets] = &samples.y[..] else {
            return Err(Failure::usage("--confusion and --errors are for models with one output"));
        };
        let outputs = model.predict(&samples.x, Infer::silent(batch_size))?;
        let matrix = ConfusionMatrix::of(targets, &outputs)?;
        let names = self.classes.as_deref().map(read_classes).transpose()?.unwrap_or(names);
        if let Some(path) = &self.confusion {
            let content = confusion(path, &matrix, &names)?;
            utils::write_atomically(path, &content)?;
            if !quiet {
                print::line(format!("Confusion matrix: {}", path.display()))?;
            }
        }
        if let Some(path) = &self.errors {
            let [x] = &samples.x[..] else {
                return Err(Failure::usage("--errors is for models that take one image"));
            };
            utils::write_atomically(path, &wrong_images(x, targets, &outputs, &names)?)?;
            if !quiet {
                print::line(format!("Errors: {}", path.display()))?;
            }
        }
        Ok(())
    }
}

/// True for a file of text.
fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"))
}

/// The content of the file of a matrix.
fn confusion(path: &Path, matrix: &ConfusionMatrix, names: &[String]) -> Result<Vec<u8>, Failure> {
    if is_text(path) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        return Ok(matrix.text(&names).into_bytes());
    }
    let title = format!("{:.2}% right", matrix.accuracy() * 100.0);
    let drawn = matrix::plot(form_of(path)?, &title, matrix, names);
    drawn.map_err(|error| Failure::new(format!("cannot draw the confusion matrix: {error}")))
}

/// The sheet of the images that were taken for another class.
fn wrong_images(x: &Array, targets: &Array, outputs: &Array, names: &[String]) -> Result<Vec<u8>, Failure> {
    let (labels, predictions) = (ConfusionMatrix::labels(targets)?, ConfusionMatrix::predictions(outputs)?);
    let probability = |row: usize| {
        let values = outputs.row(row).unwrap_or_default();
        match values[..] {
            // Of one number, such as a sigmoid's, class 0 has the rest.
            [one] if predictions[row] == 0 => 1.0 - one,
            _ => values.iter().copied().fold(f32::NEG_INFINITY, f32::max),
        }
    };
    let wrong = (0..labels.len()).filter(|row| labels[*row] != predictions[*row]);
    let mut wrong: Vec<(usize, f32)> = wrong.map(|row| (row, probability(row))).collect();
    wrong.sort_by(|a, b| b.1.total_cmp(&a.1));
    let name = |class: usize| names.get(class).cloned().unwrap_or_else(|| format!("class {class}"));
    let mut tiles = Vec::new();
    for (row, probability) in wrong.iter().take(MAX_ERRORS) {
        let image = x.row(*row).and_then(|values| pixels::of_row(&values, x.row_dims()));
        let image = image.ok_or_else(|| {
            let dims = x.row_dims();
            Failure::usage(format!(
                "--errors: rows of shape {dims:?} are no images of height, width and 1 or 3 channels"
            ))
        })?;
        let taken_for = format!("{} {:.0}%", name(predictions[*row]), probability * 100.0);
        tiles.push(Tile { image, lines: vec![(name(labels[*row]), BLACK), (taken_for, WRONG)] });
    }
    let shown = if tiles.len() < wrong.len() { format!(", the {} most certain", tiles.len()) } else { String::new() };
    let title = format!("{} of {} wrong{shown}", wrong.len(), labels.len());
    sheet::png(&title, &tiles, IMAGE_SIZE).map_err(|error| Failure::new(format!("cannot draw the errors: {error}")))
}
