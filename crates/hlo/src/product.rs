//! Products: what convolutions and matrix products multiply.

/// What a convolution or a matrix product does, as far as its cost goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Product {
    /// Elements of the result over all dimensions but spatial ones.
    pub outer: u64,
    /// Products that are added up for an element of the result, at one position of the window.
    pub inner: u64,
    /// The spatial dimensions; none of a matrix product.
    pub window: Vec<WindowDim>,
}

/// A spatial dimension of a convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowDim {
    /// Positions in the input.
    pub input: u64,
    /// Positions in the result.
    pub output: u64,
    /// Positions in the window.
    pub size: u64,
    /// Steps of the window in the input.
    pub stride: i64,
    /// Positions before the input; negative where the input is cut.
    pub padding_low: i64,
    /// Step from one window position to the next.
    pub window_dilation: i64,
    /// Step from one position of the input to the next, zeros between them.
    pub base_dilation: i64,
}

/// Pairs of positions that are counted one by one; of larger windows all are taken to be real.
const COUNTED: u64 = 1 << 16;

impl WindowDim {
    /// Pairs of a result's and a window's position that meet a real element of the input: neither padding nor a zero of
    /// dilation.
    pub fn pairs(&self) -> u64 {
        let all = self.output.saturating_mul(self.size);
        if all > COUNTED {
            return all;
        }
        let base = i128::from(self.base_dilation.max(1));
        let is_real = |out: u64, at: u64| {
            let place = i128::from(out) * i128::from(self.stride)
                + i128::from(at) * i128::from(self.window_dilation.max(1))
                - i128::from(self.padding_low);
            place >= 0 && place % base == 0 && place / base < i128::from(self.input)
        };
        (0..self.output).map(|out| (0..self.size).filter(|&at| is_real(out, at)).count() as u64).sum()
    }
}

impl Product {
    /// Operations, a product and its addition being two; multiplications by padding are not counted.
    pub fn flops(&self) -> u64 {
        let window = self.window.iter().map(WindowDim::pairs).fold(1, u64::saturating_mul);
        self.outer.saturating_mul(self.inner).saturating_mul(window).saturating_mul(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: WindowDim =
        WindowDim { input: 32, output: 30, size: 3, stride: 1, padding_low: 0, window_dilation: 1, base_dilation: 1 };

    #[test]
    fn windows_meet_real_elements() {
        assert_eq!(PLAIN.pairs(), 90);
        // Padded to the same size, the outermost positions miss one each.
        assert_eq!(WindowDim { output: 32, padding_low: 1, ..PLAIN }.pairs(), 94);
        // Every second element is a zero.
        let dilated = WindowDim { input: 4, output: 7, size: 1, base_dilation: 2, ..PLAIN };
        assert_eq!(dilated.pairs(), 4);
        assert_eq!(WindowDim { output: 10, stride: 3, ..PLAIN }.pairs(), 30);
        assert_eq!(WindowDim { output: 1 << 40, size: 1 << 30, ..PLAIN }.pairs(), u64::MAX);
    }

    #[test]
    fn a_matrix_product() {
        assert_eq!(Product { outer: 6, inner: 5, window: Vec::new() }.flops(), 60);
        assert_eq!(Product { outer: 2, inner: 3, window: vec![PLAIN, PLAIN] }.flops(), 2 * 6 * 90 * 90);
    }
}
