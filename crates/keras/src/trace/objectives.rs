//! The losses and metrics of a batch.

use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, Value};

use crate::error::{Error, Result};
use crate::graph::Masked;
use crate::losses::Reduction;
use crate::models::{Objective, Resolved};

use super::batch::Batch;

/// A core's share of a batch, and the model's outputs for it.
pub(super) struct Scored<'a> {
    pub resolved: &'a Resolved,
    pub batch: Batch,
    /// The targets, one for each objective.
    pub y: &'a [Value],
    /// The outputs of the model, `f32`, with their masks.
    pub y_pred: &'a [Masked],
    /// 0 for rows that are padding, `f32`; `None` without padding.
    pub rows: Option<Value>,
    /// The sample weights: none, one for all objectives, or one for each.
    pub weights: &'a [Value],
    /// The number of rows of the whole batch, `f32`, if it is not that of `batch`.
    pub batch_rows: Option<Value>,
}

/// The loss of an objective.
pub(super) struct LossSum {
    /// The sum over the core's rows.
    pub sum: Value,
    pub reduction: Reduction,
    /// The factor of the loss in the total loss; `None` for 1.
    pub weight: Option<f64>,
}

impl Scored<'_> {
    /// The sums of the losses over this core's rows.
    pub fn losses(&self, b: &mut FuncBuilder) -> Result<Vec<LossSum>> {
        let mut sums = Vec::new();
        for (i, objective) in self.resolved.outputs.iter().enumerate() {
            let Some(loss) = &objective.loss else { continue };
            let located = |e: Error| e.at(format_args!("output '{}'", objective.name));
            let Masked { value: y_pred, mask } = self.y_pred[objective.output];
            let mut weights = self.weights_of(b, i)?;
            if let Some(mask) = mask {
                let mut mask = b.convert(mask, ElementType::F32)?;
                if matches!(loss.reduction(), Reduction::SumOverBatchSize | Reduction::Mean) {
                    mask = self.normalized(b, mask)?;
                }
                weights = Some(product(b, mask, weights)?);
            }
            if let (Some(given), Reduction::MeanWithSampleWeight) = (weights, loss.reduction()) {
                weights = Some(self.normalized(b, given)?);
            }
            let per_sample = loss.per_sample(b, self.y[i], y_pred, self.rows, weights);
            let mut per_sample = if objective.is_only { per_sample? } else { per_sample.map_err(located)? };
            if let Some(rows) = self.rows {
                per_sample = b.multiply(per_sample, rows)?;
            }
            let sum = b.sum(per_sample, &[0])?;
            sums.push(LossSum { sum, reduction: loss.reduction(), weight: objective.loss_weight });
        }
        Ok(sums)
    }

    /// The sample weights of the objective with this index, `f32`.
    fn weights_of(&self, b: &mut FuncBuilder, index: usize) -> Result<Option<Value>> {
        let weights = if self.weights.len() == 1 { self.weights.first() } else { self.weights.get(index) };
        weights.map(|weights| Ok(b.convert(*weights, ElementType::F32)?)).transpose()
    }

    /// Weights, scaled so that their mean over the batch is 1; unchanged if all are 0.
    fn normalized(&self, b: &mut FuncBuilder, weights: Value) -> Result<Value> {
        let dims = b.dims(weights).to_vec();
        let counted = self.excluding_padding(b, weights)?;
        let axes: Vec<usize> = (0..dims.len()).collect();
        let mut sum = b.sum(counted, &axes)?;
        if self.batch.cores > 1 {
            sum = b.all_reduce_sum(&[sum])?[0];
        }
        let rows = self.rows_of_batch(b)?;
        let inner = b.full_like(sum, dims[1..].iter().product::<usize>() as f64)?;
        let count = b.multiply(rows, inner)?;
        // Nothing counts in a batch that is masked everywhere: the loss is 0.
        let one = b.full_like(sum, 1.0)?;
        let zero = b.full_like(sum, 0.0)?;
        let is_zero = b.compare(Direction::Eq, sum, zero)?;
        let divisor = b.select(is_zero, one, sum)?;
        let factor = b.divide(count, divisor)?;
        let factor = b.broadcast_in_dim(factor, &[], &dims)?;
        Ok(b.multiply(weights, factor)?)
    }

    /// The number of rows of the whole batch.
    fn rows_of_batch(&self, b: &mut FuncBuilder) -> Result<Value> {
        self.batch_rows.map_or_else(|| Ok(b.scalar(self.batch.rows as f32)?), Ok)
    }

    /// Values by row, 0 in rows that are padding.
    fn excluding_padding(&self, b: &mut FuncBuilder, values: Value) -> Result<Value> {
        let Some(rows) = self.rows else { return Ok(values) };
        let dims = b.dims(values).to_vec();
        let rows = b.broadcast_in_dim(rows, &[0], &dims)?;
        Ok(b.multiply(values, rows)?)
    }

    /// What this core's rows add to the totals, whose first values are the sum and the count of the total
    /// loss: `count` rows, whose losses are `losses`; the penalties are that of the weights, and the sum of
    /// those of outputs.
    pub fn totals(
        &self,
        b: &mut FuncBuilder,
        losses: &[LossSum],
        [penalty, activity]: [Option<Value>; 2],
        count: Value,
    ) -> Result<Vec<Value>> {
        let mut reported = Vec::with_capacity(losses.len());
        for loss in losses {
            reported.push(match loss.reduction {
                Reduction::Sum => {
                    // What is reported is the mean over the rows of the losses of their batches.
                    let rows = self.rows_of_batch(b)?;
                    b.multiply(loss.sum, rows)?
                }
                _ => loss.sum,
            });
        }
        let mut weighted = Vec::with_capacity(losses.len());
        for (loss, sum) in losses.iter().zip(&reported) {
            weighted.push(scaled(b, *sum, loss.weight)?);
        }
        let mut total = sum_of(b, &weighted)?;
        if let Some(penalty) = penalty {
            let penalties = b.multiply(penalty, count)?;
            total = b.add(total, penalties)?;
        }
        if let Some(activity) = activity {
            total = b.add(total, activity)?;
        }
        let mut parts = vec![total, count];
        if self.resolved.tracked_losses() > 0 {
            parts.extend(reported);
        }
        for (objective, metric) in self.resolved.metrics() {
            let index = self.index_of(objective);
            let weights = if metric.is_weighted { self.weights_of(b, index)? } else { None };
            let Masked { value: y_pred, mask } = self.y_pred[objective.output];
            let weights = match mask.filter(|_| metric.metric.applies_masks()) {
                Some(mask) => {
                    let mask = b.convert(mask, ElementType::F32)?;
                    Some(product(b, mask, weights)?)
                }
                None => weights,
            };
            let weights = match weights {
                Some(weights) => Some(self.excluding_padding(b, weights)?),
                None => self.rows,
            };
            parts.extend(metric.metric.trace(b, self.y[index], y_pred, weights)?);
        }
        Ok(parts)
    }

    fn index_of(&self, objective: &Objective) -> usize {
        self.resolved.outputs.iter().position(|o| o.output == objective.output).unwrap_or(0)
    }
}

