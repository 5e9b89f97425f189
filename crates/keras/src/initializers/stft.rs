use std::f64::consts::TAU;

use super::initializer::Initializer;
use crate::error::{Error, Result};
use crate::utils::Rng;

crate::choices! {
    /// The part of the transform that a kernel computes.
    Side {
        /// The real part.
        Real = "real",
        /// The imaginary part.
        Imag = "imag",
    }
}

crate::choices! {
    /// How the window is normalized.
    Scaling {
        /// By the root of the sum of its squares.
        Density = "density",
        /// By the sum of its magnitudes.
        Spectrum = "spectrum",
    }
}

crate::choices! {
    /// The window that frames are multiplied by.
    StftWindow {
        /// `1/2 - cos / 2`.
        Hann = "hann",
        /// `0.54 - 0.46 cos`.
        Hamming = "hamming",
        /// `0.42 - 0.5 cos + 0.08 cos 2`.
        Blackman = "blackman",
        /// All ones.
        Boxcar = "boxcar",
    }
}

crate::object! {
    /// The kernel `[frame length, 1, frequencies]` of a short-time Fourier transform as a one-dimensional
    /// convolution.
    STFT(): dyn Initializer {
        /// The part of the transform. Default: the real one.
        side: [Side] = Side::Real;
        /// The window. Default: Hann's.
        window: [Option<StftWindow>] = Some(StftWindow::Hann);
        /// The normalization of the window. Default: its density.
        scaling: [Option<Scaling>] = Some(Scaling::Density);
        /// SciPy's `fftbins`: true for a window that is periodic. Default: false.
        periodic: [bool] = false;
    }
}

impl Initializer for STFT {
    fn values(&self, shape: &[usize], _rng: &mut Rng) -> Result<Vec<f32>> {
        let &[length, inputs, frequencies] = shape else {
            return Err(Error::shape(format!(
                "STFT initializes kernels of shape [frame length, 1, frequencies], not {shape:?}"
            )));
        };
        let window: Vec<f64> = (0..length).map(|i| self.weight(i, length)).collect();
        let sum = |of: fn(&f64) -> f64| window.iter().map(of).sum::<f64>();
        let scale = match self.scaling.filter(|_| self.window.is_some()) {
            Some(Scaling::Density) => sum(|w| w * w).sqrt(),
            Some(Scaling::Spectrum) => sum(|w| w.abs()),
            None => 1.0,
        };
        let turns = (frequencies.max(2) - 1) as f64 * 2.0;
        let mut values = Vec::with_capacity(length * inputs * frequencies);
        for (time, weight) in window.iter().enumerate() {
            for _ in 0..inputs {
                for frequency in 0..frequencies {
                    let angle = -TAU * time as f64 * frequency as f64 / turns;
                    let wave = if self.side == Side::Real { angle.cos() } else { angle.sin() };
                    values.push((wave * weight / scale) as f32);
                }
            }
        }
        Ok(values)
    }
}

impl STFT {
    /// The window at a position.
    fn weight(&self, i: usize, length: usize) -> f64 {
        let Some(window) = self.window else { return 1.0 };
        if length == 1 {
            return 1.0;
        }
        let angle = TAU * i as f64 / if self.periodic { length } else { length - 1 } as f64;
        match window {
            StftWindow::Hann => 0.5 - 0.5 * angle.cos(),
            StftWindow::Hamming => 0.54 - 0.46 * angle.cos(),
            StftWindow::Blackman => 0.42 - 0.5 * angle.cos() + 0.08 * (2.0 * angle).cos(),
            StftWindow::Boxcar => 1.0,
        }
    }
}
