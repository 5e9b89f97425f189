//! Symbolic tensors, and the layers that make them.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use crate::layers::{Layer, WeightSpec};
use crate::{Error, Result, Shape, naming};

/// A layer in use: named, and built at its first call. Clones are the same layer.
///
/// A layer that is called once needs no such thing: `Conv2D::new(..).call(&x)`. One that is called several times shares
/// its weights among the calls:
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

/// A named layer, with what it was built for.
struct Operation {
    name: String,
    layer: Box<dyn Layer>,
    built: OnceLock<Built>,
    calls: AtomicUsize,
}

/// The shapes a layer was built for, and the weights it then asked for.
#[derive(Debug)]
pub(crate) struct Built {
    pub inputs: Vec<Shape>,
    pub weights: Vec<WeightSpec>,
}

impl SharedLayer {
    /// Puts a layer to use: it takes its name here.
    pub fn new(layer: impl Layer) -> Self {
        let name = layer.base().name.clone().unwrap_or_else(|| naming::auto_name(layer.class_name()));
        let layer: Box<dyn Layer> = Box::new(layer);
        Self(Arc::new(Operation { name, layer, built: OnceLock::new(), calls: AtomicUsize::new(0) }))
    }

    /// Its name, such as `conv2d_1`.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The layer itself.
    pub fn layer(&self) -> &dyn Layer {
        &*self.0.layer
    }

    /// The weights it was built with; none before its first call.
    pub fn weights(&self) -> &[WeightSpec] {
        self.built().map_or(&[], |b| &b.weights)
    }

    pub(crate) fn built(&self) -> Option<&Built> {
        self.0.built.get()
    }

    /// Whether both are the same layer.
    pub fn is(&self, other: &SharedLayer) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Applies it: the symbolic output, of a checked shape.
    ///
    /// # Errors
    /// Where the inputs' shapes do not fit the layer, or the weights of an earlier call.
    pub fn call(&self, inputs: impl Inputs) -> Result<KerasTensor> {
        let inputs = inputs.tensors();
        let shapes: Vec<Shape> = inputs.iter().map(|t| t.shape().clone()).collect();
        let layer = self.layer();
        layer.input_spec().check(self.name(), &shapes)?;
        let weights = layer.build(&shapes).map_err(|e| self.locate(e))?;
        let output = layer.output_shape(&shapes).map_err(|e| self.locate(e))?;
        let built = self.0.built.get_or_init(|| Built { inputs: shapes.clone(), weights: weights.clone() });
        let same =
            built.weights.len() == weights.len() && built.weights.iter().zip(&weights).all(|(a, b)| a.shape == b.shape);
        if !same {
            return Err(Error::shape(format!(
                "Layer '{}' was built for inputs of shape {} and has weights for them; it cannot take {}",
                self.name(),
                list(&built.inputs),
                list(&shapes)
            )));
        }
        Ok(self.node(inputs, output))
    }

    /// The symbolic tensor of an input layer.
    pub(crate) fn as_input(&self, shape: Shape) -> KerasTensor {
        self.0.built.get_or_init(|| Built { inputs: Vec::new(), weights: Vec::new() });
        self.node(Vec::new(), shape)
    }

    fn node(&self, inputs: Vec<KerasTensor>, shape: Shape) -> KerasTensor {
        let index = self.0.calls.fetch_add(1, Ordering::Relaxed);
        KerasTensor(Arc::new(Node { layer: self.clone(), index, inputs, shape }))
    }

    fn locate(&self, error: Error) -> Error {
        error.at(format_args!("layer '{}' ({})", self.name(), self.layer().class_name()))
    }
}

fn list(shapes: &[Shape]) -> String {
    shapes.iter().map(Shape::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Debug for SharedLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} name={}>", self.layer().class_name(), self.name())
    }
}

/// A symbolic tensor: what a layer will give, known by shape. Clones are the same tensor.
#[derive(Clone)]
pub struct KerasTensor(Arc<Node>);

/// One call of a layer.
struct Node {
    layer: SharedLayer,
    index: usize,
    inputs: Vec<KerasTensor>,
    shape: Shape,
}

impl KerasTensor {
    /// The shape of one row.
    pub fn shape(&self) -> &Shape {
        &self.0.shape
    }

    /// The layer that makes it.
    pub fn layer(&self) -> &SharedLayer {
        &self.0.layer
    }

    /// Which call of its layer makes it, counted from 0 over all networks the layer is part of.
    pub fn node_index(&self) -> usize {
        self.0.index
    }

    /// What its layer was called with.
    pub fn inputs(&self) -> &[KerasTensor] {
        &self.0.inputs
    }

    /// Whether it is an [`Input`](crate::Input)'s.
    pub fn is_input(&self) -> bool {
        self.0.inputs.is_empty()
    }

    /// Whether both are the same tensor.
    pub fn is(&self, other: &KerasTensor) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for KerasTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<KerasTensor shape={} layer={}>", self.shape(), self.layer().name())
    }
}

/// What a layer can be called with: an [`Input`](crate::Input), a symbolic tensor, or several in an array.
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
