//! What the networks have in common: the input, layers with the network's dtype policy, and the ends.

use super::settings::{Pooling, Settings};
use crate::activations::Activation as Function;
use crate::dtype::DTypePolicy;
use crate::error::{Error, Result};
use crate::graph::KerasTensor;
use crate::layers::{
    Activation, Add, AveragePooling2D, BatchNormalization, Concatenate, Conv2D, Dense, DepthwiseConv2D, Dropout,
    GlobalAveragePooling2D, GlobalMaxPooling2D, Input, Margins, MaxPooling2D, Multiply, ReLU, Sizes, ZeroPadding2D,
};
use crate::models::Model;
use crate::partial_shape::PartialShape;

/// A network that is being built. Its methods create layers with the network's dtype policy.
pub(super) struct Net<'a> {
    settings: &'a Settings,
    input_shape: PartialShape,
}

impl<'a> Net<'a> {
    /// A network for images of `least` pixels at least in height and width; by default of `size` by `size`
    /// pixels, and of any size without the top. Without a `size` the top takes images of any size, too.
    pub fn new(settings: &'a Settings, size: impl Into<Option<usize>>, least: usize) -> Result<Self> {
        let size = size.into();
        let needs_size = settings.include_top && size.is_some();
        let size = size.filter(|_| needs_size);
        let input_shape = settings.input_shape.clone().unwrap_or_else(|| PartialShape::from([size, size, Some(3)]));
        let [height, width, channels] = *input_shape.dims() else {
            return Err(Error::shape(format!(
                "`input_shape` must have height, width and channels. Received: input_shape={input_shape}"
            )));
        };
        if channels.is_none() || needs_size && !input_shape.is_known() {
            return Err(Error::shape(format!(
                "If `include_top` is true, you should specify a static `input_shape`, and the number of channels in any \
                 case. Received: input_shape={input_shape}"
            )));
        }
        if [height, width].into_iter().flatten().any(|size| size < least) {
            return Err(Error::shape(format!(
                "Input size must be at least {least}x{least}; Received: input_shape={input_shape}"
            )));
        }
        let activation = settings.classifier_activation;
        let is_usual = activation == Function::Softmax || activation == Function::Linear;
        if settings.include_top && settings.weights.is_some() && !is_usual {
            return Err(Error::argument(format!(
                "Only linear and `softmax` activations are allowed for the `classifier_activation` argument when \
                 using pretrained weights, with `include_top=true`; Received: classifier_activation={activation}"
            )));
        }
        Ok(Self { settings, input_shape })
    }

    /// The shape of an image.
    pub fn input_shape(&self) -> PartialShape {
        self.input_shape.clone()
    }

    /// The height of an image as names have it.
    pub fn rows(&self) -> String {
        self.input_shape.dims()[0].map_or_else(|| "None".to_owned(), |rows| rows.to_string())
    }

    pub fn include_top(&self) -> bool {
        self.settings.include_top
    }

    pub fn classes(&self) -> usize {
        self.settings.classes
    }

    pub fn classifier_activation(&self) -> Function {
        self.settings.classifier_activation
    }

    /// The name of the model.
    pub fn name(&self, default: &str) -> String {
        self.settings.name.clone().unwrap_or_else(|| default.to_owned())
    }

    pub fn dtype(&self) -> DTypePolicy {
        self.settings.dtype
    }

    /// The model, with the weights of the file that is set.
    pub fn model(&self, input: &Input, output: &KerasTensor, default_name: String) -> Result<Model> {
        let mut model = Model::new(input, output)?.with_name(self.name(&default_name));
        if let Some(file) = &self.settings.weights {
            model.load_weights(file)?;
        }
        Ok(model)
    }

    pub fn conv(&self, filters: usize, size: impl Into<Sizes<2>>) -> Conv2D {
        Conv2D::new(filters, size).dtype(self.dtype())
    }

    pub fn depthwise(&self, size: impl Into<Sizes<2>>) -> DepthwiseConv2D {
        DepthwiseConv2D::new(size).dtype(self.dtype())
    }

