//! Reads one image from a PNG or JPEG file, for prediction.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageReader};

use crate::error::DataError;

/// An image in the shape that a network takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedImage {
    /// The values 0 to 255, row-major in the order row, column, channel.
    pub pixels: Vec<u8>,
    /// Height, width, channels.
    pub shape: [usize; 3],
    /// The conversion that was applied, for display: "resized from 640 x 480 to 32 x 32". `None` if there was
    /// none.
    pub note: Option<String>,
}

/// Loads an image and converts it to `[height, width, channels]` with 1 (gray) or 3 (R G B) channels.
///
/// An image of another size is resized without keeping the aspect ratio, as `keras.utils.load_img` does; the
/// note says so. The alpha channel is dropped, and the EXIF orientation is applied.
///
/// # Errors
/// [`DataError::Image`] if the file cannot be read, is neither PNG nor JPEG, is damaged, or takes more than
/// 512 MiB decoded, or if `shape` has other than 1 or 3 channels.
pub fn load(path: &Path, shape: [usize; 3]) -> Result<LoadedImage, DataError> {
    let failed = |reason: String| DataError::Image { path: path.into(), reason };
    let [height, width, channels] = shape;
    let (Ok(h), Ok(w)) = (u32::try_from(height), u32::try_from(width)) else {
        return Err(failed(format!("cannot be resized to {height} x {width}")));
    };
    if h == 0 || w == 0 || !matches!(channels, 1 | 3) {
        return Err(failed(format!("cannot be converted to the shape {shape:?}, expected [height, width, 1 or 3]")));
    }
    // The content determines the format, not the file name.
    let file = BufReader::new(File::open(path).map_err(|e| failed(e.to_string()))?);
    let reader = ImageReader::new(file).with_guessed_format().map_err(|e| failed(e.to_string()))?;
    if reader.format().is_none() {
        return Err(failed("neither PNG nor JPEG".into()));
    }
    let decode = || -> image::ImageResult<DynamicImage> {
        let mut decoder = reader.into_decoder()?;
        let orientation = decoder.orientation()?;
        let mut image = DynamicImage::from_decoder(decoder)?;
        image.apply_orientation(orientation);
        Ok(image)
    };
    let mut image = decode().map_err(|e| failed(e.to_string()))?;
    let mut note = None;
    let found = (image.width(), image.height());
    if found != (w, h) {
        note = Some(format!("resized from {} x {} to {w} x {h}", found.0, found.1));
        image = image.resize_exact(w, h, FilterType::Triangle);
    }
    let pixels = if channels == 1 { image.into_luma8().into_raw() } else { image.into_rgb8().into_raw() };
    Ok(LoadedImage { pixels, shape, note })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn save(name: &str, width: u32, height: u32) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        image::RgbImage::from_fn(width, height, |x, _| image::Rgb([x as u8, 100, 200])).save(&path).unwrap();
        (folder, path)
    }

    #[test]
    fn an_image_of_the_right_size_is_not_resized() {
        let (_folder, path) = save("a.png", 4, 2);
        let image = load(&path, [2, 4, 3]).unwrap();
        assert_eq!(image.note, None);
        assert_eq!(image.pixels[..6], [0, 100, 200, 1, 100, 200]);
    }

    #[test]
    fn an_image_of_another_size_is_resized_with_a_note() {
        for name in ["a.png", "a.jpg"] {
            let (_folder, path) = save(name, 64, 48);
            let image = load(&path, [32, 32, 3]).unwrap();
            assert_eq!(image.note.as_deref(), Some("resized from 64 x 48 to 32 x 32"));
            assert_eq!(image.pixels.len(), 32 * 32 * 3);
            let gray = load(&path, [28, 28, 1]).unwrap();
            assert_eq!(gray.pixels.len(), 28 * 28);
        }
    }

    #[test]
    fn a_file_that_is_not_an_image_is_an_error() {
        let (folder, path) = save("a.png", 8, 8);
        let bytes = std::fs::read(&path).unwrap();
        let text = folder.path().join("text.png");
        std::fs::write(&text, "hello").unwrap();
        let cut = folder.path().join("cut.png");
        std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
        for (path, words) in [(&text, "neither PNG nor JPEG"), (&cut, "cut.png"), (&folder.path().join("none"), "none")]
        {
            let message = load(path, [8, 8, 3]).unwrap_err().to_string();
            assert!(message.contains(words), "{message}");
        }
        assert!(load(&path, [8, 8, 2]).unwrap_err().to_string().contains("[8, 8, 2]"));
    }
}
