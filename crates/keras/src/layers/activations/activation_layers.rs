//! Activations with settings or weights.

use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{Layer, Scope, WeightSpec};
use crate::initializers::{Initializer, Zeros};
use crate::objects::Handle;
use crate::ops::{self, Axes, Tensor};
use crate::regularizers::Regularizer;
use crate::shape::Shape;

crate::layer! {
    /// `max(x, 0)`, with a slope below the threshold and a maximum.
    ///
    /// `y = max_value` from there on, `x` from the threshold on, else `negative_slope (x - threshold)`.
    ///
    /// ```
    /// use keras::{Input, layers::ReLU};
    /// let x = Input::new([16]);
    /// assert_eq!(ReLU::new().max_value(6.0).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    ReLU() {
        /// The largest value. Default: none.
        max_value: [Option<f64>] = None;
        /// The slope below the threshold. Default: 0.
        negative_slope: [f64] = 0.0;
        /// The input from which it passes. Default: 0.
        threshold: [f64] = 0.0;
    }
}

impl Layer for ReLU {
    fn supports_masking(&self) -> bool {
        true
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        if self.negative_slope == 0.0 && self.threshold == 0.0 {
            let y = ops::relu(x);
            return Ok(self.max_value.map_or(y.clone(), |max| ops::minimum(&y, &ops::full_like(&y, max))));
        }
        let above = ops::greater(x, &ops::full_like(x, self.threshold));
        let passed = match self.max_value {
            Some(max) => ops::minimum(x, &ops::full_like(x, max)),
            None => x.clone(),
        };
        Ok(ops::where_(&above, &passed, &((x - self.threshold) * self.negative_slope)))
    }
}

crate::layer! {
    /// `x` where it is positive, elsewhere `negative_slope · x`.
    LeakyReLU() {
        /// The slope of negative inputs. Default: 0.3.
        negative_slope: [f64] = 0.3;
    }
}

impl Layer for LeakyReLU {
    fn supports_masking(&self) -> bool {
        true
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(ops::leaky_relu(&inputs[0], self.negative_slope))
    }
}

crate::layer! {
    /// `x` where it is positive, elsewhere `alpha · x` with a trainable slope for each element of a row.
    ///
    /// ```
    /// use keras::{Input, Model, layers::PReLU};
    /// let x = Input::new([8, 8, 16]);
    /// let y = PReLU::new().shared_axes(vec![1, 2]).call(&x)?;
    /// assert_eq!(Model::new(&x, &y)?.count_params(), 16);
    /// # Ok::<(), keras::Error>(())
    /// ```
    PReLU() {
        /// Initial values of the slopes. Default: zeros.
        alpha_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
        /// The penalty of the slopes. Default: none.
        alpha_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the slopes after each step. Default: none.
        alpha_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// The axes along which the slopes are equal, counted from 1. Default: none.
        shared_axes: [Option<Vec<usize>>] = None;
    }
}

impl Layer for PReLU {
    fn supports_masking(&self) -> bool {
        true
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let mut shape = inputs[0].dims().to_vec();
        for axis in self.shared_axes.iter().flatten() {
            let size = axis.checked_sub(1).and_then(|axis| shape.get_mut(axis));
            *size.ok_or_else(|| {
                Error::argument(format!("PReLU: shared_axes has {axis}, which {} does not have", inputs[0]))
            })? = 1;
        }
        let alpha = WeightSpec::trainable("alpha", shape, &self.alpha_initializer)
            .regularizer(self.alpha_regularizer.as_ref())
            .constraint(self.alpha_constraint.as_ref());
        Ok(vec![alpha])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        Ok(ops::relu(x) - scope.weight(0)? * ops::relu(&-x))
    }
}

crate::layer! {
    /// `x` where it is positive, elsewhere `alpha (exp(x) - 1)`.
    ELU() {
        /// The limit of negative results. Default: 1.
        alpha: [f64] = 1.0;
    }
}

impl Layer for ELU {
    fn supports_masking(&self) -> bool {
        true
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(ops::elu(&inputs[0], self.alpha))
    }
}

/// What a masked element becomes, so that its exponential is 0.
const MASKED: f64 = -1e9;

crate::layer! {
    /// `exp(x) / sum(exp(x))` along the axes. A mask of the input must have a shape that is broadcast to it.
    Softmax() {
        /// The axes, including the batch. Default: the last.
        axis: [Axes] = Axes::These(vec![-1]);
    }
}

impl Layer for Softmax {
    fn supports_masking(&self) -> bool {
        true
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let mask = scope.mask(0);
        let x =
            &mask.map_or(inputs[0].clone(), |mask| ops::where_(mask, &inputs[0], &ops::full_like(&inputs[0], MASKED)));
        let y = match &self.axis {
            Axes::These(axes) if axes.len() == 1 => ops::softmax(x, axes[0]),
            axes => ops::exp(&(x - ops::logsumexp(x, axes.clone(), true))),
        };
        Ok(mask.map_or(y.clone(), |mask| ops::where_(mask, &y, &ops::zeros_like(&y))))
    }
}
