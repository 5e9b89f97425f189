//! Dtype policies: the types of a layer's computation and of its weights.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use stablehlo::ElementType;

use crate::error::{Error, Result};
use crate::naming::unknown;

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
    /// The kernel quantized, the rest in `float32`: Keras's `int8_from_float32` and the like.
    QuantizedFloat32(Quantization),
    /// The kernel quantized, the rest as `mixed_bfloat16`: Keras's `int8_from_mixed_bfloat16` and the like.
    QuantizedMixedBfloat16(Quantization),
}

impl DTypePolicy {
    /// The policies of the networks that this crate and its commands offer.
    pub const ALL: [Self; 2] = [Self::Float32, Self::MixedBfloat16];

    /// The policies that layers can be given by name. Those of quantized layers are the work of
    /// [`Model::quantize`](crate::Model::quantize).
    pub const NAMED: [Self; 5] =
        [Self::Float32, Self::Bfloat16, Self::Float16, Self::MixedBfloat16, Self::MixedFloat16];

    /// Keras's name of the policy; of a quantized layer, that of its [`source`](Self::source).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Float32 | Self::QuantizedFloat32(_) => "float32",
            Self::Bfloat16 => "bfloat16",
            Self::Float16 => "float16",
            Self::MixedBfloat16 | Self::QuantizedMixedBfloat16(_) => "mixed_bfloat16",
            Self::MixedFloat16 => "mixed_float16",
        }
    }

    /// The policy of a layer that is quantized.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) for the policies other than `float32` and
    /// `mixed_bfloat16`.
    pub fn quantized(self, quantization: Quantization) -> Result<Self> {
        match self {
            Self::Float32 | Self::QuantizedFloat32(_) => Ok(Self::QuantizedFloat32(quantization)),
            Self::MixedBfloat16 | Self::QuantizedMixedBfloat16(_) => Ok(Self::QuantizedMixedBfloat16(quantization)),
            Self::Bfloat16 | Self::Float16 | Self::MixedFloat16 => Err(Error::argument(format!(
                "a layer of the dtype policy {self} cannot be quantized to {quantization}; those of {} can",
                Self::ALL.map(Self::name).join(" and ")
            ))),
        }
    }

    /// The policy of a layer before it was quantized.
    #[must_use]
    pub const fn source(self) -> Self {
        match self {
            Self::QuantizedFloat32(_) => Self::Float32,
            Self::QuantizedMixedBfloat16(_) => Self::MixedBfloat16,
            other => other,
        }
    }

    /// How the kernel is quantized; `None` if it is not.
    pub const fn quantization(self) -> Option<Quantization> {
        match self {
            Self::QuantizedFloat32(quantization) | Self::QuantizedMixedBfloat16(quantization) => Some(quantization),
            _ => None,
        }
    }

    /// True for the policies of quantized layers.
    pub const fn is_quantized(self) -> bool {
        self.quantization().is_some()
    }

    /// The policy with Keras's name, such as `mixed_bfloat16` or `int8_from_float32`.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists
    /// the names.
    pub fn from_name(name: &str) -> Result<Self> {
        let plain = |name: &str| {
            let found = Self::NAMED.into_iter().find(|policy| policy.name() == name);
            found.ok_or_else(|| unknown("dtype policy", name, Self::NAMED.map(Self::name)))
        };
        let quantized = name.split_once("_from_");
        match quantized.and_then(|(mode, source)| Some((Quantization::from_mode(mode)?, source))) {
            Some((quantization, source)) => plain(source)?.quantized(quantization),
            None => plain(name),
        }
    }

    /// The element type of inputs, computations and outputs.
    pub const fn compute(self) -> ElementType {
        match self {
            Self::Float32 | Self::QuantizedFloat32(_) => ElementType::F32,
            Self::Bfloat16 | Self::MixedBfloat16 | Self::QuantizedMixedBfloat16(_) => ElementType::Bf16,
            Self::Float16 | Self::MixedFloat16 => ElementType::F16,
        }
    }
}

impl fmt::Display for DTypePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.quantization() {
            Some(quantization) => write!(f, "{quantization}_from_{}", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

impl FromStr for DTypePolicy {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::from_name(name)
    }
}

/// How the kernel of a layer is quantized.
///
/// ```
/// use keras::{DTypePolicy, Quantization};
/// let policy = DTypePolicy::Float32.quantized(Quantization::INT4)?;
/// assert_eq!(policy.to_string(), "int4/128_from_float32");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantization {
    /// Whole numbers from -127 to 127, with a factor for each output.
    Int8,
    /// Whole numbers from -8 to 7, two of them in a byte.
    Int4 {
        /// The number of inputs that share a factor and a zero point, for each output; `None` for all inputs
        /// with a factor, without a zero point.
        block: Option<NonZeroUsize>,
    },
    /// Weights in `float32`, which products round to `float8_e4m3fn`, as their inputs.
    Float8 {
        /// The number of steps of a training whose largest magnitudes decide about scales.
        history: usize,
    },
}

impl Quantization {
    /// `int4` with Keras's default, blocks of 128.
    pub const INT4: Self = Self::Int4 { block: NonZeroUsize::new(128) };
    /// `float8` with Keras's default, a history of 1,024 steps.
    pub const FLOAT8: Self = Self::Float8 { history: 1024 };

    /// The quantization of Keras's mode: `int8`, `int4`, `int4/128`, `int4/-1`, `float8`.
    pub(crate) fn from_mode(mode: &str) -> Option<Self> {
        match mode {
            "int8" => Some(Self::Int8),
            "int4" | "int4/-1" => Some(Self::Int4 { block: None }),
            "float8" => Some(Self::FLOAT8),
            _ => Some(Self::Int4 { block: Some(mode.strip_prefix("int4/")?.parse().ok()?) }),
        }
    }
}

/// Keras's mode in the names of policies.
impl fmt::Display for Quantization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int8 => f.write_str("int8"),
            Self::Int4 { block: Some(block) } => write!(f, "int4/{block}"),
            Self::Int4 { block: None } => f.write_str("int4/-1"),
            Self::Float8 { .. } => f.write_str("float8"),
        }
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
