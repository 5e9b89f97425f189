use stablehlo::ops::Direction;
use stablehlo::{ElementType, TensorType, Value};

use crate::error::Result;
use crate::graph::{CallContext, InputSpec, Layer};
use crate::layers::data_format::DataFormat;

crate::choices! {
    /// The axes along which images are flipped.
    FlipMode {
        /// Left to right.
        Horizontal = "horizontal",
        /// Top to bottom.
        Vertical = "vertical",
        /// Both at once.
        HorizontalAndVertical = "horizontal_and_vertical",
    }
}

impl FlipMode {
    /// The spatial dimensions that are reversed, of which the first one has this number.
    fn dims(self, first: usize) -> Vec<usize> {
        match self {
            Self::Horizontal => vec![first + 1],
            Self::Vertical => vec![first],
            Self::HorizontalAndVertical => vec![first, first + 1],
        }
    }
}

crate::layer! {
    /// Flips each image with probability 1/2 in training; outside of training images are unchanged.
    ///
    /// As in Keras, one draw decides for both axes, so the mode for both rotates an image by 180 degrees. The
    /// draws depend on the seed of the training run, as in [`Dropout`](crate::layers::Dropout).
    ///
    /// ```
    /// use keras::{Input, layers::{FlipMode, RandomFlip}};
    /// let x = Input::new([32, 32, 3]);
    /// let y = RandomFlip::new().mode(FlipMode::Horizontal).call(&x)?;
    /// assert_eq!(y.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    RandomFlip() {
        /// The axes. Default: both.
        mode: [FlipMode] = FlipMode::HorizontalAndVertical;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
}

impl Layer for RandomFlip {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let x = inputs[0];
        if !cx.training {
            return Ok(x);
        }
        let dims = cx.b.dims(x).to_vec();
        let bits = cx.random_bits(TensorType::new(ElementType::Ui8, [dims[0]]))?;
        let half = cx.b.full_like(bits, 128.0)?;
        let is_flipped = cx.b.compare(Direction::Lt, bits, half)?;
        let is_flipped = cx.b.broadcast_in_dim(is_flipped, &[0], &dims)?;
        let flipped = cx.b.reverse(x, &self.mode.dims(self.data_format.first_spatial()))?;
        Ok(cx.b.select(is_flipped, flipped, x)?)
    }
}

#[cfg(test)]
mod tests {
    use stablehlo::Literal;

    use super::*;
    use crate::layers::evaluate::evaluate;

    const IMAGES: usize = 1000;

    /// Images of 2 by 3 pixels with two channels; all values are different.
    fn images() -> Literal {
        let values: Vec<f32> = (0..IMAGES * 12).map(|i| i as f32).collect();
        Literal::from_vec([IMAGES, 2, 3, 2], values.as_slice()).unwrap()
    }

    #[test]
    fn half_of_the_images_are_flipped() {
        let before = images().to_vec::<f32>().unwrap();
        for mode in [FlipMode::Horizontal, FlipMode::Vertical, FlipMode::HorizontalAndVertical] {
            let (vertical, horizontal) = (mode != FlipMode::Horizontal, mode != FlipMode::Vertical);
            let flip = |image: &[f32]| -> Vec<f32> {
                let at =
                    |i: usize, j: usize| if vertical { 1 - i } else { i } * 6 + if horizontal { 2 - j } else { j } * 2;
                let pixels = (0..2).flat_map(|i| (0..3).map(move |j| (i, j)));
                pixels.flat_map(|(i, j)| [image[at(i, j)], image[at(i, j) + 1]]).collect()
            };
            let after = evaluate(&RandomFlip::new().mode(mode), &images(), Some(3)).to_vec::<f32>().unwrap();
            let mut flipped = 0;
            for (before, after) in before.chunks(12).zip(after.chunks(12)) {
                let is_flipped = after != before;
                assert!(!is_flipped || after == flip(before), "{mode:?}: {before:?} {after:?}");
                flipped += usize::from(is_flipped);
            }
            // Five standard deviations of a fair coin: 5 sqrt(1000) / 2 = 79.
            assert!(flipped.abs_diff(IMAGES / 2) < 79, "{mode:?}: {flipped}");
        }
    }

    #[test]
    fn nothing_is_flipped_outside_of_training() {
        assert_eq!(evaluate(&RandomFlip::new(), &images(), None), images());
    }
}
