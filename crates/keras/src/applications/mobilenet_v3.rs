//! MobileNetV3 (Howard et al., 2019, arXiv 1905.02244).

use super::net::{Net, channels, correct_pad, make_divisible};
use super::settings::networks;
use crate::activations::Activation as Function;
use crate::dtype::DTypePolicy;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::{Flatten, GlobalAveragePooling2D, Padding, ReLU, Rescaling};

networks! {
    settings {
        /// The factor of the number of channels. Default: 1.
        alpha: [f64] = 1.0;
        /// If true, the network has neither the blocks nor the functions that are slow on small devices.
        /// Default: false.
        minimalistic: [bool] = false;
        /// The rate of the dropout before the classifier. Default: 0.2.
        dropout_rate: [f64] = 0.2;
        /// If true, the network scales pixels of 0 to 255 itself; otherwise it takes -1 to 1. Default: true.
        include_preprocessing: [bool] = true;
    }

    /// MobileNetV3, small. It takes pixels of 0 to 255.
    ///
    /// ```
    /// use keras::applications::MobileNetV3Small;
    /// let model = MobileNetV3Small::new().minimalistic(true).classes(10).input_shape([32, 32, 3]).build()?;
    /// assert_eq!(model.output_shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MobileNetV3Small |this, net, x| "MobileNetV3Small", None::<usize>, 32 => {
        let options = options(this.alpha, this.minimalistic, this.dropout_rate, this.include_preprocessing);
        mobilenet_v3(net, &x, options, &SMALL, 1024)
    };
    /// MobileNetV3, large. It takes pixels of 0 to 255.
    MobileNetV3Large |this, net, x| "MobileNetV3Large", None::<usize>, 32 => {
        let options = options(this.alpha, this.minimalistic, this.dropout_rate, this.include_preprocessing);
        mobilenet_v3(net, &x, options, &LARGE, 1280)
    };
}

/// The settings of both networks.
#[derive(Clone, Copy)]
struct Options {
    alpha: f64,
    minimalistic: bool,
    dropout: f64,
    preprocess: bool,
}

fn options(alpha: f64, minimalistic: bool, dropout: f64, preprocess: bool) -> Options {
    Options { alpha, minimalistic, dropout, preprocess }
}

/// A block: how many times it expands the channels, its own channels, the stride, and whether it has the
/// large kernel, squeeze and excitation, and hard swish. Minimalistic networks have none of the three.
struct Block(f64, usize, usize, bool, bool, bool);

const SMALL: [Block; 11] = [
    Block(1.0, 16, 2, false, true, false),
    Block(72.0 / 16.0, 24, 2, false, false, false),
    Block(88.0 / 24.0, 24, 1, false, false, false),
    Block(4.0, 40, 2, true, true, true),
    Block(6.0, 40, 1, true, true, true),
    Block(6.0, 40, 1, true, true, true),
    Block(3.0, 48, 1, true, true, true),
    Block(3.0, 48, 1, true, true, true),
    Block(6.0, 96, 2, true, true, true),
    Block(6.0, 96, 1, true, true, true),
    Block(6.0, 96, 1, true, true, true),
];

const LARGE: [Block; 15] = [
    Block(1.0, 16, 1, false, false, false),
    Block(4.0, 24, 2, false, false, false),
    Block(3.0, 24, 1, false, false, false),
    Block(3.0, 40, 2, true, true, false),
    Block(3.0, 40, 1, true, true, false),
    Block(3.0, 40, 1, true, true, false),
    Block(6.0, 80, 2, false, false, true),
    Block(2.5, 80, 1, false, false, true),
    Block(2.3, 80, 1, false, false, true),
    Block(2.3, 80, 1, false, false, true),
    Block(6.0, 112, 1, false, true, true),
    Block(6.0, 112, 1, false, true, true),
    Block(6.0, 160, 2, true, true, true),
    Block(6.0, 160, 1, true, true, true),
    Block(6.0, 160, 1, true, true, true),
];

