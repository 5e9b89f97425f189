//! Normalization with a known mean and variance.

use super::rescaling::Factors;
use crate::array::Array;
use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Layer, Scope, WeightSpec};
use crate::initializers::{Ones, Zeros};
use crate::ops::{self, Axes, Tensor};
use crate::shape::Shape;

/// The least standard deviation, Keras's epsilon.
const EPSILON: f64 = 1e-7;

crate::layer! {
    /// `(x - mean) / √variance`, with a mean and a variance for each position along the axes.
    ///
    /// Mean and variance are settings, or computed by [`adapt`](Self::adapt), or weights that a file has.
    ///
    /// ```
    /// use keras::{Array, Input, layers::Normalization};
    /// let data = Array::new([2, 3], vec![1.0f32, 2.0, 3.0, 3.0, 2.0, 5.0])?;
    /// let layer = Normalization::new().adapt(&data)?;
    /// assert_eq!(layer.mean, Some(vec![2.0, 2.0, 4.0].into()));
    /// assert_eq!(layer.call(&Input::new([3]))?.shape().to_string(), "(None, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Normalization() {
        /// The axes, including the batch; the others share mean and variance. Default: the last.
        axis: [Axes] = Axes::These(vec![-1]);
        /// The mean: one, or one for each position along the last of the axes. Default: a weight.
        mean: [Option<Factors>] = None;
        /// The variance, of the mean's shape. Default: a weight.
        variance: [Option<Factors>] = None;
        /// If true, the inverse function. Default: false.
        invert: [bool] = false;
    }
}

/// Count, mean and sum of the squared distances from it of numbers.
#[derive(Clone, Default)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds the moments of other numbers (Chan et al., 1979).
    fn add(&mut self, other: &Self) {
        let count = self.count + other.count;
        if count > 0.0 {
            let distance = other.mean - self.mean;
            self.squares += other.squares + distance * distance * self.count * other.count / count;
            self.mean += distance * other.count / count;
            self.count = count;
        }
    }
}

impl Normalization {
    /// The axes of an input of this rank, sorted.
    fn kept(&self, rank: usize) -> Result<Vec<usize>> {
        let Axes::These(axes) = &self.axis else { return Ok(Vec::new()) };
        let one = |axis: &i64| {
            let from_front = if *axis < 0 { axis + rank as i64 } else { *axis };
            let found = usize::try_from(from_front).ok().filter(|axis| *axis < rank);
            found.ok_or_else(|| Error::argument(format!("Normalization: there is no axis {axis} of {rank}")))
        };
        let mut kept = axes.iter().map(one).collect::<Result<Vec<usize>>>()?;
        kept.sort_unstable();
        Ok(kept)
    }

    /// Sets mean and variance to those of data, of which the first dimension is the batch.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there are several axes, or it is the batch's.
    pub fn adapt(self, data: &Array) -> Result<Self> {
        self.adapt_batches([Ok(data.clone())])
    }

    /// [`adapt`](Self::adapt) to data in batches, which need not fit into memory: those of an iterator, or
    /// the [inputs](crate::data::Dataset::inputs) of a data set.
    ///
    /// # Errors
    /// Those of [`adapt`](Self::adapt) and of the batches; [`ErrorKind::Data`](crate::ErrorKind::Data) if
    /// there is no row.
    pub fn adapt_batches(mut self, batches: impl IntoIterator<Item = Result<Array>>) -> Result<Self> {
        let mut moments: Vec<Moments> = Vec::new();
        for batch in batches {
            let of_batch = self.moments(&batch?)?;
            if moments.is_empty() {
                moments = of_batch;
            } else if moments.len() == of_batch.len() {
                moments.iter_mut().zip(&of_batch).for_each(|(all, batch)| all.add(batch));
            } else {
                let (before, now) = (moments.len(), of_batch.len());
                let message = format!("Normalization::adapt: batches with {before} and with {now} positions");
                return Err(Error::shape(message));
            }
        }
        if moments.iter().all(|moments| moments.count == 0.0) {
            return Err(Error::new(ErrorKind::Data, "Normalization::adapt: the data have no rows"));
        }
        self.mean = Some(moments.iter().map(|moments| moments.mean).collect::<Vec<f64>>().into());
        self.variance =
            Some(moments.iter().map(|moments| moments.squares / moments.count).collect::<Vec<f64>>().into());
        Ok(self)
    }

