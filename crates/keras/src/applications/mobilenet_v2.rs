//! MobileNetV2 (Sandler et al., 2018, arXiv 1801.04381).

use super::net::{HeadNames, Net, channels, correct_pad, make_divisible};
use super::settings::networks;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::Padding;

networks! {
    settings {
        /// The factor of the number of channels. Default: 1.
        alpha: [f64] = 1.0;
    }

    /// MobileNetV2, of inverted residual blocks. Images are prepared by
    /// [`preprocess_input`](super::preprocess_input) with [`PreprocessMode::Tf`](super::PreprocessMode::Tf).
    ///
    /// ```
    /// use keras::applications::MobileNetV2;
    /// let model = MobileNetV2::new().alpha(0.35).classes(10).input_shape([32, 32, 3]).build()?;
    /// assert_eq!(model.name(), "mobilenetv2_0.35_32");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MobileNetV2 |this, net, x| format!("mobilenetv2_{:.2}_{}", this.alpha, net.rows()), 224, 32 =>
        mobilenet_v2(net, &x, this.alpha);
}

/// The channels of each block, and its stride.
const BLOCKS: [(usize, usize); 17] = [
    (16, 1),
    (24, 2),
    (24, 1),
    (32, 2),
    (32, 1),
    (32, 1),
    (64, 2),
    (64, 1),
    (64, 1),
    (64, 1),
    (96, 1),
    (96, 1),
    (96, 1),
    (160, 2),
    (160, 1),
    (160, 1),
    (320, 1),
];

fn mobilenet_v2(net: &Net, x: &KerasTensor, alpha: f64) -> Result<KerasTensor> {
    let conv = net.conv(make_divisible(32.0 * alpha, 8), 3).strides(2).padding(Padding::Same).use_bias(false);
    let x = conv.name("Conv1").call(x)?;
    let x = norm(net, &x, "bn_Conv1")?;
    let mut x = net.relu6().name("Conv1_relu").call(&x)?;
    for (i, (filters, stride)) in BLOCKS.into_iter().enumerate() {
        // The channels are truncated before they are rounded.
        let filters = make_divisible((filters as f64 * alpha).trunc(), 8);
        x = block(net, &x, filters, stride, i)?;
    }
    let last = if alpha > 1.0 { make_divisible(1280.0 * alpha, 8) } else { 1280 };
    let x = net.conv(last, 1).use_bias(false).name("Conv_1").call(&x)?;
    let x = norm(net, &x, "Conv_1_bn")?;
    let x = net.relu6().name("out_relu").call(&x)?;
    net.head(&x, HeadNames::None)
}

fn norm(net: &Net, x: &KerasTensor, name: impl Into<String>) -> Result<KerasTensor> {
    net.batch_norm().momentum(0.999).name(name).call(x)
}

/// Expands the channels sixfold, convolves each by itself, and projects them.
fn block(net: &Net, x: &KerasTensor, filters: usize, stride: usize, index: usize) -> Result<KerasTensor> {
    let prefix = if index == 0 { "expanded_conv_".to_owned() } else { format!("block_{index}_") };
    let name = |part: &str| format!("{prefix}{part}");
    let mut y = x.clone();
    if index > 0 {
        let conv = net.conv(6 * channels(x), 1).padding(Padding::Same).use_bias(false);
        y = conv.name(name("expand")).call(&y)?;
        y = norm(net, &y, name("expand_BN"))?;
        y = net.relu6().name(name("expand_relu")).call(&y)?;
    }
    let mut padding = Padding::Same;
    if stride == 2 {
        y = net.zero_padding(correct_pad(&y, 3)).name(name("pad")).call(&y)?;
        padding = Padding::Valid;
    }
    let conv = net.depthwise(3).strides(stride).use_bias(false).padding(padding);
    let y = conv.name(name("depthwise")).call(&y)?;
    let y = norm(net, &y, name("depthwise_BN"))?;
    let y = net.relu6().name(name("depthwise_relu")).call(&y)?;
    let y = net.conv(filters, 1).padding(Padding::Same).use_bias(false).name(name("project")).call(&y)?;
    let y = norm(net, &y, name("project_BN"))?;
    if channels(x) == filters && stride == 1 {
        return net.add().name(name("add")).call([x, &y]);
    }
    Ok(y)
}
