//! A picture in the terminal: kitty, iTerm or sixel where the terminal has them, half-blocks elsewhere, shades of grey
//! where colours are not wanted.

use std::io::{self, IsTerminal, Write};

use image::{DynamicImage, RgbImage};

/// A picture of `channels` 1 (grey) or 3 (RGB) bytes a pixel, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// 1 or 3.
    pub channels: usize,
    /// `height * width * channels` bytes.
    pub pixels: &'a [u8],
}

impl Picture<'_> {
    fn rgb(&self, x: usize, y: usize) -> [u8; 3] {
        let at = (y * self.width + x) * self.channels;
        match self.pixels.get(at..at + self.channels) {
            Some([r, g, b]) => [*r, *g, *b],
            Some([grey]) => [*grey; 3],
            _ => [0; 3],
        }
    }

    fn to_image(self) -> DynamicImage {
        let image = RgbImage::from_fn(self.width as u32, self.height as u32, |x, y| {
            image::Rgb(self.rgb(x as usize, y as usize))
        });
        DynamicImage::ImageRgb8(image)
    }
}

/// Shows it on standard output, two characters a pixel wide at the most; nothing where that is no terminal.
///
/// # Errors
/// What writing gives.
pub fn show(picture: Picture<'_>) -> io::Result<()> {
    if !io::stdout().is_terminal() || picture.pixels.is_empty() {
        return Ok(());
    }
    if std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) {
        return io::stdout().write_all(shades(picture).as_bytes());
    }
    let config = viuer::Config {
        absolute_offset: false,
        width: Some(2 * picture.width.min(36) as u32),
        truecolor: true,
        ..viuer::Config::default()
    };
    viuer::print(&picture.to_image(), &config).map(|_| ()).map_err(io::Error::other)
}

/// The picture in five shades of grey, two characters a pixel.
pub fn shades(picture: Picture<'_>) -> String {
    const SHADES: [&str; 5] = ["  ", "░░", "▒▒", "▓▓", "██"];
    let mut out = String::with_capacity(picture.width * picture.height * 6);
    for y in 0..picture.height {
        for x in 0..picture.width {
            let [r, g, b] = picture.rgb(x, y).map(usize::from);
            // Rec. 601 luma, in 0..=4.
            out.push_str(SHADES[(299 * r + 587 * g + 114 * b) * 5 / 255_001]);
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_run_from_black_to_white() {
        let picture = Picture { height: 1, width: 3, channels: 1, pixels: &[0, 128, 255] };
        assert_eq!(shades(picture), "  ▒▒██\n");
        let colour = Picture { height: 1, width: 1, channels: 3, pixels: &[255, 255, 255] };
        assert_eq!(shades(colour), "██\n");
    }
}