fn mobilenet_v3(net: &Net, x: &KerasTensor, options: Options, blocks: &[Block], last: usize) -> Result<KerasTensor> {
    let swish = !options.minimalistic;
    let mut x = x.clone();
    if options.preprocess {
        x = Rescaling::new(1.0 / 127.5).offset(-1.0).dtype(net.dtype()).call(&x)?;
    }
    x = conv_norm(net, &x, 16, 2, ["conv", "conv_bn"].map(str::to_owned))?;
    x = activated(net, &x, swish)?;
    for (i, block) in blocks.iter().enumerate() {
        x = inverted_residual(net, &x, block, options, i)?;
    }
    x = conv_norm(
        net,
        &x,
        make_divisible(6.0 * channels(&x) as f64, 8),
        1,
        ["conv_1", "conv_1_bn"].map(str::to_owned),
    )?;
    x = activated(net, &x, swish)?;
    if !net.include_top() {
        return net.pooled(&x, true);
    }
    x = net.global_average().keepdims(true).call(&x)?;
    let last = if options.alpha > 1.0 { make_divisible(last as f64 * options.alpha, 8) } else { last };
    x = net.conv(last, 1).padding(Padding::Same).name("conv_2").call(&x)?;
    x = activated(net, &x, swish)?;
    if options.dropout > 0.0 {
        x = net.dropout(options.dropout).call(&x)?;
    }
    x = net.conv(net.classes(), 1).padding(Padding::Same).name("logits").call(&x)?;
    x = Flatten::new().dtype(net.dtype()).call(&x)?;
    net.activation(net.classifier_activation()).dtype(DTypePolicy::Float32).name("predictions").call(&x)
}

/// A convolution without bias, of 3 by 3 pixels if it has a stride, and its normalization.
fn conv_norm(net: &Net, x: &KerasTensor, filters: usize, stride: usize, names: [String; 2]) -> Result<KerasTensor> {
    let [conv, norm] = names;
    let size = if stride > 1 { 3 } else { 1 };
    let layer = net.conv(filters, size).strides(stride).padding(Padding::Same).use_bias(false);
    net.batch_norm().momentum(0.999).name(norm).call(&layer.name(conv).call(x)?)
}

fn activated(net: &Net, x: &KerasTensor, swish: bool) -> Result<KerasTensor> {
    if swish { net.activation(Function::HardSilu).call(x) } else { ReLU::new().dtype(net.dtype()).call(x) }
}

/// Expands the channels, convolves and weights each by itself, and projects them.
fn inverted_residual(
    net: &Net,
    x: &KerasTensor,
    &Block(expansion, filters, stride, large, excite, swish): &Block,
    options: Options,
    index: usize,
) -> Result<KerasTensor> {
    let full = !options.minimalistic;
    let kernel = if large && full { 5 } else { 3 };
    let swish = swish && full;
    let filters = make_divisible(filters as f64 * options.alpha, 8);
    let expanded = make_divisible(channels(x) as f64 * expansion, 8);
    let prefix = if index == 0 { "expanded_conv_".to_owned() } else { format!("expanded_conv_{index}_") };
    let name = |part: &str| format!("{prefix}{part}");
    let mut y = x.clone();
    if index > 0 {
        y = conv_norm(net, &y, expanded, 1, [name("expand"), name("expand_bn")])?;
        y = activated(net, &y, swish)?;
    }
    let mut padding = Padding::Same;
    if stride == 2 {
        y = net.zero_padding(correct_pad(&y, kernel)).name(name("depthwise_pad")).call(&y)?;
        padding = Padding::Valid;
    }
    let conv = net.depthwise(kernel).strides(stride).padding(padding).use_bias(false);
    y = conv.name(name("depthwise")).call(&y)?;
    y = net.batch_norm().momentum(0.999).name(name("depthwise_bn")).call(&y)?;
    y = activated(net, &y, swish)?;
    if excite && full {
        y = squeeze_excite(net, &y, expanded, &prefix)?;
    }
    y = conv_norm(net, &y, filters, 1, [name("project"), name("project_bn")])?;
    if stride == 1 && channels(x) == filters {
        y = net.add().name(name("add")).call([x, &y])?;
    }
    Ok(y)
}

/// Weights each channel by a function of the means of all.
fn squeeze_excite(net: &Net, x: &KerasTensor, filters: usize, prefix: &str) -> Result<KerasTensor> {
    let name = |part: &str| format!("{prefix}squeeze_excite_{part}");
    let pool = GlobalAveragePooling2D::new().keepdims(true).dtype(net.dtype());
    let y = pool.name(name("avg_pool")).call(x)?;
    let reduced = make_divisible(filters as f64 * 0.25, 8);
    let y = net.conv(reduced, 1).padding(Padding::Same).name(name("conv")).call(&y)?;
    let y = ReLU::new().dtype(net.dtype()).name(name("relu")).call(&y)?;
    let y = net.conv(filters, 1).padding(Padding::Same).name(name("conv_1")).call(&y)?;
    let y = net.relu6().call(&(y + 3.0))? * (1.0 / 6.0);
    net.multiply().name(name("mul")).call([x, &y])
}
