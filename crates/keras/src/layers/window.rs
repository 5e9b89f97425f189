//! Windows over images, for convolution and pooling: sizes, strides and padding.

use stablehlo::ops::WindowDim;

/// A number for the height and one for the width; a single number converts to both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair(pub usize, pub usize);

impl From<(usize, usize)> for Pair {
    fn from((height, width): (usize, usize)) -> Self {
        Self(height, width)
    }
}

impl From<usize> for Pair {
    fn from(both: usize) -> Self {
        Self(both, both)
    }
}

impl Pair {
    /// `[height, width]`.
    pub fn both(self) -> [usize; 2] {
        [self.0, self.1]
    }

    /// The pair as Python prints a tuple.
    pub(crate) fn text(self) -> String {
        format!("({}, {})", self.0, self.1)
    }
}

/// The padding at the edges of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Padding {
    /// No padding: windows are inside the image.
    #[default]
    Valid,
    /// Zero padding such that the output size is the input size divided by the stride, rounded up. An odd
    /// pixel is added at the end.
    Same,
}

impl Padding {
    /// Keras's name of the padding.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Same => "same",
        }
    }
}

/// A window over the height and width of an image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub size: Pair,
    pub strides: Pair,
    pub dilation: Pair,
    pub padding: Padding,
}

impl Window {
    /// The two window dimensions for an input of that height and width.
    pub fn dims(&self, input: [usize; 2]) -> [WindowDim; 2] {
        std::array::from_fn(|i| {
            let (size, stride, dilation) = (self.size.both()[i], self.strides.both()[i], self.dilation.both()[i]);
            let mut dim = WindowDim { stride, window_dilation: dilation, ..WindowDim::new(size) };
            if self.padding == Padding::Same {
                let extent = (input[i].div_ceil(stride).saturating_sub(1)) * stride + (size - 1) * dilation + 1;
                let total = extent.saturating_sub(input[i]) as i64;
                dim.pad_low = total / 2;
                dim.pad_high = total - total / 2;
            }
            dim
        })
    }

    /// The output's height and width; `None` if no window fits.
    pub fn output(&self, input: [usize; 2]) -> Option<[usize; 2]> {
        let dims = self.dims(input);
        let out = [dims[0].output_size(input[0]), dims[1].output_size(input[1])];
        (out[0] > 0 && out[1] > 0).then_some(out)
    }

    /// Returns true if sizes, strides and dilations are at least 1, which the computation of the output size
    /// requires.
    pub fn is_valid(&self) -> bool {
        [self.size, self.strides, self.dilation].iter().all(|p| p.0 > 0 && p.1 > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_padding_puts_the_odd_pixel_at_the_end() {
        let window = Window { size: Pair(2, 3), strides: Pair(1, 2), dilation: Pair(1, 1), padding: Padding::Same };
        let [h, w] = window.dims([5, 5]);
        assert_eq!((h.pad_low, h.pad_high, w.pad_low, w.pad_high), (0, 1, 1, 1));
        assert_eq!(window.output([5, 5]), Some([5, 3]));
    }

    #[test]
    fn a_window_larger_than_the_image_does_not_fit() {
        let window = Window { size: Pair(5, 5), strides: Pair(1, 1), dilation: Pair(1, 1), padding: Padding::Valid };
        assert_eq!(window.output([3, 9]), None);
        assert_eq!(window.output([5, 9]), Some([1, 5]));
    }
}
