//! Images in files, in the channels and the size that a model takes.
//!
//! An image becomes the values that Keras's `image_dataset_from_directory` makes of it: the content decides
//! about the format, not the name; it is resized as `tf.image.resize` does, without antialiasing; the
//! orientation that a camera noted is not applied. All that read images, one or a folder of them, read them
//! here.
//!
//! | file | contents |
//! |---|---|
//! | `decode`, `gif`, `jpeg` | pixels of PNG and BMP files, of GIF files, and of JPEG files |
//! | `channels` | gray and opacity |
//! | `resize` | another size |

mod channels;
mod decode;
mod gif;
mod jpeg;
mod resize;

use std::path::{Path, PathBuf};

use keras::budget::read_file;
use keras::data::{Dataset, Items};
use keras::{Array, Arrays, Samples};

use crate::error::DataError;

pub use channels::ColorMode;
pub use resize::Interpolation;
use resize::Pixels;

/// The endings of the names of images, as Keras allows them.
pub const ENDINGS: [&str; 5] = [".bmp", ".gif", ".jpeg", ".jpg", ".png"];

impl ColorMode {
    /// The mode with so many channels: 1, 3 or 4.
    pub fn of_channels(channels: usize) -> Option<Self> {
        [Self::Grayscale, Self::Rgb, Self::Rgba].into_iter().find(|mode| mode.channels() == channels)
    }

    /// The number of channels.
    pub fn channels(self) -> usize {
        match self {
            Self::Grayscale => 1,
            Self::Rgb => 3,
            Self::Rgba => 4,
        }
    }
}

/// What happens to images of another aspect ratio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fitting {
    /// They are distorted.
    #[default]
    Stretch,
    /// The middle is cut out: `crop_to_aspect_ratio`.
    Crop,
    /// They are put into the middle, with zeros around: `pad_to_aspect_ratio`.
    Pad,
}

/// How images are read, with the defaults of Keras's `image_dataset_from_directory`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Images {
    /// Height and width. Default: 256 and 256.
    pub image_size: [usize; 2],
    /// The channels. Default: red, green, blue.
    pub color_mode: ColorMode,
    /// How values of resized images are computed. Default: linearly.
    pub interpolation: Interpolation,
    /// What happens to images of another aspect ratio. Default: they are distorted.
    pub fitting: Fitting,
}

impl Default for Images {
    fn default() -> Self {
        Self {
            image_size: [256, 256],
            color_mode: ColorMode::Rgb,
            interpolation: Interpolation::Bilinear,
            fitting: Fitting::Stretch,
        }
    }
}

/// An image in the shape that a network takes.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedImage {
    /// The values 0 to 255, row-major in the order row, column, channel.
    pub values: Vec<f32>,
    /// Height and width in the file.
    pub size: [usize; 2],
}

impl Images {
    /// Reads an image: JPEG, PNG, BMP, or the first frame of a GIF.
    ///
    /// # Errors
    /// [`DataError::Image`] if the file cannot be read, is none of these, is damaged or truncated, or takes
    /// more than 512 MiB decoded.
    pub fn load(self, path: &Path) -> Result<LoadedImage, DataError> {
        let failed = |reason: String| DataError::Image { path: path.into(), reason };
        let [height, width] = self.image_size;
        if height == 0 || width == 0 {
            return Err(failed(format!("image_size must be at least 1, not {:?}", self.image_size)));
        }
        let bytes = read_file(path).map_err(|e| failed(e.to_string()))?;
        let image = decode::decode(&bytes, self.color_mode).map_err(failed)?;
        let size = [image.height, image.width];
        Ok(LoadedImage { values: self.fitted(&image).values, size })
    }

