//! Sequential models.

use super::model::Model;
use crate::error::Result;
use crate::graph::{KerasTensor, Layer, SharedLayer};
use crate::layers::Input;
use crate::naming;
use crate::objects::Handle;

/// A model that is a sequence of layers.
///
/// ```
/// use keras::{Activation, Input, Sequential, layers::{Dense, Flatten}};
/// let model = Sequential::new(Input::new([28, 28, 1]))
///     .add(Flatten::new())?
///     .add(Dense::new(128).activation(Activation::Relu))?
///     .add(Dense::new(10).activation(Activation::Softmax))?
///     .build()?;
/// assert_eq!(model.output_shape().to_string(), "(None, 10)");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Debug)]
pub struct Sequential {
    name: Option<String>,
    input: Input,
    last: KerasTensor,
}

impl Sequential {
    /// A sequence that starts with this input.
    pub fn new(input: Input) -> Self {
        let last = input.tensor();
        Self { name: None, input, last }
    }

    /// Sets the model's name. Default: `sequential`, numbered.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Appends a layer.
    ///
    /// # Errors
    /// If the layer does not accept the output of the previous one.
    // `add` is Keras's name; it is not addition.
    #[allow(clippy::should_implement_trait)]
    pub fn add(mut self, layer: impl Into<Handle<dyn Layer>>) -> Result<Self> {
        self.last = SharedLayer::new(layer).call(&self.last)?;
        Ok(self)
    }

    /// Builds the model.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if two layers have the same name.
    pub fn build(self) -> Result<Model> {
        let name = self.name.unwrap_or_else(|| naming::auto_name("Sequential"));
        Model::assemble(name, vec![self.input.tensor()], vec![self.last], true)
    }
}
