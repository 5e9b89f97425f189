//! The interface of a layer: its weights, its shapes, and the trace of its formula.

use std::borrow::Cow;

use super::context::CallContext;
use super::preparation::Preparation;
use super::scope::Scope;
use crate::constraints::Constraint;
use crate::dtype::DTypePolicy;
use crate::error::{Error, Result};
use crate::initializers::Initializer;
use crate::objects::{Handle, Object};
use crate::ops::Tensor;
use crate::partial_shape::PartialShape;
use crate::regularizers::Regularizer;
use crate::shape::Shape;
use serde_json::Value as Json;
use stablehlo::Value;

/// The settings common to all layers.
#[derive(Clone, Debug)]
pub struct Base {
    /// The name; `None` for an automatic one.
    pub name: Option<String>,
    /// The dtype policy.
    pub dtype: DTypePolicy,
    /// If true, training updates the weights.
    pub trainable: bool,
    /// The penalty of the outputs that training adds to the loss, divided by the rows of the batch.
    pub activity_regularizer: Option<Handle<dyn Regularizer>>,
}

impl Default for Base {
    fn default() -> Self {
        Self { name: None, dtype: DTypePolicy::default(), trainable: true, activity_regularizer: None }
    }
}

/// The declaration of a weight, made when a layer is built.
#[derive(Clone, Debug)]
pub struct WeightSpec {
    /// The name within the layer, such as `kernel`.
    pub name: Cow<'static, str>,
    /// The part of the layer that has it, such as `cell` of a recurrent layer, as in the groups of weight
    /// files; empty for the layer itself.
    pub part: Cow<'static, str>,
    /// Its number among the weights of its part, by which `.keras` and `.weights.h5` files have them.
    /// Default: they are in the order of the declarations.
    pub number: Option<usize>,
    /// The full shape.
    pub shape: Vec<usize>,
    /// The initial values.
    pub initializer: Handle<dyn Initializer>,
    /// If true, the optimizer updates it; otherwise the layer itself does.
    pub trainable: bool,
    /// If true, it has whole numbers from -128 to 127, which files have as `int8`.
    pub int8: bool,
    /// The penalty that training adds to the loss. Default: none.
    pub regularizer: Option<Handle<dyn Regularizer>>,
    /// The function that training applies after each step. Default: none.
    pub constraint: Option<Handle<dyn Constraint>>,
    /// What it is in a product that files have in another weight. Default: it is in no such product.
    pub factor: Option<Factor>,
    /// If true, the layer carries it from batch to batch, also in evaluation and prediction. It has a row for
    /// each row of a batch, and belongs neither to files nor to the counted weights. Default: false.
    pub carried: bool,
}

/// A factor of a low-rank product that is added to a weight. `.keras` and `.weights.h5` files have the sum in
/// place of that weight, and none of the factors; they are zeros when a file is read. Legacy files have the
/// weight and the factors, as those of Keras.
#[derive(Clone, Debug, PartialEq)]
pub enum Factor {
    /// The first one.
    First {
        /// The name of the weight to which the product is added, in the same layer.
        weight: String,
        /// The name of the second factor.
        second: String,
        /// The number by which the product is multiplied.
        scale: f64,
    },
    /// The second one.
    Second,
}

impl WeightSpec {
    fn new(
        name: impl Into<Cow<'static, str>>,
        shape: impl Into<Vec<usize>>,
        initializer: Handle<dyn Initializer>,
        trainable: bool,
    ) -> Self {
        let (name, shape) = (name.into(), shape.into());
        Self {
            name,
            part: Cow::Borrowed(""),
            number: None,
            shape,
            initializer,
            trainable,
            int8: false,
            regularizer: None,
            constraint: None,
            factor: None,
            carried: false,
        }
    }

    /// Sets the part of the layer that has the weight. Default: the layer itself.
    #[must_use]
    pub fn part(mut self, part: impl Into<Cow<'static, str>>) -> Self {
        self.part = part.into();
        self
    }

    /// Sets the penalty, or none.
    #[must_use]
    pub fn regularizer(mut self, regularizer: Option<&Handle<dyn Regularizer>>) -> Self {
        self.regularizer = regularizer.cloned();
        self
    }

    /// Sets the function that is applied after each step, or none.
    #[must_use]
    pub fn constraint(mut self, constraint: Option<&Handle<dyn Constraint>>) -> Self {
        self.constraint = constraint.cloned();
        self
    }

    /// Makes it a factor of a low-rank product.
    #[must_use]
    pub fn factor(mut self, factor: Factor) -> Self {
        self.factor = Some(factor);
        self
    }

