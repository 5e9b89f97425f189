//! Xception (Chollet, 2016, arXiv 1610.02357).

use super::net::{HeadNames, Net};
use super::settings::networks;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::{Padding, SeparableConv2D};

networks! {
    settings {}

    /// Xception, of separable convolutions, for images of 299 by 299 pixels. Images are prepared by
    /// [`preprocess_input`](super::preprocess_input) with [`PreprocessMode::Tf`](super::PreprocessMode::Tf).
    ///
    /// ```
    /// use keras::applications::Xception;
    /// let model = Xception::new().classes(10).input_shape([71, 71, 3]).build()?;
    /// assert_eq!(model.output_shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Xception |this, net, x| "xception", 299, 71 => xception(net, &x);
}

/// A ReLU, by its name.
fn relu(net: &Net, x: &KerasTensor, name: String) -> Result<KerasTensor> {
    net.relu().name(name).call(x)
}

/// A separable convolution of 3 by 3 pixels, and its normalization.
fn separable(net: &Net, x: &KerasTensor, filters: usize, name: &str) -> Result<KerasTensor> {
    let conv = SeparableConv2D::new(filters, 3).padding(Padding::Same).use_bias(false).dtype(net.dtype());
    net.batch_norm().name(format!("{name}_bn")).call(&conv.name(name).call(x)?)
}

fn xception(net: &Net, x: &KerasTensor) -> Result<KerasTensor> {
    let mut x = x.clone();
    for (name, filters, stride) in [("block1_conv1", 32, 2), ("block1_conv2", 64, 1)] {
        x = net.conv(filters, 3).strides(stride).use_bias(false).name(name).call(&x)?;
        x = net.batch_norm().name(format!("{name}_bn")).call(&x)?;
        x = relu(net, &x, format!("{name}_act"))?;
    }
    for (block, filters) in [(2, 128), (3, 256), (4, 728)] {
        x = halving(net, &x, block, [filters, filters])?;
    }
    for block in 5..13 {
        let mut y = x.clone();
        for i in 1..=3 {
            y = relu(net, &y, format!("block{block}_sepconv{i}_act"))?;
            y = separable(net, &y, 728, &format!("block{block}_sepconv{i}"))?;
        }
        x = net.add().call([&y, &x])?;
    }
    x = halving(net, &x, 13, [728, 1024])?;
    for (i, filters) in [(1, 1536), (2, 2048)] {
        x = separable(net, &x, filters, &format!("block14_sepconv{i}"))?;
        x = relu(net, &x, format!("block14_sepconv{i}_act"))?;
    }
    net.head(&x, HeadNames::Top)
}

/// Two convolutions and pooling beside a strided convolution. The input of block 2 has passed a ReLU already.
fn halving(net: &Net, x: &KerasTensor, block: usize, filters: [usize; 2]) -> Result<KerasTensor> {
    let conv = net.conv(filters[1], 1).strides(2).padding(Padding::Same).use_bias(false);
    let shortcut = net.batch_norm().call(&conv.call(x)?)?;
    let mut y = x.clone();
    for (i, filters) in (1..).zip(filters) {
        if block > 2 || i > 1 {
            y = relu(net, &y, format!("block{block}_sepconv{i}_act"))?;
        }
        y = separable(net, &y, filters, &format!("block{block}_sepconv{i}"))?;
    }
    let y = net.max_pooling(3, 2).padding(Padding::Same).name(format!("block{block}_pool")).call(&y)?;
    net.add().call([&y, &shortcut])
}
