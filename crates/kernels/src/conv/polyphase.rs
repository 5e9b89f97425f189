//! Polyphase decomposition: dilated inputs without their zeros.
//!
//! Most elements of a dilated input are zeros, and the taps of a window that meet the others repeat from
//! output to output. So outputs are divided into phases with the same taps; each phase is a convolution of
//! the undilated input with some of the taps. (The input gradient of a layer with stride 2 is four such
//! phases, and a quarter of the work.)

use super::implementation::{ConvAlgorithm, ConvImplementation, ConvMemory};
use super::implicit_gemm::ImplicitGemm;
use super::run_args::{RunArgs, ScratchReuse};
use super::spec::{ConvSpec, SpatialDim};
use crate::candidate::Refusal;
use crate::isa::Isa;

/// A convolution of a dilated input as phases by implicit GEMM.
#[derive(Debug)]
pub(super) struct Polyphase {
    phases: Vec<PlannedPhase>,
    has_groups: bool,
}

#[derive(Debug)]
struct PlannedPhase {
    convolution: ImplicitGemm,
    /// Element offsets of its filters and of its results.
    rhs_offset: usize,
    out_offset: usize,
}

impl Polyphase {
    pub(super) fn accepts(spec: &ConvSpec) -> Result<(), Refusal> {
        match spec.spatial.iter().any(|dim| dim.lhs_dilation > 1) {
            true => Ok(()),
            false => Err("the input is not dilated".into()),
        }
    }

    /// The algorithm for a specification: that of its phase if the input is dilated and there is only one
    /// phase, as strides that skip the zeros give.
    pub(super) fn algorithm(spec: &ConvSpec, isa: Isa) -> ConvAlgorithm {
        match &phases(spec)[..] {
            [phase] if Self::accepts(spec).is_ok() => ImplicitGemm::algorithm(&phase.spec, isa),
            _ => ConvAlgorithm::Polyphase,
        }
    }

    pub(super) fn new(spec: &ConvSpec, isa: Isa) -> Polyphase {
        let plan = |phase: Phase| PlannedPhase {
            convolution: ImplicitGemm::new(&phase.spec, isa, false),
            rhs_offset: phase.rhs_offset,
            out_offset: phase.out_offset,
        };
        Polyphase { phases: phases(spec).into_iter().map(plan).collect(), has_groups: spec.groups() > 1 }
    }
}

impl ConvImplementation for Polyphase {
    fn algorithm(&self) -> ConvAlgorithm {
        match &self.phases[..] {
            [phase] => phase.convolution.algorithm(),
            _ => ConvAlgorithm::Polyphase,
        }
    }

    fn scratch_bytes(&self) -> usize {
        self.phases.iter().map(|phase| phase.convolution.scratch_bytes()).max().unwrap_or(0)
    }

    fn scratch_reuse(&self) -> ScratchReuse {
        if self.phases.len() == 1 && !self.has_groups { ScratchReuse::PackedFilters } else { ScratchReuse::None }
    }

    unsafe fn run(&self, memory: &mut ConvMemory<'_>, group_offsets: [usize; 3], args: RunArgs<'_>) {
        let [lhs, rhs, out] = group_offsets;
        for phase in &self.phases {
            let offsets = [lhs, rhs + phase.rhs_offset, out + phase.out_offset];
            // SAFETY: a phase's filters and results are some of the whole convolution's.
            unsafe { phase.convolution.run(memory, offsets, args) }
        }
    }
}

/// Some of a convolution's outputs, as a convolution.
#[derive(Clone)]
struct Phase {
    spec: ConvSpec,
    /// Element offsets of its filters and of its results.
    rhs_offset: usize,
    out_offset: usize,
}

/// The phases of a convolution.
fn phases(spec: &ConvSpec) -> Vec<Phase> {
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
    /// The taps of the window of output `output`.
    fn meeting(dim: &SpatialDim, output: usize) -> Taps {
        let dilation = dim.lhs_dilation.cast_signed();
        let step = dim.lhs_dilation / gcd(dim.rhs_dilation, dim.lhs_dilation);
        let position = |tap: usize| (output * dim.stride + tap * dim.rhs_dilation).cast_signed() - dim.pad_low;
        let Some(first) = (0..dim.kernel.min(step)).find(|&tap| position(tap) % dilation == 0) else {
            return Taps { count: 0, step, first_index: 0, pad_low: 0 };
        };
        let count = (dim.kernel - 1 - first) / step + 1;
        let last = first + (count - 1) * step;
        let first_index = if dim.reversed { dim.kernel - 1 - last } else { first };
        Taps { count, step, first_index, pad_low: -(position(first) / dilation) }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
