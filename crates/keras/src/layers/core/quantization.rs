//! The `int8` quantization of kernels and inputs (`keras/src/quantizers`).

use serde_json::{Value as Json, json};

use crate::error::Result;
use crate::objects::{Field, Registry};
use crate::ops::{self, Axes, Tensor};

/// What a factor is kept away from 0 by.
const EPSILON: f64 = 1e-7;
/// The largest magnitude of a quantized number.
const LARGEST: f64 = 127.0;

/// How a layer with the dtype policy `int8_from_float32` computes: Keras's `Int8QuantizationConfig`. Its
/// kernel has whole numbers from -127 to 127 and a factor for each output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantizationConfig {
    /// If true, inputs are rounded to whole numbers, too, by their largest magnitude.
    pub inputs: bool,
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
        "an Int8QuantizationConfig whose quantizers are an AbsMaxQuantizer of the range [-127, 127]".to_owned()
    }

    fn to_json(&self) -> Json {
        let inputs = if self.inputs { abs_max() } else { Json::Null };
        json!({
            "module": "keras.quantizers", "class_name": "Int8QuantizationConfig",
            "config": { "weight_quantizer": null, "activation_quantizer": inputs }, "registered_name": null,
        })
    }

    fn from_json(json: &Json, _registry: &Registry) -> Result<Option<Self>> {
        let quantizer = |name: &str| json.pointer(&format!("/config/{name}")).unwrap_or(&Json::Null);
        let usual = |quantizer: &Json| quantizer.is_null() || quantizer["config"] == abs_max()["config"];
        let known = json.get("class_name").is_some_and(|class| class == "Int8QuantizationConfig")
            && usual(quantizer("weight_quantizer"))
            && usual(quantizer("activation_quantizer"));
        Ok(known.then(|| Self { inputs: !quantizer("activation_quantizer").is_null() }))
    }
}

/// The inputs as whole numbers, and the factor that made them, 1 without a quantization of inputs.
fn quantized(x: &Tensor, config: Option<QuantizationConfig>, axes: impl Into<Axes>) -> (Tensor, Option<Tensor>) {
    if config.is_some_and(|config| !config.inputs) {
        return (x.clone(), None);
    }
    let x = ops::cast(x, "float32");
    let factor = LARGEST / (ops::max(&ops::absolute(&x), axes, true) + EPSILON);
    (ops::clip(&ops::round(&(&x * &factor)), -LARGEST, LARGEST), Some(factor))
}

/// A product of a quantized kernel and inputs that are quantized along the axes that it sums.
pub(super) struct Quantized<'a> {
    pub config: Option<QuantizationConfig>,
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
    /// The product. Sums of products of whole numbers are exact in `float32`, as long as there are at most a
    /// thousand of them. In training, inputs have the gradient of a product with the kernel that is not
    /// quantized, as in Keras.
    pub fn call(&self, x: &Tensor, kernel: &Tensor, scale: &Tensor, training: bool) -> Tensor {
        let (numbers, factor) = quantized(x, self.config, self.axes.clone());
        let y = (self.product)(&numbers, kernel);
        let y = match factor {
            Some(factor) => y / ((self.of_output)(&factor) * scale),
            None => y / scale,
        };
        if !training {
            return y;
        }
        let float = (self.product)(&ops::cast(x, "float32"), &(kernel / (self.of_kernel)(scale)));
        let error = ops::stop_gradient(&(y - &float));
        float + error
    }
}

/// The whole numbers of a kernel and their factors, one for each index of the dimensions that are not summed.
/// `groups` maps an element of the kernel to its factor, of which there are `count`.
pub(super) fn quantize(kernel: &[f32], count: usize, group: impl Fn(usize) -> usize) -> (Vec<f32>, Vec<f32>) {
    let mut largest = vec![0f32; count];
    for (i, value) in kernel.iter().enumerate() {
        let largest = &mut largest[group(i)];
        *largest = largest.max(value.abs());
    }
    let factors: Vec<f32> = largest.iter().map(|largest| LARGEST as f32 / (largest + EPSILON as f32)).collect();
    let largest = LARGEST as f32;
    let number = |(i, value): (usize, &f32)| (value * factors[group(i)]).round_ties_even().clamp(-largest, largest);
    (kernel.iter().enumerate().map(number).collect(), factors)
}
