//! EfficientNet (Tan and Le, 2019, arXiv 1905.11946), and the parts that it shares with its second version.

use super::net::{Net, channels, correct_pad};
use super::settings::networks;
use crate::activations::Activation as Function;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::initializers::{Distribution, FanMode, VarianceScaling};
use crate::layers::{Conv2D, GlobalAveragePooling2D, Normalization, Padding, Rescaling, Reshape};

networks! {
    settings {}

    /// EfficientNet-B0. It takes pixels of 0 to 255; the moments by which it normalizes them are weights.
    ///
    /// ```
    /// use keras::applications::EfficientNetB0;
    /// let model = EfficientNetB0::new().classes(10).input_shape([32, 32, 3]).build()?;
    /// assert_eq!(model.output_shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    EfficientNetB0 |this, net, x| "efficientnetb0", 224, 32 => efficientnet(net, &x, 1.0, 1.0, 0.2);
    /// EfficientNet-B1, for images of 240 by 240 pixels.
    EfficientNetB1 |this, net, x| "efficientnetb1", 240, 32 => efficientnet(net, &x, 1.0, 1.1, 0.2);
    /// EfficientNet-B2, for images of 260 by 260 pixels.
    EfficientNetB2 |this, net, x| "efficientnetb2", 260, 32 => efficientnet(net, &x, 1.1, 1.2, 0.3);
    /// EfficientNet-B3, for images of 300 by 300 pixels.
    EfficientNetB3 |this, net, x| "efficientnetb3", 300, 32 => efficientnet(net, &x, 1.2, 1.4, 0.3);
    /// EfficientNet-B4, for images of 380 by 380 pixels.
    EfficientNetB4 |this, net, x| "efficientnetb4", 380, 32 => efficientnet(net, &x, 1.4, 1.8, 0.4);
    /// EfficientNet-B5, for images of 456 by 456 pixels.
    EfficientNetB5 |this, net, x| "efficientnetb5", 456, 32 => efficientnet(net, &x, 1.6, 2.2, 0.4);
    /// EfficientNet-B6, for images of 528 by 528 pixels.
    EfficientNetB6 |this, net, x| "efficientnetb6", 528, 32 => efficientnet(net, &x, 1.8, 2.6, 0.5);
    /// EfficientNet-B7, for images of 600 by 600 pixels.
    EfficientNetB7 |this, net, x| "efficientnetb7", 600, 32 => efficientnet(net, &x, 2.0, 3.1, 0.5);
}

/// Blocks of a stage.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub kernel: usize,
    pub repeats: usize,
    pub filters_in: usize,
    pub filters_out: usize,
    pub expand: usize,
    pub stride: usize,
}

/// A stage: kernel, repeats, channels before and after, expansion, stride.
pub(super) const fn stage(
    kernel: usize,
    repeats: usize,
    filters: (usize, usize),
    expand: usize,
    stride: usize,
) -> Stage {
    Stage { kernel, repeats, filters_in: filters.0, filters_out: filters.1, expand, stride }
}

const STAGES: [Stage; 7] = [
    stage(3, 1, (32, 16), 1, 1),
    stage(3, 2, (16, 24), 6, 2),
    stage(5, 2, (24, 40), 6, 2),
    stage(3, 3, (40, 80), 6, 2),
    stage(5, 3, (80, 112), 6, 1),
    stage(5, 4, (112, 192), 6, 2),
    stage(3, 1, (192, 320), 6, 1),
];

/// The share of blocks that are dropped in training at the end of the network.
pub(super) const DROP_CONNECT: f64 = 0.2;

/// The initial kernels of convolutions.
pub(super) fn conv_kernel() -> VarianceScaling {
    VarianceScaling::new().scale(2.0).mode(FanMode::FanOut).distribution(Distribution::TruncatedNormal)
}

/// The initial kernel of the classifier.
pub(super) fn dense_kernel() -> VarianceScaling {
    VarianceScaling::new().scale(1.0 / 3.0).mode(FanMode::FanOut).distribution(Distribution::Uniform)
}

/// A convolution without bias.
pub(super) fn conv(net: &Net, filters: usize, size: usize) -> Conv2D {
    net.conv(filters, size).padding(Padding::Same).use_bias(false).kernel_initializer(conv_kernel())
}

pub(super) fn round_repeats(repeats: usize, depth: f64) -> usize {
    (depth * repeats as f64).ceil() as usize
}

/// The name of a block: its stage, counted from 1, and a letter.
pub(super) fn block_name(stage: usize, repeat: usize) -> String {
    // The networks have at most 25 blocks a stage.
    let letter = char::from(b'a' + u8::try_from(repeat).unwrap_or(25));
    format!("block{}{letter}_", stage + 1)
}

