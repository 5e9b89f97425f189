//! ResNet (He et al., 2015, arXiv 1512.03385) and ResNet V2 (He et al., 2016, arXiv 1603.05027).

use super::net::{HeadNames, Net};
use super::settings::networks;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::Padding;

networks! {
    settings {}

    /// ResNet-50, with 50 layers that have weights. Images are prepared by
    /// [`preprocess_input`](super::preprocess_input) with
    /// [`PreprocessMode::Caffe`](super::PreprocessMode::Caffe).
    ///
    /// ```
    /// use keras::applications::ResNet50;
    /// let model = ResNet50::new().classes(10).input_shape([32, 32, 3]).build()?;
    /// assert_eq!((model.name(), model.output_shape().to_string().as_str()), ("resnet50", "(None, 10)"));
    /// # Ok::<(), keras::Error>(())
    /// ```
    ResNet50 |this, net, x| "resnet50", 224, 32 => resnet(net, &x, [3, 4, 6, 3]);
    /// ResNet-101, as [`ResNet50`] with more blocks.
    ResNet101 |this, net, x| "resnet101", 224, 32 => resnet(net, &x, [3, 4, 23, 3]);
    /// ResNet-152, as [`ResNet50`] with more blocks.
    ResNet152 |this, net, x| "resnet152", 224, 32 => resnet(net, &x, [3, 8, 36, 3]);
    /// ResNet-50 V2, which normalizes before the convolutions. Images are prepared by
    /// [`preprocess_input`](super::preprocess_input) with [`PreprocessMode::Tf`](super::PreprocessMode::Tf).
    ResNet50V2 |this, net, x| "resnet50v2", 224, 32 => resnet_v2(net, &x, [3, 4, 6, 3]);
    /// ResNet-101 V2, as [`ResNet50V2`] with more blocks.
    ResNet101V2 |this, net, x| "resnet101v2", 224, 32 => resnet_v2(net, &x, [3, 4, 23, 3]);
    /// ResNet-152 V2, as [`ResNet50V2`] with more blocks.
    ResNet152V2 |this, net, x| "resnet152v2", 224, 32 => resnet_v2(net, &x, [3, 8, 36, 3]);
}

/// The channels within the blocks of a stage; the output has four times as many.
const FILTERS: [usize; 4] = [64, 128, 256, 512];

fn norm(net: &Net, x: &KerasTensor, name: impl Into<String>) -> Result<KerasTensor> {
    net.batch_norm().axis(3).epsilon(1.001e-5).name(name).call(x)
}

fn norm_relu(net: &Net, x: &KerasTensor, name: &str) -> Result<KerasTensor> {
    let x = norm(net, x, format!("{name}_bn"))?;
    net.relu().name(format!("{name}_relu")).call(&x)
}

/// The first convolution and pooling, which both versions have.
fn stem(net: &Net, x: &KerasTensor, is_v2: bool) -> Result<KerasTensor> {
    let x = net.zero_padding(3).name("conv1_pad").call(x)?;
    let mut x = net.conv(64, 7).strides(2).name("conv1_conv").call(&x)?;
    if !is_v2 {
        x = norm_relu(net, &x, "conv1")?;
    }
    let x = net.zero_padding(1).name("pool1_pad").call(&x)?;
    net.max_pooling(3, 2).name("pool1_pool").call(&x)
}

fn resnet(net: &Net, x: &KerasTensor, blocks: [usize; 4]) -> Result<KerasTensor> {
    let mut x = stem(net, x, false)?;
    for (stage, (blocks, filters)) in blocks.into_iter().zip(FILTERS).enumerate() {
        for i in 1..=blocks {
            let stride = if stage > 0 && i == 1 { 2 } else { 1 };
            x = block(net, &x, filters, stride, i == 1, &format!("conv{}_block{i}", stage + 2))?;
        }
    }
    net.head(&x, HeadNames::All)
}

/// Three convolutions beside a shortcut, which has a convolution in the first block of a stage.
fn block(net: &Net, x: &KerasTensor, filters: usize, stride: usize, is_first: bool, name: &str) -> Result<KerasTensor> {
    let mut shortcut = x.clone();
    if is_first {
        shortcut = net.conv(4 * filters, 1).strides(stride).name(format!("{name}_0_conv")).call(x)?;
        shortcut = norm(net, &shortcut, format!("{name}_0_bn"))?;
    }
    let y = net.conv(filters, 1).strides(stride).name(format!("{name}_1_conv")).call(x)?;
    let y = norm_relu(net, &y, &format!("{name}_1"))?;
    let y = net.conv(filters, 3).padding(Padding::Same).name(format!("{name}_2_conv")).call(&y)?;
    let y = norm_relu(net, &y, &format!("{name}_2"))?;
    let y = net.conv(4 * filters, 1).name(format!("{name}_3_conv")).call(&y)?;
    let y = norm(net, &y, format!("{name}_3_bn"))?;
    let y = net.add().name(format!("{name}_add")).call([&shortcut, &y])?;
    net.relu().name(format!("{name}_out")).call(&y)
}

fn resnet_v2(net: &Net, x: &KerasTensor, blocks: [usize; 4]) -> Result<KerasTensor> {
    let mut x = stem(net, x, true)?;
    for (stage, (blocks, filters)) in blocks.into_iter().zip(FILTERS).enumerate() {
        for i in 1..=blocks {
            // The last block of a stage halves the image.
            let stride = if stage < 3 && i == blocks { 2 } else { 1 };
            x = block_v2(net, &x, filters, stride, i == 1, &format!("conv{}_block{i}", stage + 2))?;
        }
    }
    net.head(&norm_relu(net, &x, "post")?, HeadNames::All)
}

/// A normalization, then three convolutions beside a shortcut.
fn block_v2(
    net: &Net,
    x: &KerasTensor,
    filters: usize,
    stride: usize,
    is_first: bool,
    name: &str,
) -> Result<KerasTensor> {
    let first = norm_relu(net, x, &format!("{name}_preact"))?;
    let shortcut = if is_first {
        net.conv(4 * filters, 1).strides(stride).name(format!("{name}_0_conv")).call(&first)?
    } else if stride > 1 {
        net.max_pooling(1, stride).call(x)?
    } else {
        x.clone()
    };
    let y = net.conv(filters, 1).use_bias(false).name(format!("{name}_1_conv")).call(&first)?;
    let y = norm_relu(net, &y, &format!("{name}_1"))?;
    let y = net.zero_padding(1).name(format!("{name}_2_pad")).call(&y)?;
    let y = net.conv(filters, 3).strides(stride).use_bias(false).name(format!("{name}_2_conv")).call(&y)?;
    let y = norm_relu(net, &y, &format!("{name}_2"))?;
    let y = net.conv(4 * filters, 1).name(format!("{name}_3_conv")).call(&y)?;
    net.add().name(format!("{name}_out")).call([&shortcut, &y])
}
