use stablehlo::{ElementType, Value};

use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::initializers::{Initializer, Ones, Zeros};
use crate::objects::Handle;
use crate::regularizers::Regularizer;
use crate::shape::Shape;

crate::layer! {
    /// Batch normalization (Ioffe and Szegedy, 2015).
    ///
    /// `y = gamma · (x - mean) / sqrt(variance + epsilon) + beta`, with mean and variance per channel
    ///
    /// Training uses the statistics of the batch (on several cores, of each core's own rows, unless the layer
    /// is `synchronized`) and updates `moving = momentum · moving + (1 - momentum) · batch`; inference uses
    /// the moving averages. The layer computes in `float32` under every policy.
    ///
    /// ```
    /// use keras::{Input, layers::BatchNormalization};
    /// let x = Input::new([32, 32, 3]);
    /// let y = BatchNormalization::new().momentum(0.9).call(&x)?;
    /// assert_eq!(y.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    BatchNormalization() {
        /// The channel axis, including the batch. Default: -1.
        axis: [i64] = -1;
        /// The momentum of the moving averages. Default: 0.99.
        momentum: [f64] = 0.99;
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
        /// Initial values of the moving mean. Default: zeros.
        moving_mean_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
        /// Initial values of the moving variance. Default: ones.
        moving_variance_initializer: [Handle<dyn Initializer>] = Ones::new().into();
        /// The penalty of the offset. Default: none.
        beta_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the offset after each step. Default: none.
        beta_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// The penalty of the factor. Default: none.
        gamma_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the factor after each step. Default: none.
        gamma_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// If true, the statistics in training are those of all cores' rows, by two sums over the cores in
        /// each step. Keras has it with TensorFlow only. Default: false.
        synchronized: [bool] = false;
    }
    fixed { "renorm": false, "renorm_clipping": null, "renorm_momentum": 0.99 }
}

impl BatchNormalization {
    /// The number of weights before the moving mean.
    fn trainable_weights(&self) -> usize {
        usize::from(self.scale) + usize::from(self.center)
    }

    /// The sum over all dimensions but the last, and over the cores whose rows the statistics are of.
    fn sum(&self, cx: &mut CallContext<'_>, x: Value) -> Result<Value> {
        let dims: Vec<usize> = (0..cx.b.dims(x).len() - 1).collect();
        let sum = cx.b.sum(x, &dims)?;
        if self.synchronized { cx.sum_over_cores(sum) } else { Ok(sum) }
    }

    /// The weights of all elements of a channel, in the shape of `x` without its last dimension; `None` if
    /// all of them count. A mask has it; a synchronized layer leaves the rows of padding out.
    fn element_weights(&self, cx: &mut CallContext<'_>, x: Value, mask: Option<Value>) -> Result<Option<Value>> {
        let shape = cx.b.dims(x).to_vec();
        let mask = mask.map(|mask| cx.b.convert(mask, ElementType::F32)).transpose()?;
        let rows = cx.share().row_weights.filter(|rows| self.synchronized && cx.b.dims(*rows) == &shape[..1]);
        let Some(rows) = rows else { return Ok(mask) };
        let rows = cx.b.broadcast_in_dim(rows, &[0], &shape[..shape.len() - 1])?;
        Ok(Some(match mask {
            Some(mask) => cx.b.multiply(mask, rows)?,
            None => rows,
        }))
    }

    /// Mean and biased variance, `E[(x - mean)²]`, over all dimensions but the last.
    ///
    /// This takes two passes over `x`, as Keras on JAX does (`moments` in `keras/src/backend/jax/nn.py`). The
    /// single pass of `E[x²] - E[x]²` loses all digits of a variance that is small compared with the square
    /// of the mean.
    ///
    /// With a mask of all dimensions but the last, over the elements that count.
    fn moments(&self, cx: &mut CallContext<'_>, x: Value, mask: Option<Value>) -> Result<(Value, Value)> {
        let shape = cx.b.dims(x).to_vec();
        if let Some(weights) = self.element_weights(cx, x, mask)? {
            let all_but_last: Vec<usize> = (0..shape.len() - 1).collect();
            let weights = cx.b.broadcast_in_dim(weights, &all_but_last, &shape)?;
            let count = self.sum(cx, weights)?;
            // Keras's epsilon, for a batch of which nothing counts.
            let epsilon = cx.b.full_like(count, 1e-7)?;
            let count = cx.b.add(count, epsilon)?;
            let counted = cx.b.multiply(x, weights)?;
            let sum = self.sum(cx, counted)?;
            let mean = cx.b.divide(sum, count)?;
            let means = cx.b.broadcast_last(mean, &shape)?;
            let centered = cx.b.subtract(x, means)?;
            let centered = cx.b.multiply(centered, weights)?;
            let square = cx.b.multiply(centered, centered)?;
            let sum_of_squares = self.sum(cx, square)?;
            return Ok((mean, cx.b.divide(sum_of_squares, count)?));
        }
        let cores = if self.synchronized { cx.share().cores } else { 1 };
        let count = cores * shape[..shape.len() - 1].iter().product::<usize>();
        let sum = self.sum(cx, x)?;
        let per_element = cx.b.full_like(sum, 1.0 / count as f64)?;
        let mean = cx.b.multiply(sum, per_element)?;
        let means = cx.b.broadcast_last(mean, &shape)?;
        let centered = cx.b.subtract(x, means)?;
        let square = cx.b.multiply(centered, centered)?;
        let sum_of_squares = self.sum(cx, square)?;
        Ok((mean, cx.b.multiply(sum_of_squares, per_element)?))
    }
}

