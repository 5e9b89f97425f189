//! Spectrograms of signals.

use std::f64::consts::TAU;

use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{STFT, Scaling, Side, StftWindow};
use crate::layers::data_format::DataFormat;
use crate::layers::window::Padding;
use crate::ops::{self, Axes, Tensor};
use crate::shape::Shape;

crate::choices! {
    /// What a [`STFTSpectrogram`] returns of each frequency.
    SpectrogramMode {
        /// The logarithm of the magnitude.
        Log = "log",
        /// The magnitude.
        Magnitude = "magnitude",
        /// The power spectral density.
        Psd = "psd",
        /// The real part.
        Real = "real",
        /// The imaginary part.
        Imag = "imag",
        /// The angle.
        Angle = "angle",
        /// The real part, then the imaginary part.
        Stft = "stft",
    }
}

crate::layer! {
    /// The short-time Fourier transform of signals `(batch, time, channels)`, or with channels first, as
    /// convolutions, whose kernels are trained.
    ///
    /// ```
    /// use keras::{Input, layers::STFTSpectrogram};
    /// let y = STFTSpectrogram::new().frame_length(16).call(&Input::new([100, 2]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 11, 18)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    STFTSpectrogram() {
        /// What is returned of each frequency. Default: the logarithm of the magnitude.
        mode: [SpectrogramMode] = SpectrogramMode::Log;
        /// The samples of a frame. Default: 256.
        frame_length: [usize] = 256;
        /// The samples between the starts of frames. Default: half a frame.
        frame_step: [Option<usize>] = None;
        /// The length of the transform. Default: the frame's, as the next power of 2.
        fft_length: [Option<usize>] = None;
        /// The window. Default: Hann's.
        window: [Option<StftWindow>] = Some(StftWindow::Hann);
        /// True for a window that is periodic. Default: false.
        periodic: [bool] = false;
        /// The normalization of the window. Default: its density.
        scaling: [Option<Scaling>] = Some(Scaling::Density);
        /// The padding of the signal: valid or same. Default: valid.
        padding: [Padding] = Padding::Valid;
        /// If true, channels are an axis of their own. Default: false.
        expand_dims: [bool] = false;
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
}

impl STFTSpectrogram {
    fn transform_length(&self) -> usize {
        self.fft_length.unwrap_or(self.frame_length.max(1).next_power_of_two())
    }

    /// One part of the transform, `(batch, channels, frequencies, time)`.
    fn part(&self, x: &Tensor, kernel: &Tensor) -> Result<Tensor> {
        let (rows, time, channels) = (x.dim(0), x.dim(1), x.dim(2));
        let signals = ops::reshape(&ops::transpose(x, &[0, 2, 1]), &[-1, time as i64, 1]);
        let step = self.frame_step.unwrap_or(self.frame_length / 2);
        let y = ops::transpose(&ops::conv(&signals, kernel, &[step], self.padding.name(), &[1])?, &[0, 2, 1]);
        Ok(ops::reshape(&y, &[rows as i64, channels as i64, y.dim(1) as i64, y.dim(2) as i64]))
    }

    /// Time, then frequencies and channels, of which those that are last take their place.
    fn arranged(&self, y: &Tensor) -> Tensor {
        if self.expand_dims {
            return self.data_format.tensor_from_last(&ops::transpose(y, &[0, 3, 2, 1]));
        }
        let [rows, channels, frequencies, time] = [0, 1, 2, 3].map(|axis| y.dim(axis) as i64);
        let y = ops::transpose(&ops::reshape(y, &[rows, channels * frequencies, time]), &[0, 2, 1]);
        self.data_format.tensor_from_last(&y)
    }
}

