//! Activation functions.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde_json::Value as Json;
use stablehlo::{FuncBuilder, Value};

use super::keras_2;
use crate::error::{Error, Result};
use crate::naming::unknown;
use crate::objects::{Field, Registry};
use crate::ops::{self, Tensor};

/// An activation function: a named function of a tensor, with Keras's name and definition.
///
/// A function of a user is an equal of the others: [`custom`](Self::custom) names it, and
/// [`Registry::add_activation`] makes it known to files.
///
/// ```
/// use keras::activations::Activation;
/// use keras::layers::Dense;
/// use keras::objects::Registry;
/// use keras::ops;
/// assert_eq!("relu".parse::<Activation>()?, Activation::Relu);
/// assert_eq!(Activation::HardSigmoid.name(), "hard_sigmoid");
///
/// let cube = Activation::custom("cube", |x| x * x * x);
/// let dense = Dense::new(8).activation(cube);
/// let mut registry = Registry::new();
/// registry.add_activation(cube);
/// assert_eq!(registry.activation("cube")?, cube);
/// # let _ = dense;
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Activation {
    name: &'static str,
    package: Option<&'static str>,
    function: fn(&Tensor) -> Tensor,
}

/// The package of the functions of a user.
const CUSTOM: &str = "Custom";

/// Declares the activations of this crate from a table of constant, Keras's name, meaning, and formula.
macro_rules! activations {
    ($($constant:ident $name:literal $meaning:literal |$x:ident| $formula:expr;)*) => {
        #[allow(non_upper_case_globals)]
        impl Activation {
            $(
                #[doc = concat!("`", $meaning, "`")]
                pub const $constant: Activation =
                    Activation { name: $name, package: None, function: |$x| $formula };
            )*

            /// The activations of this crate.
            pub const ALL: &'static [Activation] = &[$(Activation::$constant,)*];
        }
    };
}

activations! {
    Linear "linear" "x" |x| x.clone();
    Relu "relu" "max(x, 0)" |x| ops::relu(x);
    Relu6 "relu6" "min(max(x, 0), 6)" |x| ops::relu6(x);
    LeakyRelu "leaky_relu" "x where x > 0, else 0.2 x" |x| ops::leaky_relu(x, 0.2);
    Elu "elu" "x where x > 0, else exp(x) - 1" |x| ops::elu(x, 1.0);
    Selu "selu" "1.0507 (x where x > 0, else 1.6733 (exp(x) - 1))" |x| ops::selu(x);
    Celu "celu" "x where x > 0, else exp(x) - 1" |x| ops::celu(x, 1.0);
    Gelu "gelu" "x Φ(x), Φ the normal distribution" |x| ops::gelu(x, false);
    Silu "silu" "x sigmoid(x)" |x| ops::silu(x);
    Sigmoid "sigmoid" "1 / (1 + exp(-x))" |x| ops::sigmoid(x);
    LogSigmoid "log_sigmoid" "log(sigmoid(x))" |x| ops::log_sigmoid(x);
    HardSigmoid "hard_sigmoid" "min(max(x / 6 + 1/2, 0), 1)" |x| ops::hard_sigmoid(x);
    HardSilu "hard_silu" "x hard_sigmoid(x)" |x| ops::hard_silu(x);
    HardTanh "hard_tanh" "min(max(x, -1), 1)" |x| ops::hard_tanh(x);
    HardShrink "hard_shrink" "x where |x| > 0.5, else 0" |x| ops::hard_shrink(x, 0.5);
    Tanh "tanh" "tanh(x)" |x| ops::tanh(x);
    TanhShrink "tanh_shrink" "x - tanh(x)" |x| ops::tanh_shrink(x);
    SoftShrink "soft_shrink" "x moved by 0.5 to 0" |x| ops::soft_shrink(x, 0.5);
    Softmax "softmax" "exp(x) / sum(exp(x)) along the last axis" |x| ops::softmax(x, -1);
    LogSoftmax "log_softmax" "x - log(sum(exp(x))) along the last axis" |x| ops::log_softmax(x, -1);
    Sparsemax "sparsemax" "a softmax that may be zero, along the last axis" |x| ops::sparsemax(x, -1);
    Glu "glu" "a sigmoid(b), a and b the halves of x along the last axis" |x| ops::glu(x, -1);
    Softplus "softplus" "log(1 + exp(x))" |x| ops::softplus(x);
    Softsign "softsign" "x / (|x| + 1)" |x| ops::softsign(x);
    Squareplus "squareplus" "(x + sqrt(x² + 4)) / 2" |x| ops::squareplus(x, 4.0);
    SparsePlus "sparse_plus" "softplus with a parabola around 0" |x| ops::sparse_plus(x);
    SparseSigmoid "sparse_sigmoid" "min(max(x / 2 + 1/2, 0), 1)" |x| ops::sparse_sigmoid(x);
    Mish "mish" "x tanh(softplus(x))" |x| ops::mish(x);
    Exponential "exponential" "exp(x)" |x| ops::exp(x);
}

