//! GIF files: the first frame.

use std::io::Cursor;

use gif::{ColorOutput, DecodeOptions, DecodingError, MemoryLimit};

use super::channels::{Luma, Samples};
use crate::claims::MAX_BYTES;

/// The pixels that a byte stands for at most: a code of 12 bits stands for up to 4096 pixels.
const PER_BYTE: usize = 2731;

/// The samples of the first frame on its screen, which is black and transparent around it. Only the
/// frame's indices into the palette are held beside them, not a second screen.
pub(super) fn decode(bytes: &[u8], has_opacity: bool) -> Result<Samples, String> {
    if ends(bytes).is_none() {
        return Err("truncated: the end of the image is missing".into());
    }
    let failed = |e: DecodingError| e.to_string();
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    options.set_memory_limit(MemoryLimit::Unlimited);
    let mut decoder = options.read_info(Cursor::new(bytes)).map_err(failed)?;
    let (height, width) = (usize::from(decoder.height()), usize::from(decoder.width()));
    let channels = if has_opacity { 4 } else { 3 };
    let frame = decoder.next_frame_info().map_err(failed)?.ok_or("it has no image")?;
    let (top, left, own_width) = (usize::from(frame.top), usize::from(frame.left), usize::from(frame.width));
    let transparent = frame.transparent;
    let size = decoder.buffer_size();
    if (height * width * channels + size) as u64 > MAX_BYTES {
        return Err(format!("{width} x {height} pixels take more than 512 MiB"));
    }
    if size > bytes.len() * PER_BYTE {
        return Err(format!("truncated: {size} pixels take more bytes than the {} that are there", bytes.len()));
    }
    let mut numbers = vec![0; size];
    decoder.read_into_buffer(&mut numbers).map_err(failed)?;
    // A number without a color is transparent black.
    let mut colors = [[0; 4]; 256];
    for (number, color) in decoder.palette().map_err(failed)?.chunks_exact(3).take(256).enumerate() {
        let opacity = if transparent.map(usize::from) == Some(number) { 0 } else { u8::MAX };
        colors[number] = [color[0], color[1], color[2], opacity];
    }
    let mut values = vec![0; height * width * channels];
    let rows = values.chunks_exact_mut((width * channels).max(1)).skip(top);
    for (row, numbers) in rows.zip(numbers.chunks_exact(own_width.max(1))) {
        for (pixel, number) in row.chunks_exact_mut(channels).skip(left).zip(numbers) {
            pixel.copy_from_slice(&colors[usize::from(*number)][..channels]);
        }
    }
    Ok(Samples { values, deep: Vec::new(), luma: Luma::Pillow, height, width, channels })
}

/// Finds the trailer of a GIF: decoders of the first frame read no further than its pixels.
fn ends(bytes: &[u8]) -> Option<()> {
    const COLORS_FOLLOW: u8 = 0x80;
    let colors = |flags: u8| if flags & COLORS_FOLLOW == 0 { 0 } else { 6usize << (flags & 7) };
    let mut at = 13 + colors(*bytes.get(10)?);
    loop {
        at += match bytes.get(at)? {
            0x3b => return Some(()),
            // An extension and its label.
            0x21 => 2,
            // An image: its place, its flags, its colors, and the size of its codes.
            0x2c => 11 + colors(*bytes.get(at + 9)?),
            _ => return None,
        };
        // Blocks of bytes, the last of which is empty.
        loop {
            let size = usize::from(*bytes.get(at)?);
            at += 1 + size;
            if size == 0 {
                break;
            }
        }
    }
}
