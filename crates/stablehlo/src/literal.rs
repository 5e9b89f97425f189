//! Literals: tensors in host memory.

use std::sync::OnceLock;

use half::{bf16, f16};

use crate::complex::Complex;
use crate::error::{Error, ErrorKind, Result};
use crate::types::{ElementType, TensorType};

/// A Rust type that represents an element type. `bool` is stored as one byte, 0 or 1.
pub trait NativeType: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// The element type that the Rust type represents.
    const ELEMENT: ElementType;
    /// The value nearest to `value`: floating point is rounded, integers are truncated and saturate. A
    /// complex number has no imaginary part.
    fn from_f64(value: f64) -> Self;
    /// The value as `f64`; 64-bit integers are rounded, and an imaginary part is dropped.
    fn to_f64(self) -> f64;
    /// Appends the little-endian bytes of the value.
    fn write(self, out: &mut Vec<u8>);
    /// The value of these little-endian bytes, of which there must be [`ElementType::bytes`].
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! native {
    ($($t:ty, $e:ident, $n:literal, |$v:ident| $from:expr, |$w:ident| $to:expr;)*) => {$(
        impl NativeType for $t {
            const ELEMENT: ElementType = ElementType::$e;
            fn from_f64($v: f64) -> Self { $from }
            fn to_f64(self) -> f64 { let $w = self; $to }
            fn write(self, out: &mut Vec<u8>) { out.extend_from_slice(&self.to_le_bytes()); }
            fn read(bytes: &[u8]) -> Self {
                let mut b = [0; $n];
                b.copy_from_slice(bytes);
                <$t>::from_le_bytes(b)
            }
        }
    )*};
}

native! {
    i8, I8, 1, |v| v as i8, |v| v as f64;
    i16, I16, 2, |v| v as i16, |v| v as f64;
    i32, I32, 4, |v| v as i32, |v| v as f64;
    i64, I64, 8, |v| v as i64, |v| v as f64;
    u8, Ui8, 1, |v| v as u8, |v| v as f64;
    u16, Ui16, 2, |v| v as u16, |v| v as f64;
    u32, Ui32, 4, |v| v as u32, |v| v as f64;
    u64, Ui64, 8, |v| v as u64, |v| v as f64;
    f16, F16, 2, |v| f16::from_f64(v), |v| v.to_f64();
    bf16, Bf16, 2, |v| bf16::from_f64(v), |v| v.to_f64();
    f32, F32, 4, |v| v as f32, |v| v as f64;
    f64, F64, 8, |v| v, |v| v;
}

impl NativeType for bool {
    const ELEMENT: ElementType = ElementType::I1;
    fn from_f64(value: f64) -> Self {
        value != 0.0
    }
    fn to_f64(self) -> f64 {
        self as u8 as f64
    }
    fn write(self, out: &mut Vec<u8>) {
        out.push(self as u8);
    }
    fn read(bytes: &[u8]) -> Self {
        bytes[0] != 0
    }
}

macro_rules! complex_native {
    ($($t:ty, $element:ident;)*) => {$(
        impl NativeType for Complex<$t> {
            const ELEMENT: ElementType = ElementType::$element;
            fn from_f64(value: f64) -> Self {
                Self::new(value as $t, 0.0)
            }
            fn to_f64(self) -> f64 {
                f64::from(self.re)
            }
            fn write(self, out: &mut Vec<u8>) {
                self.re.write(out);
                self.im.write(out);
            }
            fn read(bytes: &[u8]) -> Self {
                let (re, im) = bytes.split_at(bytes.len() / 2);
                Self::new(<$t as NativeType>::read(re), <$t as NativeType>::read(im))
            }
        }
    )*};
}

complex_native! { f32, Complex64; f64, Complex128; }

