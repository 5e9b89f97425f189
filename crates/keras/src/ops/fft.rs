//! Fourier transforms. Complex tensors are pairs of real and imaginary parts, as in Keras.

use std::f64::consts::PI;

use stablehlo::ops::{FftType, OpKind};

use super::creation::constant;
use super::declare::operations;
use super::elementwise::{imag, real};
use super::shape::{flip, join, narrow, pad};
use super::tensor::{Tensor, emit};
use crate::error::{Error, Result};

operations! {
    /// The Fourier transform along the last axis.
    fn fft(x: (&Tensor, &Tensor)) -> (Tensor, Tensor) { parts(&transformed(&complex(x), FftType::Fft, 1)) }
    /// The Fourier transform along the last two axes.
    fn fft2(x: (&Tensor, &Tensor)) -> (Tensor, Tensor) { parts(&transformed(&complex(x), FftType::Fft, 2)) }
    /// The inverse Fourier transform along the last two axes.
    fn ifft2(x: (&Tensor, &Tensor)) -> (Tensor, Tensor) { parts(&transformed(&complex(x), FftType::Ifft, 2)) }
    /// The half of the Fourier transform of real numbers along the last axis, cut or padded to `fft_length`.
    fn rfft(x: &Tensor, fft_length: Option<usize>) -> (Tensor, Tensor) {
        let n = fft_length.unwrap_or(x.dim(-1));
        parts(&transformed(&resized(&x.float(), n), FftType::Rfft, 1))
    }
    /// The inverse of [`rfft`]: real numbers of `fft_length`, by default an even one.
    fn irfft(x: (&Tensor, &Tensor), fft_length: Option<usize>) -> Tensor {
        let n = fft_length.unwrap_or(2 * x.0.dim(-1).saturating_sub(1));
        let half = n / 2 + 1;
        inverse_real((&resized(x.0, half), &resized(x.1, half)), n)
    }
    /// The transforms of overlapping sequences along the last axis, which are weighted by a window, `hann`,
    /// `hamming` or none. With `center`, the signal is mirrored beyond its ends.
    ///
    /// # Errors
    /// If the lengths or the window do not fit.
    fn stft(
        x: &Tensor,
        sequence_length: usize,
        sequence_stride: usize,
        fft_length: usize,
        window: Option<&str>,
        center: bool,
    ) -> Result<(Tensor, Tensor)> {
        let frames = frames(x, sequence_length, sequence_stride, fft_length, window, center)?;
        Ok(rfft(&frames, Some(fft_length)))
    }
    /// The inverse of [`stft`]: the overlapping sequences are weighted and added. The result has `length`
    /// samples if that is given.
    ///
    /// # Errors
    /// If the lengths or the window do not fit.
    fn istft(
        x: (&Tensor, &Tensor),
        sequence_length: usize,
        sequence_stride: usize,
        fft_length: usize,
        length: Option<usize>,
        window: &str,
        center: bool,
    ) -> Result<Tensor> {
        let weights = window_of(Some(window), sequence_length, sequence_stride, fft_length)?;
        let sequences = irfft(x, Some(fft_length));
        let weights = constant(sequences.element(), &[fft_length], &weights);
        let count = sequences.dim(-2);
        let total = fft_length + sequence_stride * count.saturating_sub(1);
        let placed = |sequence: &Tensor, i: usize| {
            let mut widths = vec![(0, 0); sequence.ndim()];
            if let Some(last) = widths.last_mut() {
                *last = (i * sequence_stride, total - fft_length - i * sequence_stride);
            }
            pad(sequence, &widths, 0.0)
        };
        let mut signal: Option<Tensor> = None;
        let mut weight: Option<Tensor> = None;
        let squares = &weights * &weights;
        for (i, sequence) in super::shape::unstack(&(sequences * &weights), -2).iter().enumerate() {
            let (own, square) = (placed(sequence, i), placed(&squares, i));
            signal = Some(signal.map_or(own.clone(), |sum| sum + own));
            weight = Some(weight.map_or(square.clone(), |sum| sum + square));
        }
        let (Some(signal), Some(weight)) = (signal, weight) else {
            return Err(Error::shape("ops.istft: there is at least one sequence"));
        };
        // Where no window reaches, there is no signal.
        let signal = signal / super::logic::where_(&super::logic::greater(&weight, &weight.filled(1e-10)), &weight, &weight.filled(1.0));
        let start = if center { fft_length / 2 } else { 0 };
        let end = length.map_or(if center { total - fft_length / 2 } else { total }, |n| (start + n).min(total));
        Ok(narrow(&signal, -1, start, end.saturating_sub(start)))
    }
    /// The sums of products of `x1`, shifted, and `x2`, both vectors. The mode is `valid`, `same` or `full`.
    ///
    /// # Errors
    /// If the mode is another, an operand is no vector, or `x2` is longer.
    fn correlate(x1: &Tensor, x2: &Tensor, mode: &str) -> Result<Tensor> {
        let (n, m) = (x1.size(), x2.size());
        if x1.ndim() != 1 || x2.ndim() != 1 || m > n || m == 0 {
            let (a, b) = (x1.shape(), x2.shape());
            return Err(Error::shape(format!("ops.correlate takes a vector and one that is not longer, not {a:?}, {b:?}")));
        }
        let (before, after) = match mode {
            "valid" => (0, 0),
            "same" => (m / 2, m - 1 - m / 2),
            "full" => (m - 1, m - 1),
            _ => return Err(Error::argument(format!("ops.correlate: mode is valid, same or full, not {mode:?}"))),
        };
        let (x1, x2) = super::broadcast::common_type(x1, x2);
        let windows = super::search::extract_sequences(&pad(&x1, &[(before, after)], 0.0), m, 1);
        Ok(super::products::matmul(&windows, &x2))
    }
}