    /// The moments of data, for each position along the axis.
    fn moments(&self, data: &Array) -> Result<Vec<Moments>> {
        let kept = self.kept(data.dims().len())?;
        let (positions, stride) = match kept[..] {
            [] => (1, 1),
            [axis] if axis > 0 => (data.dims()[axis], data.dims()[axis + 1..].iter().product::<usize>()),
            _ => return Err(Error::argument(format!("Normalization::adapt: axes {kept:?}; there is one, or none"))),
        };
        let mut moments = vec![Moments::default(); positions];
        let rows = || (0..data.rows()).filter_map(|row| data.row(row));
        let position = |i: usize| i / stride.max(1) % positions;
        for row in rows() {
            for (i, value) in row.iter().enumerate() {
                let moments = &mut moments[position(i)];
                moments.count += 1.0;
                moments.mean += f64::from(*value);
            }
        }
        for moments in moments.iter_mut().filter(|moments| moments.count > 0.0) {
            moments.mean /= moments.count;
        }
        for row in rows() {
            for (i, value) in row.iter().enumerate() {
                let moments = &mut moments[position(i)];
                moments.squares += (f64::from(*value) - moments.mean).powi(2);
            }
        }
        Ok(moments)
    }

    /// A setting that is broadcast to `x`, along the last of the axes.
    fn setting(&self, x: &Tensor, values: &Factors, kept: &[usize]) -> Tensor {
        let mut shape = vec![1; x.ndim()];
        if let (Some(axis), true) = (kept.last(), values.values().len() > 1) {
            shape[*axis] = values.values().len() as i64;
        }
        ops::reshape(&ops::row_of(x, values.values()), &shape).to(x.element())
    }
}

impl Layer for Normalization {
    fn supports_masking(&self) -> bool {
        true
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let dims = inputs[0].with_rows(1);
        let kept = self.kept(dims.len())?;
        let fits = |values: &Factors| match values.values().len() {
            1 => true,
            n => kept.last().is_some_and(|axis| dims[*axis] == n),
        };
        match (&self.mean, &self.variance) {
            (None, None) => Ok(()),
            (Some(mean), Some(variance)) if fits(mean) && mean.values().len() == variance.values().len() => Ok(()),
            (mean, variance) => Err(Error::argument(format!(
                "Normalization: mean and variance are both set, of one number or one for each position. Received: \
                 {mean:?} and {variance:?} for {}",
                inputs[0]
            ))),
        }
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        if self.mean.is_some() {
            return Ok(Vec::new());
        }
        let dims = inputs[0].with_rows(1);
        let kept: Vec<usize> = self.kept(dims.len())?.into_iter().map(|axis| dims[axis]).collect();
        Ok(vec![
            WeightSpec::state("mean", kept.clone(), Zeros::new()),
            WeightSpec::state("variance", kept, Ones::new()),
            WeightSpec::state("count", Vec::new(), Zeros::new()),
        ])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        let kept = self.kept(x.ndim())?;
        let (mean, variance) = match (&self.mean, &self.variance) {
            (Some(mean), Some(variance)) => (self.setting(x, mean, &kept), self.setting(x, variance, &kept)),
            _ => {
                let size = |d: usize| if kept.contains(&d) { x.shape()[d] as i64 } else { 1 };
                let shape: Vec<i64> = (0..x.ndim()).map(size).collect();
                (ops::reshape(&scope.weight(0)?, &shape), ops::reshape(&scope.weight(1)?, &shape))
            }
        };
        let deviation = ops::sqrt(&variance);
        let deviation = ops::maximum(&deviation, &ops::full_like(&deviation, EPSILON));
        Ok(if self.invert { &mean + x * &deviation } else { (x - &mean) / &deviation })
    }
}
