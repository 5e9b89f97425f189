//! Functions compiled once for each instruction set.

/// Calls a function compiled for an instruction set. The function and all that it calls must be
/// `#[inline(always)]`, or they are compiled without the features of the instruction set.
///
/// A function `f::<const FMA: bool>` is told whether the instruction set has a fused multiply-add.
macro_rules! multiversion {
    ($isa:expr, $f:ident::<FMA>($($arg:ident: $ty:ty),*)) => {{
        struct Call;
        impl kernels::Function<($($ty,)*)> for Call {
            #[inline(always)]
            fn call(arguments: ($($ty,)*)) {
                Self::call_with::<false>(arguments);
            }
            #[inline(always)]
            fn call_with<const FMA: bool>(($($arg,)*): ($($ty,)*)) {
                $f::<FMA>($($arg),*)
            }
        }
        $isa.run::<Call, _>(($($arg,)*))
    }};
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
