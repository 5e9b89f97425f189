//! The trait of losses.

use stablehlo::{ElementType, FuncBuilder, Value};

use super::reduction::Reduction;
use super::targets::Targets;
use crate::error::{Error, Result};
use crate::objects::Object;
use crate::ops::{self, Axes, Tensor};

/// A loss: a function of targets and predictions that training minimizes.
///
/// The values are those of Keras on JAX or NumPy: a crossentropy of probabilities renormalizes them, clips
/// them to `[1e-7, 1 - 1e-7]` and takes the logarithm. Keras on TensorFlow uses the inputs of the softmax
/// instead, which differs where a probability saturates; `from_logits` is the well-conditioned alternative
/// here.
///
/// A loss is declared by [`loss!`](crate::loss), also one of a user; it is a value of [`Handle<dyn
/// Loss>`](crate::objects::Handle), or a name.
///
/// ```
/// use keras::losses::{self, BinaryCrossentropy};
/// let loss = losses::from_name("mse")?;
/// assert_eq!((loss.name(), loss.class_name()), ("mean_squared_error", "MeanSquaredError"));
/// let smoothed = BinaryCrossentropy::new().from_logits(true).label_smoothing(0.1);
/// assert_eq!(smoothed.label_smoothing, 0.1);
/// # use keras::{losses::Loss, objects::Object};
/// # Ok::<(), keras::Error>(())
/// ```
pub trait Loss: Object {
    /// The name in logs, such as `mean_squared_error`.
    fn name(&self) -> &str;

    /// How the values of a batch become one number.
    fn reduction(&self) -> Reduction {
        Reduction::SumOverBatchSize
    }

    /// The targets that the loss takes.
    fn targets(&self) -> Targets {
        Targets::Values
    }

    /// The formula: the values before the reduction, commonly one a row. Predictions are `float32`; targets
    /// are as [`targets`](Self::targets) says.
    ///
    /// # Errors
    /// If a setting or the inputs do not fit.
    fn call(&self, y_true: &Tensor, y_pred: &Tensor) -> Result<Tensor>;

    /// True where a value counts; `None` if all do. The others are left out of the mean.
    fn mask(&self, _y_true: &Tensor, _values: &Tensor) -> Option<Tensor> {
        None
    }

    /// Checks that the shape of the targets fits the shape of the predictions, both including the batch
    /// dimension.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if it does not; the message names the targets that the
    /// loss takes.
    fn check_shapes(&self, y_true: &[usize], y_pred: &[usize]) -> Result<()> {
        self.targets().check(self.name(), y_true, y_pred)
    }
}

impl dyn Loss {
    /// Appends the per-sample loss to a program: `f32[n]`, averaged over all dimensions but the batch, or
    /// summed if the loss is [`Reduction::Sum`]. A loss of the whole batch is the same for each sample.
    ///
    /// `rows`, `f32[n]`, is 0 for rows that do not count. The caller multiplies by it; here it matters to
    /// losses of the whole batch and to masks. `weights`, `f32` of `[n]` or of the values' shape, are factors
    /// of the values. Predictions may have any numeric type; the loss is computed in f32.
    ///
    /// # Errors
    /// Those of [`check_shapes`](Loss::check_shapes) and [`call`](Loss::call), or the weights do not fit the
    /// values.
    pub fn per_sample(
        &self,
        b: &mut FuncBuilder,
        y_true: Value,
        y_pred: Value,
        rows: Option<Value>,
        weights: Option<Value>,
    ) -> Result<Value> {
        self.check_shapes(b.dims(y_true), b.dims(y_pred))?;
        let inputs: Vec<Value> = [y_true, y_pred].into_iter().chain(rows).chain(weights).collect();
        let results = ops::traced(b, &inputs, |x| {
            let (y_true, y_pred) = self.targets().fit(&x[0], &x[1].to(ElementType::F32));
            let rows = rows.map(|_| &x[2]);
            let mut values = self.call(&y_true, &y_pred)?;
            let per_row = |values: &Tensor| values.ndim() > 0 && values.dim(0) == y_pred.dim(0);
            if let (Some(rows), false) = (rows, per_row(&values)) {
                values = self.call(&excluded(&y_true, rows), &excluded(&y_pred, rows))?;
            }
            if let Some(mask) = self.mask(&y_true, &values) {
                values = masked(&values, &mask, rows, self.reduction());
            }
            if !per_row(&values) {
                values = ops::broadcast_to(&ops::mean(&values, Axes::All, false), &[y_pred.dim(0)]);
            }
            if let (Some(weights), Some(_)) = (x.last(), weights) {
                values = weighted(&values, weights)?;
            }
            Ok(vec![if self.reduction() == Reduction::Sum { sum_of_rows(&values) } else { mean_of_rows(&values) }])
        });
        let results = results.map_err(|e| e.at(self.name()))?;
        results.first().copied().ok_or_else(|| Error::argument(format!("{}: no value", self.name())))
    }
}

/// The products of values and weights, whose shape is the first dimensions of the values'.
fn weighted(values: &Tensor, weights: &Tensor) -> Result<Tensor> {
    let (values_shape, mut shape) = (values.shape(), weights.shape().to_vec());
    while shape.len() > values_shape.len() && shape.last() == Some(&1) {
        shape.pop();
    }
    if !values_shape.starts_with(&shape) {
        let given = weights.shape();
        return Err(Error::shape(format!("weights of shape {given:?} do not fit values of shape {values_shape:?}")));
    }
    shape.resize(values_shape.len(), 1);
    let sizes: Vec<i64> = shape.iter().map(|n| *n as i64).collect();
    Ok(values * ops::reshape(weights, &sizes))
}

/// Zero in the rows that do not count.
fn excluded(x: &Tensor, rows: &Tensor) -> Tensor {
    let mut shape = vec![1; x.ndim()];
    if let Some(first) = shape.first_mut() {
        *first = -1;
    }
    x * ops::reshape(rows, &shape)
}

/// Values where the mask is true, weighted so that their mean over all values is the mean of those that
/// count.
fn masked(values: &Tensor, mask: &Tensor, rows: Option<&Tensor>, reduction: Reduction) -> Tensor {
    let mut counts = mask.to(ElementType::F32);
    let mut total = ops::ones_like(&counts);
    if let Some(rows) = rows {
        (counts, total) = (excluded(&counts, rows), excluded(&total, rows));
    }
    let kept = values * &counts;
    if reduction == Reduction::Sum {
        return kept;
    }
    let [valid, total] = [&counts, &total].map(|x| ops::sum(x, Axes::All, false));
    kept * ops::divide_no_nan(&total, &valid)
}

fn inner_axes(x: &Tensor) -> Vec<i64> {
    (1..x.ndim() as i64).collect()
}

/// The mean over all dimensions but the first.
fn mean_of_rows(x: &Tensor) -> Tensor {
    if x.ndim() <= 1 { x.clone() } else { ops::mean(x, inner_axes(x).as_slice(), false) }
}

fn sum_of_rows(x: &Tensor) -> Tensor {
    if x.ndim() <= 1 { x.clone() } else { ops::sum(x, inner_axes(x).as_slice(), false) }
}
