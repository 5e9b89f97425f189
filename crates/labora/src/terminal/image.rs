//! Images in the terminal: by the protocols of kitty or iTerm2 if the environment names a terminal that has
//! one, otherwise as half-blocks, or as shades of gray if `NO_COLOR` is set. The terminal is not asked what
//! it has: one that does not answer would be waited for.

use std::fmt::Write as _;
use std::io::{self, Cursor, IsTerminal, Write};

use image::{ImageFormat, RgbImage};

use crate::plots::base64;

/// The greatest width of an image in pixels, each of which is two columns wide.
const MAX_WIDTH: usize = 36;
/// Bytes of base64 in a piece of kitty's protocol.
const KITTY_PIECE: usize = 4096;

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

    /// The bytes of a PNG file.
    fn png(&self) -> io::Result<Vec<u8>> {
        let image = RgbImage::from_fn(self.width as u32, self.height as u32, |x, y| {
            image::Rgb(self.rgb(x as usize, y as usize))
        });
        let mut png = Cursor::new(Vec::new());
        image.write_to(&mut png, ImageFormat::Png).map_err(io::Error::other)?;
        Ok(png.into_inner())
    }

    /// Columns of characters.
    fn columns(&self) -> usize {
        2 * self.width.min(MAX_WIDTH)
    }
}

/// How a terminal shows images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    /// <https://sw.kovidgoyal.net/kitty/graphics-protocol>
    Kitty,
    /// <https://iterm2.com/documentation-images.html>
    Iterm,
    /// Characters whose upper and lower half have a color each.
    HalfBlocks,
    /// Characters in shades of gray.
    Shades,
}