fn efficientnet(net: &Net, x: &KerasTensor, width: f64, depth: f64, dropout: f64) -> Result<KerasTensor> {
    let filters = |filters: usize| super::net::make_divisible(filters as f64 * width, 8);
    let x = Rescaling::new(1.0 / 255.0).dtype(net.dtype()).call(x)?;
    let x = Normalization::new().axis([3]).dtype(net.dtype()).call(&x)?;
    let x = net.zero_padding(correct_pad(&x, 3)).name("stem_conv_pad").call(&x)?;
    let stem = conv(net, filters(32), 3).strides(2).padding(Padding::Valid);
    let x = stem.name("stem_conv").call(&x)?;
    let mut x = norm_swish(net, &x, 0.99, "stem_bn", "stem_activation")?;
    let blocks: usize = STAGES.iter().map(|stage| round_repeats(stage.repeats, depth)).sum();
    let mut index = 0;
    for (i, stage) in STAGES.iter().enumerate() {
        let mut stage = Stage {
            filters_in: filters(stage.filters_in),
            filters_out: filters(stage.filters_out),
            repeats: round_repeats(stage.repeats, depth),
            ..*stage
        };
        for repeat in 0..stage.repeats {
            let drop = DROP_CONNECT * index as f64 / blocks as f64;
            x = block(net, &x, &stage, drop, &block_name(i, repeat))?;
            index += 1;
            (stage.stride, stage.filters_in) = (1, stage.filters_out);
        }
    }
    let x = conv(net, filters(1280), 1).name("top_conv").call(&x)?;
    let x = norm_swish(net, &x, 0.99, "top_bn", "top_activation")?;
    if !net.include_top() {
        return net.pooled(&x, true);
    }
    let x = dropped_mean(net, &x, dropout)?;
    net.classifier().kernel_initializer(dense_kernel()).call(&x)
}

/// The mean of each channel, and dropout.
pub(super) fn dropped_mean(net: &Net, x: &KerasTensor, dropout: f64) -> Result<KerasTensor> {
    let x = net.global_average().name("avg_pool").call(x)?;
    if dropout > 0.0 { net.dropout(dropout).name("top_dropout").call(&x) } else { Ok(x) }
}

pub(super) fn norm_swish(
    net: &Net,
    x: &KerasTensor,
    momentum: f64,
    norm: impl Into<String>,
    activation: impl Into<String>,
) -> Result<KerasTensor> {
    let x = net.batch_norm().axis(3).momentum(momentum).name(norm).call(x)?;
    net.activation(Function::Silu).name(activation).call(&x)
}

/// Weights each channel by a function of the means of all.
pub(super) fn squeeze_excite(net: &Net, x: &KerasTensor, reduced: usize, name: &str) -> Result<KerasTensor> {
    let filters = channels(x);
    let pool = GlobalAveragePooling2D::new().dtype(net.dtype()).name(format!("{name}se_squeeze"));
    let reshape = Reshape::new(vec![1, 1, filters as i64]).dtype(net.dtype()).name(format!("{name}se_reshape"));
    let y = reshape.call(&pool.call(x)?)?;
    let reduce = conv(net, reduced, 1).use_bias(true).activation(Function::Silu).name(format!("{name}se_reduce"));
    let expand = conv(net, filters, 1).use_bias(true).activation(Function::Sigmoid).name(format!("{name}se_expand"));
    let y = expand.call(&reduce.call(&y)?)?;
    net.multiply().name(format!("{name}se_excite")).call([x, &y])
}

/// The sum of a block's result, dropped for some rows in training, and its input.
pub(super) fn residual(net: &Net, x: &KerasTensor, y: &KerasTensor, drop: f64, name: &str) -> Result<KerasTensor> {
    let mut y = y.clone();
    if drop > 0.0 {
        let layer = net.dropout(drop).noise_shape(vec![None, Some(1), Some(1), Some(1)]);
        y = layer.name(format!("{name}drop")).call(&y)?;
    }
    net.add().name(format!("{name}add")).call([&y, x])
}

/// Expands the channels, convolves and weights each by itself, and projects them.
fn block(net: &Net, x: &KerasTensor, stage: &Stage, drop: f64, name: &str) -> Result<KerasTensor> {
    let mut y = x.clone();
    if stage.expand != 1 {
        y = conv(net, stage.filters_in * stage.expand, 1).name(format!("{name}expand_conv")).call(&y)?;
        y = norm_swish(net, &y, 0.99, format!("{name}expand_bn"), format!("{name}expand_activation"))?;
    }
    let mut padding = Padding::Same;
    if stage.stride == 2 {
        y = net.zero_padding(correct_pad(&y, stage.kernel)).name(format!("{name}dwconv_pad")).call(&y)?;
        padding = Padding::Valid;
    }
    let depthwise = net.depthwise(stage.kernel).strides(stage.stride).padding(padding).use_bias(false);
    y = depthwise.depthwise_initializer(conv_kernel()).name(format!("{name}dwconv")).call(&y)?;
    y = norm_swish(net, &y, 0.99, format!("{name}bn"), format!("{name}activation"))?;
    y = squeeze_excite(net, &y, (stage.filters_in / 4).max(1), name)?;
    y = conv(net, stage.filters_out, 1).name(format!("{name}project_conv")).call(&y)?;
    y = net.batch_norm().axis(3).name(format!("{name}project_bn")).call(&y)?;
    if stage.stride == 1 && stage.filters_in == stage.filters_out {
        y = residual(net, x, &y, drop, name)?;
    }
    Ok(y)
}
