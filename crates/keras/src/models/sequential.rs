//! Sequential models.

use super::model::Model;
use crate::array::Array;
use crate::error::{Error, Result};
use crate::graph::{KerasTensor, Layer, SharedLayer};
use crate::layers::Input;
use crate::naming;
use crate::objects::Handle;
use crate::shape::Shape;

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
    input: Option<Input>,
    layers: Vec<SharedLayer>,
    /// The output of each layer, if there is an input.
    outputs: Vec<KerasTensor>,
}

impl Sequential {
    /// A sequence that starts with this input.
    pub fn new(input: Input) -> Self {
        Self { name: None, input: Some(input), layers: Vec::new(), outputs: Vec::new() }
    }

    /// A sequence whose input is known later: [`build_for`](Self::build_for) and [`build_on`](Self::build_on)
    /// give it. Layers are checked then.
    ///
    /// ```
    /// use keras::{Array, Sequential, layers::Dense};
    /// let stack = Sequential::without_input().add(Dense::new(8))?.add(Dense::new(1))?;
    /// let model = stack.build_on(&Array::new([32, 4], vec![0.0f32; 128])?)?;
    /// assert_eq!((model.input_shape().dims(), model.count_params()), (&[Some(4)][..], 4 * 8 + 8 + 8 + 1));
    /// # Ok::<(), keras::Error>(())
    /// ```
    pub fn without_input() -> Self {
        Self { name: None, input: None, layers: Vec::new(), outputs: Vec::new() }
    }

    /// Sets the model's name. Default: `sequential`, numbered.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The layers, in their order, without the input.
    pub fn layers(&self) -> &[SharedLayer] {
        &self.layers
    }

    /// Appends a layer.
    ///
    /// # Errors
    /// If the layer does not accept the output of the previous one.
    // `add` is Keras's name; it is not addition.
    #[allow(clippy::should_implement_trait)]
    pub fn add(mut self, layer: impl Into<Handle<dyn Layer>>) -> Result<Self> {
        self.append(SharedLayer::new(layer))?;
        Ok(self)
    }

    /// Without the last layer.
    ///
    /// ```
    /// use keras::{Input, Sequential, layers::Dense};
    /// let stack = Sequential::new(Input::new([4])).add(Dense::new(8))?.add(Dense::new(1))?;
    /// assert_eq!(stack.pop()?.build()?.output_shape().to_string(), "(None, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none.
    pub fn pop(mut self) -> Result<Self> {
        if self.layers.pop().is_none() {
            return Err(Error::argument("a sequence without layers has no last layer to remove"));
        }
        self.outputs.truncate(self.layers.len());
        Ok(self)
    }

    /// Appends a layer, and calls it if there is an input.
    fn append(&mut self, layer: SharedLayer) -> Result<()> {
        if let Some(input) = &self.input {
            let last = self.outputs.last().cloned().unwrap_or_else(|| input.tensor());
            self.outputs.push(layer.call(&last)?);
        }
        self.layers.push(layer);
        Ok(())
    }

    /// Builds the model.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if two layers have the same name, or there is no
    /// input.
    pub fn build(self) -> Result<Model> {
        let Some(input) = &self.input else {
            return Err(Error::argument(
                "a sequence without an input is built by `build_for(shape)` or `build_on(&data)`, which give it",
            ));
        };
        let last = self.outputs.last().cloned().unwrap_or_else(|| input.tensor());
        let name = self.name.unwrap_or_else(|| naming::auto_name("Sequential"));
        Model::assemble(name, vec![input.tensor()], vec![last], true)
    }

    /// Builds the model for rows of this shape, without the batch: Keras's `build(input_shape)`.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the sequence has an input of another shape, and those
    /// of [`add`](Self::add) and [`build`](Self::build).
    pub fn build_for(self, shape: impl Into<Shape>) -> Result<Model> {
        let shape = shape.into();
        if let Some(input) = &self.input {
            let own = input.shape();
            if !own.accepts(shape.dims()) {
                return Err(Error::shape(format!("the sequence has an input of shape {own}, not {shape}")));
            }
            return self.build();
        }
        let mut built = Self { name: self.name, ..Self::new(Input::new(shape)) };
        self.layers.into_iter().try_for_each(|layer| built.append(layer))?;
        built.build()
    }

    /// Builds the model for the rows of data, as Keras's first `fit` or `predict` does.
    ///
    /// # Errors
    /// Those of [`build_for`](Self::build_for).
    pub fn build_on(self, data: &Array) -> Result<Model> {
        self.build_for(data.row_dims())
    }
}
