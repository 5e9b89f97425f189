//! Function multiversioning: ordinary functions, compiled for each instruction set.
//!
//! The arguments of a call come as a tuple, and are passed on one by one: a function that takes slices is vectorized without
//! checks for overlap only if they are arguments of its own.

use crate::isa::Isa;

impl Isa {
    /// Calls a function compiled for this instruction set, for the compiler to vectorize (function
    /// multiversioning).
    ///
    /// `f` must be an `#[inline(always)]` function, as must all that it calls, or it would be compiled
    /// without the features of the instruction set. Closures are not always inlined.
    ///
    /// ```
    /// use kernels::Isa;
    ///
    /// #[inline(always)]
    /// fn dot(x: &[u32], y: &[u32]) -> u32 {
    ///     x.iter().zip(y).map(|(x, y)| x * y).sum()
    /// }
    /// assert_eq!(Isa::best().run(dot, (&[1, 2, 3][..], &[1, 1, 1][..])), 6);
    /// ```
    #[inline]
    pub fn run<F, R, A: Arguments<F, R>>(self, f: F, arguments: A) -> R {
        arguments.call(self, f)
    }
}

/// The arguments of a function `F` that returns `R`: tuples of one to eight values.
pub trait Arguments<F, R> {
    /// Calls the function compiled for an instruction set ([`Isa::run`]).
    fn call(self, isa: Isa, f: F) -> R;
}

macro_rules! arguments {
    ($($a:ident: $A:ident),+) => {
        impl<F: FnOnce($($A),+) -> R, R, $($A),+> Arguments<F, R> for ($($A,)+) {
            #[inline(always)]
            fn call(self, isa: Isa, f: F) -> R {
                let ($($a,)+) = self;
                #[cfg(target_arch = "x86_64")]
                {
                    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
                    fn avx512<F: FnOnce($($A),+) -> R, R, $($A),+>(f: F, $($a: $A),+) -> R {
                        f($($a),+)
                    }
                    #[target_feature(enable = "avx2,fma")]
                    fn avx2<F: FnOnce($($A),+) -> R, R, $($A),+>(f: F, $($a: $A),+) -> R {
                        f($($a),+)
                    }
                    if isa.has_avx512() {
                        // SAFETY: the machine has the features, or there would be no such `Isa`.
                        return unsafe { avx512(f, $($a),+) };
                    }
                    if isa.is_avx2() {
                        // SAFETY: as above.
                        return unsafe { avx2(f, $($a),+) };
                    }
                }
                let _ = isa;
                f($($a),+)
            }
        }
    };
}

arguments!(a: A);
arguments!(a: A, b: B);
arguments!(a: A, b: B, c: C);
arguments!(a: A, b: B, c: C, d: D);
arguments!(a: A, b: B, c: C, d: D, e: E);
arguments!(a: A, b: B, c: C, d: D, e: E, g: G);
arguments!(a: A, b: B, c: C, d: D, e: E, g: G, h: H);
arguments!(a: A, b: B, c: C, d: D, e: E, g: G, h: H, i: I);
