//! Gray and opacity: the samples of a file as the channels of a model.

use super::resize::Pixels;

/// The channels of images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorMode {
    /// One channel. Of a color PNG it is the luma that libpng computes, and of a JPEG the one in the file, as
    /// in TensorFlow; of others it is that of ITU-R BT.601 as Pillow computes it, which reads them for Keras
    /// without TensorFlow.
    Grayscale,
    /// Red, green, blue. Opacity is left out.
    #[default]
    Rgb,
    /// Red, green, blue, opacity.
    Rgba,
}

/// How gray is computed of red, green and blue, with the weights of ITU-R BT.601.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Luma {
    /// In 15 bits, as libpng does for TensorFlow.
    Libpng,
    /// In 16 bits, rounded, as Pillow does.
    Pillow,
}

/// The samples of a file: gray or colors, with opacity or without.
pub(super) struct Samples {
    /// Samples of 8 bits.
    pub values: Vec<u8>,
    /// Samples of 16 bits, in place of the others.
    pub deep: Vec<u16>,
    pub luma: Luma,
    pub height: usize,
    pub width: usize,
    /// Gray, gray and opacity, colors, or colors and opacity.
    pub channels: usize,
}

impl Samples {
    /// The pixels in these channels. Of 16 bits the upper eight count, as in TensorFlow.
    pub fn in_mode(self, mode: ColorMode) -> Pixels<u8> {
        let Self { values, deep, luma, height, width, channels } = self;
        let upper = |sample: u16| (sample >> 8) as u8;
        let has_color = channels > 2;
        let values = match mode {
            ColorMode::Grayscale if has_color && !deep.is_empty() => {
                deep.chunks_exact(channels).map(|pixel| upper(luma_of_16(pixel))).collect()
            }
            mode => {
                let values = if deep.is_empty() { values } else { deep.into_iter().map(upper).collect() };
                match mode {
                    mode if mode.channels() == channels => values,
                    ColorMode::Grayscale if has_color => {
                        values.chunks_exact(channels).map(|pixel| luma.of(pixel)).collect()
                    }
                    ColorMode::Grayscale => values.into_iter().step_by(channels).collect(),
                    ColorMode::Rgb => values.chunks_exact(channels).flat_map(rgb).collect(),
                    ColorMode::Rgba => values.chunks_exact(channels).flat_map(rgba).collect(),
                }
            }
        };
        Pixels { values, height, width, channels: mode.channels() }
    }
}

impl Luma {
    fn of(self, pixel: &[u8]) -> u8 {
        let (weights, rounding, bits) = match self {
            Self::Libpng => ([9797, 19234, 3737], 0, 15),
            Self::Pillow => ([19595, 38470, 7471], 1 << 15, 16),
        };
        let weighted = pixel.iter().zip(weights).map(|(sample, weight)| u32::from(*sample) * weight);
        ((weighted.sum::<u32>() + rounding) >> bits) as u8
    }
}

/// The luma of samples of 16 bits, which only PNG has.
fn luma_of_16(pixel: &[u16]) -> u16 {
    let weighted = pixel.iter().zip([9797u64, 19234, 3737]).map(|(sample, weight)| u64::from(*sample) * weight);
    ((weighted.sum::<u64>() + (1 << 14)) >> 15) as u16
}

fn rgb(pixel: &[u8]) -> [u8; 3] {
    match pixel {
        [red, green, blue, ..] => [*red, *green, *blue],
        _ => [pixel[0]; 3],
    }
}

fn rgba(pixel: &[u8]) -> [u8; 4] {
    let [red, green, blue] = rgb(pixel);
    let opacity = if pixel.len().is_multiple_of(2) { pixel[pixel.len() - 1] } else { u8::MAX };
    [red, green, blue, opacity]
}
