//! What a layer is: a declaration that says its weights and shapes, and traces its formula.

use std::fmt;

use serde_json::{Map, Value as Json};

use crate::initializers::Initializer;
use crate::{DTypePolicy, Error, Result, Shape};

use super::CallContext;

/// What every layer has, whatever its class.
#[derive(Clone, Debug)]
pub struct Base {
    /// Its name; an automatic one where it has none of its own.
    pub name: Option<String>,
    /// What it computes in.
    pub dtype: DTypePolicy,
    /// Whether training changes its weights.
    pub trainable: bool,
}

impl Default for Base {
    fn default() -> Self {
        Self { name: None, dtype: DTypePolicy::default(), trainable: true }
    }
}

/// A weight that a layer asks for when it is built.
#[derive(Clone, Debug)]
pub struct WeightSpec {
    /// Its name within the layer, such as `kernel`.
    pub name: &'static str,
    /// Its whole shape.
    pub shape: Vec<usize>,
    /// Its first values.
    pub initializer: Initializer,
    /// Whether the optimizer changes it; the layer itself changes the others.
    pub trainable: bool,
}

impl WeightSpec {
    /// A weight that the optimizer changes.
    pub fn trainable(name: &'static str, shape: impl Into<Vec<usize>>, initializer: &Initializer) -> Self {
        Self { name, shape: shape.into(), initializer: *initializer, trainable: true }
    }

    /// A weight that the layer itself changes, such as a moving average.
    pub fn state(name: &'static str, shape: impl Into<Vec<usize>>, initializer: &Initializer) -> Self {
        Self { name, shape: shape.into(), initializer: *initializer, trainable: false }
    }
}

/// What a layer asks of its inputs, checked before it is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputSpec {
    /// The exact number of dimensions, the batch counted.
    pub ndim: Option<usize>,
    /// The least number of dimensions, the batch counted.
    pub min_ndim: Option<usize>,
    /// The least number of inputs; 1 where not given, and then exactly 1.
    pub at_least: Option<usize>,
}

impl InputSpec {
    /// One input of exactly so many dimensions.
    pub fn ndim(ndim: usize) -> Self {
        Self { ndim: Some(ndim), ..Self::default() }
    }

    /// One input of at least so many dimensions.
    pub fn min_ndim(ndim: usize) -> Self {
        Self { min_ndim: Some(ndim), ..Self::default() }
    }

    /// So many inputs or more.
    pub fn at_least(inputs: usize) -> Self {
        Self { at_least: Some(inputs), ..Self::default() }
    }

    /// Checks inputs for the layer of that name.
    pub(crate) fn check(&self, layer: &str, inputs: &[Shape]) -> Result<()> {
        let fits = match self.at_least {
            None => inputs.len() == 1,
            Some(least) => inputs.len() >= least,
        };
        if !fits {
            let expected = self.at_least.map_or("1 input".to_string(), |n| format!("at least {n} inputs"));
            let given = inputs.len();
            return Err(Error::shape(format!("Layer '{layer}' expects {expected}, but it received {given}.")));
        }
        for (i, shape) in inputs.iter().enumerate() {
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

/// A kind of layer. Each one here is made by the `layer!` declaration; write your own by implementing
/// this trait and calling it through [`SharedLayer`](crate::graph::SharedLayer).
pub trait Layer: fmt::Debug + Send + Sync + 'static {
    /// Keras's class name, such as `Conv2D`: automatic names, summaries and files follow from it.
    fn class_name(&self) -> &'static str;

    /// Name, data type and whether it is trainable.
    fn base(&self) -> &Base;

    /// The settings of this class as Keras's `get_config` gives them, without those of [`Base`].
    fn settings(&self) -> Map<String, Json> {
        Map::new()
    }

    /// What it asks of its inputs.
    fn input_spec(&self) -> InputSpec {
        InputSpec::default()
    }

    /// The weights it needs for inputs of these shapes, trainable ones first.
    ///
    /// # Errors
    /// Where it cannot take such inputs.
    fn build(&self, _inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        Ok(Vec::new())
    }

    /// The shape of its output.
    ///
    /// # Errors
    /// Where it cannot take such inputs.
    fn output_shape(&self, inputs: &[Shape]) -> Result<Shape>;

    /// Traces its formula. The inputs are of the layer's compute type, and so has to be the result.
    ///
    /// # Errors
    /// Where the program cannot be built.
    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[stablehlo::Value]) -> Result<stablehlo::Value>;
}
