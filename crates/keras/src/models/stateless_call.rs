//! A model within a formula.

use stablehlo::ElementType;

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
    /// true: [`stateless_call_seeded`](Self::stateless_call_seeded) has random numbers.
    pub fn stateless_call(
        &self,
        variables: &[Tensor],
        inputs: &[Tensor],
        training: bool,
    ) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
        self.called(variables, inputs, training, None)
    }

    /// [`stateless_call`](Self::stateless_call) in training, with random numbers that follow from a seed: a
    /// tensor of one integer from 0 on. A step that is given its number draws others than the steps before.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dropout, ops};
    /// use stablehlo::{ElementType::{F32, I32}, Literal, TensorType, interpret};
    /// let input = Input::new([8]);
    /// let model = Model::new(&input, &Dropout::new(0.5).call(&input)?)?;
    /// let types = [TensorType::new(F32, [1, 8]), TensorType::new(I32, [1])];
    /// let program = ops::program(&types, |x| Ok(model.stateless_call_seeded(&[], &x[..1], &x[1])?.0))?;
    /// let (ones, seed) = (Literal::from_vec([1, 8], [1.0f32; 8])?, Literal::from_vec([1], [7])?);
    /// let kept = interpret::evaluate(&program, &[ones, seed])?;
    /// assert!(kept[0].to_vec::<f32>()?.iter().all(|x| [0.0, 2.0].contains(x)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) for another number of variables or inputs,
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the seed is not one number.
    pub fn stateless_call_seeded(
        &self,
        variables: &[Tensor],
        inputs: &[Tensor],
        seed: &Tensor,
    ) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
        if seed.size() != 1 {
            let (name, shape) = (self.name(), seed.shape());
            return Err(Error::shape(format!(
                "model '{name}': the seed is one number, not a tensor of shape {shape:?}"
            )));
        }
        let seed = ops::reshape(seed, &[1]).to(ElementType::Ui64);
        let state = ops::concatenate(&[&seed, &ops::zeros_like(&seed)], 0)?;
        self.called(variables, inputs, true, Some(&state))
    }

    /// Outputs and variables; the random state is there if layers may draw numbers.
    fn called(
        &self,
        variables: &[Tensor],
        inputs: &[Tensor],
        training: bool,
        random: Option<&Tensor>,
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
        let operands: Vec<&Tensor> = inputs.iter().chain(&fitted).chain(random).collect();
        let mut outputs = emit_all("stateless_call", &operands, |b, values| {
            let (inputs, rest) = values.split_at(inputs.len());
            let (variables, random) = rest.split_at(fitted.len());
            let (mut variables, mut random) = (variables.to_vec(), random.first().copied());
            let outputs = self.network().forward(b, inputs, &mut variables, training, &mut random);
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
