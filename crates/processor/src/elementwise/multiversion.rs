//! Functions compiled once for each instruction set.

/// Calls a function compiled for an instruction set. The function and all that it calls must be `#[inline(always)]`,
/// or they are compiled without the features of the instruction set.
macro_rules! multiversion {
    ($isa:expr, $f:ident($($arg:ident: $ty:ty),*)) => {{
        struct Call;
        impl kernels::Function<($($ty,)*)> for Call {
            #[inline(always)]
            fn call(($($arg,)*): ($($ty,)*)) {
                $f($($arg),*)
            }
        }
        $isa.run::<Call, _>(($($arg,)*))
    }};
}
pub(crate) use multiversion;
