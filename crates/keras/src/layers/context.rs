//! What a layer sees while its formula is traced.

use stablehlo::ops::RngAlgorithm;
use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

use crate::{Error, ErrorKind, Result};

/// What a layer sees while its formula is traced: the builder, its own weights, and a source of random bits.
#[derive(Debug)]
pub struct CallContext<'a> {
    /// The function being built.
    pub b: &'a mut FuncBuilder,
    /// Whether this is a training step (batch statistics, dropout).
    pub training: bool,
    compute: ElementType,
    weights: &'a [Value],
    updates: Vec<(usize, Value)>,
    rng: &'a mut Option<Value>,
}

impl<'a> CallContext<'a> {
    pub(crate) fn new(
        b: &'a mut FuncBuilder,
        training: bool,
        compute: ElementType,
        weights: &'a [Value],
        rng: &'a mut Option<Value>,
    ) -> Self {
        Self { b, training, compute, weights, updates: Vec::new(), rng }
    }

    /// What the layer computes in.
    pub fn compute(&self) -> ElementType {
        self.compute
    }

    /// The layer's weight of that number, in the order of its `build`, as it is kept: `f32`.
    ///
    /// # Errors
    /// Where the layer built fewer.
    pub fn weight(&self, index: usize) -> Result<Value> {
        self.weights.get(index).copied().ok_or_else(|| {
            Error::new(ErrorKind::Program, format!("weight {index} of {} was asked for", self.weights.len()))
        })
    }

    /// The layer's weight of that number in the compute type.
    ///
    /// # Errors
    /// Where the layer built fewer.
    pub fn cast_weight(&mut self, index: usize) -> Result<Value> {
        let weight = self.weight(index)?;
        Ok(self.b.convert(weight, self.compute)?)
    }

    /// Gives the weight of that number a new value (`f32`) at the end of this step.
    pub fn update_weight(&mut self, index: usize, value: Value) {
        self.updates.push((index, value));
    }

    /// Random bits, new at every step and different on every core.
    ///
    /// # Errors
    /// Outside of training, where there is no random state.
    pub fn random_bits(&mut self, ty: TensorType) -> Result<Value> {
        let state = self.rng.ok_or_else(|| {
            Error::new(ErrorKind::Program, "random bits were asked for in a program without random state")
        })?;
        let (state, bits) = self.b.rng_bits(RngAlgorithm::Default, state, ty)?;
        *self.rng = Some(state);
        Ok(bits)
    }

    pub(crate) fn into_updates(self) -> Vec<(usize, Value)> {
        self.updates
    }
}

/// What a layer without weights makes of `x`, by the interpreter; in training where there is a seed for what it draws.
#[cfg(test)]
pub(crate) fn evaluate(layer: &dyn super::Layer, x: &stablehlo::Literal, seed: Option<u64>) -> stablehlo::Literal {
    let mut b = FuncBuilder::new("main");
    let input = b.param(x.ty().clone());
    let mut rng = seed.map(|_| b.param(TensorType::new(ElementType::Ui64, [2])));
    let mut cx = CallContext::new(&mut b, seed.is_some(), x.ty().element, &[], &mut rng);
    let output = layer.forward(&mut cx, &[input]).unwrap();
    let module = stablehlo::Module::new("layer", b.finish(vec![output]));
    stablehlo::verify(&module).unwrap();
    let state = seed.map(|seed| stablehlo::Literal::from_vec([2], [seed, 0]).unwrap());
    let inputs: Vec<_> = [Some(x.clone()), state].into_iter().flatten().collect();
    stablehlo::interpret::evaluate(&module, &inputs).unwrap().remove(0)
}
