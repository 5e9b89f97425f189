//! Shapes, and where the elements of an array are in a host buffer.

use crate::dtype::DType;
use crate::error::{Code, Error, Result};
use crate::messages::{ByteStrides, ShapeProto};

/// The sizes of the dimensions of an array, the outermost first.
///
/// ```
/// use ifrt_proxy::Shape;
/// use ifrt_proxy::messages::ShapeProto;
///
/// let shape = Shape::try_from(&ShapeProto { dims: vec![2, 3], version_number: 0 })?;
/// assert_eq!((shape.dims(), shape.elements()), ([2, 3].as_slice(), 6));
/// # Ok::<(), ifrt_proxy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    dims: Vec<usize>,
}

impl Shape {
    /// The most dimensions of an array.
    pub const MAX_RANK: usize = 64;

    /// The shape of these sizes.
    ///
    /// # Errors
    /// There are more than [`Shape::MAX_RANK`] dimensions, or the array would have 2^60 elements or more.
    pub fn new(dims: Vec<usize>) -> Result<Shape> {
        if dims.len() > Shape::MAX_RANK {
            let (has, max) = (dims.len(), Shape::MAX_RANK);
            return Err(Error::invalid(format!("a shape of {has} dimensions; at most {max} are served")));
        }
        let product = dims.iter().try_fold(1usize, |product, dim| product.checked_mul((*dim).max(1)));
        match product.filter(|product| *product < 1 << 60) {
            Some(_) => Ok(Shape { dims }),
            None => Err(Error::invalid(format!("shape {dims:?} has too many elements"))),
        }
    }

    /// The sizes.
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// Number of elements; 1 for a scalar.
    pub fn elements(&self) -> usize {
        self.dims.iter().product()
    }

    /// Bytes of the array in a host buffer without gaps.
    pub fn host_bytes(&self, dtype: DType) -> usize {
        self.elements() * dtype.host_bytes()
    }

    /// The strides of row-major order without gaps, in bytes of a host buffer.
    pub fn row_major_strides(&self, dtype: DType) -> Vec<usize> {
        let mut strides = vec![dtype.host_bytes(); self.dims.len()];
        for dim in (1..self.dims.len()).rev() {
            strides[dim - 1] = strides[dim] * self.dims[dim];
        }
        strides
    }
}

impl TryFrom<&ShapeProto> for Shape {
    type Error = Error;

    fn try_from(proto: &ShapeProto) -> Result<Shape> {
        let dims = proto.dims.iter().map(|dim| usize::try_from(*dim));
        let dims = dims.collect::<Result<_, _>>();
        Shape::new(dims.map_err(|_| Error::invalid(format!("shape {:?} has a negative size", proto.dims)))?)
    }
}

impl From<&Shape> for ShapeProto {
    fn from(shape: &Shape) -> ShapeProto {
        ShapeProto { dims: shape.dims.iter().map(|dim| *dim as i64).collect(), version_number: 0 }
    }
}

/// How an array is stored in a host buffer.
///
/// ```
/// use ifrt_proxy::messages::ByteStrides;
/// use ifrt_proxy::{DType, HostLayout, Shape};
///
/// // The transpose of a row-major array of 3 x 2.
/// let shape = Shape::new(vec![2, 3])?;
/// let layout = HostLayout::new(DType::U8, &shape, Some(&ByteStrides { strides: vec![1, 2] }))?;
/// assert_eq!(layout.gather(&[0, 1, 2, 3, 4, 5])?, [0, 2, 4, 1, 3, 5]);
/// # Ok::<(), ifrt_proxy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostLayout {
    element_bytes: usize,
    dims: Vec<usize>,
    strides: Vec<usize>,
    is_row_major: bool,
    span: usize,
}

impl HostLayout {
    /// The layout of an array; without strides it is row-major order without gaps.
    ///
    /// # Errors
    /// The strides are not one for each dimension, are negative, make elements overlap, or the buffer would
    /// have 2^60 bytes or more. Stock clients send no such strides.
    pub fn new(dtype: DType, shape: &Shape, strides: Option<&ByteStrides>) -> Result<HostLayout> {
        let packed = shape.row_major_strides(dtype);
        let given = match strides {
            // Of an array without elements no stride is used.
            Some(given) if shape.elements() > 0 => {
                let invalid = || {
                    let strides = &given.strides;
                    Error::invalid(format!("byte strides {strides:?} do not fit shape {:?}", shape.dims()))
                };
                let strides = given.strides.iter().map(|stride| usize::try_from(*stride));
                let strides: Vec<usize> = strides.collect::<Result<_, _>>().map_err(|_| invalid())?;
                let is_small = strides.iter().all(|stride| *stride < 1 << 60);
                (strides.len() == packed.len() && is_small).then_some(strides).ok_or_else(invalid)?
            }
            _ => packed.clone(),
        };
        let dims = shape.dims().to_vec();
        // The stride of a dimension of one element is never used.
        let is_row_major = shape.elements() == 0
            || dims.iter().zip(given.iter().zip(&packed)).all(|(dim, (given, packed))| *dim == 1 || given == packed);
        let span = if shape.elements() == 0 {
            Some(0)
        } else {
            let mut ends = dims.iter().zip(&given).map(|(dim, stride)| stride.checked_mul(dim - 1));
            ends.try_fold(dtype.host_bytes(), |sum, end| sum.checked_add(end?))
        };
        let span = span.filter(|span| *span < 1 << 60);
        let span = span.ok_or_else(|| Error::invalid(format!("byte strides {given:?} exceed any host buffer")))?;
        // Without this, a small buffer would be any number of elements.
        if shape.elements().checked_mul(dtype.host_bytes()).is_none_or(|packed| packed > span) {
            return Err(Error::invalid(format!("byte strides {given:?}: elements of shape {dims:?} overlap")));
        }
        Ok(HostLayout { element_bytes: dtype.host_bytes(), dims, strides: given, is_row_major, span })
    }

