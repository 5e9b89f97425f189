//! What a layer does to a product's results, done where they are still at hand: a bias for each column, and a floor.

use super::element::Element;
use super::isa::{Isa, WithSimd};
use super::simd::{Simd, round_bits};

/// `max(x + bias, floor)`, each step rounded to the result's type as operations of their own would; the bias and the floor are
/// numbers of that type.
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
    /// A number for each column.
    pub bias: &'a [f32],
    /// The least that a result may be; negative infinity: whatever it is. Undefined ones stay. Not negative zero, whose sign
    /// would be that of some results that round to zero only.
    pub lower_bound: f32,
}

impl Epilogue<'_> {
    /// Finishes whole rows that lie one after another, of [`Element::F32`] or [`Element::Bf16`].
    pub fn apply(self, isa: Isa, element: Element, out: &mut [u8]) {
        if !self.bias.is_empty() {
            isa.dispatch(Rows { finish: self, element, out });
        }
    }

    /// A vector of sums of columns from one on; those of [`Element::Bf16`] are still to be rounded, as storing them does.
    ///
    /// # Safety
    /// The machine has `S`; there is a bias for each of the columns.
    #[inline(always)]
    pub(crate) unsafe fn apply_to_vector<S: Simd>(&self, element: Element, column: usize, sums: S::V) -> S::V {
        // SAFETY: by contract.
        unsafe {
            let bias = S::load(self.bias.as_ptr().add(column).cast());
            let x = match element {
                // Whether the larger of sum and floor is rounded or each before makes no difference.
                Element::Bf16 => S::add(S::round_bf16(sums), bias),
                _ => S::add(sums, bias),
            };
            S::max(x, S::splat(self.lower_bound))
        }
    }
}

struct Rows<'a> {
    finish: Epilogue<'a>,
    element: Element,
    out: &'a mut [u8],
}

impl WithSimd for Rows<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let Epilogue { bias, lower_bound: floor } = self.finish;
        let row = bias.len() * self.element.bytes();
        for row in self.out.chunks_exact_mut(row) {
            // Results need not be aligned, and a loop over pairs of bytes is vectorised all the same.
            if self.element == Element::Bf16 {
                for (x, &bias) in row.as_chunks_mut::<2>().0.iter_mut().zip(bias) {
                    let wide = f32::from_bits(u32::from(u16::from_ne_bytes(*x)) << 16);
                    let sum = f32::from_bits(round_bits((wide + bias).to_bits()));
                    *x = ((at_least(floor, sum).to_bits() >> 16) as u16).to_ne_bytes();
                }
            } else {
                for (x, &bias) in row.as_chunks_mut::<4>().0.iter_mut().zip(bias) {
                    *x = at_least(floor, f32::from_ne_bytes(*x) + bias).to_ne_bytes();
                }
            }
        }
    }
}

/// `max(x, floor)`; NaN stays.
#[inline(always)]
fn at_least(floor: f32, x: f32) -> f32 {
    let most = if x > floor { x } else { floor };
    if x.is_nan() { x } else { most }
}
