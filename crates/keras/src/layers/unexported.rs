//! Layers that Keras has for models of `keras.applications` and does not export. Files name them by the
//! module that defines them.

use crate::error::Result;
use crate::graph::{InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::Constant;
use crate::objects::Registry;
use crate::ops::Tensor;
use crate::shape::Shape;

/// The start of the modules that have such layers.
pub(crate) const MODULES: &str = "keras.src.applications.";

/// The registry of these layers.
pub(crate) fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add::<CustomScaleLayer>().add::<LayerScale>();
    registry
}

crate::layer! {
    /// The first input plus the scaled second one, in `InceptionResNetV2`.
    CustomScaleLayer(
        /// The factor of the second input.
        scale: [f64],
    ) {}
}

impl Layer for CustomScaleLayer {
    fn module(&self) -> Option<&'static str> {
        Some("keras.src.applications.inception_resnet_v2")
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(2)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(&inputs[0] + &inputs[1] * self.scale)
    }
}

crate::layer! {
    /// `x · gamma`, with a trainable factor for each channel, in `ConvNeXt`.
    LayerScale(
        /// The initial factors.
        init_values: [f64],
        /// The number of channels.
        projection_dim: [usize],
    ) {}
}

impl Layer for LayerScale {
    fn module(&self) -> Option<&'static str> {
        Some("keras.src.applications.convnext")
    }

    fn build(&self, _inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        Ok(vec![WeightSpec::trainable("variable", [self.projection_dim], Constant::new().value(self.init_values))])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(&inputs[0] * scope.weight(0)?)
    }
}
