//! Normalization by fixed moments.

use crate::error::{Error, Result};
use crate::graph::{Layer, Scope, WeightSpec};
use crate::initializers::{Ones, Zeros};
use crate::layers::preprocessing::Factors;
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::layer! {
    /// `(x - mean) / sqrt(variance)`, with moments that are given, or that are weights which training does
    /// not change. Initially the weights are 0 and 1.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Normalization};
    /// let x = Input::new([8, 8, 3]);
    /// let y = Normalization::new().mean(vec![0.5, 0.4, 0.3]).variance(vec![0.1, 0.2, 0.1]).call(&x)?;
    /// assert_eq!(Model::new(&x, &y)?.count_params(), 0);
    /// let y = Normalization::new().call(&x)?;
    /// assert_eq!(Model::new(&x, &y)?.count_params(), 3 + 3 + 1);
    /// # Ok::<(), keras::Error>(())
    /// ```
    Normalization() {
        /// The axes along which each element has moments of its own, including the batch. Default: the last.
        axis: [Vec<i64>] = vec![-1];
        /// The mean: a number, or one for each element along the last of the axes. Default: a weight.
        mean: [Option<Factors>] = None;
        /// The variance, in the form of the mean. Default: a weight.
        variance: [Option<Factors>] = None;
        /// If true, the inverse: `x · sqrt(variance) + mean`. Default: false.
        invert: [bool] = false;
    }
}

/// The smallest standard deviation by which a layer divides.
const EPSILON: f64 = 1e-7;

impl Normalization {
    /// The dimensions that keep their size in the moments, including the batch, in order.
    fn kept(&self, shape: &Shape) -> Result<Vec<usize>> {
        let mut kept = self.axis.iter().map(|axis| shape.axis(*axis)).collect::<Result<Vec<usize>>>()?;
        kept.sort_unstable();
        match kept.first() {
            Some(0) => Err(Error::argument("Normalization: axis 0 is the batch, whose size is not known")),
            _ => Ok(kept),
        }
    }

    /// Checks given moments.
    fn check_moments(&self, shape: &Shape) -> Result<()> {
        let (mean, variance) = match (&self.mean, &self.variance) {
            (None, None) => return Ok(()),
            (Some(mean), Some(variance)) => (mean.numbers(), variance.numbers()),
            (mean, variance) => {
                return Err(Error::argument(format!(
                    "When setting values directly, both `mean` and `variance` must be set. Received: mean={mean:?} \
                     and variance={variance:?}"
                )));
            }
        };
        let last = self.kept(shape)?.last().map_or(1, |axis| shape.with_rows(1)[*axis]);
        if mean.len() == variance.len() && (mean.len() == 1 || mean.len() == last) {
            return Ok(());
        }
        Err(Error::shape(format!(
            "Normalization: `mean` has {} and `variance` {} numbers; inputs of {shape} take one, or {last} along \
             axis={:?}",
            mean.len(),
            variance.len(),
            self.axis
        )))
    }
}

impl Layer for Normalization {
    fn check(&self, inputs: &[Shape]) -> Result<()> {
        self.check_moments(&inputs[0])
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        self.check_moments(&inputs[0])?;
        if self.mean.is_some() {
            return Ok(Vec::new());
        }
        let full = inputs[0].with_rows(1);
        let shape: Vec<usize> = self.kept(&inputs[0])?.into_iter().map(|axis| full[axis]).collect();
        Ok(vec![
            WeightSpec::state("mean", shape.clone(), Zeros::new()),
            WeightSpec::state("variance", shape, Ones::new()),
            // Keras keeps it for old files.
            WeightSpec::state("count", [], Zeros::new()),
        ])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        let full = Shape::new(&x.shape()[1..]);
        let kept = self.kept(&full)?;
        let size = |(d, n): (usize, &usize)| if kept.contains(&d) { *n as i64 } else { 1 };
        let mut shape: Vec<i64> = x.shape().iter().enumerate().map(size).collect();
        let (mean, variance) = match (&self.mean, &self.variance) {
            (Some(mean), Some(variance)) => {
                let last = kept.last().copied();
                shape.iter_mut().enumerate().filter(|(d, _)| Some(*d) != last).for_each(|(_, n)| *n = 1);
                if mean.numbers().len() == 1 {
                    shape.fill(1);
                }
                (ops::row_of(x, mean.numbers()), ops::row_of(x, variance.numbers()))
            }
            _ => (scope.variable(0)?, scope.variable(1)?),
        };
        let [mean, variance] = [mean, variance].map(|moment| ops::reshape(&moment, &shape));
        let deviation = ops::sqrt(&variance);
        let deviation = ops::maximum(&deviation, &ops::full_like(&deviation, EPSILON)).to(x.element());
        let mean = mean.to(x.element());
        Ok(if self.invert { mean + x * deviation } else { (x - mean) / deviation })
    }
}
