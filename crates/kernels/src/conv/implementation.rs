//! The interface of the convolution algorithms.

use super::run_args::{RunArgs, ScratchReuse};
use std::fmt::Debug;

/// An algorithm for convolutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConvAlgorithm {
    /// By the definition, one element after another, for element types without fast kernels.
    Reference,
    /// All groups at a time, with channels in the lanes.
    Depthwise {
        /// True if sums over several input features stay in scratch memory (the gradient of depthwise
        /// filters).
        accumulates: bool,
    },
    /// Winograd's F(4x4, 3x3).
    Winograd,
    /// Winograd's algorithm for the gradient of 3x3 filters.
    WinogradBackwardWeights,
    /// The gradient of filters, summed over images.
    BackwardWeights,
    /// A convolution of a dilated input as several of the undilated one.
    Polyphase,
    /// A matrix product whose left operand is never formed.
    ImplicitGemm {
        /// True if images are copied with their padding; false if windows are read in place.
        padded_copy: bool,
        /// True for the dot micro-kernel (few features); false for the panel micro-kernel.
        dot_kernel: bool,
    },
}

impl ConvAlgorithm {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            ConvAlgorithm::Reference => "reference convolution",
            ConvAlgorithm::Depthwise { accumulates: false } => "depthwise",
            ConvAlgorithm::Depthwise { accumulates: true } => "depthwise, accumulated",
            ConvAlgorithm::Winograd => "Winograd forward",
            ConvAlgorithm::WinogradBackwardWeights => "Winograd backward weights",
            ConvAlgorithm::BackwardWeights => "backward weights",
            ConvAlgorithm::Polyphase => "polyphase implicit GEMM",
            ConvAlgorithm::ImplicitGemm { padded_copy: false, dot_kernel: false } => "implicit GEMM in place",
            ConvAlgorithm::ImplicitGemm { padded_copy: true, dot_kernel: false } => "implicit GEMM, padded copy",
            ConvAlgorithm::ImplicitGemm { padded_copy: false, dot_kernel: true } => {
                "implicit GEMM in place, dot kernel"
            }
            ConvAlgorithm::ImplicitGemm { padded_copy: true, dot_kernel: true } => {
                "implicit GEMM, padded copy, dot kernel"
            }
        }
    }
}

/// The memory of a run. Slices need no alignment.
pub(super) struct ConvMemory<'a> {
    pub lhs: &'a [u8],
    /// The filters, or their packed panels.
    pub rhs: &'a [u8],
    pub out: &'a mut [u8],
    pub scratch: &'a mut [u8],
}

/// An algorithm that is planned for one specification and instruction set.
pub(super) trait ConvImplementation: Debug + Send + Sync {
    fn algorithm(&self) -> ConvAlgorithm;

    fn scratch_bytes(&self) -> usize;

    /// The content that a run leaves in scratch memory for the next slice of a batch.
    fn scratch_reuse(&self) -> ScratchReuse {
        ScratchReuse::None
    }

    /// Returns true if one run computes all groups; otherwise there is a run for each.
    fn runs_all_groups(&self) -> bool {
        false
    }

    /// Returns true if runs apply the epilogue themselves.
    fn applies_epilogue(&self) -> bool {
        false
    }

    /// Panels of packed filters, one after another, and the bytes of each.
    fn packed_panels(&self) -> (usize, usize) {
        (0, 0)
    }

    /// Packs a panel of the filters.
    ///
    /// # Safety
    /// The filters are valid for their shape and strides, `to` for the bytes of a panel.
    unsafe fn pack(&self, rhs: *const u8, panel: usize, to: *mut u8) {
        let _ = (rhs, panel, to);
    }

    /// Computes a group, whose operands and result begin at these element offsets.
    ///
    /// # Safety
    /// The slices are as long as the specification's operands (packed filters as all of their panels), and
    /// `scratch` has [`scratch_bytes`](ConvImplementation::scratch_bytes).
    unsafe fn run(&self, memory: &mut ConvMemory<'_>, group_offsets: [usize; 3], args: RunArgs<'_>);
}
