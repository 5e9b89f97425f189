//! Vectors of numbers.

use super::low_rank::LowRank;
use super::quantization::{self, QuantizationConfig};
use super::quantized_table::QuantizedTable;
use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{Layer, Scope, WeightSpec};
use crate::initializers::{Initializer, RandomUniform};
use crate::objects::Handle;
use crate::ops::{self, Tensor};
use crate::regularizers::Regularizer;
use crate::shape::Shape;

crate::layer! {
    /// A trainable vector for each number: `y[.., k] = embeddings[x[..], k]`.
    ///
    /// Inputs are whole numbers from 0 up to `input_dim`, of any type; numbers out of range take the
    /// nearest row.
    ///
    /// ```
    /// use keras::{Input, layers::Embedding};
    /// let y = Embedding::new(1000, 64).call(&Input::new([10]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 10, 64)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Embedding(
        /// The number of different inputs.
        input_dim: [usize],
        /// The size of the vectors.
        output_dim: [usize],
    ) {
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
        /// The rank of two factors that are trained in place of the vectors, to which their product is added:
        /// Keras's `enable_lora`. `.keras` files have the vectors with the product, and the factors are zeros
        /// when they are read; `.h5` files have the factors, as in Keras. Default: none.
        lora_rank: [Option<usize>] = None;
        /// The product of the factors is multiplied by this number, divided by the rank. Default: the rank.
        lora_alpha: [Option<f64>] = None;
    }
    config |layer, config| {
        config.set("activity_regularizer", &layer.activity_regularizer);
        if layer.lora_rank.is_none() {
            config.remove("lora_rank");
            config.remove("lora_alpha");
        }
    }
}

impl Embedding {
    fn low_rank(&self) -> Option<LowRank> {
        LowRank::of(self.lora_rank, self.lora_alpha, self.dtype)
    }

    fn table(&self) -> Option<QuantizedTable> {
        let mode = quantization::mode(self.dtype, self.quantization_config)?;
        Some(QuantizedTable { mode, shape: [self.input_dim, self.output_dim] })
    }
}

impl Layer for Embedding {
    fn compute_mask(&self, inputs: &[Tensor], _masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
        Ok(self.mask_zero.then(|| ops::not_equal(&inputs[0], &ops::zeros_like(&inputs[0]))))
    }

    fn build(&self, _inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        if self.input_dim == 0 || self.output_dim == 0 {
            let (input, output) = (self.input_dim, self.output_dim);
            return Err(Error::argument(format!(
                "Embedding: input_dim and output_dim are at least 1, not {input} and {output}"
            )));
        }
        let shape = [self.input_dim, self.output_dim];
        let embeddings = WeightSpec::trainable("embeddings", shape, &self.embeddings_initializer)
            .regularizer(self.embeddings_regularizer.as_ref())
            .constraint(self.embeddings_constraint.as_ref())
            .fixed(self.lora_rank.is_some());
        if let Some(low_rank) = self.low_rank() {
            let [a, b] = low_rank.factors(&embeddings, self.embeddings_regularizer.as_ref())?;
            return Ok(vec![embeddings, a, b]);
        }
        match self.table() {
            None => Ok(vec![embeddings]),
            Some(table) => table.weights(embeddings),
        }
    }

    fn quantize(&self, name: &str, values: &[f32], _shape: &[usize]) -> Result<Vec<(String, Vec<f32>)>> {
        QuantizedTable::values(self.table(), name, values)
    }

    fn converts_inputs(&self) -> bool {
        false
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let numbers = ops::cast(&inputs[0], "int32");
        if let Some(table) = self.table() {
            return table.rows(scope, &numbers);
        }
        let embeddings = match self.low_rank() {
            None => scope.weight(0)?,
            Some(low_rank) => low_rank.adapted(scope, 1)?,
        };
        Ok(ops::take(&embeddings, &numbers, 0))
    }
}
