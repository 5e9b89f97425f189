//! Contractions: the arithmetic of `dot` and `convolution`, as far as its cost is concerned.

use super::element_type::ElementType;

/// The size of a `dot`, of a `convolution`, or of a call of a library that computes one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contraction {
    /// Elements of the result over all but its spatial dimensions.
    pub non_spatial_outputs: u64,
    /// Terms summed for an element of the result at one window position: the size of the contracted
    /// dimensions.
    pub contracted: u64,
    /// The spatial dimensions; empty for `dot`.
    pub window: Vec<WindowDim>,
    /// The type of the operands.
    pub element: Option<ElementType>,
    /// True if the program requests more than the default precision.
    pub is_exact: bool,
}

/// A spatial dimension of a convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowDim {
    /// Size of the input.
    pub input: u64,
    /// Size of the result.
    pub output: u64,
    /// Size of the window.
    pub size: u64,
    /// Stride of the window, in input positions.
    pub stride: i64,
    /// Padding before the input; negative where the input is cropped.
    pub padding_low: i64,
    /// Distance between adjacent window positions.
    pub window_dilation: i64,
    /// Distance between adjacent input positions, with zeros between them.
    pub base_dilation: i64,
}

/// Above this number of (output, window) position pairs, all pairs are assumed to be valid instead of being
/// counted.
const MAX_COUNTED_PAIRS: u64 = 1 << 16;

impl WindowDim {
    /// Returns the number of (output, window) position pairs that read a real element of the input: neither
    /// padding nor a zero inserted by dilation.
    pub fn valid_pairs(&self) -> u64 {
        let all = self.output.saturating_mul(self.size);
        if all > MAX_COUNTED_PAIRS {
            return all;
        }
        let base = i128::from(self.base_dilation.max(1));
        let is_valid = |output: u64, offset: u64| {
            let position = i128::from(output) * i128::from(self.stride)
                + i128::from(offset) * i128::from(self.window_dilation.max(1))
                - i128::from(self.padding_low);
            position >= 0 && position % base == 0 && position / base < i128::from(self.input)
        };
        (0..self.output).map(|output| (0..self.size).filter(|&at| is_valid(output, at)).count() as u64).sum()
    }
}

impl Contraction {
    /// Returns the floating-point operations: two for each multiply-add. Multiplications by padding are not
    /// counted.
    pub fn flops(&self) -> u64 {
        let pairs = self.window.iter().map(WindowDim::valid_pairs).fold(1, u64::saturating_mul);
        self.non_spatial_outputs.saturating_mul(self.contracted).saturating_mul(pairs).saturating_mul(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: WindowDim =
        WindowDim { input: 32, output: 30, size: 3, stride: 1, padding_low: 0, window_dilation: 1, base_dilation: 1 };

    #[test]
    fn only_pairs_that_read_real_elements_are_valid() {
        assert_eq!(PLAIN.valid_pairs(), 90);
        // With "same" padding, the first and the last position miss one element each.
        assert_eq!(WindowDim { output: 32, padding_low: 1, ..PLAIN }.valid_pairs(), 94);
        // Every second element is a zero.
        let dilated = WindowDim { input: 4, output: 7, size: 1, base_dilation: 2, ..PLAIN };
        assert_eq!(dilated.valid_pairs(), 4);
        assert_eq!(WindowDim { output: 10, stride: 3, ..PLAIN }.valid_pairs(), 30);
        assert_eq!(WindowDim { output: 1 << 40, size: 1 << 30, ..PLAIN }.valid_pairs(), u64::MAX);
    }

    #[test]
    fn flops_are_two_per_multiply_add() {
        assert_eq!(Contraction { non_spatial_outputs: 6, contracted: 5, ..Contraction::default() }.flops(), 60);
        let convolution =
            Contraction { non_spatial_outputs: 2, contracted: 3, window: vec![PLAIN, PLAIN], ..Contraction::default() };
        assert_eq!(convolution.flops(), 2 * 6 * 90 * 90);
    }
}
