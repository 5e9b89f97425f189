//! Attention in several heads, between the projections of query, key, value and result.

use stablehlo::ElementType;

use super::dot_attention::{causal_mask, dropped, window_mask, with_scores};
use crate::error::Result;
use crate::graph::Scope;
use crate::ops::{self, Tensor};

/// The heads of an attention, whose weights are the projections of query, key, the gate if there is one,
/// value and result, each a kernel and perhaps a bias.
pub(super) struct Heads {
    /// The numbers of a head of the query and the key.
    pub size: usize,
    /// The heads of the query that share one of key and value.
    pub repeats: usize,
    pub use_bias: bool,
    pub use_gate: bool,
    pub dropout: f64,
    /// The steps that a query sees, itself and those before and after.
    pub window: Option<usize>,
}

impl Heads {
    /// The result, and the scores if the call asks for them, of query, value and, if it is not the value,
    /// key.
    pub fn results(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
        let of_values = 2 + usize::from(self.use_gate);
        let query = self.projected(scope, &inputs[0], 0)? * (1.0 / (self.size as f64).sqrt());
        let key = self.shared(self.projected(scope, inputs.get(2).unwrap_or(&inputs[1]), 1)?);
        let value = self.shared(self.projected(scope, &inputs[1], of_values)?);
        let scores = ops::matmul(&query, &ops::swapaxes(&key, -2, -1));
        // Keras computes weights by themselves if it drops or returns them.
        let zero = self.dropout > 0.0 || scope.arguments().return_attention_scores;
        let scores = attention_scores(scope, &scores, self.window, zero);
        let weights = dropped(scope, scores.clone(), self.dropout)?;
        let mut attended = ops::matmul(&weights, &value);
        if self.use_gate {
            attended = attended * ops::sigmoid(&self.projected(scope, &inputs[0], 2)?);
        }
        let y = self.product(scope, &ops::swapaxes(&attended, 1, 2), of_values + 1, &[-2, -1], &[0, 1])?;
        Ok(with_scores(scope, y, scores))
    }

    /// An input in its heads, `(batch, heads, steps, size)`, by the projection with this number.
    fn projected(&self, scope: &Scope, x: &Tensor, number: usize) -> Result<Tensor> {
        Ok(ops::swapaxes(&self.product(scope, x, number, &[-1], &[0])?, 1, 2))
    }

    fn product(&self, scope: &Scope, x: &Tensor, number: usize, axes: &[i64], of_kernel: &[i64]) -> Result<Tensor> {
        let index = number * (1 + usize::from(self.use_bias));
        let y = ops::tensordot(x, &scope.weight(index)?, axes, of_kernel);
        Ok(if self.use_bias { y + scope.weight(index + 1)? } else { y })
    }

    /// Heads of keys or values, each for all heads of the query that share it.
    fn shared(&self, x: Tensor) -> Tensor {
        if self.repeats == 1 { x } else { ops::repeat(&x, self.repeats, 1) }
    }
}

/// What the score of a masked pair becomes, a number of its type.
fn masked(element: ElementType) -> f64 {
    if element == ElementType::F16 { -3e4 } else { -1e9 }
}

/// The pairs of queries and keys that count, `(batch, 1, queries, keys)`, of which dimensions may be 1;
/// `None` if all do.
fn attention_mask(scope: &Scope) -> Option<Tensor> {
    let of_query = scope.mask(0).map(|mask| ops::expand_dims(mask, -1));
    let of_keys = [1, 2].into_iter().filter_map(|i| scope.mask(i)).map(|mask| ops::expand_dims(mask, 1));
    let of_pairs = scope.attention_mask().cloned();
    // Each mask of pairs is `(batch, queries, keys)`; one with four dimensions tells heads apart.
    let of_heads = |mask: Tensor| if mask.ndim() < 4 { ops::expand_dims(&mask, 1) } else { mask };
    let all = of_query.into_iter().chain(of_keys).chain(of_pairs).map(of_heads);
    all.reduce(|all, mask| ops::logical_and(&all, &mask))
}

/// The softmax of scores `(batch, heads, queries, keys)` over the keys that count and are within a window. Of
/// a query without such keys all are the same, or, `zero`, none counts.
fn attention_scores(scope: &Scope, scores: &Tensor, window: Option<usize>, zero: bool) -> Tensor {
    let window = window.map(|steps| window_mask(scores, steps));
    let causal = scope.arguments().use_causal_mask.then(|| causal_mask(scores));
    let all = window.into_iter().chain(attention_mask(scope)).chain(causal);
    let Some(seen) = all.reduce(|all, mask| ops::logical_and(&all, &mask)) else { return ops::softmax(scores, -1) };
    let hidden = ops::full_like(scores, masked(scores.element()));
    let weights = ops::softmax(&ops::where_(&seen, scores, &hidden), -1);
    if zero { ops::where_(&seen, &weights, &ops::zeros_like(&weights)) } else { weights }
}
