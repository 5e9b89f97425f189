//! Attention with several heads.

use stablehlo::Value;

use super::dot_attention::{check_window, first};
use super::heads::Heads;
use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Zeros};
use crate::objects::Handle;
use crate::ops::Tensor;
use crate::regularizers::Regularizer;
use crate::shape::Shape;

crate::layer! {
    /// Multi-head attention (Vaswani et al., 2017): query, value and key are projected for each head; the
    /// heads' attentions are projected to the output.
    ///
    /// The inputs are query, value and, if it is not the value, key, each `(batch, steps, size)`.
    ///
    /// ```
    /// use keras::{Input, layers::MultiHeadAttention};
    /// let (query, value) = (Input::new([5, 16]), Input::new([7, 16]));
    /// let y = MultiHeadAttention::new(2, 8).call([&query.tensor(), &value.tensor()])?;
    /// assert_eq!(y.shape().to_string(), "(None, 5, 16)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MultiHeadAttention(
        /// The number of heads.
        num_heads: [usize],
        /// The size of each head's queries and keys.
        key_dim: [usize],
    ) {
        /// The size of each head's values. Default: that of the keys.
        value_dim: [Option<usize>] = None;
        /// The fraction of the weights that become 0 in training. Default: 0.
        dropout: [f64] = 0.0;
        /// If true, the projections have a bias. Default: true.
        use_bias: [bool] = true;
        /// The shape of a step of the output, of which one dimension is supported. Default: the query's.
        output_shape: [Option<Vec<usize>>] = None;
        /// The axes of the steps, of which one, `[1]`, is supported. Default: that one.
        attention_axes: [Option<Vec<i64>>] = None;
        /// Initial values of the kernels. Default: Glorot uniform.
        kernel_initializer: [Handle<dyn Initializer>] = GlorotUniform::new().into();
        /// Initial values of the biases. Default: zeros.
        bias_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
        /// The penalty of the kernels. Default: none.
        kernel_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The penalty of the biases. Default: none.
        bias_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the kernels after each step. Default: none.
        kernel_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// The function that is applied to the biases after each step. Default: none.
        bias_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
        /// If true, the attended values are multiplied by a sigmoid of a projection of the query. Default:
        /// false.
        use_gate: [bool] = false;
        /// The number of steps by which a query and the keys that it sees are less apart. Default: any.
        sliding_window: [Option<usize>] = None;
    }
    // Keras writes the size of the values even if it is that of the keys.
    config |layer, config| {
        config.set("value_dim", &layer.value_size());
        config.set("activity_regularizer", &layer.activity_regularizer);
    }
}

impl MultiHeadAttention {
    fn value_size(&self) -> usize {
        self.value_dim.unwrap_or(self.key_dim)
    }

    /// The weights of a projection.
    fn projection(&self, part: &'static str, kernel: [usize; 3], bias: Vec<usize>) -> Vec<WeightSpec> {
        let name = part.trim_start_matches('_').trim_end_matches("_dense").replace("output", "attention_output");
        let kernel = WeightSpec::trainable(format!("{name}/kernel"), kernel, &self.kernel_initializer)
            .regularizer(self.kernel_regularizer.as_ref())
            .constraint(self.kernel_constraint.as_ref())
            .part(part);
        let bias = self.use_bias.then(|| {
            WeightSpec::trainable(format!("{name}/bias"), bias, &self.bias_initializer)
                .regularizer(self.bias_regularizer.as_ref())
                .constraint(self.bias_constraint.as_ref())
                .part(part)
        });
        std::iter::once(kernel).chain(bias).collect()
    }
}

impl Layer for MultiHeadAttention {
    fn supports_masking(&self) -> bool {
        true
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec { ndim: Some(3), ..InputSpec::arguments(2) }
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        check_window("MultiHeadAttention", self.sliding_window)?;
        // Keras applies it to the projections, not to the result.
        if self.activity_regularizer.is_some() {
            return Err(Error::argument(
                "MultiHeadAttention: setting 'activity_regularizer' is not supported, only null is",
            ));
        }
        if self.attention_axes.as_ref().is_some_and(|axes| axes.as_slice() != [1]) {
            let axes = &self.attention_axes;
            return Err(Error::argument(format!(
                "MultiHeadAttention: attention_axes is {axes:?}, only [1] is supported"
            )));
        }
        if self.output_shape.as_ref().is_some_and(|shape| shape.len() != 1) {
            let shape = &self.output_shape;
            return Err(Error::argument(format!(
                "MultiHeadAttention: output_shape is {shape:?}, only one dimension is supported"
            )));
        }
        if matches!(inputs.len(), 2 | 3) {
            return Ok(());
        }
        let given = inputs.len();
        Err(Error::shape(format!(
            "MultiHeadAttention takes query, value and perhaps key, but it received {given} inputs"
        )))
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let (heads, keys, values) = (self.num_heads, self.key_dim, self.value_size());
        if heads * keys * values == 0 {
            return Err(Error::argument(format!(
                "MultiHeadAttention: num_heads, key_dim and value_dim are at least 1, not {heads}, {keys}, {values}"
            )));
        }
        let size = |i: usize| inputs.get(i).or(inputs.get(1)).and_then(Shape::last).unwrap_or(1);
        let output = self.output_shape.as_ref().and_then(|shape| shape.first().copied()).unwrap_or(size(0));
        // Keras has this part under a private name, unlike the others.
        let gate = match self.use_gate {
            true => self.projection("_gate_dense", [size(0), heads, values], vec![heads, values]),
            false => Vec::new(),
        };
        Ok([
            self.projection("query_dense", [size(0), heads, keys], vec![heads, keys]),
            self.projection("key_dense", [size(2), heads, keys], vec![heads, keys]),
            gate,
            self.projection("value_dense", [size(1), heads, values], vec![heads, values]),
            self.projection("output_dense", [heads, values, output], vec![output]),
        ]
        .concat())
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        first(self.results(scope, inputs)?)
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        cx.trace(inputs, |scope, inputs| self.results(scope, inputs))
    }
}

impl MultiHeadAttention {
    fn results(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
        let heads = Heads {
            size: self.key_dim,
            repeats: 1,
            use_bias: self.use_bias,
            use_gate: self.use_gate,
            dropout: self.dropout,
            window: self.sliding_window,
        };
        heads.results(scope, inputs)
    }
}
