//! What a formula on tensors has access to: weights, updates of weights, random numbers.

use stablehlo::{ElementType, Value};

use super::arguments::CallArguments;
use super::context::CallContext;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{self, Tensor};

/// The formula of a layer, boxed: see [`ops::traced`].
type Formula<'a> = Box<dyn FnOnce(&mut Scope, &[Tensor]) -> Result<Vec<Tensor>> + 'a>;

/// What the formula of a [`Layer`](crate::graph::Layer) has access to besides its inputs.
#[derive(Debug)]
pub struct Scope {
    training: bool,
    compute: ElementType,
    weights: Vec<Tensor>,
    updates: Vec<(usize, Tensor)>,
    /// What the layer adds to the loss.
    losses: Vec<Tensor>,
    /// The masks of the layer's inputs.
    masks: Vec<Option<Tensor>>,
    attention_mask: Option<Tensor>,
    /// The random state; `None` outside of training.
    random: Option<Tensor>,
    arguments: CallArguments,
}

impl Scope {
    /// True in a training step.
    pub fn training(&self) -> bool {
        self.training
    }

    /// The arguments of the call.
    pub fn arguments(&self) -> CallArguments {
        self.arguments
    }

    /// The mask of the layer's input with this index, `(batch, steps)` of booleans: false for steps that do
    /// not count; `None` if all do.
    pub fn mask(&self, input: usize) -> Option<&Tensor> {
        self.masks.get(input).and_then(Option::as_ref)
    }

    /// Which keys each query of an attention sees, `(batch, queries, keys)` of booleans; `None` if the call
    /// has no such mask.
    pub fn attention_mask(&self) -> Option<&Tensor> {
        self.attention_mask.as_ref()
    }

    /// The layer's weight with this index, in the order of `build`, in the layer's compute type.
    ///
    /// # Errors
    /// [`ErrorKind::Program`] if there is no such weight.
    pub fn weight(&self, index: usize) -> Result<Tensor> {
        Ok(self.variable(index)?.to(self.compute))
    }

    /// The layer's weight with this index in its stored type, `float32`.
    ///
    /// # Errors
    /// [`ErrorKind::Program`] if there is no such weight.
    pub fn variable(&self, index: usize) -> Result<Tensor> {
        self.weights.get(index).cloned().ok_or_else(|| {
            Error::new(ErrorKind::Program, format!("there is no weight {index}: the layer has {}", self.weights.len()))
        })
    }

    /// Sets the value of the weight with this index after this step.
    ///
    /// # Errors
    /// [`ErrorKind::Program`] if there is no such weight, or the value has another shape.
    pub fn update(&mut self, index: usize, value: &Tensor) -> Result<()> {
        let variable = self.variable(index)?;
        if variable.shape() != value.shape() {
            let (expected, given) = (variable.shape(), value.shape());
            let message = format!("weight {index} has shape {expected:?}, its new value {given:?}");
            return Err(Error::new(ErrorKind::Program, message));
        }
        self.updates.push((index, value.to(ElementType::F32)));
        Ok(())
    }

    /// Adds a scalar to the loss of the model, in training and in evaluation: Keras's `add_loss`.
    ///
    /// With several cores each one adds that of its own rows, and the loss has their mean, weighted by the
    /// rows. Predictions, and [`Model::stateless_call`](crate::Model::stateless_call), leave it out. Rows
    /// that fill a last batch up are among the layer's inputs, as they are for all that a layer computes.
    ///
    /// ```
    /// use keras::graph::{Layer, Scope};
    /// use keras::ops::{self, Axes, Tensor};
    /// use keras::Result;
    ///
    /// keras::layer! {
    ///     /// Keeps values small.
    ///     Small() {}
    /// }
    ///
    /// impl Layer for Small {
    ///     fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
    ///         scope.add_loss(&(ops::mean(&ops::square(&inputs[0]), Axes::All, false) * 0.01))?;
    ///         Ok(inputs[0].clone())
    ///     }
    /// }
    /// # let _ = Small::new().call(&keras::Input::new([4]))?;
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Shape`] if it is not a scalar.
    pub fn add_loss(&mut self, loss: &Tensor) -> Result<()> {
        if loss.ndim() > 0 {
            let shape = loss.shape();
            return Err(Error::shape(format!("add_loss takes a scalar, such as a sum or a mean, not shape {shape:?}")));
        }
        self.losses.push(loss.clone());
        Ok(())
    }

    /// Random numbers, uniform in `[0, 1)`, `float32`, which differ from step to step and from core to core.
    ///
    /// # Errors
    /// [`ErrorKind::Program`] outside of training.
    pub fn random_uniform(&mut self, shape: &[usize]) -> Result<Tensor> {
        let state = self.random.take().ok_or_else(|| {
            Error::new(ErrorKind::Program, "random numbers are available in training only; ask `training()` first")
        })?;
        let (state, numbers) = ops::random_uniform(&state, shape);
        self.random = Some(state);
        Ok(numbers)
    }
}

impl CallContext<'_> {
    /// Traces a formula on tensors of [`ops`](crate::ops), and returns its outputs in the compute type.
    ///
    /// # Errors
    /// Those of the formula.
    pub fn trace<'f>(
        &mut self,
        inputs: &[Value],
        formula: impl FnOnce(&mut Scope, &[Tensor]) -> Result<Vec<Tensor>> + 'f,
    ) -> Result<Vec<Value>> {
        self.trace_formula(inputs, Box::new(formula))
    }

    fn trace_formula(&mut self, inputs: &[Value], formula: Formula<'_>) -> Result<Vec<Value>> {
        let (training, compute, weights, state) =
            (self.training, self.compute(), self.weights().to_vec(), self.random_state());
        let mut values = inputs.to_vec();
        values.extend(&weights);
        values.extend(state);
        let (masks, arguments) = (self.masks().to_vec(), self.arguments());
        values.extend(masks.iter().flatten());
        let attention_mask = self.attention_mask();
        values.extend(attention_mask);
        let (mut updated, mut outputs, mut losses) = (Vec::new(), 0, 0);
        let mut results = ops::traced(self.b, &values, |tensors| {
            let (inputs, rest) = tensors.split_at(inputs.len());
            let (weights, rest) = rest.split_at(weights.len());
            let (random, rest) = rest.split_at(usize::from(state.is_some()));
            let (random, mut present) = (random.first().cloned(), rest.iter().cloned());
            let masks = masks.iter().map(|mask| mask.and_then(|_| present.next())).collect();
            let attention_mask = attention_mask.and_then(|_| present.next());
            let mut scope = Scope {
                training,
                compute,
                weights: weights.to_vec(),
                updates: Vec::new(),
                losses: Vec::new(),
                masks,
                attention_mask,
                random,
                arguments,
            };
            let mut results: Vec<Tensor> =
                formula(&mut scope, inputs)?.iter().map(|output| output.to(compute)).collect();
            outputs = results.len();
            for (index, value) in scope.updates {
                updated.push(index);
                results.push(value);
            }
            losses = scope.losses.len();
            results.extend(scope.losses);
            results.extend(scope.random);
            Ok(results)
        })?;
        let rest = results.split_off(outputs);
        let (new_weights, rest) = rest.split_at(updated.len().min(rest.len()));
        for (index, value) in updated.iter().zip(new_weights) {
            self.update_weight(*index, *value);
        }
        let (added, random) = rest.split_at(losses.min(rest.len()));
        added.iter().for_each(|loss| self.add_loss(*loss));
        if let Some(state) = random.first() {
            self.set_random_state(*state);
        }
        Ok(results)
    }
}
