//! Decodes types.

use super::container::Entry;
use super::cursor::Cursor;
use super::decoder::Decoder;
use super::types::{Type, VHLO_ELEMENTS, tensor};
use crate::error::Result;
use crate::infer::check_size;
use crate::types::{ElementType, TensorType};

impl Decoder<'_> {
    /// The type of a value: a tensor.
    ///
    /// # Errors
    /// Other types, by their names.
    pub fn tensor_type(&self, at: &Cursor<'_>, id: usize) -> Result<TensorType> {
        if let Some(Some(ty)) = self.tensor_types.borrow().get(id) {
            return Ok(ty.clone());
        }
        let ty = tensor(at, self.ty(at, id)?)?;
        let mut cache = self.tensor_types.borrow_mut();
        if cache.len() <= id {
            cache.resize(id + 1, None);
        }
        cache[id] = Some(ty.clone());
        Ok(ty)
    }

    /// The type with that number.
    pub fn ty(&self, at: &Cursor<'_>, id: usize) -> Result<Type> {
        let entry = self.container.types.get(id).ok_or_else(|| at.error(format!("there is no type {id}")))?;
        self.nested(at, |decoder| decoder.decode_type(entry))
    }

    fn decode_type(&self, entry: &Entry<'_>) -> Result<Type> {
        let mut c = entry.bytes.clone();
        self.check_binary(entry)?;
        match (self.container.dialects[entry.dialect], c.varint()?) {
            ("vhlo", code) => self.vhlo_type(&mut c, code),
            ("builtin", code) => self.builtin_type(&mut c, code),
            // In operations of Shardy, types of StableHLO are no portable ones.
            ("stablehlo", 0) => Ok(Type::Tensor(TensorType::token())),
            (dialect, code) => Err(c.error(format!("type {code} of dialect {dialect} is not known"))),
        }
    }

    fn vhlo_type(&self, c: &mut Cursor<'_>, code: u64) -> Result<Type> {
        if let Some((_, element)) = VHLO_ELEMENTS.iter().find(|(known, _)| *known == code) {
            return Ok(Type::Element(*element));
        }
        match code {
            1 => self.complex(c),
            8 => {
                let [params, results] = [self.type_list(c)?, self.type_list(c)?];
                Ok(Type::Function(params, results))
            }
            20 => self.ranked_tensor(c),
            21 => {
                c.index()?;
                c.list(Cursor::svarint)?;
                Ok(Type::Other("tensor with an encoding"))
            }
            33 => Ok(Type::None),
            34 => Ok(Type::Other("tf32")),
            9 => Ok(Type::Other("index")),
            22 => Ok(Type::Tensor(TensorType::token())),
            23 => Ok(Type::Other("tuple")),
            24 | 30 => Ok(Type::Other("quantized tensor")),
            25 => Ok(Type::Other("unranked tensor")),
            26 => Ok(Type::Other("witness")),
            41 => Ok(Type::Other("buffer")),
            42 => Ok(Type::Other("future")),
            _ => Err(c.error(format!("there is no VHLO type {code}"))),
        }
    }

    fn builtin_type(&self, c: &mut Cursor<'_>, code: u64) -> Result<Type> {
        let element = match code {
            0 => {
                let width_and_sign = c.varint()?;
                match (width_and_sign >> 2, width_and_sign & 3) {
                    (1, 0) => ElementType::I1,
                    (2, 0 | 1) => ElementType::I2,
                    (4, 0 | 1) => ElementType::I4,
                    (8, 0 | 1) => ElementType::I8,
                    (16, 0 | 1) => ElementType::I16,
                    (32, 0 | 1) => ElementType::I32,
                    (64, 0 | 1) => ElementType::I64,
                    (2, 2) => ElementType::Ui2,
                    (4, 2) => ElementType::Ui4,
                    (8, 2) => ElementType::Ui8,
                    (16, 2) => ElementType::Ui16,
                    (32, 2) => ElementType::Ui32,
                    (64, 2) => ElementType::Ui64,
                    (width, _) => return Err(c.error(format!("integers of {width} bits are not supported"))),
                }
            }
            1 => return Ok(Type::Other("index")),
            3 => ElementType::Bf16,
            4 => ElementType::F16,
            5 => ElementType::F32,
            6 => ElementType::F64,
            9 => return self.complex(c),
            10 => return Ok(Type::None),
            13 => return self.ranked_tensor(c),
            _ => return Err(c.error(format!("the builtin type {code} is not supported"))),
        };
        Ok(Type::Element(element))
    }

    fn complex(&self, c: &mut Cursor<'_>) -> Result<Type> {
        let id = c.index()?;
        match self.ty(c, id)? {
            Type::Element(ElementType::F32) => Ok(Type::Element(ElementType::Complex64)),
            Type::Element(ElementType::F64) => Ok(Type::Element(ElementType::Complex128)),
            _ => Err(c.error("complex numbers of f32 and of f64 are supported, no others")),
        }
    }

    fn ranked_tensor(&self, c: &mut Cursor<'_>) -> Result<Type> {
        let dims = c.list(Cursor::svarint)?;
        let id = c.index()?;
        let element = match self.ty(c, id)? {
            Type::Element(element) => element,
            // Layouts of custom calls are constants of indices.
            Type::Other("index") => ElementType::I64,
            Type::Other(name) => return Ok(Type::Other(name)),
            _ => return Err(c.error("the elements of a tensor are numbers")),
        };
        if dims.contains(&i64::MIN) {
            return Ok(Type::Other("tensor with a dynamic dimension"));
        }
        let sizes: Option<Vec<usize>> = dims.iter().map(|d| usize::try_from(*d).ok()).collect();
        let sizes = sizes.ok_or_else(|| c.error(format!("a tensor has the dimensions {dims:?}")))?;
        let ty = TensorType::new(element, sizes);
        check_size(&ty)?;
        Ok(Type::Tensor(ty))
    }

    fn type_list(&self, c: &mut Cursor<'_>) -> Result<Vec<Type>> {
        c.list(|c| {
            let id = c.index()?;
            self.ty(c, id)
        })
    }
}
