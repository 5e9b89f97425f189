//! Resizing of images as `tf.image.resize` does without antialiasing: weighted means of pixels around the
//! place of each new pixel, first along rows and then along columns.

use std::collections::VecDeque;
use std::f32::consts::PI;

/// How the values of a resized image are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// Linear between neighbors.
    #[default]
    Bilinear,
    /// The nearest pixel.
    Nearest,
    /// Cubic, with Keys's kernel (a = -0.5).
    Bicubic,
    /// The mean over the area of the new pixel.
    Area,
    /// Lanczos's kernel of radius 3.
    Lanczos3,
    /// Lanczos's kernel of radius 5.
    Lanczos5,
    /// A Gaussian of radius 1.5 and standard deviation 0.5.
    Gaussian,
    /// The cubic filter of Mitchell and Netravali.
    MitchellCubic,
}

/// An image: row, column, channel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pixels<T> {
    pub values: Vec<T>,
    pub height: usize,
    pub width: usize,
    pub channels: usize,
}

/// The pixels of a line from which a new pixel is computed: the first one, and the weights.
struct Taps {
    first: usize,
    weights: Vec<f32>,
}

impl Interpolation {
    fn radius(self) -> f32 {
        match self {
            Self::Nearest | Self::Area => 0.0,
            Self::Bilinear => 1.0,
            Self::Gaussian => 1.5,
            Self::Bicubic | Self::MitchellCubic => 2.0,
            Self::Lanczos3 => 3.0,
            Self::Lanczos5 => 5.0,
        }
    }

    /// The weight at a distance.
    fn kernel(self, x: f32) -> f32 {
        let (x, radius) = (x.abs(), self.radius());
        if x >= radius {
            return 0.0;
        }
        match self {
            Self::Nearest | Self::Area => 0.0,
            Self::Bilinear => 1.0 - x,
            Self::Gaussian => (-2.0 * x * x).exp(),
            Self::Bicubic if x >= 1.0 => ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0,
            Self::Bicubic => (1.5 * x - 2.5) * x * x + 1.0,
            Self::MitchellCubic if x >= 1.0 => ((-7.0 / 18.0 * x + 2.0) * x - 10.0 / 3.0) * x + 16.0 / 9.0,
            Self::MitchellCubic => (7.0 / 6.0 * x - 2.0) * x * x + 8.0 / 9.0,
            Self::Lanczos3 | Self::Lanczos5 if x <= 1e-3 => 1.0,
            Self::Lanczos3 | Self::Lanczos5 => radius * (PI * x).sin() * (PI * x / radius).sin() / (PI * PI * x * x),
        }
    }

    /// The taps of each new pixel of a line.
    fn taps(self, from: usize, to: usize) -> Vec<Taps> {
        let scale = from as f32 / to as f32;
        let taps = |i: usize| match self {
            Self::Nearest => {
                Taps { first: (((i as f32 + 0.5) * scale).floor() as usize).min(from - 1), weights: vec![1.0] }
            }
            Self::Area => {
                let (begin, end) = (i as f32 * scale, (i + 1) as f32 * scale);
                let (first, last) = (begin.floor() as usize, (end.ceil() as usize).clamp(1, from));
                let part = |pixel: usize| end.min((pixel + 1) as f32) - begin.max(pixel as f32);
                normalized(first.min(last - 1), (first.min(last - 1)..last).map(part))
            }
            _ => {
                let center = (i as f32 + 0.5) * scale;
                let first = (center - self.radius() - 0.5).ceil().max(0.0) as usize;
                let last = ((center + self.radius() - 0.5).floor().max(0.0) as usize).min(from - 1);
                normalized(first, (first..=last).map(|pixel| self.kernel(pixel as f32 + 0.5 - center)))
            }
        };
        (0..to).map(taps).collect()
    }
}

/// Taps whose weights have the sum 1.
fn normalized(first: usize, weights: impl Iterator<Item = f32>) -> Taps {
    let mut weights: Vec<f32> = weights.collect();
    let sum: f32 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    Taps { first, weights }
}

impl Pixels<u8> {
    /// The image in another size. Besides the result, there are only as many rows at a time as a new one is
    /// computed from, whatever the height.
    pub fn resized(&self, height: usize, width: usize, interpolation: Interpolation) -> Pixels<f32> {
        let Self { channels, .. } = *self;
        let (along_row, along_column) =
            (interpolation.taps(self.width, width), interpolation.taps(self.height, height));
        let line = width * channels;
        let mut values = vec![0.0f32; height * line];
        // The rows from `first` on, resized along the row.
        let (mut rows, mut first) = (VecDeque::<Vec<f32>>::new(), 0);
        for (out, taps) in values.chunks_exact_mut(line).zip(&along_column) {
            let passed = taps.first - first;
            rows.drain(..passed.min(rows.len()));
            first = taps.first;
            for (i, weight) in taps.weights.iter().enumerate() {
                if i == rows.len() {
                    rows.push_back(self.resized_row(first + i, &along_row));
                }
                out.iter_mut().zip(&rows[i]).for_each(|(out, pixel)| *out += pixel * weight);
            }
        }
        Pixels { values, height, width, channels }
    }

    /// A row in another width.
    fn resized_row(&self, row: usize, taps: &[Taps]) -> Vec<f32> {
        let Self { channels, .. } = *self;
        let row = &self.values[row * self.width * channels..(row + 1) * self.width * channels];
        let mut values = Vec::with_capacity(taps.len() * channels);
        for Taps { first, weights } in taps {
            for channel in 0..channels {
                let pixels = row[first * channels + channel..].iter().step_by(channels);
                values.push(pixels.zip(weights).map(|(pixel, weight)| f32::from(*pixel) * weight).sum());
            }
        }
        values
    }

    /// The part of the image that begins at a pixel.
    pub fn cropped(&self, top: usize, left: usize, height: usize, width: usize) -> Self {
        let line = self.width * self.channels;
        let part = left * self.channels..(left + width) * self.channels;
        let rows = self.values.chunks_exact(line).skip(top).take(height);
        let values = rows.flat_map(|row| &row[part.clone()]).copied().collect();
        Self { values, height, width, channels: self.channels }
    }
}

impl Pixels<f32> {
    /// The image within zeros.
    pub fn padded(&self, top: usize, left: usize, height: usize, width: usize) -> Self {
        let (line, own) = (width * self.channels, self.width * self.channels);
        let mut values = vec![0.0f32; height * line];
        for (out, row) in values.chunks_exact_mut(line).skip(top).zip(self.values.chunks_exact(own)) {
            out[left * self.channels..left * self.channels + own].copy_from_slice(row);
        }
        Self { values, height, width, channels: self.channels }
    }
}
