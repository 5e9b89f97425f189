//! MobileNet (Howard et al., 2017, arXiv 1704.04861).

use super::net::Net;
use super::settings::networks;
use crate::dtype::DTypePolicy;
use crate::error::{Error, Result};
use crate::graph::KerasTensor;
use crate::layers::{Padding, Reshape};

networks! {
    settings {
        /// The factor of the number of channels. Default: 1.
        alpha: [f64] = 1.0;
        /// The number of results of the depthwise convolutions for each channel. Default: 1.
        depth_multiplier: [usize] = 1;
        /// The rate of the dropout before the classifier. Default: 0.001.
        dropout: [f64] = 1e-3;
    }

    /// MobileNet, of depthwise and pointwise convolutions. Images are prepared by
    /// [`preprocess_input`](super::preprocess_input) with [`PreprocessMode::Tf`](super::PreprocessMode::Tf).
    ///
    /// ```
    /// use keras::applications::MobileNet;
    /// let model = MobileNet::new().alpha(0.25).classes(10).input_shape([32, 32, 3]).build()?;
    /// assert_eq!(model.name(), "mobilenet_0.25_32");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MobileNet |this, net, x| format!("mobilenet_{:.2}_{}", this.alpha, net.rows()), 224, 32 => mobilenet(this, net, &x);
}

/// The channels of each block after the first convolution, and its stride.
const BLOCKS: [(usize, usize); 13] = [
    (64, 1),
    (128, 2),
    (128, 1),
    (256, 2),
    (256, 1),
    (512, 2),
    (512, 1),
    (512, 1),
    (512, 1),
    (512, 1),
    (512, 1),
    (1024, 2),
    (1024, 1),
];

fn mobilenet(this: &MobileNet, net: &Net, x: &KerasTensor) -> Result<KerasTensor> {
    let filters = |filters: usize| (filters as f64 * this.alpha) as usize;
    if filters(32) == 0 {
        return Err(Error::argument(format!("MobileNet: alpha={} leaves no channels", this.alpha)));
    }
    let conv = net.conv(filters(32), 3).padding(Padding::Same).use_bias(false).strides(2);
    let x = conv.name("conv1").call(x)?;
    let mut x = norm_relu(net, &x, "conv1")?;
    for (i, (channels, stride)) in (1..).zip(BLOCKS) {
        let mut padding = Padding::Same;
        if stride == 2 {
            x = net.zero_padding([(0, 1), (0, 1)]).name(format!("conv_pad_{i}")).call(&x)?;
            padding = Padding::Valid;
        }
        let conv = net.depthwise(3).padding(padding).depth_multiplier(this.depth_multiplier).strides(stride);
        x = conv.use_bias(false).name(format!("conv_dw_{i}")).call(&x)?;
        x = norm_relu(net, &x, &format!("conv_dw_{i}"))?;
        let conv = net.conv(filters(channels), 1).padding(Padding::Same).use_bias(false);
        x = conv.name(format!("conv_pw_{i}")).call(&x)?;
        x = norm_relu(net, &x, &format!("conv_pw_{i}"))?;
    }
    if !net.include_top() {
        return net.pooled(&x, false);
    }
    let x = net.global_average().keepdims(true).call(&x)?;
    let x = net.dropout(this.dropout).name("dropout").call(&x)?;
    let x = net.conv(net.classes(), 1).padding(Padding::Same).name("conv_preds").call(&x)?;
    let x = Reshape::new(vec![net.classes() as i64]).dtype(net.dtype()).name("reshape_2").call(&x)?;
    net.activation(net.classifier_activation()).dtype(DTypePolicy::Float32).name("predictions").call(&x)
}

fn norm_relu(net: &Net, x: &KerasTensor, name: &str) -> Result<KerasTensor> {
    let x = net.batch_norm().name(format!("{name}_bn")).call(x)?;
    net.relu6().name(format!("{name}_relu")).call(&x)
}