impl Layer for STFTSpectrogram {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(3)
    }

    fn check(&self, _inputs: &[Shape]) -> Result<()> {
        let (frame, transform) = (self.frame_length, self.transform_length());
        let step = self.frame_step.unwrap_or(frame / 2);
        if (1..=frame).contains(&step) && frame <= transform && transform <= 1 << 20 && self.padding != Padding::Causal
        {
            return Ok(());
        }
        Err(Error::argument(format!(
            "STFTSpectrogram: frame_step is from 1 to frame_length, fft_length not less, and padding valid or same. \
             Received: frame_length={frame}, frame_step={step}, fft_length={transform}, padding={}",
            self.padding.name()
        )))
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        self.check(inputs)?;
        let shape = [self.frame_length, 1, self.transform_length() / 2 + 1];
        let kernel = |name: &'static str, side: Side| {
            let mut initial = STFT::new().side(side).periodic(self.periodic);
            (initial.window, initial.scaling) = (self.window, self.scaling);
            WeightSpec::trainable(name, shape, initial)
        };
        let real = (self.mode != SpectrogramMode::Imag).then(|| kernel("real_kernel", Side::Real));
        let imag = (self.mode != SpectrogramMode::Real).then(|| kernel("imag_kernel", Side::Imag));
        Ok(real.into_iter().chain(imag).collect())
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        const EPSILON: f64 = 1e-7;
        let x = &self.data_format.tensor_to_last(&inputs[0]);
        let first = self.part(x, &scope.weight(0)?)?;
        if matches!(self.mode, SpectrogramMode::Real | SpectrogramMode::Imag) {
            return Ok(self.arranged(&first));
        }
        let second = self.part(x, &scope.weight(1)?)?;
        let power = ops::square(&first) + ops::square(&second);
        let at_least = |y: &Tensor| ops::maximum(y, &ops::full_like(y, EPSILON));
        Ok(match self.mode {
            SpectrogramMode::Angle => self.arranged(&ops::arctan2(&second, &first)),
            SpectrogramMode::Stft => self.arranged(&ops::concatenate(&[&first, &second], 2)?),
            SpectrogramMode::Psd => {
                // Frequencies but the first and the last stand for two.
                let (mut sizes, inner) = (power.shape().to_vec(), power.dim(2).saturating_sub(2));
                sizes[2] = inner;
                let twice = ops::slice(&power, &[0, 0, 1, 0], &sizes);
                self.arranged(&(&power + ops::pad(&twice, &[(0, 0), (0, 0), (1, 1), (0, 0)], 0.0)))
            }
            SpectrogramMode::Magnitude => self.arranged(&ops::sqrt(&at_least(&power))),
            _ => ops::log(&at_least(&self.arranged(&ops::sqrt(&at_least(&power))))),
        })
    }
}

crate::layer! {
    /// The mel spectrogram of signals `(batch, time)`: `(batch, bands, time)`.
    ///
    /// The weights of the bands are computed in double precision. Keras computes them in `float32`, where
    /// differences of mel frequencies lose digits: its results differ by about 1e-5 of them without decibels.
    ///
    /// ```
    /// use keras::{Input, layers::MelSpectrogram};
    /// let y =
    /// MelSpectrogram::new().fft_length(32).sequence_stride(8).num_mel_bins(6).call(&Input::new([100]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 6, 13)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MelSpectrogram() {
        /// The length of the transform. Default: 2048.
        fft_length: [usize] = 2048;
        /// The samples between the starts of frames. Default: 512.
        sequence_stride: [usize] = 512;
        /// The samples of a frame. Default: the length of the transform.
        sequence_length: [Option<usize>] = None;
        /// The window, hann or hamming. Default: hann.
        window: [String] = "hann".to_owned();
        /// The samples a second. Default: 16000.
        sampling_rate: [usize] = 16000;
        /// The number of bands. Default: 128.
        num_mel_bins: [usize] = 128;
        /// The lowest frequency of the bands, in hertz. Default: 20.
        min_freq: [f64] = 20.0;
        /// The highest frequency of the bands, in hertz. Default: half the samples a second.
        max_freq: [Option<f64>] = None;
        /// If true, results are in decibels. Default: true.
        power_to_db: [bool] = true;
        /// The range of decibels below the maximum of the batch. Default: 80.
        top_db: [f64] = 80.0;
        /// The exponent of the magnitudes. Default: 2.
        mag_exp: [f64] = 2.0;
        /// The least power in decibels. Default: 1e-10.
        min_power: [f64] = 1e-10;
        /// The power of 0 decibels. Default: 1.
        ref_power: [f64] = 1.0;
    }
    config |layer, config| {
        config.set("sequence_length", &layer.frame());
        config.set("max_freq", &layer.highest());
    }
}