    pub fn batch_norm(&self) -> BatchNormalization {
        BatchNormalization::new().dtype(self.dtype())
    }

    pub fn activation(&self, function: Function) -> Activation {
        Activation::new(function).dtype(self.dtype())
    }

    pub fn relu(&self) -> Activation {
        self.activation(Function::Relu)
    }

    /// `min(max(x, 0), 6)`.
    pub fn relu6(&self) -> ReLU {
        ReLU::new().max_value(6.0).dtype(self.dtype())
    }

    pub fn zero_padding(&self, margins: impl Into<Margins<2>>) -> ZeroPadding2D {
        ZeroPadding2D::new().padding(margins).dtype(self.dtype())
    }

    pub fn max_pooling(&self, size: usize, stride: usize) -> MaxPooling2D {
        MaxPooling2D::new(size).strides(stride).dtype(self.dtype())
    }

    pub fn average_pooling(&self, size: usize, stride: usize) -> AveragePooling2D {
        AveragePooling2D::new(size).strides(stride).dtype(self.dtype())
    }

    pub fn concatenate(&self) -> Concatenate {
        Concatenate::new().dtype(self.dtype())
    }

    pub fn add(&self) -> Add {
        Add::new().dtype(self.dtype())
    }

    pub fn multiply(&self) -> Multiply {
        Multiply::new().dtype(self.dtype())
    }

    pub fn dropout(&self, rate: f64) -> Dropout {
        Dropout::new(rate).dtype(self.dtype())
    }

    pub fn global_average(&self) -> GlobalAveragePooling2D {
        GlobalAveragePooling2D::new().dtype(self.dtype())
    }

    /// The classifier, `predictions`.
    pub fn classifier(&self) -> Dense {
        let dense = Dense::new(self.classes()).activation(self.classifier_activation()).name("predictions");
        dense.dtype(DTypePolicy::Float32)
    }

    /// The end of a network without its top: the pooling that is set. Some networks name its layer.
    pub fn pooled(&self, x: &KerasTensor, is_named: bool) -> Result<KerasTensor> {
        let name = |name: &str| is_named.then(|| name.to_owned());
        match self.settings.pooling {
            None => Ok(x.clone()),
            Some(Pooling::Average) => {
                let pool = self.global_average();
                GlobalAveragePooling2D { name: name("avg_pool"), ..pool }.call(x)
            }
            Some(Pooling::Max) => {
                let pool = GlobalMaxPooling2D::new().dtype(self.dtype());
                GlobalMaxPooling2D { name: name("max_pool"), ..pool }.call(x)
            }
        }
    }

    /// The usual end: the mean of each channel, then the classifier; without the top the pooling that is set.
    pub fn head(&self, x: &KerasTensor, names: HeadNames) -> Result<KerasTensor> {
        if !self.include_top() {
            return self.pooled(x, names == HeadNames::All);
        }
        let name = (names != HeadNames::None).then(|| "avg_pool".to_owned());
        let pool = self.global_average();
        self.classifier().call(&GlobalAveragePooling2D { name, ..pool }.call(x)?)
    }
}

/// The pooling layers at the end that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadNames {
    /// With the top and without it.
    All,
    /// With the top only.
    Top,
    /// None of them.
    None,
}

/// The number of channels.
pub(super) fn channels(x: &KerasTensor) -> usize {
    x.shape().last().unwrap_or(1)
}

/// The zeros around an image that make a strided window of odd size cover it as in padding `same`; an unknown
/// size counts as an even one.
pub(super) fn correct_pad(x: &KerasTensor, kernel: usize) -> Margins<2> {
    let half = kernel / 2;
    let margin = |axis: usize| (half - (1 - x.shape().dims()[axis].unwrap_or(0) % 2), half);
    Margins([margin(0), margin(1)])
}

/// The multiple of the divisor that is nearest to a number of channels, but not less than nine tenths of it.
pub(super) fn make_divisible(channels: f64, divisor: usize) -> usize {
    let rounded = divisor.max((channels + divisor as f64 / 2.0) as usize / divisor * divisor);
    if (rounded as f64) < 0.9 * channels { rounded + divisor } else { rounded }
}