impl Layer for BatchNormalization {
    fn supports_masking(&self) -> bool {
        true
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::min_ndim(2)
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let shape = &inputs[0];
        let axis = shape.axis(self.axis)?;
        if axis == 0 {
            return Err(Error::argument(format!(
                "BatchNormalization cannot work along the batch. Received: axis={} for input shape {shape}",
                self.axis
            )));
        }
        let channels = [shape.with_rows(1)[axis]];
        let mut weights = Vec::new();
        if self.scale {
            let gamma = WeightSpec::trainable("gamma", channels, &self.gamma_initializer)
                .regularizer(self.gamma_regularizer.as_ref())
                .constraint(self.gamma_constraint.as_ref());
            weights.push(gamma);
        }
        if self.center {
            let beta = WeightSpec::trainable("beta", channels, &self.beta_initializer)
                .regularizer(self.beta_regularizer.as_ref())
                .constraint(self.beta_constraint.as_ref());
            weights.push(beta);
        }
        weights.push(WeightSpec::state("moving_mean", channels, &self.moving_mean_initializer));
        weights.push(WeightSpec::state("moving_variance", channels, &self.moving_variance_initializer));
        Ok(weights)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let x = cx.b.convert(inputs[0], ElementType::F32)?;
        // The channels are the last dimension of what follows.
        let rank = cx.b.dims(x).len();
        let axis = Shape::new(&cx.b.dims(x)[1..]).axis(self.axis)?;
        let to_last: Vec<usize> = (0..rank).filter(|d| *d != axis).chain([axis]).collect();
        let x = if axis + 1 == rank { x } else { cx.b.transpose(x, &to_last)? };
        let shape = cx.b.dims(x).to_vec();
        let state = self.trainable_weights();
        let (moving_mean, moving_variance) = (cx.weight(state)?, cx.weight(state + 1)?);
        // A frozen layer uses its moving averages even in training, as in Keras.
        let (mean, variance) = if cx.training && self.trainable {
            let mask = cx.mask(0).filter(|mask| axis + 1 == rank && cx.b.dims(*mask) == &shape[..rank - 1]);
            let (mean, variance) = self.moments(cx, x, mask)?;
            for (i, (moving, batch)) in [(moving_mean, mean), (moving_variance, variance)].into_iter().enumerate() {
                let updated = moving_average(cx, moving, batch, self.momentum)?;
                cx.update_weight(state + i, updated);
            }
            (mean, variance)
        } else {
            (moving_mean, moving_variance)
        };
        let b = &mut *cx.b;
        let epsilon = b.full_like(variance, self.epsilon)?;
        let shifted = b.add(variance, epsilon)?;
        let mut factor = b.rsqrt(shifted)?;
        if self.scale {
            let gamma = cx.weight(0)?;
            factor = cx.b.multiply(factor, gamma)?;
        }
        // y = x · factor + (beta - mean · factor): one multiplication and one addition per element.
        let b = &mut *cx.b;
        let scaled_mean = b.multiply(mean, factor)?;
        let mut offset = b.negate(scaled_mean)?;
        if self.center {
            let beta = cx.weight(state - 1)?;
            offset = cx.b.add(offset, beta)?;
        }
        let b = &mut *cx.b;
        let factor = b.broadcast_last(factor, &shape)?;
        let offset = b.broadcast_last(offset, &shape)?;
        let y = b.multiply(x, factor)?;
        let mut y = b.add(y, offset)?;
        if axis + 1 != rank {
            let back: Vec<usize> = (0..axis).chain([rank - 1]).chain(axis..rank - 1).collect();
            y = b.transpose(y, &back)?;
        }
        let compute = cx.compute();
        Ok(cx.b.convert(y, compute)?)
    }
}

/// `momentum · moving + (1 - momentum) · batch`.
fn moving_average(cx: &mut CallContext<'_>, moving: Value, batch: Value, momentum: f64) -> Result<Value> {
    let b = &mut *cx.b;
    let (keep, take) = (b.full_like(moving, momentum)?, b.full_like(moving, 1.0 - momentum)?);
    let (kept, taken) = (b.multiply(moving, keep)?, b.multiply(batch, take)?);
    Ok(b.add(kept, taken)?)
}
