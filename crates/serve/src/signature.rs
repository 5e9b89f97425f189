//! The inputs and outputs of a model, against which requests are checked.

use keras::{Model, PartialShape};

use crate::datatype::Datatype;
use crate::error::{Error, Result};
use crate::tensor::{Tensor, TensorReader};

/// The name, type and shape of an input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSpec {
    /// The name of its layer.
    pub name: String,
    /// The type.
    pub datatype: Datatype,
    /// The shape of a row; `None` for a size that each request has.
    pub row_dims: Vec<Option<usize>>,
}

/// The shape of a row of each input or output, as a request has them.
pub type RowDims = Vec<Vec<usize>>;

impl TensorSpec {
    /// Returns true if a row may have this shape.
    fn accepts(&self, row_dims: &[usize]) -> bool {
        let fits = |(own, size): (&Option<usize>, &usize)| own.map_or(*size > 0, |own| own == *size);
        self.row_dims.len() == row_dims.len() && self.row_dims.iter().zip(row_dims).all(fits)
    }

    /// The tensor of the JSON that was read, if its values are of this type.
    ///
    /// # Errors
    /// A value has a fraction or is out of range; lists have several shapes.
    pub fn tensor(&self, reader: TensorReader) -> Result<Tensor> {
        let name = self.datatype.kserve();
        if let (Some((least, most)), Some(range)) = (self.datatype.integers(), reader.range()) {
            if reader.has_fractions() {
                return Err(Error::invalid(format!("the datatype is {name}: its values have no fraction")));
            }
            if range.0 < least || range.1 > most {
                return Err(Error::invalid(format!("the datatype is {name}: its values are {least} to {most}")));
            }
        }
        reader.finish().map_err(Error::invalid)
    }

    /// The shape with -1 for the batch, and for sizes that each request has.
    pub fn shape(&self) -> Vec<i64> {
        let size = |size: &Option<usize>| size.map_or(-1, |size| i64::try_from(size).unwrap_or(i64::MAX));
        std::iter::once(-1).chain(self.row_dims.iter().map(size)).collect()
    }
}

/// The inputs and outputs of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Of which there is at least one.
    pub inputs: Vec<TensorSpec>,
    /// Of which there is at least one.
    pub outputs: Vec<TensorSpec>,
}

/// What is computed by a run: the values of each input, in the order of the signature, for some rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The number of rows, at least one.
    pub count: usize,
    /// The shapes of a row.
    pub row_dims: RowDims,
    /// The values of each tensor.
    pub tensors: Vec<Vec<f32>>,
}

impl Signature {
    /// That of a model.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense};
    /// use serve::Signature;
    /// let input = Input::new([4]).name("x");
    /// let output = Dense::new(2).name("y").call(&input)?;
    /// let signature = Signature::of(&Model::new(&input, &output)?);
    /// assert_eq!((signature.inputs[0].name.as_str(), signature.outputs[0].shape()), ("x", vec![-1, 2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(model: &Model) -> Signature {
        let tensors = |tensors: &[keras::KerasTensor], is_input: bool| {
            let mut specs: Vec<TensorSpec> = Vec::new();
            for tensor in tensors {
                let layer = tensor.layer();
                let declared = layer.serialize()["config"]["dtype"].as_str().and_then(Datatype::from_keras);
                // A layer may give several outputs; they are numbered, as Keras numbers names.
                let same = specs.iter().filter(|spec| spec.name.split(':').next() == Some(layer.name())).count();
                let name = if same == 0 { layer.name().to_string() } else { format!("{}:{same}", layer.name()) };
                let datatype = declared.filter(|_| is_input).unwrap_or(Datatype::Fp32);
                specs.push(TensorSpec { name, datatype, row_dims: tensor.shape().dims().to_vec() });
            }
            specs
        };
        Signature { inputs: tensors(model.inputs(), true), outputs: tensors(model.outputs(), false) }
    }

    /// The input with this name, or the only one if there is no name.
    ///
    /// # Errors
    /// There is none.
    pub fn input(&self, name: Option<&str>) -> Result<usize> {
        let names = || self.inputs.iter().map(|spec| format!("'{}'", spec.name)).collect::<Vec<_>>().join(", ");
        match name {
            Some(name) => {
                self.inputs.iter().position(|spec| spec.name == name).ok_or_else(|| {
                    Error::invalid(format!("the model has no input {name:?}; its inputs are {}", names()))
                })
            }
            None if self.inputs.len() == 1 => Ok(0),
            None => Err(Error::invalid(format!("the model has several inputs, which must be named: {}", names()))),
        }
    }

    /// The output with this name.
    ///
    /// # Errors
    /// There is none.
    pub fn output(&self, name: &str) -> Result<usize> {
        let names = || self.outputs.iter().map(|spec| format!("'{}'", spec.name)).collect::<Vec<_>>().join(", ");
        let found = self.outputs.iter().position(|spec| spec.name == name);
        found.ok_or_else(|| Error::invalid(format!("the model has no output {name:?}; its outputs are {}", names())))
    }

    /// Checks that the tensors, which are in the order of the inputs, have their shapes, and the same number
    /// of rows.
    ///
    /// # Errors
    /// One is missing, or has another shape.
    pub fn check(&self, tensors: Vec<Option<Tensor>>) -> Result<Rows> {
        let mut rows = Rows { count: 0, row_dims: RowDims::new(), tensors: Vec::with_capacity(self.inputs.len()) };
        let mut first = "";
        for (spec, tensor) in self.inputs.iter().zip(tensors) {
            let name = &spec.name;
            let tensor = tensor.ok_or_else(|| Error::invalid(format!("the input '{name}' is missing")))?;
            let Some((count, row_dims)) = tensor.dims.split_first() else {
                return Err(Error::invalid(format!("input '{name}' is a number: send a list of rows")));
            };
            // As in Keras, a last dimension of 1 may be left out, or added.
            let row_dims = PartialShape::from(spec.row_dims.clone()).adjusted(row_dims);
            if !spec.accepts(&row_dims) && *count > 0 {
                return Err(Error::invalid(format!(
                    "input '{name}' has shape {:?}; the model takes {:?}, where -1 is any size from 1 on, the first one \
                     the number of rows",
                    tensor.dims,
                    spec.shape()
                )));
            }
            if *count == 0 {
                return Err(Error::invalid(format!("input '{name}' has no rows: send at least one")));
            }
            if rows.count != 0 && rows.count != *count {
                return Err(Error::invalid(format!(
                    "input '{name}' has {count} rows and input '{first}' {}: they must have as many",
                    rows.count
                )));
            }
            (rows.count, first) = (*count, name);
            rows.row_dims.push(row_dims);
            rows.tensors.push(tensor.values);
        }
        Ok(rows)
    }
}
