use stablehlo::ops::Direction;
use stablehlo::{ElementType, TensorType, Value};

use super::noise_shape::{check_noise_shape, noise_dims};
use crate::error::{Error, Result};
use crate::graph::{CallContext, Layer};
use crate::shape::Shape;

crate::layer! {
    /// Sets elements to zero at random in training and scales the others such that the expected sum is
    /// unchanged.
    ///
    /// `y = x / (1 - rate)` with probability `1 - rate`, otherwise `0`; outside of training `y = x`
    ///
    /// The random bits come from the device's counter-based generator, whose state is part of the training
    /// step: they differ between steps and cores, and a run is reproducible from its seed.
    ///
    /// ```
    /// use keras::{Input, layers::Dropout};
    /// let x = Input::new([16, 16, 32]);
    /// let y = Dropout::new(0.25).call(&x)?;
    /// assert_eq!(y.shape(), x.shape());
    /// assert!(Dropout::new(1.5).call(&x).is_err());
    /// # Ok::<(), keras::Error>(())
    /// ```
    Dropout(
        /// The probability that an element becomes 0.
        rate: [f64],
    ) {
        /// Stored in Keras's configuration only; the bits depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
        /// The shape of the draws, including the batch: `None` for a dimension's own size, 1 for draws that
        /// are the same along it. Default: a draw for each element.
        noise_shape: [Option<Vec<Option<usize>>>] = None;
    }
}

impl Layer for Dropout {
    fn supports_masking(&self) -> bool {
        true
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        if !(0.0..=1.0).contains(&self.rate) {
            return Err(Error::argument(format!(
                "Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: rate={}",
                self.rate
            )));
        }
        check_noise_shape("Dropout", &self.noise_shape, &inputs[0])
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let x = inputs[0];
        if !cx.training || self.rate == 0.0 {
            return Ok(x);
        }
        let zero = cx.b.full_like(x, 0.0)?;
        if self.rate == 1.0 {
            return Ok(zero);
        }
        let (element, threshold) = threshold(self.rate);
        let dims = cx.b.dims(x).to_vec();
        let noise = noise_dims(&self.noise_shape, &dims);
        let bits = cx.random_bits(TensorType::new(element, noise.clone()))?;
        let b = &mut *cx.b;
        let threshold = b.full_like(bits, threshold)?;
        let mut keep = b.compare(Direction::Ge, bits, threshold)?;
        if noise != dims {
            let kept: Vec<usize> = (0..dims.len()).filter(|d| noise[*d] == dims[*d]).collect();
            let sizes: Vec<usize> = kept.iter().map(|d| dims[*d]).collect();
            keep = b.reshape(keep, &sizes)?;
            keep = b.broadcast_in_dim(keep, &kept, &dims)?;
        }
        let factor = b.full_like(x, 1.0 / (1.0 - self.rate))?;
        let scaled = b.multiply(x, factor)?;
        Ok(b.select(keep, scaled, zero)?)
    }
}

/// The smallest type of random bits that represents the rate exactly, and the threshold below which an
/// element is dropped. A rate that is not a multiple of 2^-16 takes 32 bits and is met within 2^-32.
fn threshold(rate: f64) -> (ElementType, f64) {
    [(ElementType::Ui8, 256.0), (ElementType::Ui16, 65_536.0)]
        .into_iter()
        .map(|(element, values)| (element, rate * values))
        .find(|(_, threshold)| threshold.fract() == 0.0)
        .unwrap_or((ElementType::Ui32, (rate * 4_294_967_296.0).round().min(4_294_967_295.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_take_as_few_bits_as_possible() {
        assert_eq!(threshold(0.25), (ElementType::Ui8, 64.0));
        assert_eq!(threshold(0.001953125), (ElementType::Ui16, 128.0));
        assert_eq!(threshold(0.1), (ElementType::Ui32, 429_496_730.0));
        assert_eq!(threshold(1.0 - f64::EPSILON), (ElementType::Ui32, 4_294_967_295.0));
    }
}
