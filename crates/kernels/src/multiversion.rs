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
}

/// Calls the function compiled for an instruction set.
#[inline]
pub(crate) fn call<F: Function<A>, A>(isa: Isa, arguments: A) {
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
    F::call(arguments);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
fn avx512<F: Function<A>, A>(arguments: A) {
    F::call(arguments);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2<F: Function<A>, A>(arguments: A) {
    F::call(arguments);
}
