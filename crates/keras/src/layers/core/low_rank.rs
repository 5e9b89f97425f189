//! Low-rank adaptation (LoRA; Hu et al., 2021): a weight is fixed, and the product of two narrow factors,
//! which are trained, is added to it.

use crate::dtype::DTypePolicy;
use crate::error::{Error, Result};
use crate::graph::{Factor, Scope, WeightSpec};
use crate::initializers::{HeUniform, Zeros};
use crate::objects::Handle;
use crate::ops::{self, Tensor};
use crate::regularizers::Regularizer;

/// The rank of the factors, and the number by which their product is multiplied.
pub(super) struct LowRank {
    rank: usize,
    scale: f64,
}

impl LowRank {
    /// The adaptation of a layer with these settings; `None` without a rank. Quantized layers have none:
    /// their weights are those of files, in which the product is merged.
    pub fn of(rank: Option<usize>, alpha: Option<f64>, dtype: DTypePolicy) -> Option<Self> {
        let rank = rank.filter(|_| !dtype.is_quantized())?;
        Some(Self { rank, scale: alpha.map_or(1.0, |alpha| alpha / rank.max(1) as f64) })
    }

    /// The factors of a weight. Their product begins with zeros.
    ///
    /// # Errors
    /// If the rank is 0, or the weight has a constraint.
    pub fn factors(
        &self,
        weight: &WeightSpec,
        regularizer: Option<&Handle<dyn Regularizer>>,
    ) -> Result<[WeightSpec; 2]> {
        if self.rank == 0 {
            return Err(Error::argument("lora_rank is at least 1, not 0"));
        }
        if weight.constraint.is_some() {
            let name = &weight.name;
            return Err(Error::argument(format!(
                "Lora is incompatible with kernel constraints. Remove the `{name}_constraint`, or the `lora_rank`"
            )));
        }
        let (last, inputs) =
            weight.shape.split_last().ok_or_else(|| Error::argument("lora_rank: a weight is a number"))?;
        let [first, second] = ["a", "b"].map(|factor| format!("lora_{}_{factor}", weight.name));
        let role = Factor::First { weight: weight.name.to_string(), second: second.clone(), scale: self.scale };
        let a = WeightSpec::trainable(first, [inputs, &[self.rank]].concat(), HeUniform::new());
        let b = WeightSpec::trainable(second, [self.rank, *last], Zeros::new());
        Ok([a.regularizer(regularizer).factor(role), b.regularizer(regularizer).factor(Factor::Second)])
    }

    /// The first weight with the product of the factors, of which the first has this index.
    pub fn adapted(&self, scope: &Scope, factor: usize) -> Result<Tensor> {
        let (a, b) = (scope.weight(factor)?, scope.weight(factor + 1)?);
        Ok(scope.weight(0)? + ops::matmul(&a, &b) * self.scale)
    }
}
