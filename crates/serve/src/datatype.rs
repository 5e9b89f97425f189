//! Element types of inputs, with their names in each protocol.

/// An element type that an input layer may declare. Models compute in `float32`, and their outputs are that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Datatype {
    /// Single precision.
    Fp32,
    /// Double precision, rounded to single.
    Fp64,
    /// Signed integer of 8 bits.
    Int8,
    /// Signed integer of 16 bits.
    Int16,
    /// Signed integer of 32 bits.
    Int32,
    /// Signed integer of 64 bits.
    Int64,
    /// Unsigned integer of 8 bits.
    Uint8,
    /// Unsigned integer of 16 bits.
    Uint16,
    /// Unsigned integer of 32 bits.
    Uint32,
    /// Unsigned integer of 64 bits.
    Uint64,
    /// A byte that is 0 or 1.
    Bool,
}

use Datatype::{Bool, Fp32, Fp64, Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64};

/// Names in Keras, in the Open Inference Protocol and in TensorFlow, and bytes of an element.
const TABLE: [(Datatype, &str, &str, &str, usize); 11] = [
    (Fp32, "float32", "FP32", "DT_FLOAT", 4),
    (Fp64, "float64", "FP64", "DT_DOUBLE", 8),
    (Int8, "int8", "INT8", "DT_INT8", 1),
    (Int16, "int16", "INT16", "DT_INT16", 2),
    (Int32, "int32", "INT32", "DT_INT32", 4),
    (Int64, "int64", "INT64", "DT_INT64", 8),
    (Uint8, "uint8", "UINT8", "DT_UINT8", 1),
    (Uint16, "uint16", "UINT16", "DT_UINT16", 2),
    (Uint32, "uint32", "UINT32", "DT_UINT32", 4),
    (Uint64, "uint64", "UINT64", "DT_UINT64", 8),
    (Bool, "bool", "BOOL", "DT_BOOL", 1),
];

impl Datatype {
    fn row(self) -> &'static (Datatype, &'static str, &'static str, &'static str, usize) {
        TABLE.iter().find(|row| row.0 == self).unwrap_or(&TABLE[0])
    }

    /// The type with this name in Keras; `None` if there is none, as of half precision, whose values are
    /// then sent in single precision.
    pub fn from_keras(name: &str) -> Option<Datatype> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The name in the Open Inference Protocol, such as `FP32`.
    pub fn kserve(self) -> &'static str {
        self.row().2
    }

    /// The name in TensorFlow, such as `DT_FLOAT`.
    pub fn tensorflow(self) -> &'static str {
        self.row().3
    }

    /// The bytes of an element.
    pub fn bytes(self) -> usize {
        self.row().4
    }

    /// The least and the greatest value of an integer; `None` for floating point.
    ///
    /// ```
    /// use serve::Datatype;
    /// assert_eq!(Datatype::Int8.integers(), Some((-128.0, 127.0)));
    /// assert_eq!(Datatype::Fp32.integers(), None);
    /// ```
    pub fn integers(self) -> Option<(f64, f64)> {
        let unsigned = |bits: i32| Some((0.0, 2f64.powi(bits) - 1.0));
        let signed = |bits: i32| Some((-(2f64.powi(bits - 1)), 2f64.powi(bits - 1) - 1.0));
        match self {
            Fp32 | Fp64 => None,
            Int8 => signed(8),
            Int16 => signed(16),
            Int32 => signed(32),
            Int64 => signed(64),
            Uint8 => unsigned(8),
            Uint16 => unsigned(16),
            Uint32 => unsigned(32),
            Uint64 => unsigned(64),
            Bool => unsigned(1),
        }
    }

    /// The values of little-endian bytes, whose number is a multiple of the element's.
    ///
    /// ```
    /// use serve::Datatype;
    /// assert_eq!(Datatype::Int16.values(&[1, 0, 0xff, 0xff]), [1.0, -1.0]);
    /// ```
    pub fn values(self, bytes: &[u8]) -> Vec<f32> {
        fn all<const N: usize>(bytes: &[u8], value: impl Fn([u8; N]) -> f32) -> Vec<f32> {
            bytes.as_chunks::<N>().0.iter().map(|chunk| value(*chunk)).collect()
        }
        match self {
            Fp32 => all(bytes, f32::from_le_bytes),
            Fp64 => all(bytes, |b| f64::from_le_bytes(b) as f32),
            Int8 => all(bytes, |b| f32::from(i8::from_le_bytes(b))),
            Int16 => all(bytes, |b| f32::from(i16::from_le_bytes(b))),
            Int32 => all(bytes, |b| i32::from_le_bytes(b) as f32),
            Int64 => all(bytes, |b| i64::from_le_bytes(b) as f32),
            Uint8 | Bool => all(bytes, |b| f32::from(u8::from_le_bytes(b))),
            Uint16 => all(bytes, |b| f32::from(u16::from_le_bytes(b))),
            Uint32 => all(bytes, |b| u32::from_le_bytes(b) as f32),
            Uint64 => all(bytes, |b| u64::from_le_bytes(b) as f32),
        }
    }
}