/// Evaluates a generic expression with the native type of a computable element type.
///
/// `with_native!(element, T => expression using T)` is a `Result<_>`: an element type that is not computable
/// is an error.
#[macro_export]
macro_rules! with_native {
    ($element:expr, $t:ident => $body:expr) => {{
        macro_rules! arm {
            ($ty:ty) => {{
                type $t = $ty;
                Ok($body)
            }};
        }
        match $element {
            $crate::ElementType::I1 => arm!(bool),
            $crate::ElementType::I8 => arm!(i8),
            $crate::ElementType::I16 => arm!(i16),
            $crate::ElementType::I32 => arm!(i32),
            $crate::ElementType::I64 => arm!(i64),
            $crate::ElementType::Ui8 => arm!(u8),
            $crate::ElementType::Ui16 => arm!(u16),
            $crate::ElementType::Ui32 => arm!(u32),
            $crate::ElementType::Ui64 => arm!(u64),
            $crate::ElementType::F16 => arm!($crate::half::f16),
            $crate::ElementType::Bf16 => arm!($crate::half::bf16),
            $crate::ElementType::F32 => arm!(f32),
            $crate::ElementType::F64 => arm!(f64),
            $crate::ElementType::Complex64 => arm!($crate::Complex<f32>),
            $crate::ElementType::Complex128 => arm!($crate::Complex<f64>),
            other => Err($crate::Error::new(
                $crate::ErrorKind::Unsupported,
                format!("element type {other} can be read and printed, but not computed on"),
            )),
        }
    }};
}

/// A tensor in host memory: its type, and its elements as little-endian bytes in row-major order.
///
/// ```
/// use stablehlo::Literal;
/// let l = Literal::from_vec([2, 2], vec![1.0f32, 2.0, 3.0, 4.0]).unwrap();
/// assert_eq!(l.ty().to_string(), "tensor<2x2xf32>");
/// assert_eq!(l.to_vec::<f32>().unwrap()[3], 4.0);
/// ```
#[derive(Clone, Debug)]
pub struct Literal {
    ty: TensorType,
    /// The elements, or one for all of them: a text of few bytes can say that a gigabyte of them is equal.
    stored: Vec<u8>,
    /// All of them in place of one, once somebody asks for them.
    whole: OnceLock<Vec<u8>>,
}

impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        if self.ty != other.ty {
            return false;
        }
        match (self.stored.len(), other.stored.len()) {
            (own, of_other) if own == of_other => self.stored == other.stored,
            (own, of_other) if own < of_other => other.splat() == Some(&self.stored),
            _ => self.splat() == Some(&other.stored),
        }
    }
}

impl Eq for Literal {}

impl Literal {
    /// A literal of raw bytes: little-endian, row-major.
    ///
    /// # Errors
    /// A type error if the number of bytes is not that of the type.
    pub fn from_bytes(ty: TensorType, bytes: Vec<u8>) -> Result<Self> {
        if bytes.len() != ty.size_in_bytes() {
            return Err(Error::type_error(format!(
                "a literal of {ty} has {} bytes, {} were given",
                ty.size_in_bytes(),
                bytes.len()
            )));
        }
        Ok(Self::of(ty, bytes))
    }

    fn of(ty: TensorType, stored: Vec<u8>) -> Self {
        Self { ty, stored, whole: OnceLock::new() }
    }

    /// A literal whose elements all have these bytes, which takes their memory once only, until
    /// [`bytes`](Self::bytes) is called.
    ///
    /// # Errors
    /// A type error if they are not as many as an element has.
    pub fn from_splat(ty: TensorType, element: Vec<u8>) -> Result<Self> {
        match ty.num_elements() {
            0 => Self::from_bytes(ty, Vec::new()),
            _ if element.len() != ty.element.bytes() => {
                let (size, given) = (ty.element.bytes(), element.len());
                Err(Error::type_error(format!("an element of {ty} has {size} bytes, {given} were given")))
            }
            _ => Ok(Self::of(ty, element)),
        }
    }

    /// A literal of elements in row-major order.
    ///
    /// # Errors
    /// A type error if the number of elements is not that of the shape.
    pub fn from_vec<T: NativeType>(dims: impl Into<Vec<usize>>, values: impl AsRef<[T]>) -> Result<Self> {
        let mut bytes = Vec::with_capacity(values.as_ref().len() * T::ELEMENT.bytes());
        values.as_ref().iter().for_each(|v| v.write(&mut bytes));
        Self::from_bytes(TensorType::new(T::ELEMENT, dims), bytes)
    }

