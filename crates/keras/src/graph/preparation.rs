//! Layers that work on the host, before a program: programs have no strings.

use crate::array::Array;
use crate::error::Result;
use crate::partial_shape::PartialShape;
use crate::saving::WeightValue;
use crate::shape::Shape;
use crate::strings::Feature;

/// What a layer does on the host. In a model, such a layer takes inputs of the model; the model's programs
/// begin with its result, which [`Model::prepare`](crate::Model::prepare) computes.
pub trait Preparation {
    /// If true, the layer is in programs as others are, and works on the host only when it is asked to.
    /// Default: false.
    fn in_programs(&self) -> bool {
        false
    }

    /// The shape of one row of the result, for inputs of these shapes. A size that depends on the data, such
    /// as the words of the longest text, is unknown.
    ///
    /// # Errors
    /// If the inputs do not fit.
    fn prepared_shape(&self, inputs: &[Shape]) -> Result<PartialShape>;

    /// The numbers that programs are given for the layer's inputs.
    ///
    /// # Errors
    /// If the inputs do not fit, or the layer lacks what it needs, such as a vocabulary.
    fn prepare(&self, inputs: &[Feature]) -> Result<Array>;

    /// The files of the layer in a `.keras` archive, each with its path below the layer's folder. Default:
    /// none.
    fn assets(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Numbers in files of weights that are no weights of the model, by the names of their data sets.
    /// Default: none.
    fn states(&self) -> Vec<WeightValue> {
        Vec::new()
    }
}
