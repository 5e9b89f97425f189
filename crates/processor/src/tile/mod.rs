//! Element-wise work as small programs over tiles: registers of some thousand elements that stay in the first cache.

pub(crate) mod class;
mod exec;
mod fused;
mod math;
mod pair;
mod program;
mod reduce;
mod transfer;

pub(crate) use class::Class;
pub(crate) use fused::{FusedLoop, Load, LoadMode, ReduceOut, Store, TileScratch};
pub(crate) use program::{Builder, Reg, ScalarRegisters, Scalars, fits_tile};
pub(crate) use reduce::{ReduceKind, ReduceShape, combine};
pub(crate) use transfer::{load_to_join, store_joined};

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
