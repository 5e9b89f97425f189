//! What programs are given for the inputs of a model with layers of preparation.

use super::model::Model;
use crate::array::Array;
use crate::error::{Error, Result};
use crate::graph::{KerasTensor, on_host};
use crate::strings::Feature;

impl Model {
    /// The inputs as Keras has them, such as texts; those of programs are [`inputs`](Self::inputs).
    pub fn sources(&self) -> &[KerasTensor] {
        &self.network().sources
    }

    /// Returns true if a layer prepares inputs on the host, so that programs are given what
    /// [`prepare`](Self::prepare) returns.
    pub fn prepares(&self) -> bool {
        let (sources, inputs) = (self.sources(), self.inputs());
        sources.len() != inputs.len() || sources.iter().zip(inputs).any(|(source, input)| !source.is(input))
    }

    /// The arrays that programs are given for rows of the inputs, in the order of [`sources`](Self::sources):
    /// to train, evaluate and predict with.
    ///
    /// ```
    /// use keras::layers::{Dense, Embedding, GlobalAveragePooling1D, TextVectorization};
    /// use keras::{Array, Input, Model};
    /// let texts = Input::new([1]).dtype("string");
    /// let words = TextVectorization::new().output_sequence_length(3).adapt(["a good film", "a bad film"])?;
    /// let x = Embedding::new(words.vocabulary_size(), 4).call(&words.call(&texts)?)?;
    /// let model = Model::new(&texts, &Dense::new(1).call(&GlobalAveragePooling1D::new().call(&x)?)?)?;
    /// let x = model.prepare(&[["A film!", "good"].into()])?;
    /// assert_eq!(x, [Array::new([2, 3], vec![3, 2, 0, 4, 0, 0])?]);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there are more or fewer features than inputs,
    /// or a layer does not take them.
    pub fn prepare(&self, features: &[Feature]) -> Result<Vec<Array>> {
        let sources = self.sources();
        if features.len() != sources.len() {
            let names: Vec<&str> = sources.iter().map(|source| source.layer().name()).collect();
            let given = features.len();
            return Err(Error::argument(format!("the model has the inputs {names:?}; received {given} features")));
        }
        let of = |tensor: &KerasTensor| {
            let at = sources.iter().position(|source| source.is(tensor));
            at.map(|at| features[at].clone()).ok_or_else(|| Error::argument(format!("{tensor:?} is no input")))
        };
        let prepared = |input: &KerasTensor| match on_host(input.layer().layer()) {
            Some(layer) => {
                let features = input.inputs().iter().map(of).collect::<Result<Vec<Feature>>>()?;
                layer.prepare(&features).map_err(|e| e.at(format_args!("layer '{}'", input.layer().name())))
            }
            None => match of(input)? {
                Feature::Numbers(array) => Ok(array),
                Feature::Strings(_) => {
                    let name = input.layer().name();
                    Err(Error::argument(format!("the input '{name}' takes numbers; received strings")))
                }
            },
        };
        self.inputs().iter().map(prepared).collect()
    }
}
