//! A confusion matrix as an image.

use std::error::Error;

use keras::visualization::ConfusionMatrix;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{COLORS, Drawing, FONT_FAMILY, Form, pixels_of, render};

/// The space for names at the left and at the bottom, and for the title, in pixels.
const NAMES: u32 = 150;
const TITLE: u32 = 50;
/// The width of all cells together, at most, and the width of one, in pixels.
const CELLS: u32 = 720;
const CELL: (u32, u32) = (6, 56);
/// The width of a cell that has room for its number.
const NUMBERED: u32 = 30;

/// Draws a matrix: a row for each class, a column for each prediction, darker the greater the part of the
/// row. Returns the content of the file.
///
/// # Errors
/// Drawing or encoding fails.
pub fn plot(form: Form, title: &str, matrix: &ConfusionMatrix, names: &[String]) -> Result<Vec<u8>, Box<dyn Error>> {
    let classes = matrix.classes() as u32;
    let cell = (CELLS / classes.max(1)).clamp(CELL.0, CELL.1);
    let size = (NAMES + cell * classes + 30, TITLE + cell * classes + NAMES);
    render(form, title, (size.0.max(420), size.1), &Matrix { matrix, names, cell })
}

struct Matrix<'a> {
    matrix: &'a ConfusionMatrix,
    names: &'a [String],
    /// The width of a cell, in pixels of the file.
    cell: u32,
}

impl Drawing for Matrix<'_> {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        let (cell, left) = (pixels_of(self.cell) as i32, pixels_of(NAMES) as i32);
        let size = pixels_of((self.cell / 2).clamp(4, 13));
        let style = |color: &'static RGBColor, horizontal, vertical| {
            TextStyle::from((FONT_FAMILY, size).into_font()).color(color).pos(Pos::new(horizontal, vertical))
        };
        let centered = |color: &'static RGBColor| style(color, HPos::Center, VPos::Center);
        for (class, row) in self.matrix.rows().enumerate() {
            let total = row.iter().sum::<u64>().max(1) as f64;
            let top = class as i32 * cell;
            for (predicted, count) in row.iter().enumerate() {
                let (x, part) = (left + predicted as i32 * cell, *count as f64 / total);
                let fill = COLORS[0].mix(part);
                area.draw(&Rectangle::new([(x, top), (x + cell, top + cell)], WHITE.filled()))?;
                area.draw(&Rectangle::new([(x, top), (x + cell, top + cell)], fill.filled()))?;
                area.draw(&Rectangle::new([(x, top), (x + cell, top + cell)], BLACK.mix(0.2).stroke_width(1)))?;
                if self.cell >= NUMBERED && *count > 0 {
                    let color = if part > 0.5 { &WHITE } else { &BLACK };
                    area.draw(&Text::new(count.to_string(), (x + cell / 2, top + cell / 2), centered(color)))?;
                }
            }
            let name = self.names.get(class).cloned().unwrap_or_else(|| class.to_string());
            let (middle, bottom) = (top + cell / 2, cell * self.matrix.classes() as i32);
            let right = style(&BLACK, HPos::Right, VPos::Center);
            area.draw(&Text::new(name.clone(), (left - pixels_of(8) as i32, middle), right))?;
            let upright = style(&BLACK, HPos::Right, VPos::Center).transform(FontTransform::Rotate270);
            area.draw(&Text::new(name, (left + middle, bottom + pixels_of(8) as i32), upright))?;
        }
        let axis = |horizontal| {
            TextStyle::from((FONT_FAMILY, pixels_of(14)).into_font()).pos(Pos::new(horizontal, VPos::Center))
        };
        let (bottom, edge) = (cell * self.matrix.classes() as i32, pixels_of(12) as i32);
        let middle = bottom / 2;
        area.draw(&Text::new("true", (edge, middle), axis(HPos::Center).transform(FontTransform::Rotate270)))?;
        let predicted = (left + middle, bottom + pixels_of(NAMES - 22) as i32);
        area.draw(&Text::new("predicted", predicted, axis(HPos::Center)))?;
        Ok(())
    }
}
