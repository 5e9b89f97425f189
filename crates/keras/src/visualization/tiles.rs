//! The lines and cells of a layer's box, with their places.

use super::label::{Cell, Label};
use super::layout::Point;

/// The height of the first line and of the others, in pixels.
const TITLE_HEIGHT: f64 = 28.0;
const LINE_HEIGHT: f64 = 24.0;
/// The space before and after text, in pixels.
const PADDING: f64 = 10.0;
/// The size of the text of the first line and of the others, in pixels.
pub(super) const TITLE_SIZE: f64 = 14.0;
pub(super) const TEXT_SIZE: f64 = 12.0;
/// The width of a character of a monospaced font, as a part of its size.
const CHARACTER: f64 = 0.602;

/// A line or cell of a box.
#[derive(Debug)]
pub(super) struct Tile {
    /// The upper left corner, from that of the box.
    pub corner: Point,
    pub width: f64,
    pub height: f64,
    pub fill: &'static str,
    pub color: &'static str,
    pub size: f64,
    /// The text, and what of it is bold and follows it.
    pub text: String,
    pub bold: String,
    /// Text after the bold part.
    pub rest: String,
}

impl Tile {
    fn new(size: f64, text: &str, bold: &str, rest: &str) -> Self {
        let (fill, color) = if size == TITLE_SIZE { ("black", "white") } else { ("white", "black") };
        let height = if size == TITLE_SIZE { TITLE_HEIGHT } else { LINE_HEIGHT };
        let width = text_width(&format!("{text}{bold}{rest}"), size) + 2.0 * PADDING;
        let [text, bold, rest] = [text, bold, rest].map(str::to_owned);
        Self { corner: Point { x: 0.0, y: 0.0 }, width, height, fill, color, size, text, bold, rest }
    }

    fn of_cell(cell: &Cell) -> Self {
        match cell {
            Cell::Fact(what, value) => Self::new(TEXT_SIZE, &format!("{what}: "), value, ""),
            Cell::Trainable(true) => {
                Self { fill: "forestgreen", color: "white", ..Self::new(TEXT_SIZE, "", "Trainable", "") }
            }
            Cell::Trainable(false) => {
                Self { fill: "firebrick", color: "white", ..Self::new(TEXT_SIZE, "", "Non-trainable", "") }
            }
        }
    }
}

/// The width of text in a monospaced font, in pixels.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * CHARACTER
}

/// The tiles of a box, and its width and height.
pub(super) fn tiles(label: &Label) -> (Vec<Tile>, f64, f64) {
    let title = match label.shows_name {
        true => Tile::new(TITLE_SIZE, "", &label.name, &format!(" ({})", label.class)),
        false => Tile::new(TITLE_SIZE, "", &label.class, ""),
    };
    let mut lines = vec![vec![title]];
    lines.extend(label.activation.iter().map(|name| vec![Tile::new(TEXT_SIZE, "Activation: ", name, "")]));
    lines.push(label.cells.iter().map(Tile::of_cell).collect());
    lines.retain(|line| !line.is_empty());
    let width_of = |line: &Vec<Tile>| line.iter().map(|tile| tile.width).sum::<f64>();
    let width = lines.iter().map(width_of).fold(0.0, f64::max);
    let mut top = 0.0;
    for line in &mut lines {
        // The tiles of a line share what it is shorter than the others.
        let more = (width - width_of(line)) / line.len() as f64;
        let (mut left, mut height) = (0.0, 0.0);
        for tile in line {
            tile.corner = Point { x: left, y: top };
            tile.width += more;
            left += tile.width;
            height = tile.height;
        }
        top += height;
    }
    (lines.into_iter().flatten().collect(), width, top)
}
