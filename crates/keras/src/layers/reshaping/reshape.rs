//! Layers that move or repeat the elements of each row.

use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::layers::window::Sizes;
use crate::ops::{self, Tensor};
use crate::partial_shape::PartialShape;
use crate::shape::Shape;

crate::layer! {
    /// Gives each row another shape, in row-major order; one size may be -1 and is then computed.
    ///
    /// ```
    /// use keras::{Input, layers::Reshape};
    /// let y = Reshape::new(vec![3, -1]).call(&Input::new([12]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 3, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Reshape(
        /// The shape without the batch.
        target_shape: [Vec<i64>],
    ) {}
}

impl Layer for Reshape {
    fn partial_output(&self, inputs: &[PartialShape]) -> Option<PartialShape> {
        reshaped(&inputs[0], &self.target_shape)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        let shape = Shape::new(&x.shape()[1..]);
        let known = self.target_shape.iter().filter(|n| **n >= 0).try_fold(1i64, |known, n| known.checked_mul(*n));
        let free = self.target_shape.iter().filter(|n| **n < 0).count();
        let elements = shape.num_elements() as i64;
        let fits = match free {
            0 => known == Some(elements),
            1 => known.is_some_and(|known| known > 0 && elements % known == 0),
            _ => false,
        };
        if !fits {
            let target = &self.target_shape;
            return Err(Error::shape(format!("a row of {shape} cannot be reshaped to target_shape={target:?}")));
        }
        Ok(ops::reshape(x, &[&[x.shape()[0] as i64][..], self.target_shape.as_slice()].concat()))
    }
}

/// The shape of rows of which a size is unknown, with another shape, as in Keras: -1 is unknown, too, and
/// whether rows fit is seen when they come. `None` if there are several -1.
pub(crate) fn reshaped(input: &PartialShape, target: &[i64]) -> Option<PartialShape> {
    let dims: Vec<Option<usize>> = target.iter().map(|size| usize::try_from(*size).ok()).collect();
    let is_clear = dims.iter().filter(|size| size.is_none()).count() <= 1;
    is_clear.then(|| PartialShape::new(dims).with_batch_size(input.batch_size()))
}

crate::layer! {
    /// Permutes the dimensions of each row.
    ///
    /// ```
    /// use keras::{Input, layers::Permute};
    /// let y = Permute::new(vec![2, 1]).call(&Input::new([10, 64]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 64, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Permute(
        /// The dimensions in their new order, counted from 1.
        dims: [Vec<usize>],
    ) {}
}

impl Layer for Permute {
    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let mut sorted = self.dims.clone();
        sorted.sort_unstable();
        if sorted.iter().copied().eq(1..inputs[0].rank()) {
            return Ok(());
        }
        Err(Error::argument(format!(
            "Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` must be consecutive and \
             start from 1, one for each dimension of {}. Received: dims={:?}",
            inputs[0], self.dims
        )))
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let order: Vec<i64> = std::iter::once(0).chain(self.dims.iter().map(|d| *d as i64)).collect();
        Ok(ops::transpose(&inputs[0], &order))
    }
}

crate::layer! {
    /// Repeats each row, a vector, `n` times along a new dimension.
    ///
    /// ```
    /// use keras::{Input, layers::RepeatVector};
    /// let y = RepeatVector::new(3).call(&Input::new([32]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 3, 32)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    RepeatVector(
        /// The number of repetitions.
        n: [usize],
    ) {}
}

impl Layer for RepeatVector {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(2)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(ops::repeat(&ops::expand_dims(&inputs[0], 1), self.n, 1))
    }
}

crate::choices! {
    /// The pixels of an enlarged image.
    UpSamplingInterpolation {
        /// The nearest pixel.
        Nearest = "nearest",
        /// The weighted mean of the neighboring pixels.
        Bilinear = "bilinear",
        /// A cubic of sixteen pixels.
        Bicubic = "bicubic",
        /// Lanczos's window of three pixels on each side.
        Lanczos3 = "lanczos3",
        /// Lanczos's window of five pixels on each side.
        Lanczos5 = "lanczos5",
    }
}

/// Repeats the elements along the spatial dimensions.
fn repeated<const N: usize>(x: &Tensor, first: usize, size: Sizes<N>) -> Tensor {
    (first..).zip(size.0).fold(x.clone(), |x, (axis, times)| ops::repeat(&x, times, axis as i64))
}

crate::layer! {
    /// Repeats each element of a sequence.
    ///
    /// ```
    /// use keras::{Input, layers::UpSampling1D};
    /// assert_eq!(UpSampling1D::new().call(&Input::new([4, 3]))?.shape().to_string(), "(None, 8, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    UpSampling1D() {
        /// The number of repetitions. Default: 2.
        size: [usize] = 2;
    }
}

impl Layer for UpSampling1D {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(3)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(repeated(&inputs[0], 1, Sizes([self.size])))
    }
}

crate::layer! {
    /// Enlarges images by whole factors.
    ///
    /// ```
    /// use keras::{Input, layers::UpSampling2D};
    /// assert_eq!(UpSampling2D::new().call(&Input::new([4, 5, 3]))?.shape().to_string(), "(None, 8, 10, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    UpSampling2D() {
        /// The factors of height and width. Default: 2.
        size: [Sizes<2>] = Sizes([2, 2]);
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
        /// The pixels of the result. Default: nearest.
        interpolation: [UpSamplingInterpolation] = UpSamplingInterpolation::Nearest;
    }
}

impl Layer for UpSampling2D {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let first = self.data_format.first_spatial();
        if self.interpolation == UpSamplingInterpolation::Nearest {
            return Ok(repeated(&inputs[0], first, self.size));
        }
        let x = self.data_format.tensor_to_last(&inputs[0]);
        let size = [1, 2].map(|axis| x.shape()[axis] * self.size.0[axis - 1]);
        let resized = ops::image::resize(&x, size, self.interpolation.name(), false, false, false, 0.0);
        Ok(self.data_format.tensor_from_last(&resized))
    }
}

crate::layer! {
    /// Enlarges volumes by whole factors; each element is repeated.
    ///
    /// ```
    /// use keras::{Input, layers::UpSampling3D};
    /// let y = UpSampling3D::new().call(&Input::new([2, 3, 4, 5]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4, 6, 8, 5)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    UpSampling3D() {
        /// The factors of the spatial dimensions. Default: 2.
        size: [Sizes<3>] = Sizes([2, 2, 2]);
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
}

impl Layer for UpSampling3D {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(5)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(repeated(&inputs[0], self.data_format.first_spatial(), self.size))
    }
}
