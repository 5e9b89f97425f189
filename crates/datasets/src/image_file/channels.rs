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
                    ColorMode::Grayscale if has_color => in_place(values, channels, |pixel| [luma.of(pixel)]),
                    ColorMode::Grayscale => in_place(values, channels, |pixel| [pixel[0]]),
                    ColorMode::Rgb if has_color => in_place(values, channels, rgb),
                    ColorMode::Rgb => widened(&values, channels, rgb),
                    ColorMode::Rgba => widened(&values, channels, rgba),
                }
            }
        };
        Pixels { values, height, width, channels: mode.channels() }
    }
}

/// Pixels of fewer samples, in the memory of those before.
fn in_place<const N: usize>(mut values: Vec<u8>, channels: usize, pixel: impl Fn(&[u8]) -> [u8; N]) -> Vec<u8> {
    let pixels = values.len() / channels;
    for i in 0..pixels {
        let new = pixel(&values[i * channels..(i + 1) * channels]);
        values[i * N..(i + 1) * N].copy_from_slice(&new);
    }
    values.truncate(pixels * N);
    values
}

/// Pixels of more samples.
fn widened<const N: usize>(values: &[u8], channels: usize, pixel: impl Fn(&[u8]) -> [u8; N]) -> Vec<u8> {
    let mut new = vec![0; values.len() / channels * N];
    new.chunks_exact_mut(N).zip(values.chunks_exact(channels)).for_each(|(new, old)| new.copy_from_slice(&pixel(old)));
    new
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
