//! The quantization of kernels and inputs (`keras/src/quantizers`).

use std::num::NonZeroUsize;

use serde_json::{Value as Json, json};
use stablehlo::ElementType;

use super::int4::Matrix;
use super::rounding::{EPSILON, LARGEST, rounded, whole_numbers};
use crate::dtype::{DTypePolicy, Quantization};
use crate::error::{Error, Result};
use crate::graph::{Scope, WeightSpec};
use crate::initializers::{Ones, Zeros};
use crate::objects::{Field, Registry};
use crate::ops::{self, Axes, Tensor};

/// The largest number of `float8_e4m3fn`.
const LARGEST_FLOAT8: f64 = 448.0;

/// How a layer with the dtype policy of a quantized layer computes: Keras's `Int8QuantizationConfig`,
/// `Int4QuantizationConfig` or `Float8QuantizationConfig`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantizationConfig {
    /// How the kernel is quantized.
    pub mode: Quantization,
    /// If true, inputs are rounded to whole numbers from -127 to 127, too, by their largest magnitude.
    pub inputs: bool,
}

impl QuantizationConfig {
    /// Keras's default: inputs are rounded with `int8` only.
    pub fn new(mode: Quantization) -> Self {
        Self { mode, inputs: mode == Quantization::Int8 }
    }
}

/// The quantizer by the largest magnitude, as Keras writes it.
fn abs_max() -> Json {
    json!({
        "module": "keras.quantizers", "class_name": "AbsMaxQuantizer",
        "config": { "value_range": [-127, 127], "epsilon": EPSILON, "output_dtype": "int8" },
        "registered_name": null,
    })
}

impl Field for QuantizationConfig {
    fn expected() -> String {
        "a Float8QuantizationConfig, or an Int4QuantizationConfig or Int8QuantizationConfig whose quantizers are an \
         AbsMaxQuantizer of the range [-127, 127]"
            .to_owned()
    }

    fn to_json(&self) -> Json {
        let inputs = if self.inputs { abs_max() } else { Json::Null };
        let quantizers = json!({ "weight_quantizer": null, "activation_quantizer": inputs });
        let (class, config) = match self.mode {
            Quantization::Int8 => ("Int8QuantizationConfig", quantizers),
            Quantization::Int4 { block } => {
                let mut config = quantizers;
                config["block_size"] = json!(block.map(NonZeroUsize::get));
                ("Int4QuantizationConfig", config)
            }
            Quantization::Float8 { .. } => ("Float8QuantizationConfig", json!({})),
        };
        json!({ "module": "keras.quantizers", "class_name": class, "config": config, "registered_name": null })
    }

    fn from_json(json: &Json, _registry: &Registry) -> Result<Option<Self>> {
        let quantizer = |name: &str| json.pointer(&format!("/config/{name}")).unwrap_or(&Json::Null);
        let usual = |quantizer: &Json| quantizer.is_null() || quantizer["config"] == abs_max()["config"];
        let block = json.pointer("/config/block_size").filter(|block| !block.is_null()).map(Json::to_string);
        let mode = match json["class_name"].as_str() {
            Some("Int8QuantizationConfig") => Some(Quantization::Int8),
            Some("Int4QuantizationConfig") => {
                Quantization::from_mode(&format!("int4/{}", block.unwrap_or_else(|| "-1".into())))
            }
            Some("Float8QuantizationConfig") => Some(Quantization::FLOAT8),
            _ => None,
        };
        let known = usual(quantizer("weight_quantizer")) && usual(quantizer("activation_quantizer"));
        let inputs = !quantizer("activation_quantizer").is_null();
        Ok(mode.filter(|_| known).map(|mode| Self { mode, inputs }))
    }
}

/// How a layer with these settings is quantized; `None` if it is not. As in Keras, blocks are those of the
/// configuration, if there is one.
pub(super) fn mode(dtype: DTypePolicy, config: Option<QuantizationConfig>) -> Option<Quantization> {
    let of_policy = dtype.quantization()?;
    let own = config.map(|config| config.mode).filter(|mode| matches!(mode, Quantization::Int4 { .. }));
    Some(own.filter(|_| matches!(of_policy, Quantization::Int4 { .. })).unwrap_or(of_policy))
}

/// A weight as a layer has it that is quantized so, and the weights that follow the bias. With `int8` these
/// are factors of the given shape.
pub(super) fn weights(
    weight: WeightSpec,
    mode: Option<Quantization>,
    factors: &[usize],
    matrix: Matrix,
) -> (WeightSpec, Vec<WeightSpec>) {
    match mode {
        None => (weight, Vec::new()),
        Some(Quantization::Int8) => {
            let scale = WeightSpec::state(format!("{}_scale", weight.name), factors, Ones::new());
            (WeightSpec::int8(weight.name, weight.shape), vec![scale])
        }
        Some(Quantization::Int4 { block }) => matrix.weights(&weight.name, block),
        Some(Quantization::Float8 { history }) => {
            let scaled = ["inputs", "kernel", "outputs_grad"].into_iter().flat_map(|of| {
                let scale = WeightSpec::state(format!("{of}_scale"), Vec::new(), Ones::new());
                [scale, WeightSpec::state(format!("{of}_amax_history"), [history], Zeros::new())]
            });
            (weight, scaled.collect())
        }
    }
}

