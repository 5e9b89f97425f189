//! Element types and tensor types (spec: "Types").

use std::fmt;

/// Declares the element types: the variant, its text name, and its width in bits.
macro_rules! element_types {
    ($($(#[$doc:meta])* $variant:ident $name:literal $bits:literal;)*) => {
        /// The element type of a tensor, by the specification's names.
        ///
        /// `I1`, `I8`..`I64`, `Ui8`..`Ui64`, `F16`, `Bf16`, `F32`, `F64`, `Complex64` and `Complex128` are
        /// computable. The narrower types are computed in a [carrier](ElementType::carrier).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ElementType { $($(#[$doc])* #[doc = concat!("`", $name, "`")] $variant,)* }

        impl ElementType {
            /// Every element type.
            pub const ALL: &'static [ElementType] = &[$(ElementType::$variant,)*];

            /// The name in StableHLO text, such as `f32` or `ui8`.
            pub const fn name(self) -> &'static str {
                match self { $(ElementType::$variant => $name,)* }
            }

            /// The width in bits. `i1` has one bit, but is stored in one byte.
            pub const fn bits(self) -> usize {
                match self { $(ElementType::$variant => $bits,)* }
            }

            /// The element type with that text name.
            pub fn from_name(name: &str) -> Option<ElementType> {
                match name { $($name => Some(ElementType::$variant),)* _ => None }
            }
        }
    };
}

element_types! {
    I1 "i1" 1;
    I2 "i2" 2;
    I4 "i4" 4;
    I8 "i8" 8;
    I16 "i16" 16;
    I32 "i32" 32;
    I64 "i64" 64;
    Ui2 "ui2" 2;
    Ui4 "ui4" 4;
    Ui8 "ui8" 8;
    Ui16 "ui16" 16;
    Ui32 "ui32" 32;
    Ui64 "ui64" 64;
    F4E2M1FN "f4E2M1FN" 4;
    F6E2M3FN "f6E2M3FN" 6;
    F6E3M2FN "f6E3M2FN" 6;
    F8E3M4 "f8E3M4" 8;
    F8E4M3 "f8E4M3" 8;
    F8E4M3B11FNUZ "f8E4M3B11FNUZ" 8;
    F8E4M3FN "f8E4M3FN" 8;
    F8E4M3FNUZ "f8E4M3FNUZ" 8;
    F8E5M2 "f8E5M2" 8;
    F8E5M2FNUZ "f8E5M2FNUZ" 8;
    F8E8M0FNU "f8E8M0FNU" 8;
    Bf16 "bf16" 16;
    F16 "f16" 16;
    F32 "f32" 32;
    F64 "f64" 64;
    Complex64 "complex<f32>" 64;
    Complex128 "complex<f64>" 128;
    Token "token" 0;
}

impl ElementType {
    /// The size of an element in bytes; 1 for the sub-byte types.
    pub const fn bytes(self) -> usize {
        self.bits().div_ceil(8)
    }

    /// Returns true for floating point of any width.
    pub const fn is_float(self) -> bool {
        (self as u8) >= (ElementType::F4E2M1FN as u8) && (self as u8) <= (ElementType::F64 as u8)
    }

    /// Returns true for signed integers, which do not include the boolean `i1`.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I2 | Self::I4 | Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// Returns true for unsigned integers.
    pub const fn is_unsigned(self) -> bool {
        (self as u8) >= (ElementType::Ui2 as u8) && (self as u8) <= (ElementType::Ui64 as u8)
    }

    /// Returns true for signed and unsigned integers, which do not include the boolean `i1`.
    pub const fn is_integer(self) -> bool {
        self.is_signed() || self.is_unsigned()
    }

    /// Returns true for the boolean, `i1`.
    pub const fn is_bool(self) -> bool {
        matches!(self, Self::I1)
    }

    /// Returns true for complex numbers.
    pub const fn is_complex(self) -> bool {
        matches!(self, Self::Complex64 | Self::Complex128)
    }

    /// The type of the real and of the imaginary part of a complex type; any other type itself.
    pub const fn part(self) -> Self {
        match self {
            Self::Complex64 => Self::F32,
            Self::Complex128 => Self::F64,
            other => other,
        }
    }

    /// The complex type whose parts have this type: of `F32` and `F64`.
    pub const fn complex(self) -> Option<Self> {
        match self {
            Self::F32 => Some(Self::Complex64),
            Self::F64 => Some(Self::Complex128),
            _ => None,
        }
    }

    /// Returns true if arithmetic is defined on the type itself, and not on its carrier.
    pub const fn is_computable(self) -> bool {
        matches!(
            self,
            Self::I1
                | Self::I8
                | Self::I16
                | Self::I32
                | Self::I64
                | Self::Ui8
                | Self::Ui16
                | Self::Ui32
                | Self::Ui64
                | Self::F16
                | Self::Bf16
                | Self::F32
                | Self::F64
                | Self::Complex64
                | Self::Complex128
        )
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of a tensor: element type and static shape, in row-major layout. A scalar has no dimensions.
///
/// ```
/// use stablehlo::{ElementType, TensorType};
/// let images = TensorType::new(ElementType::F32, [128, 32, 32, 3]);
/// assert_eq!(images.to_string(), "tensor<128x32x32x3xf32>");
/// assert_eq!(images.size_in_bytes(), 128 * 32 * 32 * 3 * 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// The type of each element.
    pub element: ElementType,
    /// The size of each dimension, outermost first.
    pub dims: Vec<usize>,
}

impl TensorType {
    /// A tensor type from its element type and dimensions.
    pub fn new(element: ElementType, dims: impl Into<Vec<usize>>) -> Self {
        Self { element, dims: dims.into() }
    }

    /// The type of a token, a value that orders side effects: it has no bytes.
    pub fn token() -> Self {
        Self::scalar(ElementType::Token)
    }

    /// Returns true for the type of tokens.
    pub fn is_token(&self) -> bool {
        self.element == ElementType::Token
    }

    /// The type of the array that stands for a value: a token is an array without elements, as PJRT passes
    /// it.
    ///
    /// ```
    /// use stablehlo::TensorType;
    /// assert_eq!(TensorType::token().of_array().to_string(), "tensor<0xi1>");
    /// ```
    pub fn of_array(&self) -> Self {
        if self.is_token() { Self::new(ElementType::I1, [0]) } else { self.clone() }
    }

    /// The type of a scalar: no dimensions.
    pub fn scalar(element: ElementType) -> Self {
        Self { element, dims: Vec::new() }
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// The number of elements; 1 for a scalar, 0 if a dimension is 0.
    pub fn num_elements(&self) -> usize {
        self.dims.iter().product()
    }

    /// The size of the tensor in bytes.
    pub fn size_in_bytes(&self) -> usize {
        self.num_elements() * self.element.bytes()
    }

    /// The same shape with another element type.
    pub fn with_element(&self, element: ElementType) -> Self {
        Self { element, dims: self.dims.clone() }
    }

    /// The row-major strides, in elements.
    pub fn strides(&self) -> Vec<usize> {
        let mut strides = vec![1; self.dims.len()];
        for i in (1..self.dims.len()).rev() {
            strides[i - 1] = strides[i] * self.dims[i];
        }
        strides
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_token() {
            return f.write_str("!stablehlo.token");
        }
        f.write_str("tensor<")?;
        for d in &self.dims {
            write!(f, "{d}x")?;
        }
        write!(f, "{}>", self.element)
    }
}
