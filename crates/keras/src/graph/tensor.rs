//! Symbolic tensors, and the layers that produce them.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use serde_json::Value as Json;

use super::arguments::CallArguments;
use super::layer::{Layer, WeightSpec};
use super::shape_inference::{Inferred, infer, list, same_shapes};
use crate::error::{Error, Result};
use crate::naming;
use crate::objects::Handle;
use crate::partial_shape::PartialShape;

/// A named layer that is built at its first call. Clones are the same layer.
///
/// A layer that is called once needs no `SharedLayer`: `Conv2D::new(..).call(&x)`. A layer that is called
/// several times shares its weights among the calls:
///
/// ```
/// use keras::{Input, layers::{Add, Dense}};
/// let x = Input::new([8]);
/// let dense = Dense::new(8).shared();
/// let once = dense.call(&x)?;
/// let twice = dense.call(&once)?;
/// let y = Add::new().call([&once, &twice])?;
/// let model = keras::Model::new(&x, &y)?;
/// assert_eq!(model.count_params(), 8 * 8 + 8);
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone)]
pub struct SharedLayer(Arc<Operation>);

/// A named layer and the result of building it.
struct Operation {
    name: String,
    layer: Handle<dyn Layer>,
    built: OnceLock<Built>,
    calls: AtomicUsize,
}

/// The input shapes that a layer was built for, and its weights.
#[derive(Debug)]
pub(crate) struct Built {
    pub inputs: Vec<PartialShape>,
    pub weights: Vec<WeightSpec>,
}

impl SharedLayer {
    /// Names a layer and makes it callable.
    pub fn new(layer: impl Into<Handle<dyn Layer>>) -> Self {
        Self::of_handle(layer.into())
    }

    fn of_handle(layer: Handle<dyn Layer>) -> Self {
        let name = layer.base().name.unwrap_or_else(|| naming::auto_name(layer.class_name()));
        Self(Arc::new(Operation { name, layer, built: OnceLock::new(), calls: AtomicUsize::new(0) }))
    }

    /// The name, such as `conv2d_1`.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The layer.
    pub fn layer(&self) -> &(dyn Layer + 'static) {
        &*self.0.layer
    }

    /// The layer as Keras serializes it: its class, its settings, and the name that it has here.
    pub fn serialize(&self) -> Json {
        let mut json = self.0.layer.serialize();
        json["config"]["name"] = self.name().into();
        json
    }

    /// The declared weights; empty before the first call.
    pub fn weights(&self) -> &[WeightSpec] {
        self.built().map_or(&[], |b| &b.weights)
    }

    pub(crate) fn built(&self) -> Option<&Built> {
        self.0.built.get()
    }

    /// What tells it from all other layers that there are.
    pub(crate) fn id(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// Returns true if both are the same layer.
    pub fn is(&self, other: &SharedLayer) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Calls the layer and returns its symbolic output, the first if there are several.
    ///
    /// # Errors
    /// If the inputs' shapes do not fit the layer, or the weights of an earlier call.
    pub fn call(&self, inputs: impl Inputs) -> Result<KerasTensor> {
        let outputs = self.call_with(inputs, CallArguments::default())?;
        outputs.into_iter().next().ok_or_else(|| Error::shape(format!("layer '{}' has no output", self.name())))
    }

    /// Calls the layer with arguments of the call, and returns all of its symbolic outputs. Explicit masks
    /// follow the inputs.
    ///
    /// # Errors
    /// Those of [`call`](Self::call).
    pub fn call_with(&self, inputs: impl Inputs, arguments: CallArguments) -> Result<Vec<KerasTensor>> {
        let inputs = inputs.tensors();
        inputs.iter().try_for_each(KerasTensor::check)?;
        let own = arguments
            .inputs_of(inputs.len())
            .map_err(|e| e.at(format_args!("layer '{}' ({})", self.name(), self.layer().class_name())))?;
        let shapes: Vec<PartialShape> = inputs[..own].iter().map(|t| t.shape().clone()).collect();
        let Inferred { weights, outputs } = infer(self.name(), self.layer(), &shapes, arguments)?;
        let built = self.0.built.get_or_init(|| Built { inputs: shapes.clone(), weights: weights.clone() });
        if !same_shapes(&built.weights, &weights) {
            return Err(Error::shape(format!(
                "Layer '{}' was built for inputs of shape {} and has weights for them; it cannot take {}",
                self.name(),
                list(&built.inputs),
                list(&shapes)
            )));
        }
        Ok(self.node(inputs, outputs, arguments, None))
    }

    /// Calls a function as a layer. If that fails, the tensor is invalid: the error is that of the layer or
    /// the model that takes it.
    pub(crate) fn call_or_invalid(&self, inputs: Vec<KerasTensor>) -> KerasTensor {
        self.call(inputs.clone()).unwrap_or_else(|error| {
            let shape = inputs.first().map_or_else(|| PartialShape::new([]), |input| input.shape().clone());
            self.node(inputs, vec![shape], CallArguments::default(), Some(error)).swap_remove(0)
        })
    }

    /// The symbolic tensor of an input layer.
    pub(crate) fn as_input(&self, shape: PartialShape) -> KerasTensor {
        self.0.built.get_or_init(|| Built { inputs: Vec::new(), weights: Vec::new() });
        self.node(Vec::new(), vec![shape], CallArguments::default(), None).swap_remove(0)
    }

    /// A call of the layer, which has at least one output.
    fn node(
        &self,
        inputs: Vec<KerasTensor>,
        shapes: Vec<PartialShape>,
        arguments: CallArguments,
        error: Option<Error>,
    ) -> Vec<KerasTensor> {
        let index = self.0.calls.fetch_add(1, Ordering::Relaxed);
        let count = shapes.len();
        let node = Arc::new(Node { layer: self.clone(), index, inputs, shapes, arguments, error });
        (0..count).map(|output| KerasTensor { node: node.clone(), output }).collect()
    }
}

impl fmt::Debug for SharedLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} name={}>", self.layer().class_name(), self.name())
    }
}

