//! A sheet of images, each with lines of text below it.

use std::error::Error;

use image::RgbImage;
use image::imageops::{FilterType, replace, resize};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::canvas::{Drawing, FONT_FAMILY, encode, pixels_of, rasterize};

/// The space between tiles, and the height of the title and of a line, in pixels.
const GAP: u32 = 10;
const TITLE: u32 = 46;
const LINE: u32 = 16;
/// The width that a sheet has at least, for its title, and the width of a character of a line, in pixels.
const MIN_WIDTH: u32 = 420;
const CHARACTER: f64 = 7.2;

/// An image, and lines of text with their colors.
#[derive(Clone, Debug)]
pub struct Tile {
    pub image: RgbImage,
    pub lines: Vec<(String, RGBColor)>,
}

/// Draws tiles row by row, their images enlarged to at least `size` pixels. Returns the bytes of a PNG
/// file.
///
/// # Errors
/// Drawing or encoding fails.
pub fn png(title: &str, tiles: &[Tile], size: u32) -> Result<Vec<u8>, Box<dyn Error>> {
    let images: Vec<RgbImage> = tiles.iter().map(|tile| enlarged(&tile.image, size)).collect();
    let greatest = |of: fn(&RgbImage) -> u32| images.iter().map(of).max().unwrap_or(size);
    let (image_width, image_height) = (greatest(RgbImage::width), greatest(RgbImage::height));
    let lines = tiles.iter().map(|tile| tile.lines.len()).max().unwrap_or(0) as u32;
    let longest = tiles.iter().flat_map(|tile| &tile.lines).map(|(line, _)| line.chars().count()).max().unwrap_or(0);
    let width = image_width.max((longest as f64 * CHARACTER) as u32);
    let height = image_height + lines * LINE + if lines > 0 { GAP / 2 } else { 0 };
    let columns = columns(tiles.len() as u32, width + GAP, height + GAP);
    let rows = (tiles.len() as u32).div_ceil(columns.max(1));
    let corners = (0..tiles.len() as u32).map(|i| {
        let (column, row) = (i % columns, i / columns);
        (GAP + column * (width + GAP), TITLE + row * (height + GAP))
    });
    let corners: Vec<(u32, u32)> = corners.collect();
    let whole = ((GAP + columns * (width + GAP)).max(MIN_WIDTH), TITLE + rows * (height + GAP));
    let texts = Texts { tiles, corners: &corners, below: image_height };
    let mut sheet = rasterize(title, whole, &texts)?;
    for (image, (x, y)) in images.iter().zip(&corners) {
        replace(&mut sheet, image, i64::from(*x), i64::from(*y));
    }
    encode(&sheet)
}

/// The number of columns of a sheet that is about one and a half times as wide as it is high, with as full a
/// last row as possible.
fn columns(tiles: u32, width: u32, height: u32) -> u32 {
    let ideal = (1.5 * f64::from(tiles) * f64::from(height) / f64::from(width.max(1))).sqrt().round() as u32;
    tiles.div_ceil(tiles.div_ceil(ideal.max(1)).max(1)).max(1)
}

/// An image, enlarged by a whole number so that its pixels can be seen, until its shorter side has `size`.
pub fn enlarged(image: &RgbImage, size: u32) -> RgbImage {
    let factor = size.div_ceil(image.width().min(image.height()).max(1)).max(1);
    resize(image, image.width() * factor, image.height() * factor, FilterType::Nearest)
}

/// The texts below the images.
struct Texts<'a> {
    tiles: &'a [Tile],
    corners: &'a [(u32, u32)],
    /// The distance of texts from the upper borders of images.
    below: u32,
}

impl Drawing for Texts<'_> {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        // The corners are those in the file; the area begins below the title.
        let (base_x, base_y) = area.get_base_pixel();
        for (tile, (x, y)) in self.tiles.iter().zip(self.corners) {
            for (i, (line, color)) in tile.lines.iter().enumerate() {
                let style = TextStyle::from((FONT_FAMILY, pixels_of(12)).into_font()).color(color);
                let top = pixels_of(y + self.below + GAP / 2 + i as u32 * LINE) as i32 - base_y;
                area.draw(&Text::new(line.clone(), (pixels_of(*x) as i32 - base_x, top), style))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_full_if_they_can_be() {
        assert_eq!([1, 4, 5, 16, 60].map(|tiles| columns(tiles, 64, 64)), [1, 2, 3, 4, 9]);
        assert_eq!(columns(0, 64, 64), 1);
    }

    #[test]
    fn pictures_stand_side_by_side_and_texts_below_them() {
        let tile = |gray| Tile { image: RgbImage::from_pixel(2, 2, image::Rgb([gray; 3])), lines: Vec::new() };
        let tiles: Vec<Tile> = [10, 20, 30, 40, 50, 60].map(tile).into();
        let sheet = image::load_from_memory(&png("six", &tiles, 40).unwrap()).unwrap().to_rgb8();
        for (gray, (x, y)) in [(10, (0, 0)), (20, (1, 0)), (30, (2, 0)), (40, (0, 1)), (60, (2, 1))] {
            let pixel = sheet.get_pixel(GAP + x * (40 + GAP) + 20, TITLE + y * (40 + GAP) + 20);
            assert_eq!(pixel.0, [gray; 3]);
        }
        let image = RgbImage::from_pixel(64, 64, image::Rgb([255; 3]));
        let lines = vec![("HHHH".to_owned(), RED)];
        let sheet = image::load_from_memory(&png("", &[Tile { image, lines }], 64).unwrap()).unwrap().to_rgb8();
        let red = |y: std::ops::Range<u32>| {
            let is_red = |(x, y): (u32, u32)| sheet.get_pixel(x, y).0[1] < 100 && sheet.get_pixel(x, y).0[0] > 200;
            y.flat_map(|y| (0..sheet.width()).map(move |x| (x, y))).filter(|at| is_red(*at)).count()
        };
        let below = TITLE + 64;
        assert!(red(below..sheet.height()) > 20 && red(0..below) == 0, "the text is below its image");
    }
}
