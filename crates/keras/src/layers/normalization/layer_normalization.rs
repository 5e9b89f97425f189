//! Normalizations of each row by itself.

use stablehlo::ElementType;

use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{Initializer, Ones, Zeros};
use crate::objects::Handle;
use crate::ops::{self, Axes, Tensor};
use crate::regularizers::Regularizer;
use crate::shape::Shape;

/// The dimensions of these axes, including the batch, in order.
fn dims_of(axes: &Axes, shape: &Shape) -> Result<Vec<usize>> {
    let mut dims = match axes {
        Axes::All => (1..shape.rank()).collect(),
        Axes::These(axes) => axes.iter().map(|axis| shape.axis(*axis)).collect::<Result<Vec<usize>>>()?,
    };
    dims.sort_unstable();
    if dims.first() == Some(&0) {
        return Err(Error::argument(format!("a row of {shape} cannot be normalized along the batch, axis 0")));
    }
    Ok(dims)
}

/// A weight, one value for each element along these dimensions, in a shape that is broadcast to `x`.
fn spread(weight: &Tensor, x: &Tensor, dims: &[usize]) -> Tensor {
    let size = |(d, n): (usize, &usize)| if dims.contains(&d) { *n as i64 } else { 1 };
    ops::reshape(weight, &x.shape().iter().enumerate().map(size).collect::<Vec<i64>>())
}

fn axes_of(dims: &[usize]) -> Vec<i64> {
    dims.iter().map(|d| *d as i64).collect()
}

crate::layer! {
    /// Layer normalization (Ba et al., 2016): `y = gamma · (x - mean) / sqrt(variance + epsilon) + beta`,
    /// with mean and variance of each row along the axes.
    ///
    /// ```
    /// use keras::{Input, layers::LayerNormalization};
    /// let x = Input::new([16, 64]);
    /// let y = LayerNormalization::new().epsilon(1e-6).call(&x)?;
    /// assert_eq!(y.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    LayerNormalization() {
        /// The axes, including the batch. Default: the last.
        axis: [Axes] = Axes::These(vec![-1]);
        /// Added to the variance for numerical stability. Default: 1e-3.
        epsilon: [f64] = 1e-3;
        /// If true, the layer has an offset `beta`. Default: true.
        center: [bool] = true;
        /// If true, the layer has a factor `gamma`. Default: true.
        scale: [bool] = true;
        /// If true, the mean is not subtracted from the result, and there is no offset. Default: false.
        rms_scaling: [bool] = false;
        /// Initial values of `beta`. Default: zeros.
        beta_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
        /// Initial values of `gamma`. Default: ones.
        gamma_initializer: [Handle<dyn Initializer>] = Ones::new().into();
        /// The penalty of the offset. Default: none.
        beta_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The penalty of the factor. Default: none.
        gamma_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the offset after each step. Default: none.
        beta_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// The function that is applied to the factor after each step. Default: none.
        gamma_constraint: [Option<Handle<dyn Constraint>>] = None;
    }
}

impl Layer for LayerNormalization {
    fn supports_masking(&self) -> bool {
        true
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let full = inputs[0].with_rows(1);
        let shape: Vec<usize> = dims_of(&self.axis, &inputs[0])?.into_iter().map(|d| full[d]).collect();
        let gamma = (self.scale || self.rms_scaling).then(|| {
            WeightSpec::trainable("gamma", shape.clone(), &self.gamma_initializer)
                .regularizer(self.gamma_regularizer.as_ref())
                .constraint(self.gamma_constraint.as_ref())
        });
        let beta = (self.center && !self.rms_scaling).then(|| {
            WeightSpec::trainable("beta", shape, &self.beta_initializer)
                .regularizer(self.beta_regularizer.as_ref())
                .constraint(self.beta_constraint.as_ref())
        });
        Ok([gamma, beta].into_iter().flatten().collect())
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = inputs[0].to(ElementType::F32);
        let dims = dims_of(&self.axis, &Shape::new(&x.shape()[1..]))?;
        let axes = axes_of(&dims);
        let has_gamma = self.scale || self.rms_scaling;
        let gamma = if has_gamma { Some(spread(&scope.variable(0)?, &x, &dims)) } else { None };
        let factor = ops::rsqrt(&(ops::var(&x, axes.as_slice(), true) + self.epsilon));
        if self.rms_scaling {
            let y = &x * factor;
            return Ok(gamma.map_or(y.clone(), |gamma| y * gamma));
        }
        let mut y = (&x - ops::mean(&x, axes.as_slice(), true)) * factor;
        if let Some(gamma) = gamma {
            y = y * gamma;
        }
        if self.center {
            y = y + spread(&scope.variable(usize::from(has_gamma))?, &x, &dims);
        }
        Ok(y)
    }
}