/// A symbolic tensor: the output of a layer, of which only the shape is known. Clones are the same tensor.
/// Operators, such as `&x + 1.0`, and the functions of [`symbolic`](crate::symbolic) are steps of the model.
#[derive(Clone)]
pub struct KerasTensor {
    node: Arc<Node>,
    output: usize,
}

/// One call of a layer.
struct Node {
    layer: SharedLayer,
    index: usize,
    inputs: Vec<KerasTensor>,
    shapes: Vec<PartialShape>,
    arguments: CallArguments,
    /// Why the call failed, if it did: see [`SharedLayer::call_or_invalid`].
    error: Option<Error>,
}

/// Calls are dropped one after the other: within each other, those of a long chain would overflow the stack.
impl Drop for Node {
    fn drop(&mut self) {
        let mut inputs = std::mem::take(&mut self.inputs);
        while let Some(input) = inputs.pop() {
            if let Some(mut node) = Arc::into_inner(input.node) {
                inputs.append(&mut node.inputs);
            }
        }
    }
}

impl KerasTensor {
    /// The error of the expression that the tensor is the result of, if it failed.
    pub(crate) fn check(&self) -> Result<()> {
        self.node.error.clone().map_or(Ok(()), Err)
    }

    /// The shape of one row.
    pub fn shape(&self) -> &PartialShape {
        &self.node.shapes[self.output]
    }

    /// The layer that produces it.
    pub fn layer(&self) -> &SharedLayer {
        &self.node.layer
    }

    /// The index of the layer's call that produces it, counted from 0 over all networks that contain the
    /// layer.
    pub fn node_index(&self) -> usize {
        self.node.index
    }

    /// The inputs of the layer's call, and the explicit masks that follow them.
    pub fn inputs(&self) -> &[KerasTensor] {
        &self.node.inputs
    }

    /// The first output of the layer's call that produces it.
    pub(crate) fn first_of_call(&self) -> Self {
        Self { node: self.node.clone(), output: 0 }
    }

    /// Returns true for the tensor of an [`Input`](crate::Input).
    pub fn is_input(&self) -> bool {
        self.node.inputs.is_empty()
    }

    /// Returns true if both are the same tensor.
    pub fn is(&self, other: &KerasTensor) -> bool {
        self.is_of_call(other) && self.output == other.output
    }

    /// The index among the outputs of the layer's call.
    pub fn tensor_index(&self) -> usize {
        self.output
    }

    /// The arguments of the layer's call.
    pub fn arguments(&self) -> CallArguments {
        self.node.arguments
    }

    /// The only output of a call like this one's, with another shape: for what a layer prepares on the host.
    pub(crate) fn with_shape(&self, shape: PartialShape) -> Self {
        self.layer().node(self.inputs().to_vec(), vec![shape], self.arguments(), None).swap_remove(0)
    }

    /// The shapes of one row of all outputs of the layer's call.
    pub(crate) fn shapes_of_call(&self) -> &[PartialShape] {
        &self.node.shapes
    }

    /// What tells its call from all others that there are.
    pub(crate) fn call_id(&self) -> usize {
        Arc::as_ptr(&self.node).addr()
    }

    /// Returns true if both are outputs of the same call.
    pub(crate) fn is_of_call(&self, other: &KerasTensor) -> bool {
        Arc::ptr_eq(&self.node, &other.node)
    }
}

impl fmt::Debug for KerasTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<KerasTensor shape={} layer={}>", self.shape(), self.layer().name())
    }
}

/// The arguments of a layer's call: an [`Input`](crate::Input), a symbolic tensor, or several in an array.
pub trait Inputs {
    /// The symbolic tensors.
    fn tensors(self) -> Vec<KerasTensor>;
}

impl Inputs for &KerasTensor {
    fn tensors(self) -> Vec<KerasTensor> {
        vec![self.clone()]
    }
}

impl<const N: usize> Inputs for [&KerasTensor; N] {
    fn tensors(self) -> Vec<KerasTensor> {
        self.into_iter().cloned().collect()
    }
}

impl Inputs for &[KerasTensor] {
    fn tensors(self) -> Vec<KerasTensor> {
        self.to_vec()
    }
}

impl Inputs for Vec<KerasTensor> {
    fn tensors(self) -> Vec<KerasTensor> {
        self
    }
}
