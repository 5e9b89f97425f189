//! The article's network: a small convolutional network for images of 32 by 32.

use crate::layers::{BatchNormalization, Conv2D, Dense, Dropout, Flatten, Input, MaxPooling2D, Padding};
use crate::{Activation, DTypePolicy, Model, Result, Shape};

/// Settings of [`cifar10_cnn`].
#[derive(Clone, Debug)]
pub struct Cifar10Cnn {
    /// Height, width and channels of an image. Default: 32, 32, 3.
    pub input_shape: Shape,
    /// Number of classes. Default: 10.
    pub classes: usize,
    /// What the layers compute in; the last one is always `float32`. Default: `float32`.
    pub dtype: DTypePolicy,
    /// Whether the three dropout layers drop anything. Default: they do; without, two runs can be compared step by step.
    pub dropout: bool,
}

impl Default for Cifar10Cnn {
    fn default() -> Self {
        let dtype = DTypePolicy::default();
        Self { input_shape: Shape::new([32, 32, 3]), classes: 10, dtype, dropout: true }
    }
}

/// The article's network: twice batch normalisation, two convolutions, pooling and dropout; then two dense layers.
/// By default 1,676,912 weights that train and 70 that do not.
///
/// Images go in as bytes: the first layer normalises them.
///
/// ```
/// use keras::applications::{Cifar10Cnn, cifar10_cnn};
/// let model = cifar10_cnn(&Cifar10Cnn::default())?;
/// assert_eq!(model.output_shape().to_string(), "(None, 10)");
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// Where the images are too small for two poolings.
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
