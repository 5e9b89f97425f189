//! The pixels of a file, whatever its name says.

use std::io::Cursor;

use image::{ColorType, DynamicImage, ImageFormat, ImageReader, Limits};

use super::channels::{ColorMode, Luma, Samples};
use super::resize::Pixels;
use super::{gif, jpeg};
use crate::claims::{self, MAX_BYTES};

/// Decodes a file.
///
/// # Errors
/// What is wrong with the file.
pub(super) fn decode(bytes: &[u8], color_mode: ColorMode) -> Result<Pixels<u8>, String> {
    if bytes.is_empty() {
        return Err("the file is empty".into());
    }
    let format = image::guess_format(bytes);
    if let Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::Bmp | ImageFormat::Gif)) = format {
        claims::check(bytes, format, color_mode.channels())?;
    }
    let samples = match format {
        Ok(ImageFormat::Jpeg) => {
            let Pixels { values, height, width, channels } = jpeg::decode(bytes, color_mode == ColorMode::Grayscale)?;
            Samples { values, deep: Vec::new(), luma: Luma::Pillow, height, width, channels }
        }
        Ok(ImageFormat::Gif) => gif::decode(bytes, color_mode.channels() == 4)?,
        Ok(format @ (ImageFormat::Png | ImageFormat::Bmp)) => samples(bytes, format)?,
        Ok(other) => {
            let name = match other {
                ImageFormat::WebP => "a WebP".to_owned(),
                other => format!("a {}", other.extensions_str().first().unwrap_or(&"foreign").to_uppercase()),
            };
            return Err(format!("it is {name} image, which is not read: convert it to PNG or JPEG"));
        }
        Err(_) => return Err("none of JPEG, PNG, BMP and GIF".into()),
    };
    if samples.height == 0 || samples.width == 0 {
        return Err("it has no pixels".into());
    }
    Ok(samples.in_mode(color_mode))
}

fn samples(bytes: &[u8], format: ImageFormat) -> Result<Samples, String> {
    if format == ImageFormat::Png && !png_ends(bytes) {
        return Err("truncated: the end of the image is missing".into());
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let image = reader.decode().map_err(|e| e.to_string())?;
    let (height, width) = (image.height() as usize, image.width() as usize);
    let channels = usize::from(image.color().channel_count());
    let luma = if format == ImageFormat::Png { Luma::Libpng } else { Luma::Pillow };
    let (values, deep) = match image.color() {
        ColorType::L16 | ColorType::La16 | ColorType::Rgb16 | ColorType::Rgba16 => (Vec::new(), deep(image)),
        _ => (shallow(image), Vec::new()),
    };
    Ok(Samples { values, deep, luma, height, width, channels })
}

/// True if the last chunk of a PNG is there: decoders read no further than the pixels.
fn png_ends(bytes: &[u8]) -> bool {
    let mut at = 8;
    while let Some([a, b, c, d, name @ ..]) = bytes.get(at..at + 8) {
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        at += 12 + length;
        if name == b"IEND" {
            return at <= bytes.len();
        }
    }
    false
}

/// The samples of 16 bits.
fn deep(image: DynamicImage) -> Vec<u16> {
    match image {
        DynamicImage::ImageLuma16(image) => image.into_raw(),
        DynamicImage::ImageLumaA16(image) => image.into_raw(),
        DynamicImage::ImageRgb16(image) => image.into_raw(),
        other => other.into_rgba16().into_raw(),
    }
}

/// The samples of 8 bits.
fn shallow(image: DynamicImage) -> Vec<u8> {
    image.into_bytes()
}
