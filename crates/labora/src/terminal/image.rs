//! Images in the terminal: by the protocols of kitty, iTerm or sixel if the terminal supports one, otherwise
//! as half-blocks, or as shades of gray if `NO_COLOR` is set.

use std::io::{self, IsTerminal, Write};

use image::{DynamicImage, RgbImage};

/// An image with one (gray) or three (RGB) bytes per pixel, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    /// Height in pixels.
    pub height: usize,
    /// Width in pixels.
    pub width: usize,
    /// Bytes per pixel: 1 or 3.
    pub channels: usize,
    /// `height * width * channels` bytes.
    pub pixels: &'a [u8],
}

impl Image<'_> {
    fn rgb(&self, x: usize, y: usize) -> [u8; 3] {
        let at = (y * self.width + x) * self.channels;
        match self.pixels.get(at..at + self.channels) {
            Some([r, g, b]) => [*r, *g, *b],
            Some([gray]) => [*gray; 3],
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

/// Shows an image on standard output, at most two characters wide per pixel. Shows nothing if standard output
/// is not a terminal.
///
/// # Errors
/// Writing fails.
pub fn show(image: Image<'_>) -> io::Result<()> {
    if !io::stdout().is_terminal() || image.pixels.is_empty() {
        return Ok(());
    }
    if std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) {
        return io::stdout().write_all(shades(image).as_bytes());
    }
    let config = viuer::Config {
        absolute_offset: false,
        width: Some(2 * image.width.min(36) as u32),
        truecolor: true,
        ..viuer::Config::default()
    };
    viuer::print(&image.to_image(), &config).map(|_| ()).map_err(io::Error::other)
}

/// Renders an image in five shades of gray, with two characters per pixel.
pub fn shades(image: Image<'_>) -> String {
    const SHADES: [&str; 5] = ["  ", "░░", "▒▒", "▓▓", "██"];
    let mut out = String::with_capacity(image.width * image.height * 6);
    for y in 0..image.height {
        for x in 0..image.width {
            let [r, g, b] = image.rgb(x, y).map(usize::from);
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
        let image = Image { height: 1, width: 3, channels: 1, pixels: &[0, 128, 255] };
        assert_eq!(shades(image), "  ▒▒██\n");
        let white = Image { height: 1, width: 1, channels: 3, pixels: &[255, 255, 255] };
        assert_eq!(shades(white), "██\n");
    }
}
