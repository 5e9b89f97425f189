//! Types of arrays, as PJRT and the wire have them.

use pjrt::ElementType;
use pjrt::abi::PJRT_Buffer_Type;
use remote::messages::OpSharding;
use remote::{DType, Shape, Tiles};
use stablehlo::TensorType;

use crate::error::{Error, Result};

/// The type of an array on one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayType {
    pub element: ElementType,
    pub dtype: DType,
    /// The dimensions, as callers read them.
    pub dims: Vec<i64>,
    pub shape: Shape,
}

impl ArrayType {
    /// The type with a name of StableHLO for its elements.
    ///
    /// # Errors
    /// There is no such element type, or no array has these dimensions.
    fn new(name: &str, dims: Vec<usize>) -> Result<ArrayType> {
        let element = ElementType::ALL.iter().find(|element| element.name() == name);
        let dtype = DType::ALL.iter().find(|dtype| dtype.name() == name);
        let (Some(element), Some(dtype)) = (element, dtype) else {
            return Err(Error::unimplemented(format!("a worker has no arrays of the element type {name}")));
        };
        let signed = dims.iter().map(|dim| i64::try_from(*dim)).collect::<Result<Vec<i64>, _>>();
        let signed = signed.map_err(|_| Error::invalid(format!("no array has the dimensions {dims:?}")))?;
        Ok(ArrayType { element: *element, dtype: *dtype, dims: signed, shape: Shape::new(dims)? })
    }

    /// The type of a result of a program.
    pub fn of_tensor(ty: &TensorType) -> Result<ArrayType> {
        ArrayType::new(ty.element.name(), ty.dims.clone())
    }

    /// The type of what a device holds of an array of this type that is divided over `devices` devices.
    ///
    /// # Errors
    /// The sharding does not fit the dimensions, or does not tell.
    pub fn shard(&self, sharding: &OpSharding, devices: usize) -> Result<ArrayType> {
        let dims = self.shape.dims();
        let tiles = Tiles::new(sharding, dims.len(), devices)?;
        ArrayType::new(self.element.name(), tiles.shard_shape(dims)?)
    }

    /// The type of an array that a caller describes.
    pub fn of_caller(code: PJRT_Buffer_Type, dims: &[i64]) -> Result<ArrayType> {
        let element = ElementType::from_raw(code);
        let element = element.ok_or_else(|| Error::invalid(format!("{code:?} is no element type")))?;
        let sizes = dims.iter().map(|dim| usize::try_from(*dim)).collect::<Result<Vec<usize>, _>>();
        let sizes = sizes.map_err(|_| Error::invalid(format!("an array cannot have the dimensions {dims:?}")))?;
        match element.array_bytes(&sizes).is_some_and(|bytes| bytes <= isize::MAX as usize) {
            true => ArrayType::new(element.name(), sizes),
            false => Err(Error::invalid(format!("an array of {dims:?} {element} exceeds the address space"))),
        }
    }

    /// Bytes of a dense array in host memory.
    pub fn host_bytes(&self) -> usize {
        self.shape.host_bytes(self.dtype)
    }

    /// True if these strides in bytes are those of the dense row-major array; none stand for it.
    pub fn is_row_major(&self, strides: &[i64]) -> bool {
        if strides.is_empty() {
            return true;
        }
        let mut stride = self.element.host_bytes() as i64;
        let mut is_dense = strides.len() == self.dims.len();
        for (dim, given) in self.dims.iter().zip(strides).rev() {
            is_dense &= *dim == 1 || *given == stride;
            stride *= dim.max(&1);
        }
        is_dense || self.dims.contains(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_type_of_pjrt_but_one_bit_has_its_like_on_the_wire() {
        let missing = |element: &&ElementType| ArrayType::of_caller(element.raw(), &[2]).is_err();
        let missing: Vec<String> = ElementType::ALL.iter().filter(missing).map(ToString::to_string).collect();
        assert_eq!(missing, Vec::<String>::new());
        let ty = ArrayType::of_caller(ElementType::F32.raw(), &[2, 3]).unwrap();
        assert_eq!((ty.host_bytes(), ty.is_row_major(&[12, 4]), ty.is_row_major(&[4, 8])), (24, true, false));
        assert!(ArrayType::of_caller(ElementType::F32.raw(), &[-1]).is_err());
        assert!(ArrayType::of_caller(ElementType::F32.raw(), &[i64::MAX, i64::MAX]).is_err());
    }
}