    /// The array of images of these files, of shape `[files, height, width, channels]`.
    pub(crate) fn load_all<'a>(self, files: impl ExactSizeIterator<Item = &'a PathBuf>) -> keras::Result<Array> {
        let [height, width] = self.image_size;
        let (count, mut values) = (files.len(), Vec::new());
        for file in files {
            values.extend(self.load(file)?.values);
        }
        Array::new([count, height, width, self.color_mode.channels()], values)
    }

    /// The image in the size of these settings.
    fn fitted(self, image: &Pixels<u8>) -> Pixels<f32> {
        let ([height, width], interpolation) = (self.image_size, self.interpolation);
        match self.fitting {
            Fitting::Stretch => image.resized(height, width, interpolation),
            Fitting::Crop => {
                let (own_height, own_width) = (image.height, image.width);
                let crop_height = (own_width * height / width).clamp(1, own_height);
                let crop_width = (own_height * width / height).clamp(1, own_width);
                let (top, left) = ((own_height - crop_height) / 2, (own_width - crop_width) / 2);
                image.cropped(top, left, crop_height, crop_width).resized(height, width, interpolation)
            }
            Fitting::Pad => {
                let ratio = (image.width as f32 / width as f32).max(image.height as f32 / height as f32);
                let (new_height, new_width) = (image.height as f32 / ratio, image.width as f32 / ratio);
                let margin = |size: usize, new: f32| ((size as f32 - new) / 2.0).floor().max(0.0) as usize;
                let (top, left) = (margin(height, new_height), margin(width, new_width));
                let new = |size: f32| (size.floor() as usize).max(1);
                image.resized(new(new_height), new(new_width), interpolation).padded(top, left, height, width)
            }
        }
    }
}

/// The images of these files as a data set without labels, of `f32` values from 0 to 255 and shape `[rows,
/// height, width, channels]`.
///
/// # Errors
/// [`ErrorKind::Argument`](keras::ErrorKind::Argument) if the batch size is 0. Errors of the data set name
/// the file.
pub fn dataset(files: Vec<PathBuf>, settings: Images, items: Items) -> keras::Result<Dataset> {
    Dataset::from_items(files.len(), items, move |rows| {
        let x = settings.load_all(rows.iter().map(|row| &files[*row]))?;
        Ok(Samples { x: x.into(), y: Arrays::default(), weights: Arrays::default() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(height: usize, width: usize, color_mode: ColorMode) -> Images {
        Images { image_size: [height, width], color_mode, ..Images::default() }
    }

    fn save(name: &str, width: u32, height: u32) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        image::RgbImage::from_fn(width, height, |x, _| image::Rgb([x as u8, 100, 200])).save(&path).unwrap();
        (folder, path)
    }

    #[test]
    fn an_image_of_the_right_size_keeps_its_pixels() {
        let (_folder, path) = save("a.png", 4, 2);
        let image = settings(2, 4, ColorMode::Rgb).load(&path).unwrap();
        assert_eq!((&image.values[..6], image.size), (&[0.0, 100.0, 200.0, 1.0, 100.0, 200.0][..], [2, 4]));
        let image = settings(2, 4, ColorMode::Rgba).load(&path).unwrap();
        assert_eq!(image.values[..8], [0.0, 100.0, 200.0, 255.0, 1.0, 100.0, 200.0, 255.0]);
    }

    /// Every second pixel is left out, as without antialiasing.
    #[test]
    fn a_smaller_image_has_no_means_of_all_pixels() {
        let (_folder, path) = save("a.png", 64, 48);
        let image = settings(12, 16, ColorMode::Rgb).load(&path).unwrap();
        assert_eq!((image.values[0], image.values[3], image.size), (1.5, 5.5, [48, 64]));
    }

    #[test]
    fn a_file_that_is_not_a_whole_image_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let says = |name: &str, bytes: &[u8], words: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            let message = settings(8, 8, ColorMode::Rgb).load(&path).unwrap_err().to_string();
            assert!(message.contains(words) && message.contains(name), "{message}");
        };
        says("text.png", b"hello", "none of JPEG, PNG, BMP and GIF");
        says("empty.png", b"", "the file is empty");
        says("other.jpg", b"RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0", "a WebP image, which is not read");
        for (name, least) in [("a.png", 40), ("a.jpg", 3), ("a.bmp", 60), ("a.gif", 20)] {
            let (_folder, path) = save(name, 37, 29);
            let bytes = std::fs::read(&path).unwrap();
            for parts in 1..20 {
                says("cut", &bytes[..(bytes.len() * parts / 20).max(least)], "cut");
            }
            says("cut", &bytes[..bytes.len() - 1], "cut");
        }
        let missing = settings(8, 8, ColorMode::Rgb).load(&folder.path().join("none")).unwrap_err().to_string();
        assert!(missing.contains("none"), "{missing}");
    }
}
