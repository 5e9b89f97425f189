//! Inception-ResNet v2 (Szegedy et al., 2016, arXiv 1602.07261).

use super::net::{HeadNames, Net, channels};
use super::settings::networks;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::{Activation, BatchNormalization, Conv2D, CustomScaleLayer, Padding, Sizes};

networks! {
    settings {}

    /// Inception-ResNet v2, for images of 299 by 299 pixels. Images are prepared by
    /// [`preprocess_input`](super::preprocess_input) with [`PreprocessMode::Tf`](super::PreprocessMode::Tf).
    ///
    /// ```
    /// use keras::applications::InceptionResNetV2;
    /// let model = InceptionResNetV2::new().classes(10).input_shape([75, 75, 3]).build()?;
    /// assert_eq!(model.output_shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    InceptionResNetV2 |this, net, x| "inception_resnet_v2", 299, 75 => inception_resnet_v2(net, &x);
}

/// A convolution: its channels, and the size of the kernel.
type Conv = (usize, (usize, usize));

/// A convolution, its normalization and a ReLU.
fn conv(
    net: &Net,
    x: &KerasTensor,
    (filters, size): Conv,
    stride: usize,
    padding: Padding,
    name: Option<&str>,
) -> Result<KerasTensor> {
    let named = |suffix: &str| name.map(|name| format!("{name}{suffix}"));
    let layer = net.conv(filters, Sizes::from(size)).strides(stride).padding(padding).use_bias(false);
    let x = Conv2D { name: named(""), ..layer }.call(x)?;
    let x = BatchNormalization { name: named("_bn"), ..net.batch_norm().axis(3).scale(false) }.call(&x)?;
    Activation { name: named("_ac"), ..net.relu() }.call(&x)
}

/// Convolutions one after the other, which keep the size of the image.
fn chain(net: &Net, x: &KerasTensor, convs: &[Conv]) -> Result<KerasTensor> {
    convs.iter().try_fold(x.clone(), |x, layer| conv(net, &x, *layer, 1, Padding::Same, None))
}

/// As [`chain`], the last of which halves the image.
fn halving(net: &Net, x: &KerasTensor, convs: &[Conv], last: Conv) -> Result<KerasTensor> {
    conv(net, &chain(net, x, convs)?, last, 2, Padding::Valid, None)
}

fn concatenate(net: &Net, branches: Vec<KerasTensor>, name: &str) -> Result<KerasTensor> {
    net.concatenate().axis(3).name(name).call(branches)
}

fn inception_resnet_v2(net: &Net, x: &KerasTensor) -> Result<KerasTensor> {
    let x = conv(net, x, (32, (3, 3)), 2, Padding::Valid, None)?;
    let x = conv(net, &x, (32, (3, 3)), 1, Padding::Valid, None)?;
    let x = conv(net, &x, (64, (3, 3)), 1, Padding::Same, None)?;
    let x = net.max_pooling(3, 2).call(&x)?;
    let x = conv(net, &x, (80, (1, 1)), 1, Padding::Valid, None)?;
    let x = conv(net, &x, (192, (3, 3)), 1, Padding::Valid, None)?;
    let x = net.max_pooling(3, 2).call(&x)?;
    let first = [
        chain(net, &x, &[(96, (1, 1))])?,
        chain(net, &x, &[(48, (1, 1)), (64, (5, 5))])?,
        chain(net, &x, &[(64, (1, 1)), (96, (3, 3)), (96, (3, 3))])?,
    ];
    let pool = net.average_pooling(3, 1).padding(Padding::Same).call(&x)?;
    let pool = chain(net, &pool, &[(64, (1, 1))])?;
    let mut x = concatenate(net, first.into_iter().chain([pool]).collect(), "mixed_5b")?;
    for i in 1..=10 {
        x = block(net, &x, 0.17, &format!("block35_{i}"), true, &BLOCK_35)?;
    }
    let branches = vec![
        halving(net, &x, &[], (384, (3, 3)))?,
        halving(net, &x, &[(256, (1, 1)), (256, (3, 3))], (384, (3, 3)))?,
        net.max_pooling(3, 2).call(&x)?,
    ];
    x = concatenate(net, branches, "mixed_6a")?;
    for i in 1..=20 {
        x = block(net, &x, 0.1, &format!("block17_{i}"), true, &BLOCK_17)?;
    }
    let branches = vec![
        halving(net, &x, &[(256, (1, 1))], (384, (3, 3)))?,
        halving(net, &x, &[(256, (1, 1))], (288, (3, 3)))?,
        halving(net, &x, &[(256, (1, 1)), (288, (3, 3))], (320, (3, 3)))?,
        net.max_pooling(3, 2).call(&x)?,
    ];
    x = concatenate(net, branches, "mixed_7a")?;
    for i in 1..=9 {
        x = block(net, &x, 0.2, &format!("block8_{i}"), true, &BLOCK_8)?;
    }
    x = block(net, &x, 1.0, "block8_10", false, &BLOCK_8)?;
    x = conv(net, &x, (1536, (1, 1)), 1, Padding::Same, Some("conv_7b"))?;
    net.head(&x, HeadNames::Top)
}

/// The branches of the three kinds of blocks.
const BLOCK_35: [&[Conv]; 3] =
    [&[(32, (1, 1))], &[(32, (1, 1)), (32, (3, 3))], &[(32, (1, 1)), (48, (3, 3)), (64, (3, 3))]];
const BLOCK_17: [&[Conv]; 2] = [&[(192, (1, 1))], &[(128, (1, 1)), (160, (1, 7)), (192, (7, 1))]];
const BLOCK_8: [&[Conv]; 2] = [&[(192, (1, 1))], &[(192, (1, 1)), (224, (1, 3)), (256, (3, 1))]];

/// Adds to the input what the branches compute, scaled.
fn block(
    net: &Net,
    x: &KerasTensor,
    scale: f64,
    name: &str,
    is_activated: bool,
    branches: &[&[Conv]],
) -> Result<KerasTensor> {
    let branches = branches.iter().map(|convs| chain(net, x, convs)).collect::<Result<Vec<KerasTensor>>>()?;
    let mixed = concatenate(net, branches, &format!("{name}_mixed"))?;
    let up = net.conv(channels(x), 1).padding(Padding::Same).name(format!("{name}_conv")).call(&mixed)?;
    let x = CustomScaleLayer::new(scale).dtype(net.dtype()).call([x, &up])?;
    if is_activated { net.relu().name(format!("{name}_ac")).call(&x) } else { Ok(x) }
}