impl Protocol {
    /// That of the terminal which the environment names.
    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| variable(name).unwrap_or_default();
        let is_set = |name: &str| !value(name).is_empty();
        let (term, program) = (value("TERM"), value("TERM_PROGRAM"));
        if is_set("NO_COLOR") || term == "dumb" {
            Self::Shades
        } else if is_set("TMUX") || is_set("STY") || term.starts_with("screen") || term.starts_with("tmux") {
            // A multiplexer passes no images on, and its terminal's variables may be inherited.
            Self::HalfBlocks
        } else if term.contains("kitty")
            || term.contains("ghostty")
            || is_set("KITTY_WINDOW_ID")
            || program == "ghostty"
        {
            Self::Kitty
        } else if ["iTerm.app", "WezTerm"].contains(&program.as_str()) || value("LC_TERMINAL") == "iTerm2" {
            Self::Iterm
        } else {
            Self::HalfBlocks
        }
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
    let text = match Protocol::of(|name| std::env::var(name).ok()) {
        Protocol::Kitty => kitty(&image.png()?, image.columns()),
        Protocol::Iterm => iterm(&image.png()?, image.columns()),
        Protocol::HalfBlocks => half_blocks(image),
        Protocol::Shades => shades(image),
    };
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// A PNG file (format 100) that is transmitted and shown (`a=T`) without an answer of the terminal (`q=2`),
/// in pieces, of which all but the last say that more follow (`m=1`).
fn kitty(png: &[u8], columns: usize) -> String {
    let encoded = base64::encode(png);
    let mut text = String::new();
    let mut pieces = encoded.as_bytes().chunks(KITTY_PIECE).peekable();
    let mut keys = format!("a=T,f=100,q=2,c={columns},");
    while let Some(piece) = pieces.next() {
        let (more, piece) = (u8::from(pieces.peek().is_some()), String::from_utf8_lossy(piece));
        let _ = write!(text, "\x1b_G{keys}m={more};{piece}\x1b\\");
        keys.clear();
    }
    text + "\n"
}

fn iterm(png: &[u8], columns: usize) -> String {
    let (size, encoded) = (png.len(), base64::encode(png));
    format!("\x1b]1337;File=inline=1;size={size};width={columns};preserveAspectRatio=1:{encoded}\x07\n")
}

/// Renders an image in colors of 24 bits, with two pixels, one above the other, to a character.
fn half_blocks(image: Image<'_>) -> String {
    let columns = image.columns();
    let rows = (image.height * columns / image.width.max(1)).max(1);
    let at = |x: usize, y: usize| image.rgb(x * image.width / columns, y * image.height / rows);
    let mut text = String::new();
    for y in (0..rows).step_by(2) {
        for x in 0..columns {
            let [r, g, b] = at(x, y);
            let _ = write!(text, "\x1b[38;2;{r};{g};{b}");
            if y + 1 < rows {
                let [r, g, b] = at(x, y + 1);
                let _ = write!(text, ";48;2;{r};{g};{b}");
            }
            text.push_str("m▀");
            if y + 1 == rows {
                text.push_str("\x1b[0m");
            }
        }
        text.push_str("\x1b[0m\n");
    }
    text
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
    fn the_environment_names_the_protocol() {
        let of = |variables: &[(&str, &str)]| {
            Protocol::of(|name| Some(variables.iter().find(|(known, _)| *known == name)?.1.to_string()))
        };
        assert_eq!(of(&[("TERM", "xterm-256color")]), Protocol::HalfBlocks);
        assert_eq!(of(&[("TERM", "xterm-kitty")]), Protocol::Kitty);
        assert_eq!(of(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")]), Protocol::Iterm);
        assert_eq!(of(&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")]), Protocol::HalfBlocks);
        assert_eq!(of(&[("TERM", "xterm-kitty"), ("NO_COLOR", "1")]), Protocol::Shades);
        assert_eq!(of(&[("TERM", "xterm-kitty"), ("NO_COLOR", "")]), Protocol::Kitty);
    }

    #[test]
    fn half_blocks_have_the_colors_of_both_rows() {
        let image = Image { height: 1, width: 1, channels: 3, pixels: &[1, 2, 3] };
        assert_eq!(half_blocks(image), "\x1b[38;2;1;2;3;48;2;1;2;3m▀".repeat(2) + "\x1b[0m\n");
        let tall = Image { height: 28, width: 36, channels: 1, pixels: &[7; 28 * 36] };
        let text = half_blocks(tall);
        assert_eq!((text.lines().count(), text.matches('▀').count()), (28, 28 * 72));
    }

    #[test]
    fn images_of_protocols_are_the_files_that_they_carry() {
        let pixels: Vec<u8> = (0..36 * 36 * 3).map(|i| (i * 7919 % 251) as u8).collect();
        let image = Image { height: 36, width: 36, channels: 3, pixels: &pixels };
        let png = image.png().unwrap();
        assert_eq!(image::load_from_memory(&png).unwrap().to_rgb8().into_raw(), pixels);
        let encoded = base64::encode(&png);
        let text = iterm(&png, 72);
        assert!(text.starts_with("\x1b]1337;File=inline=1;") && text.ends_with(&format!(":{encoded}\x07\n")));
        let text = kitty(&png, 72);
        let pieces: Vec<&str> = text.trim_end().split_terminator("\x1b\\").collect();
        let (keys, content): (Vec<_>, Vec<_>) = pieces.iter().filter_map(|piece| piece.split_once(';')).unzip();
        assert_eq!(content.concat(), encoded);
        assert!(pieces.len() > 1 && content.iter().all(|piece| piece.len() <= 4096));
        assert_eq!((keys[0], *keys.last().unwrap()), ("\x1b_Ga=T,f=100,q=2,c=72,m=1", "\x1b_Gm=0"));
    }

    #[test]
    fn shades_run_from_black_to_white() {
        let image = Image { height: 1, width: 3, channels: 1, pixels: &[0, 128, 255] };
        assert_eq!(shades(image), "  ▒▒██\n");
        let white = Image { height: 1, width: 1, channels: 3, pixels: &[255, 255, 255] };
        assert_eq!(shades(white), "██\n");
    }
}
