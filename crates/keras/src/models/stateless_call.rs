//! A model within a formula.

use super::model::Model;
use crate::error::{Error, Result};
use crate::ops::{self, Tensor, emit_all};

impl Model {
    /// The model's outputs within a formula, for variables that have the values of these tensors: Keras's
    /// `stateless_call`. The second result are the variables after the call, of which a layer such as a batch
    /// normalization has changed its own in training.
    ///
    /// With [`ops::gradients`](crate::ops::gradients) and [`Function`](crate::Function) it makes a training
    /// step of one's own.
    ///
    /// ```no_run
    /// use keras::{Array, Function};
    /// # fn example(model: keras::Model, device: keras::Device, x: Array) -> keras::Result<()> {
    /// let count = model.variables().len();
    /// let forward = Function::new(&device, |x| Ok(model.stateless_call(&x[..count], &x[count..], false)?.0))?;
    /// let mut arguments: Vec<Array> = model.variables().iter().map(|v| v.to_array()).collect::<keras::Result<_>>()?;
    /// arguments.push(x);
    /// println!("{:?}", forward.call(arguments)?[0].row(0));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) for another number of variables or inputs. A layer
    /// that draws random numbers in training, such as a dropout, is an error of the trace if `training` is
    /// true.
    pub fn stateless_call(
        &self,
        variables: &[Tensor],
        inputs: &[Tensor],
        training: bool,
    ) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
        for (what, given, expected) in
            [("variables", variables.len(), self.variables().len()), ("inputs", inputs.len(), self.inputs().len())]
        {
            if given != expected {
                let name = self.name();
                return Err(Error::argument(format!("model '{name}' has {expected} {what}; {given} were given")));
            }
        }
        let fitted: Vec<Tensor> = variables.iter().zip(self.variables()).map(|(x, v)| fit(x, &v.shape)).collect();
        let operands: Vec<&Tensor> = inputs.iter().chain(&fitted).collect();
        let mut outputs = emit_all("stateless_call", &operands, |b, values| {
            let (inputs, variables) = values.split_at(inputs.len());
            let mut variables = variables.to_vec();
            let outputs = self.network().forward(b, inputs, &mut variables, training, &mut None);
            let mut results =
                outputs.map_err(|e| stablehlo::Error::new(stablehlo::ErrorKind::Program, e.to_string()))?;
            results.append(&mut variables);
            Ok(results)
        });
        if outputs.len() != self.outputs().len() + variables.len() {
            // The trace fails with its own error, which is the cause.
            return Err(Error::argument(format!("model '{}' cannot be traced", self.name())));
        }
        let variables = outputs.split_off(self.outputs().len());
        Ok((outputs, variables))
    }
}

/// The tensor with this shape: a scalar variable is an array of one value outside of the formula.
fn fit(x: &Tensor, shape: &[usize]) -> Tensor {
    if x.shape() == shape {
        return x.clone();
    }
    ops::reshape(x, &shape.iter().map(|n| *n as i64).collect::<Vec<i64>>())
}
