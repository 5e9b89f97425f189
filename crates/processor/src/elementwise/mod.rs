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

/// Calls a function as compiled for an instruction set: the call's body has to be `#[inline(always)]`.
macro_rules! multiversion {
    ($isa:expr, $f:ident($($arg:ident: $ty:ty),*)) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
            fn avx512($($arg: $ty),*) { $f($($arg),*) }
            #[target_feature(enable = "avx2,fma")]
            fn avx2($($arg: $ty),*) { $f($($arg),*) }
            match $isa {
                // SAFETY: an executable is only compiled for instruction sets that this machine has.
                isa if isa.has_avx512() => unsafe { avx512($($arg),*) },
                // SAFETY: as above.
                kernels::Isa::Avx2Fma => unsafe { avx2($($arg),*) },
                _ => $f($($arg),*),
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = $isa;
            $f($($arg),*)
        }
    }};
}
pub(crate) use multiversion;
