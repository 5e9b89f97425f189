//! EfficientNetV2 (Tan and Le, 2021, arXiv 2104.00298).

use super::efficientnet::{
    DROP_CONNECT, Stage, block_name, conv, conv_kernel, dense_kernel, dropped_mean, norm_swish, residual,
    round_repeats, squeeze_excite, stage,
};
use super::net::{Net, channels};
use super::settings::networks;
use crate::activations::Activation as Function;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::initializers::Constant;
use crate::layers::{Normalization, Padding, Rescaling};

networks! {
    settings {
        /// If true, the network normalizes pixels of 0 to 255 itself; otherwise it takes -1 to 1. Default:
        /// true.
        include_preprocessing: [bool] = true;
    }

    /// EfficientNetV2-B0. It takes pixels of 0 to 255.
    ///
    /// ```
    /// use keras::applications::EfficientNetV2B0;
    /// let model = EfficientNetV2B0::new().classes(10).input_shape([32, 32, 3]).build()?;
    /// assert_eq!(model.output_shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    EfficientNetV2B0 |this, net, x| "efficientnetv2-b0", 224, 32 => b(net, &x, this.include_preprocessing, 1.0, 1.0);
    /// EfficientNetV2-B1, for images of 240 by 240 pixels.
    EfficientNetV2B1 |this, net, x| "efficientnetv2-b1", 240, 32 => b(net, &x, this.include_preprocessing, 1.0, 1.1);
    /// EfficientNetV2-B2, for images of 260 by 260 pixels.
    EfficientNetV2B2 |this, net, x| "efficientnetv2-b2", 260, 32 => b(net, &x, this.include_preprocessing, 1.1, 1.2);
    /// EfficientNetV2-B3, for images of 300 by 300 pixels.
    EfficientNetV2B3 |this, net, x| "efficientnetv2-b3", 300, 32 => b(net, &x, this.include_preprocessing, 1.2, 1.4);
    /// EfficientNetV2-S, for images of 384 by 384 pixels.
    EfficientNetV2S |this, net, x| "efficientnetv2-s", 384, 32 => scaled(net, &x, this.include_preprocessing, &S);
    /// EfficientNetV2-M, for images of 480 by 480 pixels.
    EfficientNetV2M |this, net, x| "efficientnetv2-m", 480, 32 => scaled(net, &x, this.include_preprocessing, &M);
    /// EfficientNetV2-L, for images of 480 by 480 pixels.
    EfficientNetV2L |this, net, x| "efficientnetv2-l", 480, 32 => scaled(net, &x, this.include_preprocessing, &L);
}

