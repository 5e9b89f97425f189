//! Windows over images, for convolution and pooling: sizes, strides and padding.

use serde_json::{Value as Json, json};
use stablehlo::ops::WindowDim;

use crate::error::Result;
use crate::objects::{Field, Registry};

/// A number for each spatial dimension; a single number converts to all of them.
///
/// ```
/// use keras::layers::Sizes;
/// assert_eq!(Sizes::<2>::from(3), (3, 3).into());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sizes<const N: usize>(pub [usize; N]);

impl<const N: usize> From<usize> for Sizes<N> {
    fn from(all: usize) -> Self {
        Self([all; N])
    }
}

impl<const N: usize> From<[usize; N]> for Sizes<N> {
    fn from(sizes: [usize; N]) -> Self {
        Self(sizes)
    }
}

impl From<(usize, usize)> for Sizes<2> {
    fn from((height, width): (usize, usize)) -> Self {
        Self([height, width])
    }
}

impl From<(usize, usize, usize)> for Sizes<3> {
    fn from((depth, height, width): (usize, usize, usize)) -> Self {
        Self([depth, height, width])
    }
}

impl<const N: usize> Sizes<N> {
    /// The numbers as Python prints a tuple.
    pub(crate) fn text(self) -> String {
        let sizes = self.0.map(|n| n.to_string()).join(", ");
        if N == 1 { format!("({sizes},)") } else { format!("({sizes})") }
    }
}

impl<const N: usize> Field for Sizes<N> {
    fn expected() -> String {
        format!("{}, or a list of {N} of them", usize::expected())
    }

    fn to_json(&self) -> Json {
        json!(self.0.as_slice())
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        let sizes = Vec::<usize>::from_json(json, registry)?;
        Ok(sizes.and_then(|sizes| match sizes[..] {
            [all] => Some(Self([all; N])),
            _ => <[usize; N]>::try_from(sizes).ok().map(Self),
        }))
    }
}

crate::choices! {
    /// The padding at the edges of an image.
    Padding {
        /// No padding: windows are inside the image.
        Valid = "valid",
        /// Zero padding such that the output size is the input size divided by the stride, rounded up. An
        /// odd pixel is added at the end.
        Same = "same",
        /// Zero padding before a sequence, such that no output depends on later elements.
        Causal = "causal",
    }
}

/// A window over the spatial dimensions of an image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<const N: usize> {
    pub size: Sizes<N>,
    pub strides: Sizes<N>,
    pub dilation: Sizes<N>,
    pub padding: Padding,
}

impl<const N: usize> Window<N> {
    /// The window dimensions for an input of these sizes.
    pub fn dims(&self, input: [usize; N]) -> [WindowDim; N] {
        std::array::from_fn(|i| {
            let (size, stride, dilation) = (self.size.0[i], self.strides.0[i], self.dilation.0[i]);
            let mut dim = WindowDim { stride, window_dilation: dilation, ..WindowDim::new(size) };
            if self.padding == Padding::Same {
                let extent = (input[i].div_ceil(stride).saturating_sub(1)) * stride + (size - 1) * dilation + 1;
                let total = extent.saturating_sub(input[i]) as i64;
                dim.pad_low = total / 2;
                dim.pad_high = total - total / 2;
            }
            if self.padding == Padding::Causal {
                dim.pad_low = ((size - 1) * dilation) as i64;
            }
            dim
        })
    }

    /// The output's sizes; `None` if no window fits.
    pub fn output(&self, input: [usize; N]) -> Option<[usize; N]> {
        let dims = self.dims(input);
        let out: [usize; N] = std::array::from_fn(|i| dims[i].output_size(input[i]));
        out.iter().all(|n| *n > 0).then_some(out)
    }

    /// Returns true if sizes, strides and dilations are at least 1, which the computation of the output size
    /// requires.
    pub fn is_valid(&self) -> bool {
        [self.size, self.strides, self.dilation].iter().all(|sizes| sizes.0.iter().all(|n| *n > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_padding_puts_the_odd_pixel_at_the_end() {
        let window =
            Window { size: Sizes([2, 3]), strides: Sizes([1, 2]), dilation: Sizes([1, 1]), padding: Padding::Same };
        let [h, w] = window.dims([5, 5]);
        assert_eq!((h.pad_low, h.pad_high, w.pad_low, w.pad_high), (0, 1, 1, 1));
        assert_eq!(window.output([5, 5]), Some([5, 3]));
    }

    #[test]
    fn a_window_larger_than_the_image_does_not_fit() {
        let window =
            Window { size: Sizes([5, 5]), strides: Sizes([1, 1]), dilation: Sizes([1, 1]), padding: Padding::Valid };
        assert_eq!(window.output([3, 9]), None);
        assert_eq!(window.output([5, 9]), Some([1, 5]));
    }
}
