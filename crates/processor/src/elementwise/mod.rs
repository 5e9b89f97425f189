//! Element-wise loops: bytecode over registers that hold a tile of a few thousand elements, small enough for
//! the first-level cache.
//!
//! Each file imports only files above it:
//!
//! | File | Content |
//! |---|---|
//! | `multiversion` | functions compiled for each instruction set |
//! | `number`, `bool8`, `bf16`, `compensated`, `rounding`, `math` | scalar arithmetic and elementary functions |
//! | `dtype` | the types that registers hold |
//! | `bytecode` | registers, opcodes, instructions |
//! | `operands` | the operands of an instruction, and loops over them |
//! | `math64` | elementary functions of tiles of f32 that are computed in f64 |
//! | `superinstructions` | fusion of two instructions into one, and its execution |
//! | `builder` | bytecode from StableHLO operations, register allocation |
//! | `interpreter` | execution of one instruction on one tile |
//! | `load_store` | loads and stores between memory and registers |
//! | `reduce` | reductions of tiles into accumulators |
//! | `scalar_fn` | reducers and comparators as bytecode |
//! | `fused_loop` | the description of a loop: loads, program, stores, reductions |
//! | `register_file`, `prefetch`, `tile_loop`, `loop_runner` | execution of a loop |
//! | `register_program` | whole loops over few elements |
//! | `bound_loop` | execution of a small loop, many times with the same addresses |

pub(crate) mod bf16;
pub(crate) mod bool8;
mod bound_loop;
pub(crate) mod builder;
pub(crate) mod bytecode;
pub(crate) mod compensated;
pub(crate) mod dtype;
#[cfg(test)]
mod extrema_tests;
pub(crate) mod fused_loop;
mod interpreter;
pub(crate) mod load_store;
pub(crate) mod loop_runner;
mod math;
mod math64;
pub(crate) mod multiversion;
pub(crate) mod number;
mod operands;
mod prefetch;
pub(crate) mod reduce;
mod register_file;
pub(crate) mod register_program;
mod rounding;
pub(crate) mod scalar_fn;
mod superinstructions;
#[cfg(test)]
mod superinstructions_tests;
mod tile_loop;

// Other folders use these; the files here import each other directly.
pub(crate) use bound_loop::BoundLoop;
pub(crate) use builder::{BytecodeBuilder, is_elementwise};
pub(crate) use bytecode::Reg;
pub(crate) use dtype::RegType;
pub(crate) use fused_loop::{FusedLoop, Load, LoadMode, ReduceOut, Store};
pub(crate) use load_store::{load_accumulator, store_accumulator};
pub(crate) use loop_runner::{LoopArgs, LoopScratch};
pub(crate) use reduce::{ReduceKind, ReduceShape, RowUpdate, combine, combine_rows};
pub(crate) use scalar_fn::{Combiner, ScalarFn, ScalarFnRegisters};