/// Stages, and how many of them have one convolution in place of a pointwise and a depthwise one.
struct Stages(&'static [Stage], usize);

const B: Stages = Stages(
    &[
        stage(3, 1, (32, 16), 1, 1),
        stage(3, 2, (16, 32), 4, 2),
        stage(3, 2, (32, 48), 4, 2),
        stage(3, 3, (48, 96), 4, 2),
        stage(3, 5, (96, 112), 6, 1),
        stage(3, 8, (112, 192), 6, 2),
    ],
    3,
);
const S: Stages = Stages(
    &[
        stage(3, 2, (24, 24), 1, 1),
        stage(3, 4, (24, 48), 4, 2),
        stage(3, 4, (48, 64), 4, 2),
        stage(3, 6, (64, 128), 4, 2),
        stage(3, 9, (128, 160), 6, 1),
        stage(3, 15, (160, 256), 6, 2),
    ],
    3,
);
const M: Stages = Stages(
    &[
        stage(3, 3, (24, 24), 1, 1),
        stage(3, 5, (24, 48), 4, 2),
        stage(3, 5, (48, 80), 4, 2),
        stage(3, 7, (80, 160), 4, 2),
        stage(3, 14, (160, 176), 6, 1),
        stage(3, 18, (176, 304), 6, 2),
        stage(3, 5, (304, 512), 6, 1),
    ],
    3,
);
const L: Stages = Stages(
    &[
        stage(3, 4, (32, 32), 1, 1),
        stage(3, 7, (32, 64), 4, 2),
        stage(3, 7, (64, 96), 4, 2),
        stage(3, 10, (96, 192), 4, 2),
        stage(3, 19, (192, 224), 6, 1),
        stage(3, 25, (224, 384), 6, 2),
        stage(3, 7, (384, 640), 6, 1),
    ],
    3,
);

/// The momentum of normalizations.
const MOMENTUM: f64 = 0.9;

/// A B network, which normalizes images of three channels by the moments of ImageNet.
fn b(net: &Net, x: &KerasTensor, preprocess: bool, width: f64, depth: f64) -> Result<KerasTensor> {
    if !preprocess || channels(x) != 3 {
        return efficientnet_v2(net, &scaled_pixels(net, x, preprocess)?, &B, width, depth);
    }
    let x = Rescaling::new(1.0 / 255.0).dtype(net.dtype()).call(x)?;
    let variance = [0.229f64, 0.224, 0.225].map(|deviation| deviation.powi(2)).to_vec();
    let norm = Normalization::new().mean(vec![0.485, 0.456, 0.406]).variance(variance).axis([3]);
    efficientnet_v2(net, &norm.dtype(net.dtype()).call(&x)?, &B, width, depth)
}

/// A network of the larger ones, which scales pixels to -1 to 1.
fn scaled(net: &Net, x: &KerasTensor, preprocess: bool, stages: &Stages) -> Result<KerasTensor> {
    efficientnet_v2(net, &scaled_pixels(net, x, preprocess)?, stages, 1.0, 1.0)
}

fn scaled_pixels(net: &Net, x: &KerasTensor, preprocess: bool) -> Result<KerasTensor> {
    if !preprocess {
        return Ok(x.clone());
    }
    Rescaling::new(1.0 / 128.0).offset(-1.0).dtype(net.dtype()).call(x)
}

fn efficientnet_v2(net: &Net, x: &KerasTensor, stages: &Stages, width: f64, depth: f64) -> Result<KerasTensor> {
    // Unlike in the first version, rounding may take more than a tenth of the channels.
    let filters = |filters: usize| 8.max((filters as f64 * width + 4.0) as usize / 8 * 8);
    let Stages(stages, fused) = *stages;
    let x = conv(net, filters(stages[0].filters_in), 3).strides(2).name("stem_conv").call(x)?;
    let mut x = norm_swish(net, &x, MOMENTUM, "stem_bn", "stem_activation")?;
    // The count of Keras, which does not have the repeats that a depth adds.
    let blocks: usize = stages.iter().map(|stage| stage.repeats).sum();
    let mut index = 0;
    for (i, stage) in stages.iter().enumerate() {
        let (filters_in, filters_out) = (filters(stage.filters_in), filters(stage.filters_out));
        let mut stage = Stage { filters_in, filters_out, ..*stage };
        for repeat in 0..round_repeats(stage.repeats, depth) {
            let (name, drop) = (block_name(i, repeat), DROP_CONNECT * index as f64 / blocks as f64);
            let y = if i < fused { fused_block(net, &x, &stage, &name)? } else { block(net, &x, &stage, &name)? };
            x = match stage.stride == 1 && stage.filters_in == stage.filters_out {
                true => residual(net, &x, &y, drop, &name)?,
                false => y,
            };
            index += 1;
            (stage.stride, stage.filters_in) = (1, stage.filters_out);
        }
    }
    let x = conv(net, filters(1280), 1).name("top_conv").call(&x)?;
    let x = norm_swish(net, &x, MOMENTUM, "top_bn", "top_activation")?;
    if !net.include_top() {
        return net.pooled(&x, true);
    }
    let x = dropped_mean(net, &x, 0.2)?;
    net.classifier().kernel_initializer(dense_kernel()).bias_initializer(Constant::new()).call(&x)
}

/// Expands the channels, convolves and weights each by itself, and projects them.
fn block(net: &Net, x: &KerasTensor, stage: &Stage, name: &str) -> Result<KerasTensor> {
    let mut y = x.clone();
    if stage.expand != 1 {
        y = conv(net, stage.filters_in * stage.expand, 1).name(format!("{name}expand_conv")).call(&y)?;
        y = norm_swish(net, &y, MOMENTUM, format!("{name}expand_bn"), format!("{name}expand_activation"))?;
    }
    let depthwise = net.depthwise(stage.kernel).strides(stage.stride).padding(Padding::Same).use_bias(false);
    y = depthwise.depthwise_initializer(conv_kernel()).name(format!("{name}dwconv2")).call(&y)?;
    y = norm_swish(net, &y, MOMENTUM, format!("{name}bn"), format!("{name}activation"))?;
    y = squeeze_excite(net, &y, (stage.filters_in / 4).max(1), name)?;
    y = conv(net, stage.filters_out, 1).name(format!("{name}project_conv")).call(&y)?;
    net.batch_norm().axis(3).momentum(MOMENTUM).name(format!("{name}project_bn")).call(&y)
}

/// A block with one convolution of all channels.
fn fused_block(net: &Net, x: &KerasTensor, stage: &Stage, name: &str) -> Result<KerasTensor> {
    let (mut y, mut size, mut stride) = (x.clone(), stage.kernel, stage.stride);
    if stage.expand != 1 {
        let expand = conv(net, stage.filters_in * stage.expand, stage.kernel).strides(stage.stride);
        y = expand.name(format!("{name}expand_conv")).call(&y)?;
        y = norm_swish(net, &y, MOMENTUM, format!("{name}expand_bn"), format!("{name}expand_activation"))?;
        (size, stride) = (1, 1);
    }
    y = conv(net, stage.filters_out, size).strides(stride).name(format!("{name}project_conv")).call(&y)?;
    y = net.batch_norm().axis(3).momentum(MOMENTUM).name(format!("{name}project_bn")).call(&y)?;
    if stage.expand == 1 {
        y = net.activation(Function::Silu).name(format!("{name}project_activation")).call(&y)?;
    }
    Ok(y)
}
