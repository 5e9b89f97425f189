//! NASNet-A (Zoph et al., 2017, arXiv 1707.07012).

use super::net::{HeadNames, Net, channels, correct_pad};
use super::settings::networks;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::initializers::HeNormal;
use crate::layers::{Conv2D, Cropping2D, Padding, SeparableConv2D};

networks! {
    settings {}

    /// NASNet-A, mobile. Images are prepared by [`preprocess_input`](super::preprocess_input) with
    /// [`PreprocessMode::Tf`](super::PreprocessMode::Tf).
    ///
    /// ```
    /// use keras::applications::NASNetMobile;
    /// let model = NASNetMobile::new().classes(10).input_shape([32, 32, 3]).build()?;
    /// assert_eq!(model.output_shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    NASNetMobile |this, net, x| "nasnet_mobile", 224, 32 =>
        nasnet(net, &x, Scale { filters: 44, blocks: 4, stem: 32, skips_reduction: false });
    /// NASNet-A, large, for images of 331 by 331 pixels.
    NASNetLarge |this, net, x| "nasnet_large", 331, 32 =>
        nasnet(net, &x, Scale { filters: 168, blocks: 6, stem: 96, skips_reduction: true });
}

/// The sizes of a network.
struct Scale {
    /// The channels of the first normal cells; a 24th of those at the end.
    filters: usize,
    /// The normal cells between reductions.
    blocks: usize,
    /// The channels of the first convolution.
    stem: usize,
    /// If true, the cell after a reduction reads the input of the reduction besides its result.
    skips_reduction: bool,
}

fn nasnet(net: &Net, x: &KerasTensor, scale: Scale) -> Result<KerasTensor> {
    let Scale { filters, blocks, stem, skips_reduction } = scale;
    let conv = net.conv(stem, 3).strides(2).use_bias(false).kernel_initializer(HeNormal::new());
    let x = norm(net, &conv.name("stem_conv1").call(x)?, "stem_bn1".into())?;
    // Each cell reads the results of the two cells before it.
    let (x, p) = (reduction_cell(net, &x, None, filters / 4, "stem_1")?, x);
    let (mut x, mut p) = (reduction_cell(net, &x, Some(&p), filters / 2, "stem_2")?, x);
    for stage in 0..3 {
        let filters = filters << stage;
        // The cells are numbered, reductions included.
        let mut first = stage * blocks;
        if stage > 0 {
            let reduced = reduction_cell(net, &x, Some(&p), filters, &format!("reduce_{first}"))?;
            p = if skips_reduction { p } else { x };
            x = reduced;
            first += 1;
        }
        for i in first..first + blocks {
            (x, p) = (normal_cell(net, &x, &p, filters, &i.to_string())?, x);
        }
    }
    let x = net.relu().call(&x)?;
    net.head(&x, HeadNames::None)
}

fn norm(net: &Net, x: &KerasTensor, name: String) -> Result<KerasTensor> {
    net.batch_norm().momentum(0.9997).name(name).call(x)
}

/// A pointwise convolution.
fn pointwise(net: &Net, filters: usize, name: String) -> Conv2D {
    let conv = net.conv(filters, 1).padding(Padding::Same).use_bias(false).name(name);
    conv.kernel_initializer(HeNormal::new())
}

/// Two separable convolutions, each with a ReLU before and a normalization after it.
fn separable(
    net: &Net,
    x: &KerasTensor,
    filters: usize,
    kernel: usize,
    stride: usize,
    id: &str,
) -> Result<KerasTensor> {
    let conv = |i: usize| {
        let conv = SeparableConv2D::new(filters, kernel).use_bias(false).dtype(net.dtype());
        conv.name(format!("separable_conv_{i}_{id}"))
    };
    let mut y = net.relu().call(x)?;
    let mut padding = Padding::Same;
    if stride == 2 {
        y = net.zero_padding(correct_pad(&y, kernel)).name(format!("separable_conv_1_pad_{id}")).call(&y)?;
        padding = Padding::Valid;
    }
    y = conv(1).strides(stride).padding(padding).call(&y)?;
    y = norm(net, &y, format!("separable_conv_1_bn_{id}"))?;
    y = net.relu().call(&y)?;
    y = conv(2).padding(Padding::Same).call(&y)?;
    norm(net, &y, format!("separable_conv_2_bn_{id}"))
}

