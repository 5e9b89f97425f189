//! Numbers of categories and of intervals.

use super::quantiles::Summary;
use crate::array::Array;
use crate::dtype::DTypePolicy;
use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Layer, Scope};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::choices! {
    /// How numbers of categories are encoded.
    OutputMode {
        /// As they are.
        Int = "int",
        /// A vector with a one for each number.
        OneHot = "one_hot",
        /// A vector for each row, with ones at all of its numbers.
        MultiHot = "multi_hot",
        /// A vector for each row: how often it has each number.
        Count = "count",
    }
}

/// Numbers below `depth`, encoded.
fn encode(numbers: &Tensor, mode: OutputMode, depth: usize) -> Tensor {
    match mode {
        OutputMode::Int => numbers.clone(),
        OutputMode::OneHot if numbers.ndim() > 1 && numbers.dim(-1) == 1 => {
            ops::one_hot(&ops::squeeze(numbers, -1), depth)
        }
        OutputMode::OneHot => ops::one_hot(numbers, depth),
        OutputMode::MultiHot => ops::max(&ops::one_hot(numbers, depth), 1, false),
        OutputMode::Count => ops::sum(&ops::one_hot(numbers, depth), 1, false),
    }
}

/// Checks that a row has numbers to combine.
fn check_rows(layer: &str, mode: OutputMode, inputs: &[Shape]) -> Result<()> {
    if matches!(mode, OutputMode::Int | OutputMode::OneHot) || inputs[0].rank() > 1 {
        return Ok(());
    }
    let shape = &inputs[0];
    Err(Error::shape(format!("{layer}: rows have several numbers with output_mode {mode:?}; received {shape}")))
}

crate::layer! {
    /// Encodes the numbers of categories, from 0 to `num_tokens - 1`.
    ///
    /// ```
    /// use keras::{Input, layers::CategoryEncoding};
    /// let y = CategoryEncoding::new(5).call(&Input::new([3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 5)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    CategoryEncoding(
        /// The number of categories.
        num_tokens: [usize],
    ) {
        /// The encoding: all but `int`. Default: a vector for each row, with ones at all of its numbers.
        output_mode: [OutputMode] = OutputMode::MultiHot;
    }
}

impl Layer for CategoryEncoding {
    fn check(&self, inputs: &[Shape]) -> Result<()> {
        if self.num_tokens == 0 || self.output_mode == OutputMode::Int {
            let (tokens, mode) = (self.num_tokens, self.output_mode);
            return Err(Error::argument(format!(
                "CategoryEncoding takes at least 1 token and one_hot, multi_hot or count, not {tokens} and {mode:?}"
            )));
        }
        check_rows("CategoryEncoding", self.output_mode, inputs)
    }

    fn converts_inputs(&self) -> bool {
        false
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(encode(&inputs[0], self.output_mode, self.num_tokens))
    }
}

crate::layer! {
    /// The number of the interval that contains a value: how many boundaries are not above it.
    ///
    /// ```
    /// use keras::{Input, layers::Discretization};
    /// let x = Input::new([4]);
    /// let y = Discretization::new().bin_boundaries([0.0, 1.0, 2.0]).call(&x)?;
    /// assert_eq!(y.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    Discretization() {
        /// The boundaries in ascending order. Default: those that [`adapt`](Self::adapt) computes.
        bin_boundaries: [Option<Vec<f64>>] = None;
        /// The number of intervals for which [`adapt`](Self::adapt) computes boundaries. Default: none.
        num_bins: [Option<usize>] = None;
        /// The tolerance of computed boundaries: each batch of data is reduced to about `1 / epsilon`
        /// quantiles. Default: 0.01.
        epsilon: [f64] = 0.01;
        /// The encoding. Default: numbers.
        output_mode: [OutputMode] = OutputMode::Int;
        /// Stored in Keras's configuration only: vectors are dense here, of the same numbers. Default: false.
        sparse: [bool] = false;
    }
    // Keras writes the type of the result here, not the policy.
    config |layer, config| {
        if layer.dtype == DTypePolicy::Float32 {
            config.set("dtype", &String::from("float32"));
        }
        // The class in Keras does not take it.
        config.remove("trainable");
    }
}

impl Discretization {
    /// Sets the boundaries to quantiles of data, so that each of the `num_bins` intervals has about as many
    /// numbers.
    ///
    /// ```
    /// use keras::{Array, layers::Discretization};
    /// let data: Array = (0..100).collect::<Vec<i32>>().into();
    /// let layer = Discretization::new().num_bins(4).adapt(&data)?;
    /// let bounds: Vec<f64> = layer.bin_boundaries.unwrap().iter().map(|bound| bound.round()).collect();
    /// assert_eq!(bounds, [24.0, 49.0, 74.0]);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) without `num_bins`, or if `epsilon` is not between
    /// 0 and 1; [`ErrorKind::Data`](crate::ErrorKind::Data) if there are no numbers.
    pub fn adapt(self, data: &Array) -> Result<Self> {
        self.adapt_batches([Ok(data.clone())])
    }

    /// [`adapt`](Self::adapt) to data in batches, which need not fit into memory: those of an iterator, or
    /// the [inputs](crate::data::Dataset::inputs) of a data set.
    ///
    /// # Errors
    /// Those of [`adapt`](Self::adapt) and of the batches.
    pub fn adapt_batches(mut self, batches: impl IntoIterator<Item = Result<Array>>) -> Result<Self> {
        let Some(num_bins) = self.num_bins.filter(|bins| *bins > 0) else {
            return Err(Error::argument("Discretization::adapt: set `num_bins`, the number of intervals, before"));
        };
        if !(self.epsilon > 0.0 && self.epsilon <= 1.0) {
            let epsilon = self.epsilon;
            return Err(Error::argument(format!(
                "Discretization::adapt: epsilon is above 0 and at most 1, not {epsilon}"
            )));
        }
        let mut summary = Summary::default();
        for batch in batches {
            let batch = batch?;
            let values = (0..batch.rows()).filter_map(|row| batch.row(row)).flatten().collect();
            summary = Summary::of(values, self.epsilon).merged(summary, self.epsilon);
        }
        if summary.is_empty() {
            return Err(Error::new(ErrorKind::Data, "Discretization::adapt: the data have no numbers"));
        }
        self.bin_boundaries = Some(summary.boundaries(num_bins));
        Ok(self)
    }
}

impl Layer for Discretization {
    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let ascending = |bounds: &Vec<f64>| !bounds.is_empty() && bounds.is_sorted();
        if !self.bin_boundaries.as_ref().is_some_and(ascending) {
            let given = &self.bin_boundaries;
            return Err(Error::argument(format!(
                "Discretization takes bin_boundaries in ascending order, at least one, not {given:?}; `adapt` computes \
                 them"
            )));
        }
        check_rows("Discretization", self.output_mode, inputs)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let bounds = self.bin_boundaries.as_deref().unwrap_or_default();
        let x = ops::expand_dims(&inputs[0], -1);
        let reached = ops::greater_equal(&x, &ops::row_of(&x, bounds).to(x.element()));
        let numbers = ops::sum(&ops::cast(&reached, "int32"), -1, false);
        Ok(encode(&numbers, self.output_mode, bounds.len() + 1))
    }
}
