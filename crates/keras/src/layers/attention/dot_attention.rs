//! Attention of sequences of vectors, without heads.

use stablehlo::{ElementType, Value};

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{GlorotUniform, Ones};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::choices! {
    /// How a query and a key make a score.
    ScoreMode {
        /// By their product.
        Dot = "dot",
        /// By the hyperbolic tangent of their sum.
        Concat = "concat",
    }
}

/// Query, value and key; without a key the value is the key.
fn roles(inputs: &[Tensor]) -> (&Tensor, &Tensor, &Tensor) {
    (&inputs[0], &inputs[1], inputs.get(2).unwrap_or(&inputs[1]))
}

fn check_inputs(layer: &str, inputs: &[Shape]) -> Result<()> {
    if matches!(inputs.len(), 2 | 3) && inputs.iter().all(|shape| shape.rank() == 3) {
        return Ok(());
    }
    Err(Error::shape(format!(
        "{layer} layer accepts inputs list of length 2 or 3, namely [query, value] or [query, value, key], each of three \
         dimensions. Received: {inputs:?}"
    )))
}

/// The weights after a dropout, in training.
pub(super) fn dropped(scope: &mut Scope, weights: Tensor, rate: f64) -> Result<Tensor> {
    if !scope.training() || rate == 0.0 {
        return Ok(weights);
    }
    let draws = scope.random_uniform(weights.shape())?;
    let keep = ops::greater_equal(&draws, &ops::full_like(&draws, rate)).to(weights.element());
    Ok(weights * keep * (1.0 / (1.0 - rate)))
}

/// The pairs of queries and keys `[.., queries, keys]` in which the key is not of a later step.
pub(super) fn causal_mask(scores: &Tensor) -> Tensor {
    let lower = ops::tril(&ops::ones_like(scores), 0);
    ops::greater(&lower, &ops::zeros_like(&lower))
}

/// The pairs of queries and keys `[.., queries, keys]` that are fewer than so many steps apart.
pub(super) fn window_mask(scores: &Tensor, steps: usize) -> Tensor {
    let (ones, last) = (ops::ones_like(scores), steps as i64 - 1);
    let band = ops::tril(&ops::triu(&ones, -last), last);
    ops::greater(&band, &ops::zeros_like(&band))
}

/// Checks the setting `sliding_window` of the layer with this class.
pub(super) fn check_window(layer: &str, window: Option<usize>) -> Result<()> {
    if window == Some(0) {
        return Err(Error::argument(format!("{layer}: sliding_window is null or at least 1, not 0")));
    }
    Ok(())
}

/// What is subtracted from the scores of a masked key, a number of their type.
fn masked(element: ElementType) -> f64 {
    if element == ElementType::F16 { 65_504.0 } else { 1e9 }
}

/// The values, weighted by the softmax of the scores `[n, queries, keys]`, and the weights if the call
/// returns them; masked values are left out, and the output of masked queries is 0.
fn attend(scope: &mut Scope, scores: &Tensor, value: &Tensor, dropout: f64) -> Result<Vec<Tensor>> {
    let of_keys = scope.mask(1).map(|mask| ops::expand_dims(mask, 1));
    let causal = scope.arguments().use_causal_mask.then(|| causal_mask(scores));
    let seen = of_keys.into_iter().chain(causal).reduce(|all, mask| ops::logical_and(&all, &mask));
    let lower = scores - masked(scores.element());
    let scores = seen.map_or(scores.clone(), |seen| ops::where_(&seen, scores, &lower));
    let weights = dropped(scope, ops::softmax(&scores, -1), dropout)?;
    let y = ops::matmul(&weights, value);
    let y = scope.mask(0).map_or(y.clone(), |mask| ops::where_(&ops::expand_dims(mask, -1), &y, &ops::zeros_like(&y)));
    Ok(with_scores(scope, y, weights))
}

