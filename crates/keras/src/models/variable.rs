//! A weight and its values.

use crate::array::Array;
use crate::error::Result;
use crate::graph::Factor;

/// A weight of a model: its name, shape and values, stored on the host as `float32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The layer's name and the weight's, such as `conv2d/kernel`.
    pub path: String,
    /// The name within the layer, such as `kernel`.
    pub name: String,
    /// The part of the layer that has it, as in the groups of weight files; empty for the layer itself.
    pub part: String,
    /// The full shape.
    pub shape: Vec<usize>,
    /// If true, the optimizer updates it.
    pub trainable: bool,
    /// If true, it has the whole numbers of a quantized layer, which files have as `int8`.
    pub int8: bool,
    /// What it is in a product that files have in another weight; `None` if it is in no such product.
    pub factor: Option<Factor>,
    /// If true, it is a state that a layer carries from batch to batch, which files do not have.
    pub carried: bool,
    /// The values, row-major.
    pub values: Vec<f32>,
}

impl Variable {
    /// The number of values that its shape has.
    pub(crate) fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// The values as an array of this shape; of a scalar, one value.
    ///
    /// # Errors
    /// Currently none: the values fit the shape.
    pub fn to_array(&self) -> Result<Array> {
        let dims = if self.shape.is_empty() { vec![1] } else { self.shape.clone() };
        Array::new(dims, self.values.clone())
    }
}