    /// A scalar.
    pub fn scalar<T: NativeType>(value: T) -> Self {
        let mut bytes = Vec::new();
        value.write(&mut bytes);
        Self::of(TensorType::scalar(T::ELEMENT), bytes)
    }

    /// A literal with all elements equal to `value`, rounded to the element type.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] if the element type is not computable.
    pub fn full(ty: TensorType, value: f64) -> Result<Self> {
        let bytes = with_native!(ty.element, T => {
            let mut one = Vec::new();
            <T as NativeType>::from_f64(value).write(&mut one);
            one
        })?;
        Self::from_splat(ty, bytes)
    }

    /// The type of the literal.
    pub fn ty(&self) -> &TensorType {
        &self.ty
    }

    /// The bytes of the elements: little-endian, row-major.
    pub fn bytes(&self) -> &[u8] {
        if self.stored.len() == self.ty.size_in_bytes() {
            return &self.stored;
        }
        self.whole.get_or_init(|| self.stored.repeat(self.ty.num_elements()))
    }

    /// The bytes of the elements, without a copy.
    pub fn into_bytes(self) -> Vec<u8> {
        if self.stored.len() == self.ty.size_in_bytes() {
            return self.stored;
        }
        self.whole.into_inner().unwrap_or_else(|| self.stored.repeat(self.ty.num_elements()))
    }

    /// The elements, in row-major order.
    ///
    /// # Errors
    /// A type error if `T` does not represent the literal's element type.
    pub fn to_vec<T: NativeType>(&self) -> Result<Vec<T>> {
        if T::ELEMENT != self.ty.element {
            return Err(Error::new(
                ErrorKind::Type,
                format!("a literal of {} cannot be read as elements of type {}", self.ty, T::ELEMENT),
            ));
        }
        Ok(self.bytes().chunks_exact(T::ELEMENT.bytes()).map(T::read).collect())
    }

    /// The elements as `f64`, in row-major order; 64-bit integers are rounded.
    ///
    /// # Errors
    /// A type error if the elements are complex: use [`to_complex_vec`](Self::to_complex_vec).
    /// [`ErrorKind::Unsupported`] if the element type is not computable.
    pub fn to_f64_vec(&self) -> Result<Vec<f64>> {
        if self.ty.element.is_complex() {
            return Err(Error::type_error(format!("a literal of {} cannot be read as real numbers", self.ty)));
        }
        if self.ty.element.is_narrow() {
            return self.in_carrier()?.to_f64_vec();
        }
        with_native!(self.ty.element, T => self.to_vec::<T>()?.into_iter().map(NativeType::to_f64).collect())
    }

    /// The elements as complex numbers, in row-major order; real numbers have no imaginary part.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] if the element type is not computable.
    pub fn to_complex_vec(&self) -> Result<Vec<Complex<f64>>> {
        match self.ty.element {
            ElementType::Complex128 => self.to_vec(),
            ElementType::Complex64 => {
                let widened = |z: Complex<f32>| Complex::new(z.re.into(), z.im.into());
                Ok(self.to_vec::<Complex<f32>>()?.into_iter().map(widened).collect())
            }
            _ => Ok(self.to_f64_vec()?.into_iter().map(|re| Complex::new(re, 0.0)).collect()),
        }
    }

    /// A literal of `f64` values in row-major order, rounded to the element type of `ty`.
    ///
    /// # Errors
    /// A type error if the number of values is not that of the shape; [`ErrorKind::Unsupported`] if the
    /// element type is not computable.
    pub fn from_f64(ty: TensorType, values: &[f64]) -> Result<Self> {
        let bytes = with_native!(ty.element, T => {
            let mut bytes = Vec::with_capacity(ty.size_in_bytes());
            values.iter().for_each(|v| <T as NativeType>::from_f64(*v).write(&mut bytes));
            bytes
        })?;
        Self::from_bytes(ty, bytes)
    }