    /// True if the elements are in row-major order without gaps.
    pub fn is_row_major(&self) -> bool {
        self.is_row_major
    }

    /// Bytes from the first to the end of the last element: the least size of the buffer.
    pub fn span(&self) -> usize {
        self.span
    }

    /// The strides, in bytes.
    pub fn strides(&self) -> &[usize] {
        &self.strides
    }

    /// Copies the elements from a buffer of this layout into row-major order.
    ///
    /// # Errors
    /// The buffer is too small.
    pub fn gather(&self, buffer: &[u8]) -> Result<Vec<u8>> {
        self.check(buffer)?;
        let mut packed = Vec::with_capacity(self.dims.iter().product::<usize>() * self.element_bytes);
        self.for_each_element(|at| packed.extend_from_slice(&buffer[at..at + self.element_bytes]));
        Ok(packed)
    }

    /// Copies elements in row-major order into a new buffer of this layout. Gaps are zero.
    ///
    /// # Errors
    /// `packed` is too small, or the buffer would have more than `max_bytes`: strides may name any size.
    pub fn scatter(&self, packed: &[u8], max_bytes: usize) -> Result<Vec<u8>> {
        if self.span > max_bytes {
            let (strides, span) = (&self.strides, self.span);
            let text = format!("byte strides {strides:?} need a buffer of {span} bytes, more than {max_bytes}");
            return Err(Error::new(Code::ResourceExhausted, text));
        }
        let size = self.dims.iter().product::<usize>() * self.element_bytes;
        if packed.len() < size {
            return Err(Error::invalid(format!("{} bytes for an array of {size} bytes", packed.len())));
        }
        let mut buffer = vec![0; self.span];
        let mut from = 0;
        self.for_each_element(|at| {
            buffer[at..at + self.element_bytes].copy_from_slice(&packed[from..from + self.element_bytes]);
            from += self.element_bytes;
        });
        Ok(buffer)
    }

    /// # Errors
    /// The buffer is too small for the layout.
    pub fn check(&self, buffer: &[u8]) -> Result<()> {
        if buffer.len() >= self.span {
            return Ok(());
        }
        let HostLayout { dims, strides, .. } = self;
        let (has, needs) = (buffer.len(), self.span);
        Err(Error::invalid(format!(
            "a host buffer of {has} bytes: shape {dims:?} at strides {strides:?} needs {needs}"
        )))
    }

    /// Calls `f` with the offset of each element, in row-major order.
    fn for_each_element(&self, mut f: impl FnMut(usize)) {
        let mut index = vec![0; self.dims.len()];
        let mut at = 0;
        for _ in 0..self.dims.iter().product() {
            f(at);
            for dim in (0..index.len()).rev() {
                index[dim] += 1;
                at += self.strides[dim];
                if index[dim] < self.dims[dim] {
                    break;
                }
                at -= self.strides[dim] * self.dims[dim];
                index[dim] = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(dims: &[usize], strides: &[i64]) -> Result<HostLayout> {
        let strides = ByteStrides { strides: strides.to_vec() };
        HostLayout::new(DType::U16, &Shape::new(dims.to_vec())?, Some(&strides))
    }

    #[test]
    fn gathered_elements_are_scattered_back() {
        let buffer: Vec<u8> = (0..40).collect();
        for (dims, strides) in [(vec![2, 3], vec![20, 4]), (vec![3, 2], vec![2, 10]), (vec![], vec![])] {
            let layout = layout(&dims, &strides).unwrap();
            let packed = layout.gather(&buffer).unwrap();
            assert_eq!(packed.len(), 2 * dims.iter().product::<usize>());
            assert_eq!(layout.gather(&layout.scatter(&packed, 64).unwrap()).unwrap(), packed);
        }
        assert_eq!(layout(&[2, 2], &[8, 2]).unwrap().gather(&buffer).unwrap(), [0, 1, 2, 3, 8, 9, 10, 11]);
        let error = layout(&[2, 2], &[80, 2]).unwrap().scatter(&buffer, 64).unwrap_err();
        assert_eq!(error.code(), Code::ResourceExhausted);
    }

    #[test]
    fn strides_of_single_elements_do_not_count() {
        assert!(layout(&[1, 3], &[77, 2]).unwrap().is_row_major());
        assert!(!layout(&[2, 3], &[77, 2]).unwrap().is_row_major());
        assert_eq!(layout(&[0, 3], &[77, 2]).unwrap().gather(&[]).unwrap(), []);
        assert_eq!(layout(&[0, 3], &[-6, 0]).unwrap().span(), 0);
    }

    #[test]
    fn wrong_strides_shapes_and_buffers_are_refused() {
        assert!(layout(&[2], &[-2]).is_err());
        assert!(layout(&[2], &[2, 2]).is_err());
        assert!(layout(&[1 << 40, 2], &[1 << 30, 2]).is_err());
        assert!(Shape::new(vec![1 << 40, 1 << 40]).is_err());
        assert!(Shape::new(vec![1; 65]).is_err());
        // A few bytes that would be 2^60 elements.
        assert!(layout(&[1 << 50], &[0]).is_err());
        assert!(layout(&[1 << 25, 1 << 25], &[2, 2]).is_err());
        assert!(Shape::try_from(&ShapeProto { dims: vec![-1], version_number: 0 }).is_err());
        let error = layout(&[2, 3], &[6, 2]).unwrap().gather(&[0; 11]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "INVALID_ARGUMENT: a host buffer of 11 bytes: shape [2, 3] at strides [6, 2] needs 12"
        );
    }
}
