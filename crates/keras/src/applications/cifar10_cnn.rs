//! The article's network: a small convolutional network for images of 32 by 32 pixels.

use crate::activations::Activation;
use crate::dtype::DTypePolicy;
use crate::error::Result;
use crate::layers::{BatchNormalization, Conv2D, Dense, Dropout, Flatten, Input, MaxPooling2D, Padding};
use crate::models::Model;
use crate::shape::Shape;

/// Settings of [`cifar10_cnn`].
#[derive(Clone, Debug)]
pub struct Cifar10Cnn {
    /// Height, width and channels of an image. Default: 32, 32, 3.
    pub input_shape: Shape,
    /// Number of classes. Default: 10.
    pub classes: usize,
    /// The dtype policy of the layers; the last one is always `float32`. Default: `float32`.
    pub dtype: DTypePolicy,
    /// If false, the three dropout layers have rate 0, so that two runs can be compared step by step.
    /// Default: true.
    pub dropout: bool,
}

impl Default for Cifar10Cnn {
    fn default() -> Self {
        let dtype = DTypePolicy::default();
        Self { input_shape: Shape::new([32, 32, 3]), classes: 10, dtype, dropout: true }
    }
}

/// The article's network: two blocks of batch normalization, two convolutions, pooling and dropout, then two
/// dense layers. By default it has 1,676,912 trainable and 70 other parameters.
///
/// It takes images as bytes, which the first layer normalizes.
///
/// ```
/// use keras::applications::{Cifar10Cnn, cifar10_cnn};
/// let model = cifar10_cnn(&Cifar10Cnn::default())?;
/// assert_eq!(model.output_shape().to_string(), "(None, 10)");
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the images are too small for two pooling layers.
pub fn cifar10_cnn(settings: &Cifar10Cnn) -> Result<Model> {
    let dtype = settings.dtype;
    let dropout = |rate: f64| Dropout::new(if settings.dropout { rate } else { 0.0 }).dtype(dtype);
    let conv = |filters: usize| Conv2D::new(filters, (3, 3)).activation(Activation::Relu).dtype(dtype);

    let input = Input::new(settings.input_shape.clone()).name("Input");
    let x = BatchNormalization::new().dtype(dtype).call(&input)?;
    let x = conv(32).padding(Padding::Same).call(&x)?;
    let x = conv(32).padding(Padding::Same).call(&x)?;
    let x = MaxPooling2D::new((2, 2)).dtype(dtype).call(&x)?;
    let x = dropout(0.25).call(&x)?;

    let x = BatchNormalization::new().dtype(dtype).call(&x)?;
    let x = conv(64).padding(Padding::Same).call(&x)?;
    let x = conv(64).call(&x)?;
    let x = MaxPooling2D::new((2, 2)).dtype(dtype).call(&x)?;
    let x = dropout(0.25).call(&x)?;

    let x = Flatten::new().dtype(dtype).call(&x)?;
    let x = Dense::new(512).activation(Activation::Relu).dtype(dtype).call(&x)?;
    let x = dropout(0.5).call(&x)?;
    let output = Dense::new(settings.classes).activation(Activation::Softmax).dtype(DTypePolicy::Float32).call(&x)?;
    Model::new(&input, &output)
}
