//! Plots of trainings, models and predictions, as `labora plot` draws them. In a notebook the plot that a
//! cell ends with is shown.
//!
//! | function | shows | command |
//! |---|---|---|
//! | [`curves`](curves()) | loss and metrics over the epochs | `labora plot HISTORY` |
//! | [`graph`] | the layers of a model | `labora plot MODEL` |
//! | [`confusion_matrix`] | which classes are taken for which | `labora evaluate --confusion` |
//! | [`images`] | images with a line of text below each | |
//!
//! ```
//! use labora::plots;
//! use labora::prelude::*;
//!
//! let (x, y) = (Array::new([4, 1], vec![0.0f32, 1.0, 2.0, 3.0])?, Array::from(vec![1.0f32, 3.0, 5.0, 7.0]));
//! let input = Input::new([1]);
//! let mut model = Model::new(&input, &Dense::new(1).call(&input)?)?;
//! model.compile(Compile::new(SGD::new(), "mean_squared_error"))?;
//! let fit = Fit::new().epochs(3).verbose(Verbose::Silent);
//! let history = model.to_device(&labora::cpu()?)?.fit(&x, &y, fit)?;
//! let plot = plots::curves(&history, "A line")?;
//! assert!(plot.content().starts_with(b"<svg"));
//! # Ok::<(), keras::Error>(())
//! ```

pub(crate) mod base64;
pub(crate) mod canvas;
pub(crate) mod curves;
pub(crate) mod matrix;
pub(crate) mod pixels;
pub(crate) mod sheet;

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use keras::callbacks::History;
use keras::visualization::{ConfusionMatrix, ModelPlot};
use keras::{Arrays, Error, ErrorKind, Model, Result, utils};
use plotters::style::BLACK;

pub use canvas::Form;

/// The least height and width of an image on a sheet, in pixels.
const IMAGE_SIZE: u32 = 96;

/// A plot: the content of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    form: Form,
    content: Vec<u8>,
}

impl Plot {
    /// The form of its file.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The content of its file.
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// Writes its file. The name should end as the form says: `.svg`, or `.png` for [`images`].
    ///
    /// # Errors
    /// [`ErrorKind::File`] if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        utils::write_atomically(path.as_ref(), &self.content)
    }

    /// Shows it in a notebook of Rust: evcxr calls this method of the value that a cell ends with, and reads
    /// what it prints. (<https://github.com/evcxr/evcxr/blob/main/evcxr_jupyter/README.md>)
    pub fn evcxr_display(&self) {
        // Nobody may read it.
        let _ = writeln!(std::io::stdout(), "{}", self.message());
    }

    /// What evcxr reads: the type of the content, the content, and its end, as lines.
    fn message(&self) -> String {
        let (media_type, content) = match self.form {
            Form::Png => ("image/png", base64::encode(&self.content)),
            Form::Svg => ("image/svg+xml", String::from_utf8_lossy(&self.content).into_owned()),
        };
        format!("EVCXR_BEGIN_CONTENT {media_type}\n{}\nEVCXR_END_CONTENT", content.trim_end())
    }
}

/// Loss and metrics over the epochs of a training, as an SVG. A metric and its `val_` share a panel; there
/// are four panels at most.
///
/// # Errors
/// [`ErrorKind::Data`] if the plot cannot be drawn.
pub fn curves(history: &History, title: &str) -> Result<Plot> {
    drawn(Form::Svg, curves::plot(Form::Svg, title, &curves::panels(history.iter())))
}

/// The layers of a model and how they are connected, as an SVG.
pub fn graph(model: &Model, options: ModelPlot) -> Plot {
    Plot { form: Form::Svg, content: options.svg(model).into_bytes() }
}

/// A confusion matrix, as an SVG: a row for each class, a column for each prediction. Classes without a name
/// have their numbers.
///
/// # Errors
/// [`ErrorKind::Data`] if the plot cannot be drawn.
pub fn confusion_matrix(matrix: &ConfusionMatrix, names: &[impl ToString]) -> Result<Plot> {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    let title = format!("{:.2}% right", matrix.accuracy() * 100.0);
    drawn(Form::Svg, matrix::plot(Form::Svg, &title, matrix, &names))
}

/// The rows of an array as images, as a PNG: height, width, and one or three channels, or none. `captions`
/// are the lines below them, if there are any.
///
/// # Errors
/// [`ErrorKind::Shape`] if there is more than one array, or its rows are no images; [`ErrorKind::Data`] if
/// the plot cannot be drawn.
pub fn images(x: impl Into<Arrays>, captions: &[impl ToString], title: &str) -> Result<Plot> {
    let arrays = x.into();
    let [x] = &arrays[..] else {
        return Err(Error::new(ErrorKind::Shape, format!("{} arrays are no images: give one", arrays.len())));
    };
    let tile = |row: usize| {
        let image = x.row(row).and_then(|values| pixels::of_row(&values, x.row_dims()));
        let image = image.ok_or_else(|| {
            let message =
                format!("rows of shape {:?} are no images of height, width and 1 or 3 channels", x.row_dims());
            Error::new(ErrorKind::Shape, message)
        })?;
        let lines = captions.get(row).map(|caption| (caption.to_string(), BLACK));
        Ok(sheet::Tile { image, lines: lines.into_iter().collect() })
    };
    let tiles: Vec<sheet::Tile> = (0..x.rows()).map(tile).collect::<Result<_>>()?;
    drawn(Form::Png, sheet::png(title, &tiles, IMAGE_SIZE))
}

fn drawn<E: Display>(form: Form, content: std::result::Result<Vec<u8>, E>) -> Result<Plot> {
    let failed = |error: E| Error::new(ErrorKind::Data, format!("cannot draw the plot: {error}"));
    Ok(Plot { form, content: content.map_err(failed)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use keras::Array;

    #[test]
    fn a_notebook_gets_the_type_the_content_and_its_end_as_lines() {
        let svg = Plot { form: Form::Svg, content: b"<svg>\n</svg>\n".to_vec() };
        assert_eq!(svg.message(), "EVCXR_BEGIN_CONTENT image/svg+xml\n<svg>\n</svg>\nEVCXR_END_CONTENT");
        let png = Plot { form: Form::Png, content: b"\x89PNG".to_vec() };
        assert_eq!(png.message(), "EVCXR_BEGIN_CONTENT image/png\niVBORw==\nEVCXR_END_CONTENT");
    }

    #[test]
    fn images_stand_in_a_sheet_and_rows_that_are_none_are_refused() {
        let gray = Array::new([2, 2, 2], vec![0.0f32, 0.5, 0.5, 1.0, 1.0, 0.5, 0.5, 0.0]).unwrap();
        let plot = images(&gray, &["first", "second"], "two").unwrap();
        let decoded = image::load_from_memory(plot.content()).unwrap();
        assert!(decoded.width() >= 2 * IMAGE_SIZE && decoded.height() >= IMAGE_SIZE, "{decoded:?}");
        let none: [&str; 0] = [];
        let flat = images(Array::new([1, 4], vec![0.0f32; 4]).unwrap(), &none, "").unwrap_err();
        assert!(flat.kind() == ErrorKind::Shape && flat.message().contains("[4]"), "{flat}");
        let two = images([&gray, &gray], &none, "").unwrap_err();
        assert!(two.message().starts_with("2 arrays"), "{two}");
    }
}
