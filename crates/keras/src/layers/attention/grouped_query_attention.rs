//! Attention whose query heads share the heads of keys and values.

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
    /// Attention of queries on keys and values, of which each head serves a group of query heads. The inputs
    /// are query, value and, perhaps, key.
    ///
    /// ```
    /// use keras::{Input, layers::GroupQueryAttention};
    /// let (query, value) = (Input::new([5, 4]), Input::new([6, 4]));
    /// let y = GroupQueryAttention::new(3, 4, 2).call([&query.tensor(), &value.tensor()])?;
    /// assert_eq!(y.shape().to_string(), "(None, 5, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    GroupQueryAttention(
        /// The size of each head.
        head_dim: [usize],
        /// The number of heads of the query.
        num_query_heads: [usize],
        /// The number of heads of keys and values, which divides that of the query.
        num_key_value_heads: [usize],
    ) {
        /// The fraction of the weights that become 0 in training. Default: 0.
        dropout: [f64] = 0.0;
        /// If true, the projections have biases. Default: true.
        use_bias: [bool] = true;
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
    config |layer, config| { config.set("activity_regularizer", &layer.activity_regularizer); }
}

impl GroupQueryAttention {
    fn projection(&self, name: &'static str, kernel: [usize; 3], bias: Vec<usize>) -> Vec<WeightSpec> {
        // Keras has these parts under private names, unlike those of MultiHeadAttention.
        let part = format!("_{}_dense", name.trim_start_matches("attention_"));
        let kernel = WeightSpec::trainable(format!("{name}/kernel"), kernel, &self.kernel_initializer)
            .regularizer(self.kernel_regularizer.as_ref())
            .constraint(self.kernel_constraint.as_ref())
            .part(part.clone());
        let bias = self.use_bias.then(|| {
            WeightSpec::trainable(format!("{name}/bias"), bias, &self.bias_initializer)
                .regularizer(self.bias_regularizer.as_ref())
                .constraint(self.bias_constraint.as_ref())
                .part(part)
        });
        std::iter::once(kernel).chain(bias).collect()
    }
}

impl Layer for GroupQueryAttention {
    fn supports_masking(&self) -> bool {
        true
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec { ndim: Some(3), ..InputSpec::arguments(2) }
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        check_window("GroupQueryAttention", self.sliding_window)?;
        // Keras applies it to the projections, not to the result.
        if self.activity_regularizer.is_some() {
            return Err(Error::argument(
                "GroupQueryAttention: setting 'activity_regularizer' is not supported, only null is",
            ));
        }
        let (queries, groups, size) = (self.num_query_heads, self.num_key_value_heads, self.head_dim);
        if size > 0 && groups > 0 && queries > 0 && queries.is_multiple_of(groups) && matches!(inputs.len(), 2 | 3) {
            return Ok(());
        }
        Err(Error::argument(format!(
            "GroupQueryAttention takes query, value and perhaps key, and a number of query heads that is a multiple \
             of that of keys. Received: {} inputs, {queries} heads, {groups} heads of keys, head_dim={size}",
            inputs.len()
        )))
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        self.check(inputs)?;
        let size = |i: usize| inputs.get(i).or(inputs.get(1)).and_then(Shape::last).unwrap_or(1);
        let (queries, groups, head) = (self.num_query_heads, self.num_key_value_heads, self.head_dim);
        let gate = match self.use_gate {
            true => self.projection("gate", [size(0), queries, head], vec![queries, head]),
            false => Vec::new(),
        };
        Ok([
            self.projection("query", [size(0), queries, head], vec![queries, head]),
            self.projection("key", [size(2), groups, head], vec![groups, head]),
            gate,
            self.projection("value", [size(1), groups, head], vec![groups, head]),
            self.projection("attention_output", [queries, head, size(0)], vec![size(0)]),
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

impl GroupQueryAttention {
    fn results(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
        let heads = Heads {
            size: self.head_dim,
            repeats: self.num_query_heads / self.num_key_value_heads,
            use_bias: self.use_bias,
            use_gate: self.use_gate,
            dropout: self.dropout,
            window: self.sliding_window,
        };
        heads.results(scope, inputs)
    }
}
