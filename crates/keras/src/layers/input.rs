use std::sync::OnceLock;

use stablehlo::Value;

use crate::graph::{Inputs, KerasTensor, SharedLayer};
use crate::{Error, ErrorKind, Result, Shape};

use super::{Base, CallContext, InputSpec, Layer};

/// Where a network begins: the shape of one row of its data.
///
/// Data of bytes (`uint8` images) and of integers is converted on the device, to what the first layer computes in.
///
/// ```
/// use keras::{Input, Model, layers::Dense};
/// let input = Input::new([784]).name("pixels");
/// let output = Dense::new(10).call(&input)?;
/// let model = Model::new(&input, &output)?;
/// assert_eq!(model.input_shape().to_string(), "(None, 784)");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Debug)]
pub struct Input {
    shape: Shape,
    name: Option<String>,
    // Made at the first use, so that a name given after `new` takes no automatic one.
    tensor: OnceLock<KerasTensor>,
}

impl Input {
    /// An input of that shape, the batch left out.
    pub fn new(shape: impl Into<Shape>) -> Self {
        Self { shape: shape.into(), name: None, tensor: OnceLock::new() }
    }

    /// Its name; `input_layer`, numbered, where not given.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self.tensor = OnceLock::new();
        self
    }

    /// The shape of one row.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The symbolic tensor that it is to the layers after it.
    pub fn tensor(&self) -> KerasTensor {
        let make = || {
            let base = Base { name: self.name.clone(), ..Base::default() };
            SharedLayer::new(InputLayer { base, shape: self.shape.clone() }).as_input(self.shape.clone())
        };
        self.tensor.get_or_init(make).clone()
    }
}

impl Inputs for &Input {
    fn tensors(self) -> Vec<KerasTensor> {
        vec![self.tensor()]
    }
}

/// The layer that stands for an [`Input`] in a model.
#[derive(Debug)]
pub(crate) struct InputLayer {
    base: Base,
    shape: Shape,
}

impl Layer for InputLayer {
    fn class_name(&self) -> &'static str {
        "InputLayer"
    }

    fn base(&self) -> &Base {
        &self.base
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(0)
    }

    fn output_shape(&self, _inputs: &[Shape]) -> Result<Shape> {
        Ok(self.shape.clone())
    }

    fn forward(&self, _cx: &mut CallContext<'_>, _inputs: &[Value]) -> Result<Value> {
        Err(Error::new(ErrorKind::Program, "an input layer has no formula"))
    }
}
