//! The masks of recurrent dropout, which factors of a cell's products are multiplied by.
//!
//! A mask is the same in all steps. It acts on the factors of products alone: the state that is carried from
//! step to step stays whole.

use stablehlo::ElementType;

use crate::error::Result;
use crate::graph::Scope;
use crate::ops::{self, Tensor};

/// The dropouts of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dropouts {
    /// The fraction of the input that becomes 0.
    input: f64,
    /// The fraction of the state that becomes 0.
    state: f64,
    /// The number of masks of each: one for all gates, or one for each.
    count: usize,
    /// True if Keras takes a fraction of 1 for none, as its gated cells do.
    gated: bool,
}

/// The masks of a call, none without dropout.
#[derive(Debug, Default)]
pub(super) struct Masks {
    pub input: Vec<Tensor>,
    pub state: Vec<Tensor>,
}

impl Dropouts {
    /// Those of a cell without gates.
    pub fn plain([input, state]: [f64; 2]) -> Self {
        Self { input, state, count: 1, gated: false }
    }

    /// Those of a cell with so many gates. Keras has a mask for each gate if it drops parts of the state.
    pub fn gated([input, state]: [f64; 2], gates: usize) -> Self {
        Self { input, state, count: if state == 0.0 { 1 } else { gates }, gated: true }
    }

    /// Those of a cell with a mask for each of its gates in any case.
    pub fn of_each_gate([input, state]: [f64; 2], gates: usize) -> Self {
        Self { input, state, count: gates, gated: true }
    }

    /// Returns true if the fractions are fractions.
    pub fn are_valid(self) -> bool {
        [self.input, self.state].iter().all(|rate| (0.0..=1.0).contains(rate))
    }

    /// Draws the masks for the input of a step and a state of these shapes, which are of this type.
    pub fn masks(self, scope: &mut Scope, element: ElementType, input: &[usize], state: &[usize]) -> Result<Masks> {
        let mut draw = |rate: f64, shape: &[usize]| self.draw(scope, rate, element, shape);
        Ok(Masks { input: draw(self.input, input)?, state: draw(self.state, state)? })
    }

    fn draw(self, scope: &mut Scope, rate: f64, element: ElementType, shape: &[usize]) -> Result<Vec<Tensor>> {
        if !scope.training() || rate == 0.0 || (self.gated && rate == 1.0) {
            return Ok(Vec::new());
        }
        let draws = scope.random_uniform(&[&[self.count], shape].concat())?;
        let kept = ops::greater_equal(&draws, &ops::full_like(&draws, rate)).to(draws.element());
        let scaled = if rate == 1.0 { kept * 0.0 } else { kept * (1.0 / (1.0 - rate)) };
        Ok(ops::unstack(&scaled.to(element), 0))
    }
}

/// The products of a factor and the kernels of all gates, side by side: with one kernel of all gates, or, if
/// each has a mask, with one of each.
pub(super) fn products(x: &Tensor, kernels: &[Tensor], masks: &[Tensor]) -> Result<Tensor> {
    products_by(x, kernels, masks, |x, kernel| Ok(ops::matmul(x, kernel)))
}

/// The [`products`] of another kind.
pub(super) fn products_by(
    x: &Tensor,
    kernels: &[Tensor],
    masks: &[Tensor],
    product: impl Fn(&Tensor, &Tensor) -> Result<Tensor>,
) -> Result<Tensor> {
    let of_gates = kernels.iter().enumerate().map(|(gate, kernel)| product(&dropped(x, masks, gate), kernel));
    let of_gates = of_gates.collect::<Result<Vec<Tensor>>>()?;
    match &of_gates[..] {
        [all] => Ok(all.clone()),
        several => ops::concatenate(&several.iter().collect::<Vec<_>>(), -1),
    }
}

/// The kernel of all gates, or, if each has a mask, that of each.
pub(super) fn kernels(kernel: Tensor, masks: &[Tensor]) -> Vec<Tensor> {
    if masks.len() > 1 { ops::split(&kernel, masks.len(), -1) } else { vec![kernel] }
}

/// The factor of the product of a gate.
pub(super) fn dropped(x: &Tensor, masks: &[Tensor], gate: usize) -> Tensor {
    masks.get(gate).map_or_else(|| x.clone(), |mask| x * mask)
}
