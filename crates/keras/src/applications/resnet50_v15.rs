//! ResNet-50 v1.5, the common benchmark of training hardware.

use crate::activations::Activation;
use crate::dtype::DTypePolicy;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::{
    self, Add, BatchNormalization, Conv2D, Dense, GlobalAveragePooling2D, Input, MaxPooling2D, Padding,
};
use crate::models::Model;

/// Settings of [`resnet50_v15`].
#[derive(Clone, Debug)]
pub struct ResNet50V15 {
    /// Height and width of an image in pixels. Default: 224.
    pub size: usize,
    /// Number of classes. Default: 1000.
    pub classes: usize,
    /// The dtype policy of the layers; the last one is always `float32`. Default: `float32`.
    pub dtype: DTypePolicy,
}

impl Default for ResNet50V15 {
    fn default() -> Self {
        Self { size: 224, classes: 1000, dtype: DTypePolicy::default() }
    }
}

/// Blocks per stage, and the channels within them; the output has four times as many channels.
const STAGES: [(usize, usize); 4] = [(3, 64), (4, 128), (6, 256), (3, 512)];

/// ResNet-50 v1.5, the version of benchmarks (He et al., Deep Residual Learning, arXiv 1512.03385; MLPerf's
/// reference): stages halve the image in the middle convolution of their first block, in Keras's
/// [`ResNet50`](super::ResNet50) in the first one. It has 25,557,032 trainable parameters for 1000 classes.
///
/// ```
/// use keras::applications::{ResNet50V15, resnet50_v15};
/// let model = resnet50_v15(&ResNet50V15 { size: 32, classes: 10, ..ResNet50V15::default() })?;
/// assert_eq!(model.output_shape().to_string(), "(None, 10)");
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the images have no pixels.
pub fn resnet50_v15(settings: &ResNet50V15) -> Result<Model> {
    let dtype = settings.dtype;
    // A convolution and its normalization.
    let conv = |x: &KerasTensor, filters: usize, edge: usize, stride: usize| {
        let layer = Conv2D::new(filters, (edge, edge)).strides((stride, stride)).padding(Padding::Same);
        BatchNormalization::new().dtype(dtype).call(&layer.use_bias(false).dtype(dtype).call(x)?)
    };
    let relu = |x: &KerasTensor| layers::Activation::new(Activation::Relu).dtype(dtype).call(x);

    let input = Input::new([settings.size, settings.size, 3]).name("Input");
    let x = relu(&conv(&input.tensor(), 64, 7, 2)?)?;
    let pool = MaxPooling2D::new((3, 3)).strides((2, 2)).padding(Padding::Same);
    let mut x = pool.dtype(dtype).call(&x)?;
    for (stage, (blocks, filters)) in STAGES.into_iter().enumerate() {
        for block in 0..blocks {
            let stride = if stage > 0 && block == 0 { 2 } else { 1 };
            let shortcut = if block == 0 { conv(&x, 4 * filters, 1, stride)? } else { x.clone() };
            let inner = relu(&conv(&x, filters, 1, 1)?)?;
            let inner = relu(&conv(&inner, filters, 3, stride)?)?;
            let inner = conv(&inner, 4 * filters, 1, 1)?;
            x = relu(&Add::new().dtype(dtype).call([&shortcut, &inner])?)?;
        }
    }
    let x = GlobalAveragePooling2D::new().dtype(dtype).call(&x)?;
    let head = Dense::new(settings.classes).activation(Activation::Softmax).dtype(DTypePolicy::Float32);
    Model::new(&input, &head.call(&x)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_the_paper() {
        let model = resnet50_v15(&ResNet50V15::default()).unwrap();
        let trained = model.variables().iter().filter(|v| v.trainable).map(|v| v.values.len()).sum::<usize>();
        assert_eq!(trained, 25_557_032);
    }
}