    /// The weight, which is not trained if it is `fixed`.
    #[must_use]
    pub(crate) fn fixed(self, fixed: bool) -> Self {
        Self { trainable: self.trainable && !fixed, ..self }
    }

    /// A weight that the optimizer updates.
    pub fn trainable(
        name: impl Into<Cow<'static, str>>,
        shape: impl Into<Vec<usize>>,
        initializer: impl Into<Handle<dyn Initializer>>,
    ) -> Self {
        Self::new(name, shape, initializer.into(), true)
    }

    /// A weight that the layer itself updates, such as a moving average.
    pub fn state(
        name: impl Into<Cow<'static, str>>,
        shape: impl Into<Vec<usize>>,
        initializer: impl Into<Handle<dyn Initializer>>,
    ) -> Self {
        Self::new(name, shape, initializer.into(), false)
    }

    /// Whole numbers from -128 to 127 that are not trained.
    pub(crate) fn int8(name: impl Into<Cow<'static, str>>, shape: impl Into<Vec<usize>>) -> Self {
        Self { int8: true, ..Self::state(name, shape, crate::initializers::Zeros::new()) }
    }

    /// A state that the layer carries from batch to batch, from zeros on; the first size is the number of
    /// rows of every batch.
    pub fn carried(name: impl Into<Cow<'static, str>>, shape: impl Into<Vec<usize>>) -> Self {
        Self { carried: true, ..Self::state(name, shape, crate::initializers::Zeros::new()) }
    }
}

/// The requirements on a layer's inputs, checked before it is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputSpec {
    /// The exact number of dimensions, including the batch.
    pub ndim: Option<usize>,
    /// The minimum number of dimensions, including the batch.
    pub min_ndim: Option<usize>,
    /// The minimum number of inputs; `None` means exactly one.
    pub at_least: Option<usize>,
    /// If true, several inputs are separate arguments of a call, not a list. Default: false.
    pub separate: bool,
}

impl InputSpec {
    /// One input of exactly `ndim` dimensions.
    pub fn ndim(ndim: usize) -> Self {
        Self { ndim: Some(ndim), ..Self::default() }
    }

    /// One input of at least `ndim` dimensions.
    pub fn min_ndim(ndim: usize) -> Self {
        Self { min_ndim: Some(ndim), ..Self::default() }
    }

    /// At least `inputs` inputs.
    pub fn at_least(inputs: usize) -> Self {
        Self { at_least: Some(inputs), ..Self::default() }
    }

    /// At least `inputs` inputs, as separate arguments of a call.
    pub fn arguments(inputs: usize) -> Self {
        Self { at_least: Some(inputs), separate: true, ..Self::default() }
    }

    /// Checks the inputs of the layer with this name.
    pub(crate) fn check<S: Clone + Into<PartialShape>>(&self, layer: &str, inputs: &[S]) -> Result<()> {
        let fits = match self.at_least {
            None => inputs.len() == 1,
            Some(least) => inputs.len() >= least,
        };
        if !fits {
            let expected = self.at_least.map_or("1 input".to_string(), |n| format!("at least {n} inputs"));
            let given = inputs.len();
            return Err(Error::shape(format!("Layer '{layer}' expects {expected}, but it received {given}.")));
        }
        for (i, shape) in inputs.iter().cloned().map(Into::<PartialShape>::into).enumerate() {
            let found = shape.rank();
            let expected = match (self.ndim, self.min_ndim) {
                (Some(n), _) if n != found => format!("ndim={n}"),
                (_, Some(n)) if found < n => format!("min_ndim={n}"),
                _ => continue,
            };
            return Err(Error::shape(format!(
                "Input {i} of layer '{layer}' is incompatible with the layer: expected {expected}, found ndim={found}. \
                 Full shape received: {shape}"
            )));
        }
        Ok(())
    }
}

/// What the declaration of a layer provides; [`layer!`](crate::layer) implements it.
pub trait Common: Object {
    /// The common settings: name, dtype policy, trainable.
    fn base(&self) -> Base;
}

/// A layer. A layer of a user is declared by [`layer!`](crate::layer), with an example there, and implements
/// this trait with [`ops`](crate::ops); the layers of this crate are its equals.
pub trait Layer: Common {
    /// The requirements on the inputs.
    fn input_spec(&self) -> InputSpec {
        InputSpec::default()
    }

    /// Declares the weights for inputs of these shapes, trainable ones first. For inputs with unknown sizes
    /// it is asked twice, with two numbers in their place, and must declare the same weights.
    ///
    /// # Errors
    /// If the layer does not accept such inputs.
    fn build(&self, _inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        Ok(Vec::new())
    }

