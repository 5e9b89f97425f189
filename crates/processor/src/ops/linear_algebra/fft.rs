//! `fft`, by the crate `rustfft`: dimension by dimension, in complex numbers.

use std::fmt;
use std::sync::Arc;

use bytemuck::Pod;
use num_complex::Complex;
use rustfft::{Fft, FftDirection, FftNum, FftPlanner};
use stablehlo::ops::FftType;
use stablehlo::{ElementType, TensorType};

use super::matrix::RealNumber;
use crate::error::{Error, Result};
use crate::plan::step::{Kernel, KernelArgs};

/// `fft` over the last dimensions.
#[derive(Debug)]
pub(crate) struct FftKernel {
    fft_type: FftType,
    operand: TensorType,
    result: TensorType,
    plans: Plans,
}

/// The plan of each transformed dimension, the first dimension first.
enum Plans {
    F32(Vec<Arc<dyn Fft<f32>>>),
    F64(Vec<Arc<dyn Fft<f64>>>),
}

impl fmt::Debug for Plans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Plans")
    }
}

impl FftKernel {
    /// # Errors
    /// An element type that is not computed.
    pub(crate) fn new(fft_type: FftType, length: &[usize], operand: &TensorType, result: &TensorType) -> Result<Self> {
        let direction = match fft_type {
            FftType::Fft | FftType::Rfft => FftDirection::Forward,
            FftType::Ifft | FftType::Irfft => FftDirection::Inverse,
        };
        let plans = match operand.element {
            ElementType::F32 | ElementType::Complex64 => Plans::F32(plans(length, direction)),
            ElementType::F64 | ElementType::Complex128 => Plans::F64(plans(length, direction)),
            other => return Err(Error::unsupported(format!("a Fourier transform of {other}"))),
        };
        Ok(Self { fft_type, operand: operand.clone(), result: result.clone(), plans })
    }

    fn run_on<R: FftNum + RealNumber>(&self, plans: &[Arc<dyn Fft<R>>], args: &mut KernelArgs<'_>)
    where
        Complex<R>: Pod,
    {
        if args.writes[0].is_empty() {
            return;
        }
        if args.reads[0].is_empty() {
            args.writes[0].fill(0);
            return;
        }
        let (rank, first) = (self.operand.rank(), self.operand.rank() - plans.len());
        let last = rank - 1;
        let mut values: Vec<Complex<R>> = match self.fft_type {
            FftType::Rfft => {
                let real: &[R] = bytemuck::cast_slice(args.reads[0]);
                real.iter().map(|x| Complex::new(*x, R::zero())).collect()
            }
            _ => bytemuck::cast_slice(args.reads[0]).to_vec(),
        };
        let mut dims = self.operand.dims.clone();
        // A complex side is halved along the last dimension: the others are transformed on the half.
        let halves = matches!(self.fft_type, FftType::Irfft | FftType::Rfft);
        if self.fft_type == FftType::Rfft {
            transform(&mut values, &dims, last, &*plans[last - first]);
            let (full, half) = (dims[last], self.result.dims[last]);
            values = values.chunks(full).flat_map(|line| &line[..half]).copied().collect();
            dims[last] = half;
        }
        for d in first..rank {
            if d != last || !halves {
                transform(&mut values, &dims, d, &*plans[d - first]);
            }
        }
        if self.fft_type == FftType::Irfft {
            let (half, full) = (dims[last], self.result.dims[last]);
            // The other half is the conjugate of the first, in reverse. The imaginary parts of what is its
            // own conjugate do not count.
            let mirrored = |line: &[Complex<R>]| -> Vec<Complex<R>> {
                (0..full).map(|k| if k < half { line[k] } else { line[full - k].conj() }).collect()
            };
            values = values.chunks(half).flat_map(mirrored).collect();
            dims[last] = full;
            transform(&mut values, &dims, last, &*plans[last - first]);
        }
        self.write(&values, &dims[first..], args.writes[0]);
    }

    /// Writes the result, an inverse transform divided by its size.
    fn write<R: RealNumber>(&self, values: &[Complex<R>], length: &[usize], out: &mut [u8])
    where
        Complex<R>: Pod,
    {
        let is_inverse = matches!(self.fft_type, FftType::Ifft | FftType::Irfft);
        let size = R::from(if is_inverse { length.iter().product() } else { 1 }).unwrap_or_else(R::one);
        let scale = R::one() / size;
        if self.fft_type == FftType::Irfft {
            let out: &mut [R] = bytemuck::cast_slice_mut(out);
            out.iter_mut().zip(values).for_each(|(out, z)| *out = z.re * scale);
        } else {
            let out: &mut [Complex<R>] = bytemuck::cast_slice_mut(out);
            out.iter_mut().zip(values).for_each(|(out, z)| *out = Complex::new(z.re * scale, z.im * scale));
        }
    }
}

impl Kernel for FftKernel {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        match &self.plans {
            Plans::F32(plans) => self.run_on(plans, &mut args),
            Plans::F64(plans) => self.run_on(plans, &mut args),
        }
        Ok(())
    }
}

fn plans<R: FftNum>(length: &[usize], direction: FftDirection) -> Vec<Arc<dyn Fft<R>>> {
    let mut planner = FftPlanner::new();
    length.iter().map(|n| planner.plan_fft(*n, direction)).collect()
}

/// Transforms every line along a dimension.
fn transform<R: FftNum>(values: &mut [Complex<R>], dims: &[usize], dimension: usize, plan: &dyn Fft<R>) {
    let n = dims[dimension];
    let stride: usize = dims[dimension + 1..].iter().product();
    let zero = Complex::new(R::zero(), R::zero());
    let mut scratch = vec![zero; plan.get_inplace_scratch_len()];
    if stride == 1 {
        return plan.process_with_scratch(values, &mut scratch);
    }
    // The lines of a block are gathered, so that they are contiguous.
    let mut lines = vec![zero; n * stride];
    for block in values.chunks_mut(n * stride) {
        for (k, line) in lines.chunks_mut(n).enumerate() {
            line.iter_mut().enumerate().for_each(|(j, z)| *z = block[j * stride + k]);
        }
        plan.process_with_scratch(&mut lines, &mut scratch);
        for (k, line) in lines.chunks(n).enumerate() {
            line.iter().enumerate().for_each(|(j, z)| block[j * stride + k] = *z);
        }
    }
}