/// The output of an attention, and its scores if the call returns them.
pub(super) fn with_scores(scope: &Scope, y: Tensor, scores: Tensor) -> Vec<Tensor> {
    if scope.arguments().return_attention_scores { vec![y, scores] } else { vec![y] }
}

/// The first result of a layer.
pub(super) fn first(results: Vec<Tensor>) -> Result<Tensor> {
    results.into_iter().next().ok_or_else(|| Error::argument("a layer has an output"))
}

crate::layer! {
    /// Attention by products (Luong et al., 2015): `y = softmax(query · keyᵀ) · value`. The inputs are a
    /// list of query, value and, if it is not the value, key, each `(batch, steps, size)`.
    ///
    /// ```
    /// use keras::{Input, layers::Attention};
    /// let (query, value) = (Input::new([5, 8]), Input::new([7, 8]));
    /// let y = Attention::new().call([&query.tensor(), &value.tensor()])?;
    /// assert_eq!(y.shape().to_string(), "(None, 5, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Attention() {
        /// If true, the scores have a trainable factor. Default: false.
        use_scale: [bool] = false;
        /// How a query and a key make a score. Default: by their product.
        score_mode: [ScoreMode] = ScoreMode::Dot;
        /// The fraction of the weights that become 0 in training. Default: 0.
        dropout: [f64] = 0.0;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
}

impl Layer for Attention {
    fn supports_masking(&self) -> bool {
        true
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(2)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        check_inputs("Attention", inputs)
    }

    fn build(&self, _inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let scale = self.use_scale.then(|| WeightSpec::trainable("scale", [], Ones::new()));
        let concat = self.score_mode == ScoreMode::Concat;
        let weight = concat.then(|| WeightSpec::trainable("concat_score_weight", [], Ones::new()));
        Ok([scale, weight].into_iter().flatten().collect())
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        first(self.results(scope, inputs)?)
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        cx.trace(inputs, |scope, inputs| self.results(scope, inputs))
    }
}

impl Attention {
    fn results(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
        let (query, value, key) = roles(inputs);
        let scores = if self.score_mode == ScoreMode::Dot {
            let scores = ops::matmul(query, &ops::swapaxes(key, -2, -1));
            if self.use_scale { scores * scope.weight(0)? } else { scores }
        } else {
            let mut sum = ops::expand_dims(query, 2) + ops::expand_dims(key, 1);
            if self.use_scale {
                sum = sum * scope.weight(0)?;
            }
            ops::sum(&ops::tanh(&sum), -1, false) * scope.weight(usize::from(self.use_scale))?
        };
        attend(scope, &scores, value, self.dropout)
    }
}

crate::layer! {
    /// Attention by sums (Bahdanau et al., 2015): the score of a query `q` and a key `k` is
    /// `sum(scale · tanh(q + k))`.
    AdditiveAttention() {
        /// If true, the sum has a trainable factor for each element. Default: true.
        use_scale: [bool] = true;
        /// The fraction of the weights that become 0 in training. Default: 0.
        dropout: [f64] = 0.0;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
}

impl Layer for AdditiveAttention {
    fn supports_masking(&self) -> bool {
        true
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(2)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        check_inputs("AdditiveAttention", inputs)
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let size = inputs[0].last().unwrap_or(1);
        Ok(self.use_scale.then(|| WeightSpec::trainable("scale", [size], GlorotUniform::new())).into_iter().collect())
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        first(self.results(scope, inputs)?)
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        cx.trace(inputs, |scope, inputs| self.results(scope, inputs))
    }
}

impl AdditiveAttention {
    fn results(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
        let (query, value, key) = roles(inputs);
        let mut sum = ops::tanh(&(ops::expand_dims(query, 2) + ops::expand_dims(key, 1)));
        if self.use_scale {
            sum = sum * scope.weight(0)?;
        }
        attend(scope, &ops::sum(&sum, -1, false), value, self.dropout)
    }
}