crate::layer! {
    /// Group normalization (Wu and He, 2018): each row is normalized by the moments of each group of
    /// channels.
    ///
    /// ```
    /// use keras::{Input, layers::GroupNormalization};
    /// let x = Input::new([8, 8, 64]);
    /// let y = GroupNormalization::new().groups(8).call(&x)?;
    /// assert_eq!(y.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    GroupNormalization() {
        /// The number of groups; -1 for one for each channel. Default: 32.
        groups: [i64] = 32;
        /// The axis of the channels, including the batch. Default: the last.
        axis: [i64] = -1;
        /// Added to the variance for numerical stability. Default: 1e-3.
        epsilon: [f64] = 1e-3;
        /// If true, the layer has an offset `beta`. Default: true.
        center: [bool] = true;
        /// If true, the layer has a factor `gamma`. Default: true.
        scale: [bool] = true;
        /// Initial values of `beta`. Default: zeros.
        beta_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
        /// Initial values of `gamma`. Default: ones.
        gamma_initializer: [Handle<dyn Initializer>] = Ones::new().into();
        /// The penalty of the offset. Default: none.
        beta_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The penalty of the factor. Default: none.
        gamma_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the offset after each step. Default: none.
        beta_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// The function that is applied to the factor after each step. Default: none.
        gamma_constraint: [Option<Handle<dyn Constraint>>] = None;
    }
}

impl GroupNormalization {
    /// The axis of the channels, their number, and the number of groups.
    fn groups_of(&self, shape: &Shape) -> Result<(usize, usize, usize)> {
        let axis = shape.axis(self.axis)?;
        let channels = shape.with_rows(1)[axis];
        let groups = if self.groups == -1 { channels } else { usize::try_from(self.groups).unwrap_or(0) };
        if axis == 0 || groups == 0 || !channels.is_multiple_of(groups) {
            return Err(Error::argument(format!(
                "Number of groups ({groups}) must divide the number of channels ({channels}), which are not the batch."
            )));
        }
        Ok((axis, channels, groups))
    }
}

impl Layer for GroupNormalization {
    fn supports_masking(&self) -> bool {
        true
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let (_, channels, _) = self.groups_of(&inputs[0])?;
        let gamma = self.scale.then(|| {
            WeightSpec::trainable("gamma", [channels], &self.gamma_initializer)
                .regularizer(self.gamma_regularizer.as_ref())
                .constraint(self.gamma_constraint.as_ref())
        });
        let beta = self.center.then(|| {
            WeightSpec::trainable("beta", [channels], &self.beta_initializer)
                .regularizer(self.beta_regularizer.as_ref())
                .constraint(self.beta_constraint.as_ref())
        });
        Ok([gamma, beta].into_iter().flatten().collect())
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = inputs[0].to(ElementType::F32);
        let (axis, channels, groups) = self.groups_of(&Shape::new(&x.shape()[1..]))?;
        // The channels are split in two dimensions, the groups and the channels of each.
        let mut shape: Vec<i64> = x.shape().iter().map(|n| *n as i64).collect();
        shape[axis] = (channels / groups) as i64;
        shape.insert(axis, groups as i64);
        let grouped = ops::reshape(&x, &shape);
        let axes: Vec<i64> = (1..shape.len() as i64).filter(|d| *d != axis as i64).collect();
        let y = ops::layer_normalization(&grouped, axes.as_slice(), self.epsilon);
        let mut y = ops::reshape(&y, &x.shape().iter().map(|n| *n as i64).collect::<Vec<i64>>());
        if self.scale {
            y = y * spread(&scope.variable(0)?, &x, &[axis]);
        }
        if self.center {
            y = y + spread(&scope.variable(usize::from(self.scale))?, &x, &[axis]);
        }
        Ok(y)
    }
}

crate::layer! {
    /// Root mean square normalization (Zhang and Sennrich, 2019): `y = scale · x / sqrt(mean(x²) + epsilon)`.
    ///
    /// ```
    /// use keras::{Input, layers::RMSNormalization};
    /// let x = Input::new([16, 64]);
    /// assert_eq!(RMSNormalization::new().call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    RMSNormalization() {
        /// The axes, including the batch. Default: the last.
        axis: [Axes] = Axes::These(vec![-1]);
        /// Added to the mean square for numerical stability. Default: 1e-6.
        epsilon: [f64] = 1e-6;
    }
}

impl Layer for RMSNormalization {
    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let full = inputs[0].with_rows(1);
        let shape: Vec<usize> = dims_of(&self.axis, &inputs[0])?.into_iter().map(|d| full[d]).collect();
        Ok(vec![WeightSpec::trainable("scale", shape, Ones::new())])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = inputs[0].to(ElementType::F32);
        let dims = dims_of(&self.axis, &Shape::new(&x.shape()[1..]))?;
        let y = ops::rms_normalization(&x, axes_of(&dims).as_slice(), self.epsilon);
        Ok(y * spread(&scope.variable(0)?, &x, &dims))
    }
}

crate::layer! {
    /// Divides each row by its Euclidean norm along the axes.
    ///
    /// ```
    /// use keras::{Input, layers::UnitNormalization};
    /// let x = Input::new([16]);
    /// assert_eq!(UnitNormalization::new().call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    UnitNormalization() {
        /// The axes, including the batch. Default: the last.
        axis: [Axes] = Axes::These(vec![-1]);
    }
}

impl Layer for UnitNormalization {
    fn supports_masking(&self) -> bool {
        true
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::min_ndim(2)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        let dims = dims_of(&self.axis, &Shape::new(&x.shape()[1..]))?;
        let squares = ops::sum(&ops::square(x), axes_of(&dims).as_slice(), true);
        Ok(x * ops::rsqrt(&ops::maximum(&squares, &ops::full_like(&squares, 1e-12))))
    }
}
