//! Vectors of numbers, and scores of numbers for vectors.

use stablehlo::Value;

use super::quantization::{self, QuantizationConfig};
use super::quantized_table::QuantizedTable;
use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{CallContext, Layer, Scope, WeightSpec};
use crate::initializers::{Initializer, RandomUniform};
use crate::objects::Handle;
use crate::ops::{self, Tensor};
use crate::regularizers::Regularizer;
use crate::shape::Shape;

crate::layer! {
    /// A trainable vector for each number, as [`Embedding`](crate::layers::Embedding) has, and in calls with
    /// `reverse` a score of each number for vectors: `y[.., i] = Σ x[.., k] · embeddings[i, k]`, as the last
    /// layer of a language model.
    ///
    /// ```
    /// use keras::graph::CallArguments;
    /// use keras::{Input, Model, layers::ReversibleEmbedding};
    /// let (input, words) = (Input::new([10]), ReversibleEmbedding::new(1000, 64).shared());
    /// let x = words.call(&input)?;
    /// let scores = words.call_with(&x, CallArguments { reverse: true, ..Default::default() })?.remove(0);
    /// assert_eq!(scores.shape().to_string(), "(None, 10, 1000)");
    /// assert_eq!(Model::new(&input, &scores)?.count_params(), 1000 * 64);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ReversibleEmbedding(
        /// The number of different inputs.
        input_dim: [usize],
        /// The size of the vectors.
        output_dim: [usize],
    ) {
        /// If true, both directions have the same weights. Default: true.
        tie_weights: [bool] = true;
        /// Initial values of the vectors. Default: uniform.
        embeddings_initializer: [Handle<dyn Initializer>] = RandomUniform::new().into();
        /// The penalty of the vectors. Default: none.
        embeddings_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the vectors after each step. Default: none.
        embeddings_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// If true, 0 is padding: it is masked in the layers that follow. Default: false.
        mask_zero: [bool] = false;
        /// How the vectors are quantized under a quantized dtype policy. Default: as Keras does.
        quantization_config: [Option<QuantizationConfig>] = None;
        /// The type of the computation with `reverse`, such as `float32` under a policy of low precision.
        /// Default: that of the policy.
        reverse_dtype: [Option<String>] = None;
        /// The bound of the scores, which they approach as a hyperbolic tangent. Default: none.
        logit_soft_cap: [Option<f64>] = None;
    }
    config |layer, config| { config.set("activity_regularizer", &layer.activity_regularizer); }
}

impl ReversibleEmbedding {
    /// The scores of all numbers for vectors.
    fn scores(&self, scope: &Scope, x: &Tensor) -> Result<Tensor> {
        let scores = match self.table() {
            Some(table) => table.scores(scope, x, self.tie_weights, self.quantization_config)?,
            None => self.float_scores(scope, x)?,
        };
        Ok(match self.logit_soft_cap {
            Some(cap) => ops::tanh(&(scores / cap)) * cap,
            None => scores,
        })
    }

    fn table(&self) -> Option<QuantizedTable> {
        let mode = quantization::mode(self.dtype, self.quantization_config)?;
        Some(QuantizedTable { mode, shape: [self.input_dim, self.output_dim] })
    }

    fn float_scores(&self, scope: &Scope, x: &Tensor) -> Result<Tensor> {
        let kernel = if self.tie_weights { ops::transpose(&scope.weight(0)?, &[1, 0]) } else { scope.weight(1)? };
        let (mut x, mut kernel) = (x.to(kernel.element()), kernel);
        if let Some(dtype) = &self.reverse_dtype {
            (x, kernel) = (ops::cast(&x, dtype), ops::cast(&kernel, dtype));
        }
        Ok(ops::matmul(&x, &kernel))
    }
}

impl Layer for ReversibleEmbedding {
    fn build(&self, _inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let (input, output) = (self.input_dim, self.output_dim);
        if input == 0 || output == 0 {
            return Err(Error::argument(format!(
                "ReversibleEmbedding: input_dim and output_dim are at least 1, not {input} and {output}"
            )));
        }
        let embeddings = WeightSpec::trainable("embeddings", [input, output], &self.embeddings_initializer)
            .regularizer(self.embeddings_regularizer.as_ref())
            .constraint(self.embeddings_constraint.as_ref());
        let reverse = || WeightSpec::trainable("reverse_embeddings", [output, input], &self.embeddings_initializer);
        let reverse = (!self.tie_weights).then(reverse);
        let Some(table) = self.table() else { return Ok(std::iter::once(embeddings).chain(reverse).collect()) };
        let mut weights = table.weights(embeddings)?;
        if let Some(reverse) = reverse {
            weights.extend(table.reverse_weights(reverse)?);
        }
        Ok(weights)
    }

    fn quantize(&self, name: &str, values: &[f32], _shape: &[usize]) -> Result<Vec<(String, Vec<f32>)>> {
        QuantizedTable::values(self.table(), name, values)
    }

    fn converts_inputs(&self) -> bool {
        false
    }

    fn compute_mask(&self, inputs: &[Tensor], _masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
        Ok(self.mask_zero.then(|| ops::not_equal(&inputs[0], &ops::zeros_like(&inputs[0]))))
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        if cx.arguments().reverse {
            // Scores have no mask.
            cx.set_output_masks(vec![None]);
        }
        let outputs = cx.trace(inputs, |scope, inputs| Ok(vec![self.call(scope, inputs)?]))?;
        outputs.first().copied().ok_or_else(|| Error::argument("a formula has no result"))
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        if scope.arguments().reverse {
            return self.scores(scope, &inputs[0]);
        }
        let numbers = ops::cast(&inputs[0], "int32");
        match self.table() {
            Some(table) => table.rows(scope, &numbers),
            None => Ok(ops::take(&scope.weight(0)?, &numbers, 0)),
        }
    }
}
