//! Data type policies: what a layer computes in, and what it keeps its weights in.

use std::fmt;
use std::str::FromStr;

use stablehlo::ElementType;

use crate::Error;

/// What a layer computes in. Weights, losses, metrics and optimizers are `float32` under every policy.
///
/// ```
/// use keras::DTypePolicy;
/// assert_eq!("mixed_bfloat16".parse::<DTypePolicy>().unwrap(), DTypePolicy::MixedBfloat16);
/// assert!("float8".parse::<DTypePolicy>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DTypePolicy {
    /// Everything in `float32`.
    #[default]
    Float32,
    /// Compute in `bfloat16`, keep weights in `float32`.
    MixedBfloat16,
}

impl DTypePolicy {
    /// Every policy.
    pub const ALL: [Self; 2] = [Self::Float32, Self::MixedBfloat16];

    /// Keras's name of it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Float32 => "float32",
            Self::MixedBfloat16 => "mixed_bfloat16",
        }
    }

    /// The element type of inputs, computations and outputs.
    pub const fn compute(self) -> ElementType {
        match self {
            Self::Float32 => ElementType::F32,
            Self::MixedBfloat16 => ElementType::Bf16,
        }
    }
}

impl fmt::Display for DTypePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for DTypePolicy {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|p| p.name() == name).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            Error::argument(format!("there is no dtype policy {name:?}; known: {known}"))
        })
    }
}

/// Keras's name of an element type: `float32`, `uint8`, ...
pub(crate) fn keras_name(element: ElementType) -> &'static str {
    match element {
        ElementType::Bf16 => "bfloat16",
        ElementType::F16 => "float16",
        ElementType::F64 => "float64",
        ElementType::Ui8 => "uint8",
        ElementType::I32 => "int32",
        ElementType::I64 => "int64",
        _ => "float32",
    }
}
