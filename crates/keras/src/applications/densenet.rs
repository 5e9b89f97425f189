//! DenseNet (Huang et al., 2016, arXiv 1608.06993).

use super::net::{HeadNames, Net, channels};
use super::settings::networks;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::Padding;

networks! {
    settings {}

    /// DenseNet-121, in whose blocks each layer reads the results of all layers before it. Images are
    /// prepared by [`preprocess_input`](super::preprocess_input) with
    /// [`PreprocessMode::Torch`](super::PreprocessMode::Torch).
    ///
    /// ```
    /// use keras::applications::DenseNet121;
    /// let model = DenseNet121::new().classes(10).input_shape([32, 32, 3]).build()?;
    /// assert_eq!(model.output_shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    DenseNet121 |this, net, x| "densenet121", 224, 32 => densenet(net, &x, [6, 12, 24, 16]);
    /// DenseNet-169, as [`DenseNet121`] with more layers.
    DenseNet169 |this, net, x| "densenet169", 224, 32 => densenet(net, &x, [6, 12, 32, 32]);
    /// DenseNet-201, as [`DenseNet121`] with more layers.
    DenseNet201 |this, net, x| "densenet201", 224, 32 => densenet(net, &x, [6, 12, 48, 32]);
}

/// The channels that a layer adds.
const GROWTH: usize = 32;

fn densenet(net: &Net, x: &KerasTensor, blocks: [usize; 4]) -> Result<KerasTensor> {
    let x = net.zero_padding(3).call(x)?;
    let x = net.conv(64, 7).strides(2).use_bias(false).name("conv1_conv").call(&x)?;
    let x = norm_relu(net, &x, "conv1_bn", "conv1_relu")?;
    let x = net.zero_padding(1).call(&x)?;
    let mut x = net.max_pooling(3, 2).name("pool1").call(&x)?;
    for (i, layers) in (2..).zip(blocks) {
        for layer in 1..=layers {
            x = dense_layer(net, &x, &format!("conv{i}_block{layer}"))?;
        }
        if i < 5 {
            x = transition(net, &x, &format!("pool{i}"))?;
        }
    }
    net.head(&norm_relu(net, &x, "bn", "relu")?, HeadNames::All)
}

fn norm_relu(net: &Net, x: &KerasTensor, norm: &str, relu: &str) -> Result<KerasTensor> {
    let x = net.batch_norm().axis(3).epsilon(1.001e-5).name(norm).call(x)?;
    net.relu().name(relu).call(&x)
}

/// Appends the channels that a layer computes from all those before it.
fn dense_layer(net: &Net, x: &KerasTensor, name: &str) -> Result<KerasTensor> {
    let y = norm_relu(net, x, &format!("{name}_0_bn"), &format!("{name}_0_relu"))?;
    let y = net.conv(4 * GROWTH, 1).use_bias(false).name(format!("{name}_1_conv")).call(&y)?;
    let y = norm_relu(net, &y, &format!("{name}_1_bn"), &format!("{name}_1_relu"))?;
    let conv = net.conv(GROWTH, 3).padding(Padding::Same).use_bias(false);
    let y = conv.name(format!("{name}_2_conv")).call(&y)?;
    net.concatenate().axis(3).name(format!("{name}_concat")).call([x, &y])
}

/// Halves the channels and the image.
fn transition(net: &Net, x: &KerasTensor, name: &str) -> Result<KerasTensor> {
    let y = norm_relu(net, x, &format!("{name}_bn"), &format!("{name}_relu"))?;
    let y = net.conv(channels(x) / 2, 1).use_bias(false).name(format!("{name}_conv")).call(&y)?;
    net.average_pooling(2, 2).name(format!("{name}_pool")).call(&y)
}
