//! Activation functions.

use stablehlo::ops::{Direction, Unary};
use stablehlo::{FuncBuilder, Value};

use crate::error::{Error, Result};
use crate::naming::{display_and_parse_by_name, unknown};
use crate::utils::trace::{add_scalar, clamp, log_softmax, mul_scalar, softmax, softplus};

/// Declares the enum from a table of variant, Keras's name, and formula.
macro_rules! activations {
    ($($variant:ident $name:literal $formula:literal;)*) => {
        /// An activation function, with Keras's name and definition.
        ///
        /// ```
        /// use keras::activations::Activation;
        /// assert_eq!("relu".parse::<Activation>()?, Activation::Relu);
        /// assert_eq!(Activation::HardSigmoid.name(), "hard_sigmoid");
        /// # Ok::<(), keras::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Activation {
            /// `x`, unchanged.
            #[default]
            Linear,
            $(#[doc = concat!("`", $formula, "`")] $variant,)*
        }

        impl Activation {
            /// All activations.
            pub const ALL: &'static [Activation] = &[Activation::Linear, $(Activation::$variant,)*];

            /// Keras's name, such as `relu`.
            pub const fn name(self) -> &'static str {
                match self { Activation::Linear => "linear", $(Activation::$variant => $name,)* }
            }
        }
    };
}

activations! {
    Relu "relu" "max(x, 0)";
    Relu6 "relu6" "min(max(x, 0), 6)";
    LeakyRelu "leaky_relu" "x where x > 0, else 0.2 x";
    Elu "elu" "x where x > 0, else exp(x) - 1";
    Selu "selu" "1.0507 (x where x > 0, else 1.6733 (exp(x) - 1))";
    Gelu "gelu" "x Φ(x), Φ the normal distribution";
    Silu "silu" "x sigmoid(x)";
    Sigmoid "sigmoid" "1 / (1 + exp(-x))";
    HardSigmoid "hard_sigmoid" "min(max(x / 6 + 1/2, 0), 1)";
    HardSilu "hard_silu" "x hard_sigmoid(x)";
    Tanh "tanh" "tanh(x)";
    Softmax "softmax" "exp(x) / sum(exp(x)) along the last axis";
    LogSoftmax "log_softmax" "x - log(sum(exp(x))) along the last axis";
    Softplus "softplus" "log(1 + exp(x))";
    Softsign "softsign" "x / (|x| + 1)";
    Mish "mish" "x tanh(softplus(x))";
    Exponential "exponential" "exp(x)";
}

/// The constants of Klambauer et al., Self-Normalizing Neural Networks, 2017.
const SELU_SCALE: f64 = 1.050_700_987_355_480_5;
const SELU_ALPHA: f64 = 1.673_263_242_354_377_2;

impl Activation {
    /// Appends the function to a program; the result has the type of `x`, a float tensor.
    ///
    /// At a kink (`relu` at 0) the gradient is Keras's, zero. NaN stays NaN.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if `x` is not a float tensor, or if it is a scalar and
    /// the function a softmax.
    pub fn apply(self, b: &mut FuncBuilder, x: Value) -> Result<Value> {
        let ty = b.ty(x);
        if !ty.element.is_float() {
            return Err(Error::shape(format!("activation {self} takes floating-point values, not {ty}")));
        }
        if matches!(self, Self::Softmax | Self::LogSoftmax) && ty.rank() == 0 {
            return Err(Error::shape(format!("activation {self} needs a last axis to normalize, {ty} has none")));
        }
        self.trace(b, x).map_err(|e| Error::from(e).at(format_args!("activation {self}")))
    }

    fn trace(self, b: &mut FuncBuilder, x: Value) -> stablehlo::Result<Value> {
        match self {
            Self::Linear => Ok(x),
            Self::Relu => {
                let zero = b.full_like(x, 0.0)?;
                // With this comparison NaN passes through; `x > 0` would turn it into zero.
                let negative = b.compare(Direction::Le, x, zero)?;
                b.select(negative, zero, x)
            }
            Self::Relu6 => clamp(b, 0.0, x, 6.0),
            Self::LeakyRelu => {
                let zero = b.full_like(x, 0.0)?;
                let negative = b.compare(Direction::Lt, x, zero)?;
                let leak = mul_scalar(b, x, 0.2)?;
                b.select(negative, leak, x)
            }
            Self::Elu => elu(b, x, 1.0),
            Self::Selu => {
                let y = elu(b, x, SELU_ALPHA)?;
                mul_scalar(b, y, SELU_SCALE)
            }
            Self::Gelu => {
                // Φ(x) = erfc(-x / √2) / 2, which is accurate in the left tail; (1 + erf(x / √2)) / 2 is not.
                let scaled = mul_scalar(b, x, -std::f64::consts::FRAC_1_SQRT_2)?;
                let erfc = b.erfc(scaled)?;
                let cdf = mul_scalar(b, erfc, 0.5)?;
                b.multiply(x, cdf)
            }
            Self::Silu => {
                let gate = b.logistic(x)?;
                b.multiply(x, gate)
            }
            Self::Sigmoid => b.logistic(x),
            Self::HardSigmoid => hard_sigmoid(b, x),
            Self::HardSilu => {
                let gate = hard_sigmoid(b, x)?;
                b.multiply(x, gate)
            }
            Self::Tanh => b.tanh(x),
            Self::Softmax => softmax(b, x),
            Self::LogSoftmax => log_softmax(b, x),
            Self::Softplus => softplus(b, x),
            Self::Softsign => {
                let magnitude = b.abs(x)?;
                let divisor = add_scalar(b, magnitude, 1.0)?;
                b.divide(x, divisor)
            }
            Self::Mish => {
                let s = softplus(b, x)?;
                let gate = b.tanh(s)?;
                b.multiply(x, gate)
            }
            Self::Exponential => b.exponential(x),
        }
    }

    /// The activation with Keras's name.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists
    /// the names.
    pub fn from_name(name: &str) -> Result<Self> {
        let found = match name {
            "swish" => Some(Self::Silu),
            "hard_swish" => Some(Self::HardSilu),
            _ => Self::ALL.iter().copied().find(|a| a.name() == name),
        };
        found.ok_or_else(|| unknown("activation", name, Self::ALL.iter().map(|a| a.name())))
    }
}

display_and_parse_by_name!(Activation);

fn elu(b: &mut FuncBuilder, x: Value, alpha: f64) -> stablehlo::Result<Value> {
    let zero = b.full_like(x, 0.0)?;
    let positive = b.compare(Direction::Gt, x, zero)?;
    // The branch that is not selected gets a harmless input: an overflow in it would turn the gradient into
    // NaN.
    let safe = b.select(positive, zero, x)?;
    let power = b.unary(Unary::ExponentialMinusOne, safe)?;
    let curve = mul_scalar(b, power, alpha)?;
    b.select(positive, x, curve)
}

fn hard_sigmoid(b: &mut FuncBuilder, x: Value) -> stablehlo::Result<Value> {
    let raised = add_scalar(b, x, 3.0)?;
    let clamped = clamp(b, 0.0, raised, 6.0)?;
    mul_scalar(b, clamped, 1.0 / 6.0)
}
