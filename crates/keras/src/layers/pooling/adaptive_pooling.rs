//! Pooling to an output of fixed size.

use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::layers::window::Sizes;
use crate::ops::{self, Tensor};
use crate::shape::Shape;

/// The maximum size of the output along an axis, for each element of which the program has operations.
const MAX_SIZE: usize = 1 << 16;

/// Pools along one axis: element `i` of the output is that of `size·i/out` to `size·(i+1)/out`, rounded
/// outwards.
fn along(x: &Tensor, axis: usize, out: usize, pool: fn(&Tensor, i64) -> Tensor) -> Result<Tensor> {
    let (size, axis) = (x.shape()[axis], axis as i64);
    let parts: Vec<Tensor> = (0..out)
        .map(|i| {
            let (start, end) = (i * size / out, ((i + 1) * size).div_ceil(out));
            let (mut starts, mut sizes) = (vec![0; x.ndim()], x.shape().to_vec());
            (starts[axis as usize], sizes[axis as usize]) = (start, end - start);
            pool(&ops::slice(x, &starts, &sizes), axis)
        })
        .collect();
    let parts: Vec<&Tensor> = parts.iter().collect();
    ops::concatenate(&parts, axis)
}

macro_rules! adaptive_pooling {
    ($(#[$doc:meta])* $layer:ident $n:literal $pool:expr) => {
        crate::layer! {
            $(#[$doc])*
            $layer(
                /// The size of the output's spatial dimensions.
                output_size: [Sizes<$n>],
            ) {
                /// The place of the channels. Default: last.
                data_format: [DataFormat] = DataFormat::ChannelsLast;
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 2)
            }

            fn check(&self, _inputs: &[Shape]) -> Result<()> {
                if !self.output_size.0.iter().all(|size| (1..=MAX_SIZE).contains(size)) {
                    let size = self.output_size.text();
                    return Err(Error::argument(format!("`output_size` is from 1 to {MAX_SIZE}. Received: {size}")));
                }
                Ok(())
            }

            fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
                let first = self.data_format.first_spatial();
                let mut axes = (first..).zip(self.output_size.0);
                axes.try_fold(inputs[0].clone(), |x, (axis, out)| along(&x, axis, out, $pool))
            }
        }
    };
}

adaptive_pooling! {
    /// The means of as many parts of a sequence as the output has elements.
    AdaptiveAveragePooling1D 1 |x, axis| ops::mean(x, axis, true)
}

adaptive_pooling! {
    /// The means of as many parts of an image as the output has pixels.
    ///
    /// ```
    /// use keras::{Input, layers::AdaptiveAveragePooling2D};
    /// let y = AdaptiveAveragePooling2D::new((3, 2)).call(&Input::new([7, 8, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 3, 2, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    AdaptiveAveragePooling2D 2 |x, axis| ops::mean(x, axis, true)
}

adaptive_pooling! {
    /// The means of as many parts of a volume as the output has elements.
    AdaptiveAveragePooling3D 3 |x, axis| ops::mean(x, axis, true)
}

adaptive_pooling! {
    /// The maxima of as many parts of a sequence as the output has elements.
    AdaptiveMaxPooling1D 1 |x, axis| ops::max(x, axis, true)
}

adaptive_pooling! {
    /// The maxima of as many parts of an image as the output has pixels.
    AdaptiveMaxPooling2D 2 |x, axis| ops::max(x, axis, true)
}

adaptive_pooling! {
    /// The maxima of as many parts of a volume as the output has elements.
    AdaptiveMaxPooling3D 3 |x, axis| ops::max(x, axis, true)
}
