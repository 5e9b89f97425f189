//! What the head of an image claims, checked before there is memory for it.

use std::io::Cursor;

use image::{ImageDecoder, ImageFormat, ImageReader};

/// The bytes that a decoded image takes at most.
pub(crate) const MAX_BYTES: u64 = 512 << 20;
/// The bytes that a byte of deflated data stands for at most, in a PNG or another file.
pub(crate) const DEFLATE: u64 = 1032;
/// The pixels that a byte of a JPEG stands for at most: a block of 8 x 8 takes a bit or more.
const JPEG: u64 = 8 * 64;

/// Checks the size of an image by its head: its pixels fit into 512 MiB, as the file has them and with this
/// number of channels, and the file is long enough to have them.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn check(bytes: &[u8], format: ImageFormat, channels: usize) -> Result<(), String> {
    let decoder = ImageReader::with_format(Cursor::new(bytes), format).into_decoder().map_err(|e| e.to_string())?;
    let (width, height) = decoder.dimensions();
    let as_read = u64::from(width) * u64::from(height) * channels as u64;
    // A GIF is never there with all four channels that its decoder names.
    let in_file = if format == ImageFormat::Gif { as_read } else { decoder.total_bytes() };
    if in_file.max(as_read) > MAX_BYTES {
        return Err(format!("{width} x {height} pixels take more than 512 MiB"));
    }
    let least = least_bytes(bytes, format, u64::from(width), u64::from(height));
    let present = bytes.len() as u64;
    match least <= present {
        true => Ok(()),
        false => Err(format!("truncated: {width} x {height} pixels take at least {least} bytes, {present} are there")),
    }
}

/// The fewest bytes of a file with so many pixels.
fn least_bytes(bytes: &[u8], format: ImageFormat, width: u64, height: u64) -> u64 {
    let short = |at: usize| bytes.get(at..at + 2).map_or(0, |b| u64::from(u16::from_le_bytes([b[0], b[1]])));
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    match format {
        ImageFormat::Png => {
            let samples = [1, 0, 3, 1, 2, 0, 4].get(usize::from(byte(25))).copied().unwrap_or(0);
            let row = 1 + (width * samples * u64::from(byte(24))).div_ceil(8);
            row * height / DEFLATE
        }
        ImageFormat::Jpeg => width * height / JPEG,
        // Those of OS/2 have a shorter head, and runs are of any length.
        ImageFormat::Bmp if short(14) == 12 => (width * short(24)).div_ceil(32) * 4 * height,
        ImageFormat::Bmp if matches!(short(30), 0 | 3 | 6) => (width * short(28)).div_ceil(32) * 4 * height,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GrayImage, RgbImage};

    use super::*;

    fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    /// The most compressible image of each format is long enough, and its half is not.
    #[test]
    fn images_are_as_long_as_they_must_be() {
        let gray = DynamicImage::from(GrayImage::new(4000, 3000));
        let color = DynamicImage::from(RgbImage::new(1000, 400));
        for (image, format) in [
            (&gray, ImageFormat::Png),
            (&gray, ImageFormat::Jpeg),
            (&gray, ImageFormat::Bmp),
            (&color, ImageFormat::Gif),
            (&color, ImageFormat::Bmp),
        ] {
            let bytes = file(image, format);
            check(&bytes, format, 3).unwrap_or_else(|e| panic!("{format:?}: {e}"));
            if format == ImageFormat::Bmp {
                let message = check(&bytes[..bytes.len() / 2], format, 3).unwrap_err();
                assert!(message.starts_with("truncated"), "{message}");
            }
        }
    }

    #[test]
    fn a_head_that_claims_more_than_there_is_is_refused() {
        let set = |mut bytes: Vec<u8>, at: usize, size: &[u8]| {
            bytes[at..at + size.len()].copy_from_slice(size);
            bytes
        };
        let small = DynamicImage::from(RgbImage::new(8, 8));
        let crc = |mut bytes: Vec<u8>| {
            let mut sum = flate2::Crc::new();
            sum.update(&bytes[12..29]);
            bytes[29..33].copy_from_slice(&sum.sum().to_be_bytes());
            bytes
        };
        let png = |side: u32| {
            crc(set(file(&small, ImageFormat::Png), 16, &[side.to_be_bytes(), side.to_be_bytes()].concat()))
        };
        assert!(
            check(&png(60_000), ImageFormat::Png, 3).unwrap_err().contains("60000 x 60000 pixels take more than 512")
        );
        assert!(check(&png(10_000), ImageFormat::Png, 3).unwrap_err().starts_with("truncated: 10000 x 10000"));
        let jpeg = file(&small, ImageFormat::Jpeg);
        let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap() + 5;
        let jpeg = |side: u16| set(jpeg.clone(), frame, &[side.to_be_bytes(), side.to_be_bytes()].concat());
        assert!(check(&jpeg(65_535), ImageFormat::Jpeg, 3).unwrap_err().contains("more than 512 MiB"));
        assert!(check(&jpeg(10_000), ImageFormat::Jpeg, 3).unwrap_err().starts_with("truncated: 10000 x 10000"));
        let bmp =
            |side: i32| set(file(&small, ImageFormat::Bmp), 18, &[side.to_le_bytes(), side.to_le_bytes()].concat());
        assert!(check(&bmp(30_000), ImageFormat::Bmp, 3).is_err() && check(&bmp(1000), ImageFormat::Bmp, 3).is_err());
        let gif = set(file(&small, ImageFormat::Gif), 6, &[0xff; 4]);
        assert!(check(&gif, ImageFormat::Gif, 3).unwrap_err().contains("more than 512 MiB"));
    }
}
