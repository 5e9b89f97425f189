//! Compute primitives over raw memory: matrix products, convolutions and conversions, fast on each instruction set.
//!
//! Nothing here knows of StableHLO. Every operand is a byte slice with an element type and one element stride for each
//! logical index, so that transposes, slices and any dimension order are plain strides. The way in:
//!
//! * [`Isa`]: which instruction set runs; [`Isa::from_env`] picks the best, or the one `LABORA_ISA` names.
//! * [`GemmPlan`] and [`ConvPlan`]: checked once when a program is compiled, then run any number of times on one thread,
//!   without allocation, in caller's scratch memory.
//! * [`convert`]: whole slices between storage types.
//! * [`peak`]: what this machine's arithmetic can do at most, to judge the rest by.
//!
//! # How it works
//! There is one inner kernel (`panel`): a register tile of `rows x columns` sums, where each step of the reduction
//! broadcasts one 32-bit *unit* of the left operand against a few vectors of the packed right operand. A unit is an f32,
//! or two bf16 numbers where the machine has a bf16 dot product. Left units are found through a table of row offsets
//! and a table of *taps*, so that a matrix product (one tap), a convolution (a tap for each row of the window) and a
//! filter gradient (a tap for each row of the image) are the same loop. What differs is only how operands are packed
//! (`pack`, `conv`, `gemm`).
//!
//! Where there are tile registers, bf16 pairs go through these instead (`amx`): the same operands, but for left ones whose rows
//! are adjacent, which are transposed while they are packed (`turn`). Matrix products of f32 are made of six of bf16 there
//! (`gemm::split`).
//!
//! Windows of 3x3 over many f32 channels take Winograd's way round through the same kernel (`conv::winograd`).
//!
//! Two smaller kernels take what would leave most lanes of that one idle: `dots`, whose lanes run along the reduction,
//! convolutions to few features; `lanewise`, whose lanes are channels with filters of their own, depthwise convolutions.
//! Memory that is needed next is asked for while the multipliers are busy (`ahead`).
//!
//! The order of summation depends on the shape and the instruction set, never on addresses or threads.

pub mod convert;
pub mod peak;

mod ahead;
#[cfg(target_arch = "x86_64")]
mod amx;
mod conv;
mod dots;
mod element;
mod error;
mod finish;
mod gemm;
mod isa;
mod lanewise;
mod pack;
mod panel;
mod scratch;
mod simd;
mod slow;
mod turn;
mod unpack;

pub use ahead::{PrefetchStream, PrefetchTile};
pub use conv::{BatchSlice, ConvOperand, ConvPlan, ConvSpec, RunArgs, ScratchReuse, SpatialDim};
pub use element::{Element, MathMode, WriteMode};
pub use error::KernelError;
pub use finish::Epilogue;
pub use gemm::{GemmOperand, GemmPlan, GemmSpec};
pub use isa::Isa;