/// Gives the result `p` of an earlier cell the size and the channels that go with `x`.
fn adjusted(net: &Net, p: Option<&KerasTensor>, x: &KerasTensor, filters: usize, id: &str) -> Result<KerasTensor> {
    let Some(p) = p else { return Ok(x.clone()) };
    // As in Keras, cells are put together by their sizes.
    let _ = x.shape().known().map_err(|e| e.at("NASNet needs an `input_shape`"))?;
    if p.shape().dims()[1] != x.shape().dims()[1] {
        let p = net.relu().name(format!("adjust_relu_1_{id}")).call(p)?;
        let a = net.average_pooling(1, 2).name(format!("adjust_avg_pool_1_{id}")).call(&p)?;
        let a = pointwise(net, filters / 2, format!("adjust_conv_1_{id}")).call(&a)?;
        // The other half reads the pixels between those that the first one reads.
        let b = net.zero_padding([(0, 1), (0, 1)]).call(&p)?;
        let b = Cropping2D::new().cropping([(1, 0), (1, 0)]).dtype(net.dtype()).call(&b)?;
        let b = net.average_pooling(1, 2).name(format!("adjust_avg_pool_2_{id}")).call(&b)?;
        let b = pointwise(net, filters / 2, format!("adjust_conv_2_{id}")).call(&b)?;
        let both = net.concatenate().call([&a, &b])?;
        return norm(net, &both, format!("adjust_bn_{id}"));
    }
    if channels(p) != filters {
        let p = net.relu().call(p)?;
        let p = pointwise(net, filters, format!("adjust_conv_projection_{id}")).call(&p)?;
        return norm(net, &p, format!("adjust_bn_{id}"));
    }
    Ok(p.clone())
}

/// The input of a cell with its channels.
fn squeezed(net: &Net, x: &KerasTensor, filters: usize, kind: &str, id: &str) -> Result<KerasTensor> {
    let h = net.relu().call(x)?;
    let h = pointwise(net, filters, format!("{kind}_conv_1_{id}")).call(&h)?;
    norm(net, &h, format!("{kind}_bn_1_{id}"))
}

/// The mean of the pixels around each one.
fn smoothed(net: &Net, x: &KerasTensor, name: String) -> Result<KerasTensor> {
    net.average_pooling(3, 1).padding(Padding::Same).name(name).call(x)
}

fn normal_cell(net: &Net, x: &KerasTensor, p: &KerasTensor, filters: usize, id: &str) -> Result<KerasTensor> {
    let p = adjusted(net, Some(p), x, filters, id)?;
    let h = squeezed(net, x, filters, "normal", id)?;
    let name = |part: &str| format!("normal_{part}_{id}");
    let branch = |x: &KerasTensor, kernel: usize, part: &str| separable(net, x, filters, kernel, 1, &name(part));
    let add = |a: &KerasTensor, b: &KerasTensor, part: &str| net.add().name(name(part)).call([a, b]);
    let x1 = add(&branch(&h, 5, "left1")?, &branch(&p, 3, "right1")?, "add_1")?;
    let x2 = add(&branch(&p, 5, "left2")?, &branch(&p, 3, "right2")?, "add_2")?;
    let x3 = add(&smoothed(net, &h, name("left3"))?, &p, "add_3")?;
    let x4 = add(&smoothed(net, &p, name("left4"))?, &smoothed(net, &p, name("right4"))?, "add_4")?;
    let x5 = add(&branch(&h, 3, "left5")?, &h, "add_5")?;
    net.concatenate().name(name("concat")).call([&p, &x1, &x2, &x3, &x4, &x5])
}

fn reduction_cell(
    net: &Net,
    x: &KerasTensor,
    p: Option<&KerasTensor>,
    filters: usize,
    id: &str,
) -> Result<KerasTensor> {
    let p = adjusted(net, p, x, filters, id)?;
    let h = squeezed(net, x, filters, "reduction", id)?;
    let name = |part: &str| format!("reduction_{part}_{id}");
    let branch = |x: &KerasTensor, kernel: usize, stride: usize, part: &str| {
        separable(net, x, filters, kernel, stride, &name(part))
    };
    let padded = net.zero_padding(correct_pad(&h, 3)).name(name("pad_1")).call(&h)?;
    let x1 = [branch(&h, 5, 2, "left1")?, branch(&p, 7, 2, "right1")?];
    let x1 = net.add().name(name("add_1")).call(x1.as_slice())?;
    let x2 = [net.max_pooling(3, 2).name(name("left2")).call(&padded)?, branch(&p, 7, 2, "right2")?];
    let x2 = net.add().name(name("add_2")).call(x2.as_slice())?;
    let x3 = [net.average_pooling(3, 2).name(name("left3")).call(&padded)?, branch(&p, 5, 2, "right3")?];
    let x3 = net.add().name(name("add3")).call(x3.as_slice())?;
    let x4 = smoothed(net, &x1, name("left4"))?;
    let x4 = net.add().call([&x2, &x4])?;
    let x5 = [branch(&x1, 3, 1, "left4")?, net.max_pooling(3, 2).name(name("right5")).call(&padded)?];
    let x5 = net.add().name(name("add4")).call(x5.as_slice())?;
    net.concatenate().name(name("concat")).call([&x2, &x3, &x4, &x5])
}