/// A mask of steps times weights, which are of rows or of steps.
fn product(b: &mut FuncBuilder, mask: Value, weights: Option<Value>) -> Result<Value> {
    let Some(weights) = weights else { return Ok(mask) };
    let (dims, mut own) = (b.dims(mask).to_vec(), b.dims(weights).to_vec());
    while own.len() > dims.len() && own.last() == Some(&1) {
        own.pop();
    }
    let weights = b.reshape(weights, &own)?;
    if !dims.starts_with(&own) {
        return Err(Error::shape(format!("sample weights of shape {own:?} do not fit a mask of shape {dims:?}")));
    }
    let axes: Vec<usize> = (0..own.len()).collect();
    let weights = b.broadcast_in_dim(weights, &axes, &dims)?;
    Ok(b.multiply(mask, weights)?)
}

/// The product with a factor, if there is one.
pub(super) fn scaled(b: &mut FuncBuilder, value: Value, factor: Option<f64>) -> Result<Value> {
    let Some(factor) = factor else { return Ok(value) };
    let factor = b.full_like(value, factor)?;
    Ok(b.multiply(value, factor)?)
}

/// The sum of scalars, of which there is at least one.
pub(super) fn sum_of(b: &mut FuncBuilder, values: &[Value]) -> Result<Value> {
    let Some((first, rest)) = values.split_first() else { return Ok(b.scalar(0.0f32)?) };
    rest.iter().try_fold(*first, |sum, value| Ok(b.add(sum, *value)?))
}
