//! Dtype policies: the types of a layer's computation and of its weights.

use stablehlo::ElementType;

use crate::error::{Error, Result};
use crate::naming::{display_and_parse_by_name, unknown};

/// The dtype policy of a layer. Weights, losses, metrics and optimizers are `float32` under every policy:
/// each use of a weight rounds it to the type of the computation.
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
    /// Computation in `bfloat16`. Keras stores the weights as such; here they are `float32` in memory and
    /// files, and those of a file of Keras keep their values.
    Bfloat16,
    /// Computation in `float16`, as [`Bfloat16`](Self::Bfloat16).
    Float16,
    /// Computation in `bfloat16`, weights in `float32`.
    MixedBfloat16,
    /// Computation in `float16`, weights in `float32`; gradients need a
    /// [`LossScaleOptimizer`](crate::optimizers::LossScaleOptimizer).
    MixedFloat16,
    /// The kernel quantized to `int8`, the rest in `float32`: Keras's `int8_from_float32`.
    Int8FromFloat32,
    /// The kernel quantized to `int8`, the rest as `mixed_bfloat16`: Keras's `int8_from_mixed_bfloat16`.
    Int8FromMixedBfloat16,
}

impl DTypePolicy {
    /// The policies of the networks that this crate and its commands offer.
    pub const ALL: [Self; 2] = [Self::Float32, Self::MixedBfloat16];

    /// The policies that layers can be given by name. Those of quantized layers are the work of
    /// [`Model::quantize`](crate::Model::quantize).
    pub const NAMED: [Self; 5] =
        [Self::Float32, Self::Bfloat16, Self::Float16, Self::MixedBfloat16, Self::MixedFloat16];

    /// Keras's name of the policy.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Float32 => "float32",
            Self::Bfloat16 => "bfloat16",
            Self::Float16 => "float16",
            Self::MixedBfloat16 => "mixed_bfloat16",
            Self::MixedFloat16 => "mixed_float16",
            Self::Int8FromFloat32 => "int8_from_float32",
            Self::Int8FromMixedBfloat16 => "int8_from_mixed_bfloat16",
        }
    }

    /// The policy of a layer that is quantized to `int8`.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) for the policies other than `float32` and
    /// `mixed_bfloat16`.
    pub fn int8(self) -> Result<Self> {
        match self {
            Self::Float32 | Self::Int8FromFloat32 => Ok(Self::Int8FromFloat32),
            Self::MixedBfloat16 | Self::Int8FromMixedBfloat16 => Ok(Self::Int8FromMixedBfloat16),
            Self::Bfloat16 | Self::Float16 | Self::MixedFloat16 => Err(Error::argument(format!(
                "a layer of the dtype policy {self} cannot be quantized to int8; those of {} can",
                Self::ALL.map(Self::name).join(" and ")
            ))),
        }
    }

    /// The policy of a layer before it was quantized.
    #[must_use]
    pub const fn source(self) -> Self {
        match self {
            Self::Float32 | Self::Int8FromFloat32 => Self::Float32,
            Self::MixedBfloat16 | Self::Int8FromMixedBfloat16 => Self::MixedBfloat16,
            Self::Bfloat16 | Self::Float16 | Self::MixedFloat16 => self,
        }
    }

    /// True for the policies of quantized layers.
    pub const fn is_quantized(self) -> bool {
        matches!(self, Self::Int8FromFloat32 | Self::Int8FromMixedBfloat16)
    }

    /// The policy with Keras's name.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists
    /// the names.
    pub fn from_name(name: &str) -> Result<Self> {
        let found = Self::NAMED.into_iter().find(|policy| policy.name() == name);
        found.ok_or_else(|| unknown("dtype policy", name, Self::NAMED.map(Self::name)))
    }

    /// The element type of inputs, computations and outputs.
    pub const fn compute(self) -> ElementType {
        match self {
            Self::Float32 | Self::Int8FromFloat32 => ElementType::F32,
            Self::Bfloat16 | Self::MixedBfloat16 | Self::Int8FromMixedBfloat16 => ElementType::Bf16,
            Self::Float16 | Self::MixedFloat16 => ElementType::F16,
        }
    }
}

display_and_parse_by_name!(DTypePolicy);

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
