//! Activation functions.

use stablehlo::{FuncBuilder, Value};

use crate::error::{Error, Result};
use crate::naming::{display_and_parse_by_name, unknown};
use crate::ops::{self, Tensor};

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
        ops::traced1(b, x, |x| self.call(x)).map_err(|e| e.at(format_args!("activation {self}")))
    }

    /// The function of a tensor of the program that is being traced.
    pub fn call(self, x: &Tensor) -> Tensor {
        match self {
            Self::Linear => x.clone(),
            Self::Relu => ops::relu(x),
            Self::Relu6 => ops::relu6(x),
            Self::LeakyRelu => ops::leaky_relu(x, 0.2),
            Self::Elu => ops::elu(x, 1.0),
            Self::Selu => ops::selu(x),
            Self::Gelu => ops::gelu(x, false),
            Self::Silu => ops::silu(x),
            Self::Sigmoid => ops::sigmoid(x),
            Self::HardSigmoid => ops::hard_sigmoid(x),
            Self::HardSilu => ops::hard_silu(x),
            Self::Tanh => ops::tanh(x),
            Self::Softmax => ops::softmax(x, -1),
            Self::LogSoftmax => ops::log_softmax(x, -1),
            Self::Softplus => ops::softplus(x),
            Self::Softsign => ops::softsign(x),
            Self::Mish => ops::mish(x),
            Self::Exponential => ops::exp(x),
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
