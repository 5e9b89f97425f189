use std::sync::OnceLock;

use stablehlo::Value;

use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Base, CallContext, Common, InputSpec, Inputs, KerasTensor, Layer, SharedLayer};
use crate::partial_shape::PartialShape;

/// The input of a network, with the shape of one row of its data, of which sizes may be unknown: `None`.
///
/// Bytes (`uint8` images) and integers are converted to the first layer's compute type on the device.
///
/// ```
/// use keras::{Input, Model, layers::Dense};
/// let input = Input::new([784]).name("pixels");
/// let output = Dense::new(10).call(&input)?;
/// let model = Model::new(&input, &output)?;
/// assert_eq!(model.input_shape().to_string(), "(None, 784)");
/// # Ok::<(), keras::Error>(())
/// ```
///
/// Texts of any length; batches may be of different ones:
///
/// ```
/// use keras::{Input, Model, layers::{Dense, Embedding, LSTM}};
/// let words = Input::new([None]);
/// let x = Embedding::new(1000, 16).mask_zero(true).call(&words)?;
/// assert_eq!(x.shape().to_string(), "(None, None, 16)");
/// let model = Model::new(&words, &Dense::new(1).call(&LSTM::new(8).call(&x)?)?)?;
/// assert_eq!(model.output_shape().to_string(), "(None, 1)");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Debug)]
pub struct Input {
    shape: PartialShape,
    name: Option<String>,
    dtype: Option<String>,
    // Created at the first use, so that a name set after `new` does not consume an automatic one.
    tensor: OnceLock<KerasTensor>,
}

impl Input {
    /// An input of this shape, without the batch.
    pub fn new(shape: impl Into<PartialShape>) -> Self {
        Self { shape: shape.into(), name: None, dtype: None, tensor: OnceLock::new() }
    }

    /// Sets the name. Default: `input_layer`, numbered.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self.tensor = OnceLock::new();
        self
    }

    /// Sets the number of rows of every batch, which layers that are stateful need. Default: any number.
    ///
    /// ```
    /// use keras::{Input, layers::LSTM};
    /// let y = LSTM::new(4).stateful(true).call(&Input::new([10, 3]).batch_size(8))?;
    /// assert_eq!(y.shape().to_string(), "(8, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    #[must_use]
    pub fn batch_size(mut self, rows: usize) -> Self {
        self.shape = self.shape.with_batch_size(Some(rows));
        self.tensor = OnceLock::new();
        self
    }

    /// Sets the element type by Keras's name, such as `string` for the input of a
    /// [`TextVectorization`](crate::layers::TextVectorization). Default: `float32`; numbers of other types
    /// are converted.
    #[must_use]
    pub fn dtype(mut self, dtype: impl Into<String>) -> Self {
        self.dtype = Some(dtype.into());
        self.tensor = OnceLock::new();
        self
    }

    /// The shape of one row.
    pub fn shape(&self) -> &PartialShape {
        &self.shape
    }

    /// The symbolic tensor, for layers that take several inputs.
    pub fn tensor(&self) -> KerasTensor {
        let create = || {
            let mut layer = InputLayer { name: self.name.clone(), ..InputLayer::new(self.shape.clone()) };
            layer.dtype = self.dtype.clone().unwrap_or(layer.dtype);
            SharedLayer::new(layer).as_input(self.shape.clone())
        };
        self.tensor.get_or_init(create).clone()
    }
}

impl<const N: usize> Inputs for [&Input; N] {
    fn tensors(self) -> Vec<KerasTensor> {
        self.into_iter().map(Input::tensor).collect()
    }
}

impl Inputs for &Input {
    fn tensors(self) -> Vec<KerasTensor> {
        vec![self.tensor()]
    }
}

crate::object! {
    /// The layer of an [`Input`] in a model.
    InputLayer(
        /// The shape of one row.
        batch_shape: [PartialShape],
    ): dyn Layer {
        /// The element type. Default: `float32`.
        dtype: [String] = "float32".into();
        /// The name. Default: `input_layer`, numbered.
        name: [Option<String>] = None;
        /// Stored in Keras's configuration only: arrays are dense here, of the same numbers. Default: false.
        sparse: [bool] = false;
    }
    fixed { "ragged": false, "optional": false }
}

impl Common for InputLayer {
    fn base(&self) -> Base {
        Base { name: self.name.clone(), ..Base::default() }
    }
}

impl Layer for InputLayer {
    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(0)
    }

    fn forward(&self, _cx: &mut CallContext<'_>, _inputs: &[Value]) -> Result<Value> {
        Err(Error::new(ErrorKind::Program, "an input layer has no formula"))
    }
}
