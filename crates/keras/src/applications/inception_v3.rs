//! Inception v3 (Szegedy et al., 2015, arXiv 1512.00567).

use super::net::{HeadNames, Net};
use super::settings::networks;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::Padding;

networks! {
    settings {}

    /// Inception v3, for images of 299 by 299 pixels. Images are prepared by
    /// [`preprocess_input`](super::preprocess_input) with [`PreprocessMode::Tf`](super::PreprocessMode::Tf).
    ///
    /// ```
    /// use keras::applications::InceptionV3;
    /// let model = InceptionV3::new().classes(10).input_shape([75, 75, 3]).build()?;
    /// assert_eq!(model.output_shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    InceptionV3 |this, net, x| "inception_v3", 299, 75 => inception_v3(net, &x);
}

/// A convolution: its channels, height and width of the kernel.
type Conv = (usize, (usize, usize));

/// A convolution, its normalization and a ReLU.
fn conv(net: &Net, x: &KerasTensor, (filters, size): Conv, stride: usize, padding: Padding) -> Result<KerasTensor> {
    let x = net.conv(filters, size).strides(stride).padding(padding).use_bias(false).call(x)?;
    net.relu().call(&net.batch_norm().axis(3).scale(false).call(&x)?)
}

/// Convolutions one after the other, which keep the size of the image.
fn chain(net: &Net, x: &KerasTensor, convs: &[Conv]) -> Result<KerasTensor> {
    convs.iter().try_fold(x.clone(), |x, layer| conv(net, &x, *layer, 1, Padding::Same))
}

/// As [`chain`], the last of which halves the image.
fn halving(net: &Net, x: &KerasTensor, convs: &[Conv], last: Conv) -> Result<KerasTensor> {
    conv(net, &chain(net, x, convs)?, last, 2, Padding::Valid)
}

/// The mean of the pixels around each one, then a pointwise convolution.
fn pooled(net: &Net, x: &KerasTensor, filters: usize) -> Result<KerasTensor> {
    let x = net.average_pooling(3, 1).padding(Padding::Same).call(x)?;
    chain(net, &x, &[(filters, (1, 1))])
}

fn concatenate(net: &Net, branches: Vec<KerasTensor>, name: &str) -> Result<KerasTensor> {
    net.concatenate().axis(3).name(name).call(branches)
}

fn inception_v3(net: &Net, x: &KerasTensor) -> Result<KerasTensor> {
    let x = conv(net, x, (32, (3, 3)), 2, Padding::Valid)?;
    let x = conv(net, &x, (32, (3, 3)), 1, Padding::Valid)?;
    let x = conv(net, &x, (64, (3, 3)), 1, Padding::Same)?;
    let x = net.max_pooling(3, 2).call(&x)?;
    let x = conv(net, &x, (80, (1, 1)), 1, Padding::Valid)?;
    let x = conv(net, &x, (192, (3, 3)), 1, Padding::Valid)?;
    let mut x = net.max_pooling(3, 2).call(&x)?;
    for (i, filters) in [32, 64, 64].into_iter().enumerate() {
        let branches = vec![
            chain(net, &x, &[(64, (1, 1))])?,
            chain(net, &x, &[(48, (1, 1)), (64, (5, 5))])?,
            chain(net, &x, &[(64, (1, 1)), (96, (3, 3)), (96, (3, 3))])?,
            pooled(net, &x, filters)?,
        ];
        x = concatenate(net, branches, &format!("mixed{i}"))?;
    }
    let branches = vec![
        halving(net, &x, &[], (384, (3, 3)))?,
        halving(net, &x, &[(64, (1, 1)), (96, (3, 3))], (96, (3, 3)))?,
        net.max_pooling(3, 2).call(&x)?,
    ];
    x = concatenate(net, branches, "mixed3")?;
    for (i, n) in [128, 160, 160, 192].into_iter().enumerate() {
        let branches = vec![
            chain(net, &x, &[(192, (1, 1))])?,
            chain(net, &x, &[(n, (1, 1)), (n, (1, 7)), (192, (7, 1))])?,
            chain(net, &x, &[(n, (1, 1)), (n, (7, 1)), (n, (1, 7)), (n, (7, 1)), (192, (1, 7))])?,
            pooled(net, &x, 192)?,
        ];
        x = concatenate(net, branches, &format!("mixed{}", 4 + i))?;
    }
    let branches = vec![
        halving(net, &x, &[(192, (1, 1))], (320, (3, 3)))?,
        halving(net, &x, &[(192, (1, 1)), (192, (1, 7)), (192, (7, 1))], (192, (3, 3)))?,
        net.max_pooling(3, 2).call(&x)?,
    ];
    x = concatenate(net, branches, "mixed8")?;
    for i in 0..2 {
        x = last_block(net, &x, i)?;
    }
    net.head(&x, HeadNames::Top)
}

/// A block whose branches divide.
fn last_block(net: &Net, x: &KerasTensor, i: usize) -> Result<KerasTensor> {
    let divided = |x: &KerasTensor| -> Result<[KerasTensor; 2]> {
        Ok([chain(net, x, &[(384, (1, 3))])?, chain(net, x, &[(384, (3, 1))])?])
    };
    let first = chain(net, x, &[(320, (1, 1))])?;
    let [a, b] = divided(&chain(net, x, &[(384, (1, 1))])?)?;
    let second = concatenate(net, vec![a, b], &format!("mixed9_{i}"))?;
    let [a, b] = divided(&chain(net, x, &[(448, (1, 1)), (384, (3, 3))])?)?;
    let third = net.concatenate().axis(3).call([&a, &b])?;
    concatenate(net, vec![first, second, third, pooled(net, x, 192)?], &format!("mixed{}", 9 + i))
}
