//! Dilated inputs without their zeros.
//!
//! Of a dilated input's elements most are zeros, and which of a window's taps meet the others repeats from output to
//! output. So outputs are divided into phases whose taps are the same; each phase is a convolution of the undilated input
//! with some of the taps. (The gradient of a layer with stride 2 is four such phases, and a quarter of the work.)

use super::spec::{ConvSpec, SpatialDim};

/// A part of a convolution's outputs, as a convolution.
#[derive(Debug, Clone)]
pub(super) struct Phase {
    pub spec: ConvSpec,
    /// Element offsets of its filters and of its results.
    pub rhs_offset: usize,
    pub out_offset: usize,
}

/// The phases of a convolution; one, itself, if its input is not dilated.
pub(super) fn phases(spec: &ConvSpec) -> Vec<Phase> {
    let mut phases = vec![Phase { spec: spec.clone(), rhs_offset: 0, out_offset: 0 }];
    for i in 0..spec.spatial.len() {
        if spec.spatial[i].lhs_dilation > 1 {
            phases = phases.iter().flat_map(|phase| split(phase, i)).collect();
        }
    }
    phases
}

/// Divides a phase by the outputs of dimension `i`.
fn split(phase: &Phase, i: usize) -> Vec<Phase> {
    let dim = phase.spec.spatial[i];
    let period = dim.lhs_dilation / gcd(dim.stride, dim.lhs_dilation);
    let (rhs_step, out_step) = (phase.spec.rhs.spatial[i], phase.spec.out.spatial[i]);
    (0..period.min(dim.output))
        .map(|first| {
            let taps = Taps::meeting(&dim, first);
            let mut phase = phase.clone();
            phase.rhs_offset += taps.first_index * rhs_step;
            phase.out_offset += first * out_step;
            phase.spec.rhs.spatial[i] = taps.step * rhs_step;
            phase.spec.out.spatial[i] = period * out_step;
            phase.spec.spatial[i] = SpatialDim {
                input: dim.input,
                kernel: taps.count,
                output: (dim.output - first).div_ceil(period),
                stride: period * dim.stride / dim.lhs_dilation,
                pad_low: taps.pad_low,
                lhs_dilation: 1,
                rhs_dilation: dim.rhs_dilation * taps.step / dim.lhs_dilation,
                reversed: dim.reversed,
            };
            phase
        })
        .collect()
}

/// The taps of a window that meet elements of a dilated input.
struct Taps {
    count: usize,
    /// Filter elements from one to the next.
    step: usize,
    /// The lowest filter index.
    first_index: usize,
    /// Padding of the undilated input before the first tap, in elements.
    pad_low: isize,
}

impl Taps {
    /// Those of output `output`.
    fn meeting(dim: &SpatialDim, output: usize) -> Taps {
        let dilation = dim.lhs_dilation.cast_signed();
        let step = dim.lhs_dilation / gcd(dim.rhs_dilation, dim.lhs_dilation);
        let place = |tap: usize| (output * dim.stride + tap * dim.rhs_dilation).cast_signed() - dim.pad_low;
        let Some(first) = (0..dim.kernel.min(step)).find(|&tap| place(tap) % dilation == 0) else {
            return Taps { count: 0, step, first_index: 0, pad_low: 0 };
        };
        let count = (dim.kernel - 1 - first) / step + 1;
        let last = first + (count - 1) * step;
        let first_index = if dim.reversed { dim.kernel - 1 - last } else { first };
        Taps { count, step, first_index, pad_low: -(place(first) / dilation) }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
