//! Element-wise work as small programs over tiles: registers of some thousand elements that stay in the first cache.

mod bytecode;
pub(crate) mod dtype;
mod fused_loop;
mod interpreter;
mod load_store;
mod math;
mod reduce;
mod superinstructions;

pub(crate) use bytecode::{BytecodeBuilder, Reg, ScalarFn, ScalarFnRegisters, is_elementwise};
pub(crate) use dtype::RegType;
pub(crate) use fused_loop::{FusedLoop, Load, LoadMode, LoopScratch, ReduceOut, Store};
pub(crate) use load_store::{load_accumulator, store_accumulator};
pub(crate) use reduce::{ReduceKind, ReduceShape, combine};

/// Calls a function as compiled for an instruction set: it has to be `#[inline(always)]`.
macro_rules! multiversion {
    ($isa:expr, $f:ident($($arg:ident: $ty:ty),*)) => {{
        #[inline(always)]
        fn call(($($arg,)*): ($($ty,)*)) {
            $f($($arg),*)
        }
        $isa.run(call, ($($arg,)*))
    }};
}
pub(crate) use multiversion;