impl Activation {
    /// `min(max(x / 5 + 1/2, 0), 1)`, the `hard_sigmoid` of Keras 1 and 2, with which LSTM and GRU of theirs
    /// were trained. Models of their files have it. Keras 3 has no such function: files have a `Sequential`
    /// of a `Rescaling` and a `ReLU` in its place, which Keras takes as an activation.
    #[allow(non_upper_case_globals, reason = "named as the others")]
    pub const HardSigmoidOfKeras2: Activation = Activation {
        name: "hard_sigmoid_of_keras_2",
        package: None,
        function: |x| ops::clip(&(x * 0.2 + 0.5), 0.0, 1.0),
    };
}

/// Other names that Keras has for activations.
const ALIASES: [(&str, Activation); 2] = [("swish", Activation::Silu), ("hard_swish", Activation::HardSilu)];

/// The activations that are functions of the values along the last axis.
const ALONG_LAST_AXIS: [Activation; 4] =
    [Activation::Softmax, Activation::LogSoftmax, Activation::Sparsemax, Activation::Glu];

impl Activation {
    /// A function of a user, with a name for files.
    pub const fn custom(name: &'static str, function: fn(&Tensor) -> Tensor) -> Self {
        Self { name, package: Some(CUSTOM), function }
    }

    /// Keras's name, such as `relu`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Appends the function to a program; the result has the type of `x`, a float tensor, but half the last
    /// axis for `glu`.
    ///
    /// At a kink (`relu` at 0) the gradient is Keras's, zero. NaN stays NaN.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if `x` is not a float tensor, or if it is a scalar and
    /// the function one along the last axis; [`ErrorKind::Argument`](crate::ErrorKind::Argument) for `glu` of
    /// an odd last axis.
    pub fn apply(self, b: &mut FuncBuilder, x: Value) -> Result<Value> {
        let ty = b.ty(x);
        if !ty.element.is_float() {
            return Err(Error::shape(format!("activation {self} takes floating-point values, not {ty}")));
        }
        if ALONG_LAST_AXIS.contains(&self) && ty.rank() == 0 {
            return Err(Error::shape(format!("activation {self} needs a last axis, {ty} has none")));
        }
        ops::traced1(b, x, |x| self.call(x)).map_err(|e| e.at(format_args!("activation {self}")))
    }

    /// The function of a tensor of the program that is being traced.
    pub fn call(self, x: &Tensor) -> Tensor {
        (self.function)(x)
    }

    /// The activation of this crate with Keras's name.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists
    /// the names.
    pub fn from_name(name: &str) -> Result<Self> {
        Registry::new().activation(name)
    }
}

impl Registry {
    /// Adds an activation function; its name then means this one.
    pub fn add_activation(&mut self, activation: Activation) -> &mut Self {
        self.push(std::sync::Arc::new(activation));
        self
    }

    /// The activation function with this name, or registered name (`Custom>cube`): of those that were added,
    /// the latest first, then of this crate.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none; the message lists the names.
    pub fn activation(&self, name: &str) -> Result<Activation> {
        let custom = || self.latest_first().filter_map(|row| row.downcast_ref::<Activation>());
        let bare = name.rsplit_once('>').map_or(name, |(_, bare)| bare);
        let alias = || ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, activation)| activation);
        let own = || Activation::ALL.iter().chain(&[Activation::HardSigmoidOfKeras2]).find(|a| a.name == name);
        let built_in = || own().or_else(alias);
        let found = custom().find(|a| a.name == bare).or_else(built_in).copied();
        found.ok_or_else(|| unknown("activation", name, custom().chain(Activation::ALL).map(|a| a.name)))
    }
}

impl Field for Activation {
    fn expected() -> String {
        "the name of an activation".to_owned()
    }

    fn to_json(&self) -> Json {
        match self.package {
            None if *self == Self::HardSigmoidOfKeras2 => keras_2::hard_sigmoid(),
            None => self.name.into(),
            Some(package) => serde_json::json!({
                "module": "builtins", "class_name": "function", "config": self.name,
                "registered_name": format!("{package}>{}", self.name),
            }),
        }
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        // Keras writes a function by its name, or as an object whose configuration is the name.
        let function = json.get("class_name").is_some_and(|class| class == "function");
        let name = if function { json.get("config").and_then(Json::as_str) } else { json.as_str() };
        match (name, json) {
            (Some(name), _) => registry.activation(name).map(Some),
            (None, Json::Null) => Ok(Some(Self::Linear)),
            (None, layers) if keras_2::is_hard_sigmoid(layers) => Ok(Some(Self::HardSigmoidOfKeras2)),
            (None, _) => Ok(None),
        }
    }
}

impl Default for Activation {
    fn default() -> Self {
        Self::Linear
    }
}

/// Activations are equal if their names are.
impl PartialEq for Activation {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.package) == (other.name, other.package)
    }
}

impl Eq for Activation {}

impl Hash for Activation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Activation({})", self.name)
    }
}

impl fmt::Display for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for Activation {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::from_name(name)
    }
}
