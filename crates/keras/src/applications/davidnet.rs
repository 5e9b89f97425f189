//! DavidNet: the small residual network that trained CIFAR-10 fastest in 2018.

use crate::activations::Activation;
use crate::dtype::DTypePolicy;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::{
    self, Add, BatchNormalization, Conv2D, Dense, Flatten, FlipMode, Input, Interpolation, MaxPooling2D, Padding,
    RandomFlip, RandomTranslation,
};
use crate::models::Model;

/// Settings of [`davidnet`].
#[derive(Clone, Debug)]
pub struct DavidNet {
    /// Number of classes. Default: 10.
    pub classes: usize,
    /// If true, training shifts images by up to four pixels and flips half of them. Default: false.
    pub augment: bool,
    /// The dtype policy of the layers; the last one is always `float32`. Default: `float32`.
    pub dtype: DTypePolicy,
}

impl Default for DavidNet {
    fn default() -> Self {
        Self { classes: 10, augment: false, dtype: DTypePolicy::default() }
    }
}

/// David Page's network for images of 32 by 32 pixels (<https://github.com/davidcpage/cifar10-fast>): a
/// convolution, three stages that double the channels and halve the image, the first and the last with a
/// residual block, and global max pooling. It has the original's 6,568,640 weights of convolutions and the
/// dense layer. The original's factor of 1/8 before the softmax is omitted.
///
/// ```
/// use keras::applications::{DavidNet, davidnet};
/// let model = davidnet(&DavidNet::default())?;
/// assert_eq!(model.output_shape().to_string(), "(None, 10)");
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the number of classes is 0.
pub fn davidnet(settings: &DavidNet) -> Result<Model> {
    let dtype = settings.dtype;
    let conv = |x: &KerasTensor, filters: usize| {
        let x = Conv2D::new(filters, (3, 3)).padding(Padding::Same).use_bias(false).dtype(dtype).call(x)?;
        let x = BatchNormalization::new().dtype(dtype).call(&x)?;
        layers::Activation::new(Activation::Relu).dtype(dtype).call(&x)
    };
    let input = Input::new([32, 32, 3]).name("Input");
    let mut x = input.tensor();
    if settings.augment {
        let shift = RandomTranslation::new(4.0 / 32.0, 4.0 / 32.0).interpolation(Interpolation::Nearest);
        x = shift.dtype(dtype).call(&x)?;
        x = RandomFlip::new().mode(FlipMode::Horizontal).dtype(dtype).call(&x)?;
    }
    x = conv(&x, 64)?;
    for (filters, is_residual) in [(128, true), (256, false), (512, true)] {
        x = MaxPooling2D::new((2, 2)).dtype(dtype).call(&conv(&x, filters)?)?;
        if is_residual {
            let inner = conv(&conv(&x, filters)?, filters)?;
            x = Add::new().dtype(dtype).call([&x, &inner])?;
        }
    }
    let x = MaxPooling2D::new((4, 4)).dtype(dtype).call(&x)?;
    let x = Flatten::new().dtype(dtype).call(&x)?;
    let head = Dense::new(settings.classes).use_bias(false).activation(Activation::Softmax);
    Model::new(&input, &head.dtype(DTypePolicy::Float32).call(&x)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_the_original() {
        let model = davidnet(&DavidNet::default()).unwrap();
        let products = model.variables().iter().filter(|v| v.name == "kernel");
        assert_eq!(products.map(|v| v.values.len()).sum::<usize>(), 6_568_640);
    }
}
