//! Folders of images.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use image::{DynamicImage, ImageReader};
use keras::data::Dataset;
use keras::{Array, Arrays, Result, Samples};

use crate::error::DataError;

use super::index::{Directory, Files, Index};
use super::resize::{Interpolation, Pixels};

/// The endings of the names of images, as Keras allows them.
const ENDINGS: [&str; 5] = [".bmp", ".gif", ".jpeg", ".jpg", ".png"];

/// The channels of images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorMode {
    /// One channel.
    Grayscale,
    /// Red, green, blue.
    #[default]
    Rgb,
    /// Red, green, blue, opacity.
    Rgba,
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

/// The settings of [`image_dataset_from_directory`], with Keras's defaults.
#[derive(Clone, Copy, Debug)]
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

/// The images of a folder, JPEG, PNG, BMP or GIF (its first frame), in batches of `f32` values from 0 to 255,
/// of shape `[rows, height, width, channels]`.
///
/// # Errors
/// [`ErrorKind::Argument`](keras::ErrorKind::Argument) for settings or a folder that do not fit. Errors of
/// the data set name the file.
pub fn image_dataset_from_directory(
    folder: impl AsRef<Path>,
    directory: &Directory,
    settings: Images,
) -> Result<Files> {
    if settings.image_size.contains(&0) {
        return Err(keras::Error::argument(format!("image_size must be at least 1, not {:?}", settings.image_size)));
    }
    let index = directory.index(folder.as_ref(), &ENDINGS)?;
    let (files, class_names, items) = (index.files.clone(), index.class_names.clone(), index.items(directory));
    let load = move |rows: &[usize]| batch(&index, rows, settings);
    Ok(Files { dataset: Dataset::from_items(files.len(), items, load)?, files, class_names })
}

fn batch(index: &Index, rows: &[usize], settings: Images) -> Result<Samples> {
    let mut values = Vec::new();
    let mut channels = 0;
    for row in rows {
        let image = settings.load(&index.files[*row])?;
        channels = image.channels;
        values.extend(image.values);
    }
    let [height, width] = settings.image_size;
    let x = Array::new([rows.len(), height, width, channels], values)?;
    Ok(Samples { x: x.into(), y: index.labels_of(rows)?, weights: Arrays::default() })
}

impl Images {
    fn load(self, path: &Path) -> Result<Pixels, DataError> {
        let failed = |reason: String| DataError::Image { path: path.into(), reason };
        let file = BufReader::new(File::open(path).map_err(|e| failed(e.to_string()))?);
        // The content determines the format, not the file name.
        let reader = ImageReader::new(file).with_guessed_format().map_err(|e| failed(e.to_string()))?;
        if reader.format().is_none() {
            return Err(failed("none of JPEG, PNG, BMP and GIF".into()));
        }
        let image = reader.decode().map_err(|e| failed(e.to_string()))?;
        if image.width() == 0 || image.height() == 0 {
            return Err(failed("it has no pixels".into()));
        }
        Ok(self.fitted(&pixels(image, self.color_mode)))
    }

    /// The image in the size of the data set.
    fn fitted(self, image: &Pixels) -> Pixels {
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

/// The values of an image in these channels.
fn pixels(image: DynamicImage, color_mode: ColorMode) -> Pixels {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let (bytes, channels) = match color_mode {
        ColorMode::Grayscale if image.color().has_color() => (gray(&image.into_rgb8().into_raw()), 1),
        ColorMode::Grayscale => (image.into_luma8().into_raw(), 1),
        ColorMode::Rgb => (image.into_rgb8().into_raw(), 3),
        ColorMode::Rgba => (image.into_rgba8().into_raw(), 4),
    };
    Pixels { values: bytes.into_iter().map(f32::from).collect(), height, width, channels }
}

/// The luma of pixels as libpng computes it, with the weights of ITU-R BT.601 in 15 bits.
fn gray(pixels: &[u8]) -> Vec<u8> {
    let luma = |rgb: &[u8]| {
        let weighted = rgb.iter().zip([9797u32, 19234, 3737]).map(|(value, weight)| u32::from(*value) * weight);
        (weighted.sum::<u32>() >> 15) as u8
    };
    pixels.chunks_exact(3).map(luma).collect()
}
