//! VGG (Simonyan and Zisserman, 2014, arXiv 1409.1556).

use super::net::Net;
use super::settings::networks;
use crate::activations::Activation;
use crate::error::Result;
use crate::graph::KerasTensor;
use crate::layers::{Dense, Flatten, Padding};

networks! {
    settings {}

    /// VGG-16, with 13 convolutions and three dense layers. Images are prepared by
    /// [`preprocess_input`](super::preprocess_input) with
    /// [`PreprocessMode::Caffe`](super::PreprocessMode::Caffe).
    ///
    /// ```
    /// use keras::applications::{Pooling, VGG16};
    /// let features = VGG16::new().include_top(false).input_shape([32, 32, 3]).pooling(Pooling::Average).build()?;
    /// assert_eq!(features.output_shape().to_string(), "(None, 512)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    VGG16 |this, net, x| "vgg16", 224, 32 => vgg(net, &x, [2, 2, 3, 3, 3]);
    /// VGG-19, as [`VGG16`] with 16 convolutions.
    VGG19 |this, net, x| "vgg19", 224, 32 => vgg(net, &x, [2, 2, 4, 4, 4]);
}

fn vgg(net: &Net, x: &KerasTensor, convolutions: [usize; 5]) -> Result<KerasTensor> {
    let mut x = x.clone();
    for (block, (count, filters)) in convolutions.into_iter().zip([64, 128, 256, 512, 512]).enumerate() {
        let block = block + 1;
        for i in 1..=count {
            let conv = net.conv(filters, 3).activation(Activation::Relu).padding(Padding::Same);
            x = conv.name(format!("block{block}_conv{i}")).call(&x)?;
        }
        x = net.max_pooling(2, 2).name(format!("block{block}_pool")).call(&x)?;
    }
    if !net.include_top() {
        return net.pooled(&x, false);
    }
    let mut x = Flatten::new().dtype(net.dtype()).name("flatten").call(&x)?;
    for name in ["fc1", "fc2"] {
        x = Dense::new(4096).activation(Activation::Relu).dtype(net.dtype()).name(name).call(&x)?;
    }
    net.classifier().call(&x)
}