/// The values of a quantized layer's weights in place of the weight of this name. With `int8`, `group` maps
/// an element to its factor, of which there are `count`.
///
/// # Errors
/// If the layer is not quantized to whole numbers.
pub(super) fn values(
    name: &str,
    kernel: &[f32],
    mode: Option<Quantization>,
    matrix: Matrix,
    count: usize,
    group: impl Fn(usize) -> usize,
) -> Result<Vec<(String, Vec<f32>)>> {
    match mode {
        Some(Quantization::Int8) => {
            let (numbers, factors) = rounded(kernel, count, group, [-LARGEST as f32, LARGEST as f32]);
            Ok(vec![(name.to_owned(), numbers), (format!("{name}_scale"), factors)])
        }
        Some(Quantization::Int4 { block }) => Ok(matrix.quantize(name, kernel, block)),
        _ => Err(Error::argument(format!("weight {name} is not quantized to whole numbers"))),
    }
}

/// A product of a quantized kernel, the first weight of a layer, and inputs.
pub(super) struct Quantized<'a> {
    pub mode: Quantization,
    pub config: Option<QuantizationConfig>,
    /// The index of the first weight after the bias.
    pub rest: usize,
    /// The kernel as a matrix, and its own shape.
    pub matrix: (Matrix, Vec<usize>),
    /// The axes of the inputs that the product sums.
    pub axes: Axes,
    /// The product of inputs and a kernel.
    pub product: &'a dyn Fn(&Tensor, &Tensor) -> Tensor,
    /// The factors of the inputs in the dimensions of the output.
    pub of_output: &'a dyn Fn(&Tensor) -> Tensor,
    /// The factors of the kernel, which have the dimensions of the output, in its own dimensions.
    pub of_kernel: &'a dyn Fn(&Tensor) -> Tensor,
}

impl Quantized<'_> {
    /// The product.
    ///
    /// # Errors
    /// In training with `float8`.
    pub fn call(&self, scope: &Scope, x: &Tensor) -> Result<Tensor> {
        match self.mode {
            Quantization::Int8 => {
                let (kernel, scale) = (scope.variable(0)?, scope.variable(self.rest)?);
                Ok(self.of_numbers(x, &kernel, Some(&scale), scope.training()))
            }
            Quantization::Int4 { block } => {
                let (matrix, shape) = &self.matrix;
                let kernel = matrix.kernel(scope, [0, self.rest, self.rest + 1, self.rest + 2], block)?;
                let dims: Vec<i64> = shape.iter().map(|size| *size as i64).collect();
                Ok(self.of_numbers(x, &ops::reshape(&kernel, &dims), None, scope.training()))
            }
            Quantization::Float8 { .. } if scope.training() => Err(Error::argument(
                "a layer that is quantized to float8 predicts, and cannot be trained; train the model before",
            )),
            Quantization::Float8 { .. } => {
                let kernel = float8(&scope.weight(0)?, &scope.variable(self.rest + 2)?);
                Ok((self.product)(&float8(x, &scope.variable(self.rest)?), &kernel))
            }
        }
    }

    /// The product with a kernel of whole numbers and its factors, or of floats. Sums of products of whole
    /// numbers are exact in `float32`, as long as there are at most a thousand of them. In training, inputs
    /// have the gradient of a product with the kernel that is not quantized, as in Keras.
    fn of_numbers(&self, x: &Tensor, kernel: &Tensor, scale: Option<&Tensor>, training: bool) -> Tensor {
        let inputs = self.config.map_or(self.mode == Quantization::Int8, |config| config.inputs);
        let (numbers, factor) = if inputs { whole_numbers(x, self.axes.clone()) } else { (x.clone(), None) };
        let mut y = (self.product)(&numbers, kernel);
        y = match (factor.map(|factor| (self.of_output)(&factor)), scale) {
            (Some(factor), Some(scale)) => y / (factor * scale),
            (Some(factor), None) => y / factor,
            (None, Some(scale)) => y / scale,
            (None, None) => y,
        };
        if !training {
            return y;
        }
        let kernel = scale.map_or_else(|| kernel.clone(), |scale| kernel / (self.of_kernel)(scale));
        let float = (self.product)(&x.to(ElementType::F32), &kernel);
        let error = ops::stop_gradient(&(y - &float));
        float + error
    }
}

/// The product of a quantized layer with its bias, the second weight, if there is one. As in Keras, `float8`
/// rounds a bias to `bfloat16`.
pub(super) fn biased(scope: &Scope, y: Tensor, has_bias: bool, mode: Quantization) -> Result<Tensor> {
    if !has_bias {
        return Ok(y);
    }
    let mut bias = scope.weight(1)?;
    let compute = bias.element();
    if matches!(mode, Quantization::Float8 { .. }) {
        bias = bias.to(ElementType::Bf16).to(compute);
    }
    Ok(y.to(compute) + bias)
}

/// Numbers that are rounded to `float8_e4m3fn` in units of a scale.
fn float8(x: &Tensor, scale: &Tensor) -> Tensor {
    let scale = scale.to(x.element());
    let numbers = ops::clip(&(x / &scale), -LARGEST_FLOAT8, LARGEST_FLOAT8).to(ElementType::F8E4M3FN);
    numbers.to(x.element()) * scale
}
