//! Function multiversioning: ordinary functions, compiled for each instruction set.

use crate::isa::Isa;

/// A function of the arguments `A`, which [`Isa::run`] calls as compiled for an instruction set.
///
/// It is a trait and not a closure: calls through `FnOnce` go through a function that the compiler generates,
/// which has not the features of the instruction set, and is too large to be inlined.
pub trait Function<A> {
    /// The function. It must be `#[inline(always)]`, as must all that it calls, or it is compiled without the
    /// features of the instruction set.
    fn call(arguments: A);

    /// The function for an instruction set that has a fused multiply-add (`FMA`) or has not:
    /// [`call`](Self::call), unless it is overridden. Without one, [`f32::mul_add`] would be computed in
    /// software.
    #[inline(always)]
    fn call_with<const FMA: bool>(arguments: A) {
        Self::call(arguments);
    }
}

impl Isa {
    /// Calls a function compiled for this instruction set, for the compiler to vectorize (function
    /// multiversioning).
    ///
    /// ```
    /// use kernels::{Function, Isa};
    ///
    /// struct Double;
    ///
    /// impl Function<(&[u32], &mut [u32])> for Double {
    ///     #[inline(always)]
    ///     fn call((x, y): (&[u32], &mut [u32])) {
    ///         x.iter().zip(y).for_each(|(x, y)| *y = 2 * x);
    ///     }
    /// }
    /// let mut y = [0; 3];
    /// Isa::best().run::<Double, _>((&[1, 2, 3], &mut y));
    /// assert_eq!(y, [2, 4, 6]);
    /// ```
    #[inline]
    pub fn run<F: Function<A>, A>(self, arguments: A) {
        call::<F, A>(self, arguments);
    }
}

/// Calls the function compiled for an instruction set.
#[inline]
fn call<F: Function<A>, A>(isa: Isa, arguments: A) {
    #[cfg(target_arch = "x86_64")]
    {
        if isa.has_avx512() {
            // SAFETY: the machine has the features, or there would be no such `Isa`.
            return unsafe { avx512::<F, A>(arguments) };
        }
        if isa.is_avx2() {
            // SAFETY: as above.
            return unsafe { avx2::<F, A>(arguments) };
        }
    }
    let _ = isa;
    F::call_with::<{ cfg!(target_arch = "aarch64") }>(arguments);
}

/// The function compiled for AVX-512 alone, for callers that have chosen by the instruction set themselves.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
pub(crate) fn avx512<F: Function<A>, A>(arguments: A) {
    F::call_with::<true>(arguments);
}

/// The function compiled for AVX2 alone; see [`avx512`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
pub(crate) fn avx2<F: Function<A>, A>(arguments: A) {
    F::call_with::<true>(arguments);
}