/// The sequences that [`stft`] transforms, weighted, `(.., count, fft_length)`.
pub(crate) fn frames(
    x: &Tensor,
    sequence_length: usize,
    sequence_stride: usize,
    fft_length: usize,
    window: Option<&str>,
    center: bool,
) -> Result<Tensor> {
    let weights = window_of(window, sequence_length, sequence_stride, fft_length)?;
    let (mut x, beyond) = (x.float(), fft_length / 2);
    if center && beyond > 0 {
        let n = x.dim(-1);
        if n <= beyond {
            return Err(Error::shape(format!("ops.stft: {n} samples are too few for {fft_length}")));
        }
        let (before, after) = (narrow(&x, -1, 1, beyond), narrow(&x, -1, n - 1 - beyond, beyond));
        x = join("stft", &flip(&before, -1), &[&x, &flip(&after, -1)], -1);
    }
    let sequences = super::search::extract_sequences(&x, fft_length, sequence_stride);
    Ok(sequences * constant(x.element(), &[fft_length], &weights))
}

/// The window, in the middle of `fft_length` numbers.
fn window_of(name: Option<&str>, length: usize, stride: usize, fft_length: usize) -> Result<Vec<f64>> {
    if length == 0 || stride == 0 || fft_length < length {
        return Err(Error::argument(format!(
            "`fft_length` must equal or larger than `sequence_length`. Received: sequence_length={length}, \
             sequence_stride={stride}, fft_length={fft_length}"
        )));
    }
    // Windows of periodic sequences, not of symmetric ones.
    let cosine = |i: usize| (2.0 * PI * i as f64 / length as f64).cos();
    let own: Vec<f64> = match name {
        None => return Ok(vec![1.0; fft_length]),
        Some("hann") => (0..length).map(|i| 0.5 - 0.5 * cosine(i)).collect(),
        Some("hamming") => (0..length).map(|i| 0.54 - 0.46 * cosine(i)).collect(),
        Some(other) => {
            return Err(Error::argument(format!("`window` must be one of hann, hamming. Received: {other}")));
        }
    };
    let before = (fft_length - length) / 2;
    let mut all = vec![0.0; fft_length];
    all[before..before + length].copy_from_slice(&own);
    Ok(all)
}

fn complex((re, im): (&Tensor, &Tensor)) -> Tensor {
    let (re, im) = super::broadcast::align(&re.float(), &im.float());
    emit("fft", &[&re, &im], |b, v| b.complex(v[0], v[1]))
}

fn parts(x: &Tensor) -> (Tensor, Tensor) {
    (real(x), imag(x))
}

fn transformed(x: &Tensor, fft_type: FftType, axes: usize) -> Tensor {
    if x.ndim() < axes {
        return x.fail(Error::shape(format!("a Fourier transform of {axes} axes of {:?}", x.shape())));
    }
    let length = x.shape()[x.ndim() - axes..].to_vec();
    x.map("fft", |b, x| Ok(b.push(OpKind::Fft { fft_type, length }, &[x], Vec::new())?[0]))
}

fn inverse_real(x: (&Tensor, &Tensor), n: usize) -> Tensor {
    complex(x).map("irfft", |b, x| {
        Ok(b.push(OpKind::Fft { fft_type: FftType::Irfft, length: vec![n] }, &[x], Vec::new())?[0])
    })
}

/// The last axis, cut or padded with zeros to `n`.
fn resized(x: &Tensor, n: usize) -> Tensor {
    let own = x.dim(-1);
    if own >= n {
        return narrow(x, -1, 0, n);
    }
    let mut widths = vec![(0, 0); x.ndim()];
    if let Some(last) = widths.last_mut() {
        *last = (0, n - own);
    }
    pad(x, &widths, 0.0)
}
