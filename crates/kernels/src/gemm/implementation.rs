//! The interface of the GEMM algorithms.

use crate::element::WriteMode;
use std::fmt::Debug;
use std::ops::Range;

/// An algorithm for matrix products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GemmAlgorithm {
    /// One element after another, for element types without fast kernels.
    Reference,
    /// Integers, whose sums wrap, and f64, packed as words of 32 or 64 bits.
    Words,
    /// Few rows: the right operand is read once, in place (GEMV and its like).
    Skinny,
    /// f32 products emulated by six bf16 products on tile registers (XLA's `BF16_BF16_F32_X6`).
    Bf16x6,
    /// Blocks packed for the caches (Goto and van de Geijn).
    Blocked,
}

impl GemmAlgorithm {
    /// The name in reports, without variants.
    pub fn name(self) -> &'static str {
        match self {
            GemmAlgorithm::Reference => "reference GEMM",
            GemmAlgorithm::Words => "GEMM of words",
            GemmAlgorithm::Skinny => "skinny GEMM",
            GemmAlgorithm::Bf16x6 => "bf16x6 GEMM",
            GemmAlgorithm::Blocked => "blocked GEMM",
        }
    }
}

/// The memory of a run. Slices need no alignment.
pub(super) struct GemmMemory<'a> {
    pub lhs: &'a [u8],
    /// The right operand, or its packed panels.
    pub rhs: &'a [u8],
    pub out: &'a mut [u8],
    pub scratch: &'a mut [u8],
}

/// An algorithm that is planned for one specification and instruction set.
pub(super) trait GemmImplementation: Debug + Send + Sync {
    fn algorithm(&self) -> GemmAlgorithm;

    /// The name in reports.
    fn name(&self) -> &'static str;

    fn scratch_bytes(&self) -> usize;

    /// Returns true if the right operand is read in place, or if packing it costs little.
    fn reads_rhs_in_place(&self) -> bool {
        false
    }

    /// Returns true if the right operand comes packed.
    fn takes_prepacked(&self) -> bool {
        false
    }

    /// Panels of a packed right operand, one after another, and the bytes of each.
    fn packed_panels(&self) -> (usize, usize) {
        (0, 0)
    }

    /// Packs some panels of the right operand.
    ///
    /// # Safety
    /// The operand is valid for its span, `to` for the bytes of the panels.
    unsafe fn pack(&self, rhs: *const u8, panels: Range<usize>, to: *mut u8) {
        let _ = (rhs, panels, to);
    }

    /// Computes the product.
    ///
    /// # Safety
    /// The slices are as long as the specification's operands (a prepacked right operand as all of its
    /// panels), and `scratch` has [`scratch_bytes`](GemmImplementation::scratch_bytes).
    unsafe fn run(&self, memory: GemmMemory<'_>, write: WriteMode);
}
