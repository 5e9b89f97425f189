//! ConvNeXt (Liu et al., 2022, arXiv 2201.03545).

use super::net::{Net, channels};
use super::settings::networks;
use crate::activations::Activation as Function;
use crate::dtype::DTypePolicy;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::{Dense, Input, LayerNormalization, LayerScale, Normalization, Padding};
use crate::models::Sequential;

networks! {
    settings {
        /// If true, the network normalizes pixels of 0 to 255 itself, if they have three channels. Default:
        /// true.
        include_preprocessing: [bool] = true;
    }

    /// ConvNeXt, tiny. It takes pixels of 0 to 255.
    ///
    /// ```
    /// use keras::applications::ConvNeXtTiny;
    /// let model = ConvNeXtTiny::new().classes(10).input_shape([32, 32, 3]).build()?;
    /// assert_eq!(model.output_shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    ConvNeXtTiny |this, net, x| "convnext_tiny", 224, 32 =>
        convnext(net, &normalized(net, x, this.include_preprocessing, "convnext_tiny")?, [3, 3, 9, 3], 96, "convnext_tiny");
    /// ConvNeXt, small.
    ConvNeXtSmall |this, net, x| "convnext_small", 224, 32 =>
        convnext(net, &normalized(net, x, this.include_preprocessing, "convnext_small")?, [3, 3, 27, 3], 96, "convnext_small");
    /// ConvNeXt, base.
    ConvNeXtBase |this, net, x| "convnext_base", 224, 32 =>
        convnext(net, &normalized(net, x, this.include_preprocessing, "convnext_base")?, [3, 3, 27, 3], 128, "convnext_base");
    /// ConvNeXt, large.
    ConvNeXtLarge |this, net, x| "convnext_large", 224, 32 =>
        convnext(net, &normalized(net, x, this.include_preprocessing, "convnext_large")?, [3, 3, 27, 3], 192, "convnext_large");
    /// ConvNeXt, extra large.
    ConvNeXtXLarge |this, net, x| "convnext_xlarge", 224, 32 =>
        convnext(net, &normalized(net, x, this.include_preprocessing, "convnext_xlarge")?, [3, 3, 27, 3], 256, "convnext_xlarge");
}

/// The initial factors of the branches.
const LAYER_SCALE: f64 = 1e-6;

fn norm(net: &Net) -> LayerNormalization {
    LayerNormalization::new().epsilon(1e-6).dtype(net.dtype())
}

/// The image, normalized by the moments of ImageNet if it should be and has three channels.
fn normalized(net: &Net, x: KerasTensor, preprocess: bool, network: &str) -> Result<KerasTensor> {
    if !preprocess || channels(&x) != 3 {
        return Ok(x);
    }
    let mean = [0.485, 0.456, 0.406].map(|mean: f64| mean * 255.0).to_vec();
    let variance = [0.229, 0.224, 0.225].map(|deviation: f64| (deviation * 255.0).powi(2)).to_vec();
    let layer = Normalization::new().mean(mean).variance(variance).dtype(net.dtype());
    layer.name(format!("{}_prestem_normalization", net.name(network))).call(&x)
}

/// The network of these blocks in each stage. Each stage has twice as many channels as the one before.
fn convnext(net: &Net, x: &KerasTensor, depths: [usize; 4], filters: usize, network: &str) -> Result<KerasTensor> {
    // The names of the layers start with that of the model.
    let name = &net.name(network);
    let mut x = x.clone();
    for (stage, depth) in depths.into_iter().enumerate() {
        let filters = filters << stage;
        x = downsampled(net, &x, filters, stage, name)?;
        for block in 0..depth {
            x = residual(net, &x, filters, &format!("{name}_stage_{stage}_block_{block}"))?;
        }
    }
    if !net.include_top() {
        return norm(net).call(&net.pooled(&x, false)?);
    }
    let x = net.global_average().name(format!("{name}_head_gap")).call(&x)?;
    let x = norm(net).name(format!("{name}_head_layernorm")).call(&x)?;
    let dense = Dense::new(net.classes()).activation(net.classifier_activation()).dtype(DTypePolicy::Float32);
    dense.name(format!("{name}_head_dense")).call(&x)
}

/// A convolution that takes disjoint squares of pixels, and a normalization: a model of its own.
fn downsampled(net: &Net, x: &KerasTensor, filters: usize, stage: usize, name: &str) -> Result<KerasTensor> {
    let input = Input::new(x.shape().clone());
    let sequential = if stage == 0 {
        let conv = net.conv(filters, 4).strides(4).name(format!("{name}_stem_conv"));
        let norm = norm(net).name(format!("{name}_stem_layernorm"));
        Sequential::new(input).name(format!("{name}_stem")).add(conv)?.add(norm)?
    } else {
        let i = stage - 1;
        let norm = norm(net).name(format!("{name}_downsampling_layernorm_{i}"));
        let conv = net.conv(filters, 2).strides(2).name(format!("{name}_downsampling_conv_{i}"));
        Sequential::new(input).name(format!("{name}_downsampling_block_{i}")).add(norm)?.add(conv)?
    };
    sequential.build()?.call(x)
}

/// Adds to the input what a block computes: a convolution of each channel by itself, and two dense layers.
fn residual(net: &Net, x: &KerasTensor, filters: usize, name: &str) -> Result<KerasTensor> {
    let dense =
        |units: usize, i: usize| Dense::new(units).dtype(net.dtype()).name(format!("{name}_pointwise_conv_{i}"));
    let conv = net.conv(filters, 7).padding(Padding::Same).groups(filters);
    let y = conv.name(format!("{name}_depthwise_conv")).call(x)?;
    let y = norm(net).name(format!("{name}_layernorm")).call(&y)?;
    let y = dense(4 * filters, 1).call(&y)?;
    let y = net.activation(Function::Gelu).name(format!("{name}_gelu")).call(&y)?;
    let y = dense(filters, 2).call(&y)?;
    let scale = LayerScale::new(LAYER_SCALE, filters).dtype(net.dtype());
    let y = scale.name(format!("{name}_layer_scale")).call(&y)?;
    let y = net.activation(Function::Linear).name(format!("{name}_identity")).call(&y)?;
    Ok(x + y)
}