impl MelSpectrogram {
    fn frame(&self) -> usize {
        self.sequence_length.unwrap_or(self.fft_length)
    }

    fn highest(&self) -> f64 {
        self.max_freq.unwrap_or((self.sampling_rate / 2) as f64)
    }

    /// The weights of the frequencies in the bands, triangles on the mel scale, `(frequencies, bands)`.
    fn bands(&self) -> Tensor {
        let mel = |hertz: f64| 1127.0 * (1.0 + hertz / 700.0).ln();
        let (bands, frequencies) = (self.num_mel_bins, self.fft_length / 2 + 1);
        let (low, high) = (mel(self.min_freq), mel(self.highest()));
        let edge = |i: usize| low + (high - low) * i as f64 / (bands + 1) as f64;
        let nyquist = self.sampling_rate as f64 / 2.0;
        let weight = |k: usize, band: usize| {
            let at = mel(nyquist * k as f64 / (frequencies - 1) as f64);
            let rising = (at - edge(band)) / (edge(band + 1) - edge(band));
            let falling = (edge(band + 2) - at) / (edge(band + 2) - edge(band + 1));
            // The frequency 0 is in no band.
            if k == 0 { 0.0 } else { rising.min(falling).max(0.0) }
        };
        let weights: Vec<f64> = (0..frequencies).flat_map(|k| (0..bands).map(move |band| weight(k, band))).collect();
        ops::array(&weights, &[frequencies, bands])
    }

    /// The magnitudes of all frequencies of frames, as products with cosines and sines, which have gradients.
    fn magnitudes(&self, frames: &Tensor) -> Tensor {
        let n = self.fft_length as i64;
        let sample = ops::reshape(&ops::arange(0, n, 1), &[-1, 1]);
        let turns = sample * ops::arange(0, n / 2 + 1, 1);
        let angle = ops::cast(&ops::mod_(&turns, &ops::full_like(&turns, n as f64)), "float32") * (TAU / n as f64);
        let part = |wave: &Tensor| ops::square(&ops::matmul(frames, &wave.to(frames.element())));
        ops::sqrt(&(part(&ops::cos(&angle)) + part(&ops::sin(&angle))))
    }
}

impl Layer for MelSpectrogram {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(2)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let (length, frame, samples) = (self.fft_length, self.frame(), inputs[0].dims()[0]);
        let fits = (2..=1 << 15).contains(&length) && (1..=length).contains(&frame) && self.sequence_stride > 0;
        let bands = (1..=1 << 14).contains(&self.num_mel_bins) && self.sampling_rate > 1;
        if fits && bands && samples > length / 2 {
            return Ok(());
        }
        Err(Error::argument(format!(
            "MelSpectrogram: fft_length is from sequence_length to 32768, signals are longer than half of it, and \
             stride, bands and rate are positive. Received: fft_length={length}, sequence_length={frame}, \
             sequence_stride={}, num_mel_bins={}, sampling_rate={}, {samples} samples",
            self.sequence_stride, self.num_mel_bins, self.sampling_rate
        )))
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let (n, frame) = (self.fft_length, self.frame());
        let frames = ops::frames(&inputs[0], frame, self.sequence_stride, n, Some(&self.window), true)?;
        let magnitudes = self.magnitudes(&frames);
        let power = ops::power(&magnitudes, &ops::full_like(&magnitudes, self.mag_exp));
        let mut y = ops::matmul(&power, &self.bands().to(power.element()));
        if self.power_to_db {
            let least = self.min_power;
            let reference = 10.0 * self.ref_power.abs().max(least).log10();
            y = ops::log10(&ops::maximum(&y, &ops::full_like(&y, least))) * 10.0 - reference;
            y = ops::maximum(&y, &(ops::max(&y, Axes::All, true) - self.top_db));
        }
        Ok(ops::swapaxes(&y, -1, -2))
    }
}
