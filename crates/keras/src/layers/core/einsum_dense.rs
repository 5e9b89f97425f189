//! A dense layer of any tensors.

use super::int4::Matrix;
use super::low_rank::LowRank;
use super::quantization::{self, QuantizationConfig, Quantized};
use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::dtype::Quantization;
use crate::error::{Error, Result};
use crate::graph::{Layer, Scope, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Zeros};
use crate::objects::Handle;
use crate::ops::{self, Tensor};
use crate::regularizers::Regularizer;
use crate::shape::Shape;

crate::layer! {
    /// The sum of products of an input and a trainable tensor, by an equation such as `abc,cd->abd`: the
    /// letters are the dimensions, and those that the result lacks are summed. `...` stands for dimensions
    /// that stay.
    ///
    /// ```
    /// use keras::{Input, layers::EinsumDense};
    /// let x = Input::new([32, 128]);
    /// let y = EinsumDense::new("abc,cde->abde", vec![None, Some(8), Some(16)]).bias_axes("de").call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 32, 8, 16)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    EinsumDense(
        /// The equation.
        equation: [String],
        /// The shape of the output without the batch; `None` for sizes that the input has.
        output_shape: [Vec<Option<usize>>],
    ) {
        /// The activation after the bias. Default: linear.
        activation: [Activation] = Activation::Linear;
        /// The dimensions of the output that the bias has. Default: no bias.
        bias_axes: [Option<String>] = None;
        /// Initial values of the kernel. Default: Glorot uniform.
        kernel_initializer: [Handle<dyn Initializer>] = GlorotUniform::new().into();
        /// Initial values of the bias. Default: zeros.
        bias_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
        /// The penalty of the kernel. Default: none.
        kernel_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The penalty of the bias. Default: none.
        bias_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the kernel after each step. Default: none.
        kernel_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// The function that is applied to the bias after each step. Default: none.
        bias_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// How the kernel and the inputs are quantized under a quantized dtype policy. Default: both.
        quantization_config: [Option<QuantizationConfig>] = None;
        /// The rank of two factors that are trained in place of the kernel, to which their product is added:
        /// Keras's `enable_lora`. `.keras` files have the kernel with the product, and the factors are zeros
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

/// The dimensions of an equation by letter; those of an ellipsis are digits.
struct Equation {
    input: Vec<char>,
    kernel: Vec<char>,
    output: Vec<char>,
}

impl Equation {
    /// Reads an equation for an input of so many dimensions.
    fn read(text: &str, rank: usize) -> Result<Self> {
        let wrong =
            || Error::argument(format!("EinsumDense: equation {text:?} does not fit an input of {rank} dimensions"));
        let (inputs, output) = text.split_once("->").ok_or_else(wrong)?;
        let (input, kernel) = inputs.split_once(',').ok_or_else(wrong)?;
        let named = input.chars().filter(|c| c.is_alphabetic()).count();
        let free: String = ('0'..='9').take(rank.checked_sub(named).ok_or_else(wrong)?).collect();
        let letters = |part: &str| part.trim().replace("...", &free).chars().collect::<Vec<char>>();
        let read = Self { input: letters(input), kernel: letters(kernel), output: letters(output) };
        let all = [&read.input, &read.kernel, &read.output];
        let plain = all
            .iter()
            .all(|part| part.iter().enumerate().all(|(i, c)| c.is_ascii_alphanumeric() && !part[..i].contains(c)));
        let known = read.output.iter().all(|c| read.input.contains(c) || read.kernel.contains(c));
        let fits = read.input.len() == rank && plain && known && read.input.first() == read.output.first();
        if fits { Ok(read) } else { Err(wrong()) }
    }

    /// A kernel of this shape as it is quantized: the sizes that are summed, then the others, without a
    /// change of the order of the elements, as in Keras.
    fn matrix(&self, kernel: &[usize]) -> Matrix {
        let size = |summed: bool| {
            let sizes = self.kernel.iter().zip(kernel).filter(|(c, _)| self.output.contains(c) != summed);
            sizes.map(|(_, size)| size).product()
        };
        Matrix { shape: [size(true), size(false)], packed: 1, inputs: 0 }
    }
}

impl EinsumDense {
    fn low_rank(&self) -> Option<LowRank> {
        LowRank::of(self.lora_rank, self.lora_alpha, self.dtype)
    }

    /// The size of each letter of kernel and output.
    fn sizes(&self, equation: &Equation, input: &Shape) -> Result<Vec<(char, usize)>> {
        let mut sizes: Vec<(char, usize)> = equation.input.iter().copied().zip(input.with_rows(1)).collect();
        let given = self.output_shape.iter().rev().zip(equation.output.iter().rev());
        for (size, letter) in given.filter_map(|(size, letter)| Some(((*size)?, *letter))) {
            match sizes.iter().find(|(known, _)| *known == letter) {
                Some((_, known)) if *known != size => {
                    return Err(Error::shape(format!(
                        "EinsumDense: dimension '{letter}' is {known} in the input, and {size} in output_shape"
                    )));
                }
                Some(_) => {}
                None => sizes.push((letter, size)),
            }
        }
        Ok(sizes)
    }
}

impl EinsumDense {
    fn mode(&self) -> Option<Quantization> {
        quantization::mode(self.dtype, self.quantization_config)
    }

    fn quantized_product(&self, scope: &Scope, x: &Tensor, mode: Quantization) -> Result<Tensor> {
        let equation = Equation::read(&self.equation, x.ndim())?;
        let summed = (0i64..).zip(&equation.input).filter(|(_, c)| !equation.output.contains(c));
        let axes: Vec<i64> = summed.map(|(axis, _)| axis).collect();
        let sizes = self.sizes(&equation, &Shape::from(x.shape()[1..].to_vec()))?;
        let shape: Vec<usize> = equation.kernel.iter().map(|c| size_of(&sizes, *c)).collect::<Result<_>>()?;
        let quantized = Quantized {
            mode,
            config: self.quantization_config,
            rest: 1 + usize::from(self.bias_axes.is_some()),
            matrix: (equation.matrix(&shape), shape),
            axes: axes.as_slice().into(),
            product: &|x, kernel| contract(&equation, x, kernel),
            of_output: &|factor| laid_out(factor, &equation.input, &equation.output),
            of_kernel: &|scale| laid_out(scale, &equation.output, &equation.kernel),
        };
        quantized.call(scope, x)
    }
}

/// A tensor with the dimensions `from` in those of `to`; what is not in both has size 1.
fn laid_out(x: &Tensor, from: &[char], to: &[char]) -> Tensor {
    let shared: Vec<char> = to.iter().copied().filter(|c| from.contains(c)).collect();
    let place = |c: &char| from.iter().position(|other| other == c).unwrap_or(0) as i64;
    let rest = from.iter().filter(|c| !shared.contains(c));
    let order: Vec<i64> = shared.iter().chain(rest).map(place).collect();
    let y = ops::transpose(x, &order);
    let size = |c: &char| shared.iter().position(|other| other == c).map_or(1, |i| y.shape()[i] as i64);
    ops::reshape(&y, &to.iter().map(size).collect::<Vec<i64>>())
}

fn size_of(sizes: &[(char, usize)], letter: char) -> Result<usize> {
    sizes.iter().find(|(known, _)| *known == letter).map(|(_, size)| *size).ok_or_else(|| {
        Error::argument(format!(
            "EinsumDense: the size of dimension '{letter}' is neither in the input nor in output_shape"
        ))
    })
}

impl Layer for EinsumDense {
    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let equation = Equation::read(&self.equation, inputs[0].rank())?;
        let sizes = self.sizes(&equation, &inputs[0])?;
        let shape: Vec<usize> = equation.kernel.iter().map(|c| size_of(&sizes, *c)).collect::<Result<_>>()?;
        let kernel = WeightSpec::trainable("kernel", shape, &self.kernel_initializer)
            .regularizer(self.kernel_regularizer.as_ref())
            .constraint(self.kernel_constraint.as_ref());
        let of_kernel = |c: &char| if equation.kernel.contains(c) { size_of(&sizes, *c) } else { Ok(1) };
        let factors: Vec<usize> = equation.output.iter().map(of_kernel).collect::<Result<_>>()?;
        let matrix = equation.matrix(&kernel.shape);
        let (kernel, rest) = quantization::weights(kernel, self.mode(), &factors, matrix);
        let mut weights = vec![kernel.fixed(self.lora_rank.is_some())];
        if let Some(axes) = &self.bias_axes {
            // The bias has size 1 along the dimensions of the output between its own.
            let first = equation.output.iter().position(|c| axes.contains(*c)).unwrap_or(0);
            let size = |c: &char| if axes.contains(*c) { size_of(&sizes, *c) } else { Ok(1) };
            let shape: Vec<usize> = equation.output[first..].iter().map(size).collect::<Result<_>>()?;
            let bias = WeightSpec::trainable("bias", shape, &self.bias_initializer)
                .regularizer(self.bias_regularizer.as_ref())
                .constraint(self.bias_constraint.as_ref());
            weights.push(bias);
        }
        weights.extend(rest);
        if let Some(low_rank) = self.low_rank() {
            weights.extend(low_rank.factors(&weights[0], self.kernel_regularizer.as_ref())?);
        }
        Ok(weights)
    }

    fn quantize(&self, name: &str, kernel: &[f32], shape: &[usize]) -> Result<Vec<(String, Vec<f32>)>> {
        let (inputs, output) = self.equation.split_once("->").unwrap_or_default();
        let (input, of_kernel) = inputs.split_once(',').unwrap_or_default();
        let letters = |part: &str| part.chars().filter(|c| c.is_alphabetic()).collect::<Vec<char>>();
        let equation = Equation { input: letters(input), kernel: letters(of_kernel), output: letters(output) };
        // The factors are in the order of the output.
        let place = |c: &char| equation.kernel.iter().position(|other| other == c);
        let kept: Vec<usize> = equation.output.iter().filter_map(place).collect();
        let stride = |axis: usize| shape[axis + 1..].iter().product::<usize>();
        let group =
            |i: usize| kept.iter().fold(0, |group, axis| group * shape[*axis] + i / stride(*axis) % shape[*axis]);
        let count = kept.iter().map(|axis| shape[*axis]).product();
        quantization::values(name, kernel, self.mode(), equation.matrix(shape), count, group)
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let has_bias = self.bias_axes.is_some();
        if let Some(mode) = self.mode() {
            let y = self.quantized_product(scope, &inputs[0], mode)?;
            return Ok(self.activation.call(&quantization::biased(scope, y, has_bias, mode)?));
        }
        let equation = Equation::read(&self.equation, inputs[0].ndim())?;
        let kernel = match self.low_rank() {
            None => scope.weight(0)?,
            Some(low_rank) => low_rank.adapted(scope, 1 + usize::from(has_bias))?,
        };
        let mut y = contract(&equation, &inputs[0], &kernel);
        if has_bias {
            y = y + scope.weight(1)?;
        }
        Ok(self.activation.call(&y))
    }
}

/// The product of input and kernel by the equation.
fn contract(equation: &Equation, x: &Tensor, kernel: &Tensor) -> Tensor {
    let (input, kernel) = ((x.clone(), equation.input.clone()), (kernel.clone(), equation.kernel.clone()));
    let (y, letters) = ops::contract(&input, &kernel, &equation.output);
    ops::permuted(&y, &letters, &equation.output)
}