    /// The elements in the [carrier](ElementType::carrier) of their type: those of a narrow type decoded, any
    /// others as they are.
    ///
    /// # Errors
    /// None; a literal has the bytes of its type.
    pub fn in_carrier(&self) -> Result<Self> {
        let (ty, element) = (self.ty.with_element(self.ty.element.carrier()), self.ty.element);
        match element.minifloat() {
            Some(format) => {
                let values: Vec<f32> = self.bytes().iter().map(|bits| format.decode(*bits)).collect();
                Self::from_vec(ty.dims, values)
            }
            None if element.is_sub_byte_integer() => {
                Self::from_bytes(ty, self.bytes().iter().map(|byte| wrapped(element, *byte)).collect())
            }
            None => Ok(self.clone()),
        }
    }

    /// The elements rounded to a narrow type, from its carrier; a literal of any other type itself.
    ///
    /// # Errors
    /// A type error if the literal's type is not the carrier.
    pub fn from_carrier(self, element: ElementType) -> Result<Self> {
        if !element.is_narrow() {
            return Ok(self);
        }
        let bytes = match element.minifloat() {
            Some(format) => self.to_vec::<f32>()?.into_iter().map(|x| format.encode(f64::from(x))).collect(),
            None => self.bytes().iter().map(|byte| wrapped(element, *byte)).collect(),
        };
        Self::from_bytes(self.ty.with_element(element), bytes)
    }

    /// The bytes of one element, if all elements have the same bytes (a splat).
    pub fn splat(&self) -> Option<&[u8]> {
        let n = self.ty.element.bytes();
        // Tokens have no bytes.
        let first = self.stored.get(..n).filter(|first| !first.is_empty())?;
        self.stored.chunks_exact(n).all(|c| c == first).then_some(first)
    }
}

/// The low bits of an integer of fewer than 8 bits, extended to a byte with the sign or with zeros.
fn wrapped(element: ElementType, byte: u8) -> u8 {
    let unused = 8 - element.bits();
    match element.is_signed() {
        true => ((byte << unused).cast_signed() >> unused).cast_unsigned(),
        false => byte << unused >> unused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_round_to_their_element_type() {
        let ty = TensorType::new(ElementType::Bf16, [2]);
        let l = Literal::from_f64(ty.clone(), &[1.0, 1.00390625]).unwrap();
        assert_eq!(l.to_f64_vec().unwrap(), [1.0, 1.0], "ties go to even");
        assert!(Literal::from_bytes(ty, vec![0; 3]).is_err());
        assert!(l.to_vec::<f32>().is_err());
    }

    #[test]
    fn a_splat_equals_its_elements_one_by_one() {
        let ty = TensorType::new(ElementType::I32, [3]);
        let splat = Literal::full(ty.clone(), 7.0).unwrap();
        let listed = Literal::from_vec([3], [7, 7, 7]).unwrap();
        assert_eq!(splat, listed);
        assert_eq!(listed, splat);
        assert_eq!(splat, splat.clone());
        assert!(splat != Literal::from_vec([3], [7, 7, 8]).unwrap() && splat != Literal::full(ty, 8.0).unwrap());
        assert_eq!((splat.bytes(), splat.clone().into_bytes()), (listed.bytes(), listed.bytes().to_vec()));
        // As many bytes as no machine has.
        let large = TensorType::new(ElementType::F64, [1 << 40]);
        assert_eq!(Literal::full(large, 0.0).unwrap().splat(), Some(&[0; 8][..]));
    }

    #[test]
    fn splat_is_one_element_if_all_are_equal() {
        let l = Literal::full(TensorType::new(ElementType::I32, [5]), -3.0).unwrap();
        assert_eq!(l.splat(), Some(&(-3i32).to_le_bytes()[..]));
        assert_eq!(Literal::from_vec([2], [1u8, 2]).unwrap().splat(), None);
        assert_eq!(Literal::from_splat(TensorType::new(ElementType::Ui8, [0, 7]), vec![1]).unwrap().bytes(), []);
        assert!(Literal::from_splat(TensorType::new(ElementType::I32, [2]), vec![1]).is_err());
        assert_eq!(Literal::from_bytes(TensorType::token(), Vec::new()).unwrap().splat(), None);
    }
}