    /// Checks the settings and the shapes of the inputs, before the formula is traced.
    ///
    /// # Errors
    /// If the layer does not accept them; the message should name the setting or the shape.
    fn check(&self, _inputs: &[Shape]) -> Result<()> {
        Ok(())
    }

    /// The shape of one row of the output for inputs of which sizes are unknown, if numbers in place of these
    /// do not tell it; the layer has no weights. Default: none, it is traced with such numbers.
    fn partial_output(&self, _inputs: &[PartialShape]) -> Option<PartialShape> {
        None
    }

    /// The shapes of one row of all outputs, if they are known without a trace. Default: none, they are those
    /// of a trace.
    fn known_outputs(&self, _inputs: &[PartialShape]) -> Option<Vec<PartialShape>> {
        None
    }

    /// The formula, on tensors of the program that is being traced. Inputs have the layer's compute type, to
    /// which the result is converted. The shape of the output follows from the formula.
    ///
    /// # Errors
    /// If the inputs do not fit, or a weight is missing.
    fn call(&self, _scope: &mut Scope, _inputs: &[Tensor]) -> Result<Tensor> {
        Err(Error::argument(format!("layer {} implements neither `call` nor `forward`", self.class_name())))
    }

    /// Traces the formula as StableHLO operations; by default those of [`call`](Self::call).
    ///
    /// # Errors
    /// If the program cannot be built.
    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let outputs = cx.trace(inputs, |scope, inputs| Ok(vec![self.call(scope, inputs)?]))?;
        outputs.first().copied().ok_or_else(|| Error::argument("a formula has no result"))
    }

    /// Traces a layer of several outputs, by [`CallContext::trace`]; by default the output of
    /// [`forward`](Self::forward).
    ///
    /// # Errors
    /// If the program cannot be built.
    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        Ok(vec![self.forward(cx, inputs)?])
    }

    /// The sizes of the states of a cell, of which an [`RNN`](crate::layers::RNN) repeats the steps: its
    /// inputs are that of a step and the states, its outputs, by [`forward_all`](Self::forward_all), the
    /// output of the step, which has the size of the first state, and the new states. Default: none, it is no
    /// cell.
    fn state_sizes(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The index of the state of a cell that is its output. Default: 0.
    fn output_state(&self) -> usize {
        0
    }

    /// The penalty of the outputs that training adds to the loss, divided by the rows of the batch. Default:
    /// the setting.
    fn activity_regularizer(&self) -> Option<Handle<dyn Regularizer>> {
        self.base().activity_regularizer
    }

    /// What the layer does on the host, before programs; they begin with its result then. Default: nothing.
    fn preparation(&self) -> Option<&dyn Preparation> {
        None
    }

    /// If true, the layer passes the mask of its input on. Default: false; the mask ends here, as in Keras.
    fn supports_masking(&self) -> bool {
        false
    }

    /// If true, the formula has the masks of its inputs also where the layer is given several arguments.
    /// Recurrent layers have not: Keras gives them no mask beside initial states, unless it is explicit.
    /// Default: true.
    fn takes_masks_of_arguments(&self) -> bool {
        true
    }

    /// The mask of the output, the first of several, from the inputs and their masks: `(batch, steps)` of
    /// booleans, false for steps that do not count. By default the first input's mask, if the layer
    /// [supports](Self::supports_masking) masks.
    ///
    /// # Errors
    /// If the masks do not fit.
    fn compute_mask(&self, _inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
        Ok(if self.supports_masking() { masks.first().cloned().flatten() } else { None })
    }

    /// The names and values of the weights that the layer, which is quantized to whole numbers, has in place
    /// of the weight with this name, values and shape.
    ///
    /// # Errors
    /// If the layer cannot be quantized, as most cannot.
    fn quantize(&self, name: &str, _values: &[f32], _shape: &[usize]) -> Result<Vec<(String, Vec<f32>)>> {
        let class = self.class_name();
        Err(Error::argument(format!("layer {class} cannot be quantized: it has no whole numbers for {name}")))
    }

    /// If true, which is the default, inputs are converted to the compute type. Layers that look numbers up
    /// take them as they are.
    fn converts_inputs(&self) -> bool {
        true
    }

    /// The module by which Keras's files name a class that `keras.layers` does not export. Default: none.
    fn module(&self) -> Option<&'static str> {
        None
    }

    /// The arguments of a call in configurations, `args` and `kwargs`, given those that are its tensors.
    /// Default: the tensors themselves.
    fn call_arguments(&self, _tensors: &[Json]) -> Option<Json> {
        None
    }
}

/// What a layer does on the host before programs; `None` for layers of programs.
pub(crate) fn on_host(layer: &dyn Layer) -> Option<&dyn Preparation> {
    layer.preparation().filter(|preparation| !preparation.in_programs())
}
