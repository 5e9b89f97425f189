//! The epilogue of a convolution or a product: a bias for each column and a lower bound (ReLU), applied
//! before the results leave the cache.

use crate::bf16::{round_bits, widen};
use crate::element::Element;
use crate::isa::{Isa, WithSimd};
use crate::simd::Simd;

/// `max(x + bias, lower_bound)`, where each step is rounded to the type of the result, as separate operations
/// would.
///
/// Bias and bound are numbers of that type.
///
/// ```
/// use kernels::{Element, Epilogue, Isa};
/// let mut out = [1f32, -3.0, 0.5, 4.0];
/// let epilogue = Epilogue { bias: &[1.0, 2.0], lower_bound: 0.0 };
/// epilogue.apply(Isa::best(), Element::F32, bytemuck::bytes_of_mut(&mut out));
/// assert_eq!(out, [2.0, 0.0, 1.5, 6.0]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Epilogue<'a> {
    /// One number for each column.
    pub bias: &'a [f32],
    /// The least result; negative infinity for no bound. NaN stays NaN. The bound must not be negative zero:
    /// only some of the results that are zero would have its sign.
    pub lower_bound: f32,
}

impl Epilogue<'_> {
    /// Applies the epilogue to whole rows, one after another, of [`Element::F32`] or [`Element::Bf16`].
    pub fn apply(self, isa: Isa, element: Element, out: &mut [u8]) {
        if !self.bias.is_empty() {
            isa.dispatch(ApplyToRows { epilogue: self, element, out });
        }
    }

    /// Applies the epilogue to a vector of sums of the columns from `column` on. Results of [`Element::Bf16`]
    /// are rounded when they are stored.
    ///
    /// # Safety
    /// The machine has `S`; there is a bias for each of the columns.
    #[inline(always)]
    pub(crate) unsafe fn apply_to_vector<S: Simd>(&self, element: Element, column: usize, sums: S::V) -> S::V {
        // SAFETY: by contract.
        unsafe {
            let bias = S::load(self.bias.as_ptr().add(column).cast());
            let x = match element {
                // Rounding the larger of sum and bound is the same as taking the larger of both rounded.
                Element::Bf16 => S::add(S::round_bf16(sums), bias),
                _ => S::add(sums, bias),
            };
            S::max(x, S::splat(self.lower_bound))
        }
    }
}

struct ApplyToRows<'a> {
    epilogue: Epilogue<'a>,
    element: Element,
    out: &'a mut [u8],
}

impl WithSimd for ApplyToRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let Epilogue { bias, lower_bound } = self.epilogue;
        let row = bias.len() * self.element.bytes();
        for row in self.out.chunks_exact_mut(row) {
            // Results need not be aligned, and a loop over pairs of bytes is vectorized all the same.
            if self.element == Element::Bf16 {
                for (x, &bias) in row.as_chunks_mut::<2>().0.iter_mut().zip(bias) {
                    let wide = f32::from_bits(widen(u16::from_ne_bytes(*x)));
                    let sum = f32::from_bits(round_bits((wide + bias).to_bits()));
                    *x = ((at_least(lower_bound, sum).to_bits() >> 16) as u16).to_ne_bytes();
                }
            } else {
                for (x, &bias) in row.as_chunks_mut::<4>().0.iter_mut().zip(bias) {
                    *x = at_least(lower_bound, f32::from_ne_bytes(*x) + bias).to_ne_bytes();
                }
            }
        }
    }
}

/// `max(x, lower_bound)`; NaN stays.
#[inline(always)]
fn at_least(lower_bound: f32, x: f32) -> f32 {
    let greater = if x > lower_bound { x } else { lower_bound };
    if x.is_nan() { x } else { greater }
}
