//! Models of one layer after the other.

use crate::graph::{KerasTensor, SharedLayer};
use crate::layers::{Input, Layer};
use crate::{Result, naming};

use super::Model;

/// A model of one layer after the other.
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
    /// Begins with the shape of the data's rows.
    pub fn new(input: Input) -> Self {
        let last = input.tensor();
        Self { name: None, input, last }
    }

    /// The model's name; `sequential`, numbered, where not given.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Appends a layer.
    ///
    /// # Errors
    /// Where the layer cannot take the output of the one before.
    // Keras's own name for it; nothing is summed here.
    #[allow(clippy::should_implement_trait)]
    pub fn add(mut self, layer: impl Layer) -> Result<Self> {
        self.last = SharedLayer::new(layer).call(&self.last)?;
        Ok(self)
    }

    /// The finished model.
    ///
    /// # Errors
    /// Where two layers have the same name.
    pub fn build(self) -> Result<Model> {
        let name = self.name.unwrap_or_else(|| naming::auto_name("Sequential"));
        Model::assemble(name, self.input.tensor(), self.last, true)
    }
}
