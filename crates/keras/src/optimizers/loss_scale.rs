//! An optimizer whose loss is multiplied, so that gradients of low precision do not vanish.

use super::learning_rate::LearningRate;
use super::optimizer::{Declaration, LossScaling, Optimizer, Slot, Update};
use super::options::Options;
use crate::error::{Error, Result};
use crate::objects::Handle;
use crate::ops::{self, Axes, Tensor};

crate::object! {
    /// Another optimizer with a dynamic scale: training multiplies the loss by it, and divides the gradients.
    /// A step whose gradients are not finite is left out and halves the scale; `dynamic_growth_steps` steps
    /// in a row whose gradients are double it.
    ///
    /// It is meant for models whose layers have the policy `mixed_float16`. Keras wraps their optimizer
    /// itself.
    ///
    /// ```
    /// use keras::optimizers::{Adam, LossScaleOptimizer, Optimizer};
    /// let optimizer = LossScaleOptimizer::new(Adam::new()).initial_scale(1024.0);
    /// assert_eq!(optimizer.first_learning_rate(), 1e-3);
    /// ```
    LossScaleOptimizer(
        /// The optimizer.
        inner_optimizer: [Handle<dyn Optimizer>],
    ): dyn Optimizer {
        /// The scale before the first step. Default: 32768.
        initial_scale: [f64] = 32768.0;
        /// The number of steps after which the scale doubles. Default: 2000.
        dynamic_growth_steps: [usize] = 2000;
        /// The name. Default: `loss_scale_optimizer`.
        name: [String] = "loss_scale_optimizer".to_owned();
    }
    check |optimizer| { optimizer.check_settings() }
}

impl LossScaleOptimizer {
    fn check_settings(&self) -> Result<()> {
        let (scale, steps) = (self.initial_scale, self.dynamic_growth_steps);
        if self.inner_optimizer.loss_scaling().is_some() || !(scale > 0.0 && scale <= MOST) || steps == 0 {
            return Err(Error::argument(format!(
                "LossScaleOptimizer: inner_optimizer is another one without a scale, initial_scale is positive, and \
                 dynamic_growth_steps at least 1. Received: {}, {scale}, {steps}",
                self.inner_optimizer.class_name()
            )));
        }
        Ok(())
    }
}

/// The largest scale, 2^126.
const MOST: f64 = 8.507_059_173_023_462e37;

/// The slots of the scale, each one number: the steps since the scale has changed, the scale, and the number
/// of updates of the inner optimizer.
const OWN: [&str; 3] = ["step_counter", "dynamic_scale", "iteration"];

impl Declaration for LossScaleOptimizer {
    fn options(&self) -> Options {
        let inner = self.inner_optimizer.options();
        Options {
            name: self.name.clone(),
            learning_rate: inner.learning_rate,
            weight_decay: None,
            clipnorm: None,
            global_clipnorm: None,
            clipvalue: None,
            ema: None,
            gradient_accumulation_steps: None,
        }
    }

    fn at_rate(&self, learning_rate: LearningRate) -> Handle<dyn Optimizer> {
        let inner_optimizer = self.inner_optimizer.at_rate(learning_rate);
        Self { inner_optimizer, ..self.clone() }.into()
    }
}

impl Optimizer for LossScaleOptimizer {
    fn slots(&self) -> Vec<Slot> {
        let [counter, scale, iteration] = OWN;
        let own = [Slot::shared(counter, 0.0), Slot::shared(scale, self.initial_scale), Slot::shared(iteration, 0.0)];
        own.into_iter().chain(self.inner_optimizer.all_slots()).collect()
    }

    fn slot_shape(&self, slot: &Slot, param: &[usize], path: &str) -> Option<Vec<usize>> {
        if OWN.contains(&slot.name) { Some(Vec::new()) } else { self.inner_optimizer.slot_shape(slot, param, path) }
    }

    fn loss_scaling(&self) -> Option<LossScaling<'_>> {
        Some(LossScaling { inner: &*self.inner_optimizer, growth_steps: self.dynamic_growth_steps })
    }

    fn update(&self, _step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        Err(Error::argument("LossScaleOptimizer has no rule of its own; `apply` uses that of inner_optimizer"))
    }
}

impl LossScaling<'_> {
    /// The number of slots of the scale, before those of the inner optimizer.
    pub(crate) const SLOTS: usize = OWN.len();

    /// The index of the scale among the slots.
    pub(crate) const SCALE: usize = 1;

    /// The index of the number of updates, the last of the scale's slots. Files have it with the inner
    /// optimizer.
    pub(crate) const ITERATION: usize = 2;

    /// True if all gradients are finite, and the slots of the scale after the step.
    pub(super) fn next(&self, grads: &[Tensor], slots: &[Tensor]) -> (Tensor, Vec<Tensor>) {
        let (counter, scale, iteration) = (&slots[0], &slots[Self::SCALE], &slots[2]);
        let all_finite = |grad: &Tensor| ops::all(&ops::isfinite(grad), Axes::All, false);
        let finite = grads.iter().map(all_finite).reduce(|a, b| ops::logical_and(&a, &b));
        let finite = finite.unwrap_or_else(|| ops::equal(scale, scale));
        let (zero, one) = (ops::zeros_like(counter), ops::ones_like(counter));
        let grows = ops::equal(counter, &ops::full_like(counter, self.growth_steps as f64 - 1.0));
        let doubled = ops::minimum(&(scale * 2.0), &ops::full_like(scale, MOST));
        let grown = ops::where_(&grows, &doubled, scale);
        let counted = ops::where_(&grows, &zero, &(counter + 1.0));
        let next = vec![
            ops::where_(&finite, &counted, &zero),
            ops::where_(&finite, &grown, &(scale * 0.5)),
            iteration + ops::where_(&finite, &one, &zero),
        ];
        (finite, next)
    }
}
