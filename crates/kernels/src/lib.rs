//! Compute primitives over raw memory: matrix products, convolutions and conversions, fast on each
//! instruction set.
//!
//! This crate knows nothing of StableHLO. Every operand is a byte slice with an element type and one element
//! stride for each logical index, so that transposes, slices and any dimension order are plain strides. The
//! entry points:
//!
//! * [`Isa`]: the instruction set that runs; [`Isa::from_env`] picks the best one, or the one that
//!   `LABORA_ISA` names.
//! * [`GemmPlan`] and [`ConvPlan`]: checked once when a program is compiled, then run any number of times on
//!   one thread, without allocation, in the caller's scratch memory.
//! * [`convert`]: conversion of whole slices between storage types.
//! * [`peak`]: the peak arithmetic rate of this machine, to judge the rest by.
//! * [`Machine`]: cache sizes, and the rule which of them may depend on the machine.
//!
//! # Architecture
//! There is one main micro-kernel (`micro::panel`, in BLIS's sense): a register tile of `rows x columns`
//! sums, where each step of the reduction broadcasts one 32-bit *unit* of the left operand against a few
//! vectors of the packed right operand. A unit is an f32, or two bf16 numbers where the machine has a bf16
//! dot product. Left units are found through a table of row offsets and a table of *taps*, so that a matrix
//! product (one tap), a convolution (a tap for each row of the window; implicit GEMM) and a weight gradient
//! (a tap for each row of the image) are the same loop. They differ in how operands are packed (`pack`,
//! `conv`, `gemm`).
//!
//! On tile registers (`micro::amx`) bf16 pairs take the same operands, but left operands whose rows are
//! adjacent are transposed while they are packed. There, f32 products are emulated by six of bf16
//! (`gemm::bf16x6`).
//!
//! Windows of 3x3 over many f32 channels go by Winograd's algorithm through the same micro-kernel
//! (`conv::winograd`).
//!
//! Two smaller micro-kernels serve shapes that would leave most lanes of that one idle: `micro::dot`, with
//! the lanes along the reduction, for convolutions to few features; and `micro::depthwise`, whose lanes are
//! channels with filters of their own. Memory that is needed next is prefetched while the multipliers are
//! busy (`prefetch`).
//!
//! Files import downwards only: `conv` and `gemm` are above `pack`, which is above `micro`, which is above
//! `isa` and `simd`.
//!
//! # Determinism
//! The order of summation depends on the shape and the instruction set, never on addresses, threads or cache
//! sizes.

pub mod bf16;
pub mod convert;
pub mod peak;

mod candidate;
mod conv;
mod cpu_features;
mod element;
mod epilogue;
mod error;
mod gemm;
mod isa;
mod machine;
mod micro;
mod multiversion;
mod pack;
mod prefetch;
mod reference;
mod scratch;
mod simd;
mod unit;

pub use candidate::{Refusal, Verdicts};
pub use conv::{BatchSlice, ConvAlgorithm, ConvOperand, ConvPlan, ConvSpec, RunArgs, ScratchReuse, SpatialDim};
pub use element::{Element, MathMode, WriteMode};
pub use epilogue::Epilogue;
pub use error::KernelError;
pub use gemm::{GemmAlgorithm, GemmOperand, GemmPlan, GemmSpec};
pub use isa::{Isa, WithSimd};
pub use machine::Machine;
pub use multiversion::Function;
pub use prefetch::{PrefetchStream, PrefetchTile, prefetch_slice};
