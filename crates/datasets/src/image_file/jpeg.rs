//! JPEG files.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::resize::Pixels;
use crate::claims::MAX_BYTES;

const START_OF_SCAN: u8 = 0xda;
const END_OF_IMAGE: [u8; 2] = [0xff, 0xd9];

/// The pixels of a file: one channel, or red, green and blue. `gray` asks for the luma, which a file has that
/// is neither RGB nor CMYK.
pub(super) fn decode(bytes: &[u8], gray: bool) -> Result<Pixels<u8>, String> {
    let failed = |e: zune_jpeg::errors::DecodeErrors| format!("damaged or truncated: {e}");
    let options = DecoderOptions::default().set_max_width(usize::MAX).set_max_height(usize::MAX);
    // Between headers there may be what other decoders skip as well.
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options.set_strict_mode(false));
    decoder.decode_headers().map_err(failed)?;
    let (width, height) = decoder.dimensions().ok_or("the header has no size")?;
    let color = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => ColorSpace::Luma,
        Some(ColorSpace::YCbCr) if gray => ColorSpace::Luma,
        _ => ColorSpace::RGB,
    };
    let channels = color.num_components();
    if width.saturating_mul(height).saturating_mul(channels) as u64 > MAX_BYTES {
        return Err(format!("{width} x {height} pixels take more than 512 MiB"));
    }
    // The coefficients of a progressive image are there until its last scan.
    let components = decoder.info().filter(|info| !info.sof.is_sequential_dct()).map_or(0, |info| info.components);
    if (width * height * (2 * usize::from(components) + channels)) as u64 > 2 * MAX_BYTES {
        return Err(format!("{width} x {height} pixels in several scans take more than 1 GiB"));
    }
    if !ends(bytes) {
        return Err("truncated: the end of the image is missing".into());
    }
    // Without this, what is missing or damaged would be gray.
    decoder.set_options(options.set_strict_mode(true).jpeg_set_out_colorspace(color));
    Ok(Pixels { values: decoder.decode().map_err(failed)?, height, width, channels })
}

/// True if the end of the image is marked behind its first scan: segments before it, which have a length, may
/// have a whole image of their own.
fn ends(bytes: &[u8]) -> bool {
    let mut at = 2;
    while let Some([0xff, marker]) = bytes.get(at..at + 2) {
        if *marker == 0xff {
            at += 1;
            continue;
        }
        if *marker == START_OF_SCAN {
            break;
        }
        let Some([high, low]) = bytes.get(at + 2..at + 4) else { return false };
        at += 2 + usize::from(u16::from_be_bytes([*high, *low]));
    }
    bytes.get(at..).is_some_and(|rest| rest.windows(2).any(|pair| pair == END_OF_IMAGE))
}
