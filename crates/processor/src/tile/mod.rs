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
