//! Functions compiled once for each instruction set.

/// Calls a function compiled for an instruction set. The function and all that it calls must be
/// `#[inline(always)]`, or they are compiled without the features of the instruction set.
macro_rules! multiversion {
    ($isa:expr, $f:ident($($arg:ident: $ty:ty),*)) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
            fn avx512($($arg: $ty),*) { $f($($arg),*) }
            #[target_feature(enable = "avx2,fma")]
            fn avx2($($arg: $ty),*) { $f($($arg),*) }
            match $isa {
                // SAFETY: executables are only compiled for instruction sets that this machine has.
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
