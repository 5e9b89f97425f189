//! Shapes, and the layouts of arrays in device memory.

use std::fmt;

use super::element_type::ElementType;

/// The shape of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An array.
    Array(Array),
    /// A tuple of values.
    Tuple(Vec<Shape>),
    /// A value without elements: a token or an opaque value.
    Opaque,
}

/// An array's type, dimensions and layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The type of the elements.
    pub element: ElementType,
    /// The sizes of the dimensions; the upper bound of a dynamic one.
    pub dims: Vec<u64>,
    /// The layout in memory, if the compiler assigned one.
    pub layout: Option<Layout>,
}

/// The layout of an array in memory.
///
/// The minor-most dimensions are divided into tiles, and partial tiles are padded. With `T(8,128)`, the usual
/// tile of a TPU, the minor-most dimension is padded to a multiple of 128 elements and the next one to a
/// multiple of 8. Further tiles divide the result again. Source: <https://openxla.org/xla/tiled_layout>
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Dimension numbers from minor-most to major-most: a permutation of all dimensions.
    pub minor_to_major: Vec<usize>,
    /// Tiles in the order of application, each from the major to the minor dimension. [`Layout::COMBINED`] in
    /// place of a size combines the dimension with the next one.
    pub tiles: Vec<Vec<i64>>,
    /// The memory space: 0 is main memory (HBM); on TPUs 1 is a core's vector memory (VMEM).
    pub memory_space: i64,
    /// The size of an element in bits, if it differs from that of the type.
    pub element_bits: Option<u64>,
}

impl Layout {
    /// Marks a dimension of a tile that is combined with the next one.
    pub const COMBINED: i64 = i64::MIN;

    /// Returns the number of elements including the padding of tiles, saturating at `u64::MAX`.
    fn padded_elements(&self, dims: &[u64]) -> u64 {
        // From the major to the minor dimension.
        let mut sizes: Vec<u64> = self.minor_to_major.iter().rev().filter_map(|&dim| dims.get(dim).copied()).collect();
        for tile in &self.tiles {
            apply_tile(tile, &mut sizes);
        }
        product(sizes)
    }
}

/// Divides the last dimensions into tiles: each becomes its number of tiles, and the tile's dimensions are
/// appended.
fn apply_tile(tile: &[i64], sizes: &mut Vec<u64>) {
    if sizes.len() < tile.len() {
        sizes.splice(0..0, std::iter::repeat_n(1, tile.len() - sizes.len()));
    }
    let tiled = sizes.split_off(sizes.len() - tile.len());
    let (mut inner, mut combined) = (Vec::with_capacity(tile.len()), 1u64);
    for (&edge, size) in tile.iter().zip(tiled) {
        let size = size.saturating_mul(std::mem::replace(&mut combined, 1));
        match u64::try_from(edge) {
            Ok(edge) => {
                sizes.push(size.div_ceil(edge.max(1)));
                inner.push(edge);
            }
            Err(_) => combined = size,
        }
    }
    sizes.push(combined);
    sizes.extend(inner);
}

/// Multiplies sizes, saturating at `u64::MAX`.
fn product(sizes: impl IntoIterator<Item = u64>) -> u64 {
    let mut all = Some(1u64);
    for size in sizes {
        // A zero makes the product zero, even if the other sizes overflow.
        if size == 0 {
            return 0;
        }
        all = all.and_then(|n| n.checked_mul(size));
    }
    all.unwrap_or(u64::MAX)
}

impl Array {
    /// Returns the number of elements, saturating at `u64::MAX`.
    pub fn elements(&self) -> u64 {
        product(self.dims.iter().copied())
    }

    /// Returns the size of the elements in bytes, without padding.
    pub fn bytes(&self) -> u64 {
        self.bytes_of(self.elements())
    }

    /// Returns the size in device memory in bytes, including the padding of tiles.
    pub fn padded_bytes(&self) -> u64 {
        self.bytes_of(self.layout.as_ref().map_or_else(|| self.elements(), |layout| layout.padded_elements(&self.dims)))
    }

    /// Returns true if the array is stored in main memory (HBM).
    pub fn is_in_main_memory(&self) -> bool {
        self.layout.as_ref().is_none_or(|layout| layout.memory_space == 0)
    }

    fn bytes_of(&self, elements: u64) -> u64 {
        let bits = self.layout.as_ref().and_then(|layout| layout.element_bits).unwrap_or(self.element.bits());
        u64::try_from((u128::from(elements) * u128::from(bits)).div_ceil(8)).unwrap_or(u64::MAX)
    }
}

impl Shape {
    /// Returns the arrays of the shape, in order.
    pub fn arrays(&self) -> Vec<&Array> {
        match self {
            Shape::Array(array) => vec![array],
            Shape::Tuple(shapes) => shapes.iter().flat_map(Shape::arrays).collect(),
            Shape::Opaque => Vec::new(),
        }
    }

    /// Returns the array, if the shape is one.
    pub fn as_array(&self) -> Option<&Array> {
        match self {
            Shape::Array(array) => Some(array),
            _ => None,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Array(array) => array.fmt(f),
            Shape::Tuple(shapes) => {
                let shapes: Vec<String> = shapes.iter().map(Shape::to_string).collect();
                write!(f, "({})", shapes.join(", "))
            }
            Shape::Opaque => f.write_str("opaque"),
        }
    }
}

impl fmt::Display for Array {
    /// Formats it as XLA does, such as `f32[128,512]{1,0:T(8,128)}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.element, joined(&self.dims))?;
        self.layout.as_ref().map_or(Ok(()), |layout| layout.fmt(f))
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}", joined(&self.minor_to_major))?;
        if !self.tiles.is_empty() {
            f.write_str(":T")?;
        }
        for tile in &self.tiles {
            let edge = |edge: &i64| if *edge == Layout::COMBINED { "*".to_string() } else { edge.to_string() };
            write!(f, "({})", joined(&tile.iter().map(edge).collect::<Vec<_>>()))?;
        }
        if self.memory_space != 0 {
            write!(f, "{}S({})", if self.tiles.is_empty() { ":" } else { "" }, self.memory_space)?;
        }
        f.write_str("}")
    }
}

fn joined<T: fmt::Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(element: ElementType, dims: &[u64], minor_to_major: &[usize], tiles: &[&[i64]]) -> Array {
        let tiles = tiles.iter().map(|tile| tile.to_vec()).collect();
        let layout = Layout { minor_to_major: minor_to_major.to_vec(), tiles, ..Layout::default() };
        Array { element, dims: dims.to_vec(), layout: Some(layout) }
    }

    #[test]
    fn tiles_pad_the_two_minor_dimensions() {
        let x = array(ElementType::F32, &[3, 130], &[1, 0], &[&[8, 128]]);
        assert_eq!((x.bytes(), x.padded_bytes()), (3 * 130 * 4, 8 * 256 * 4));
        assert_eq!(x.to_string(), "f32[3,130]{1,0:T(8,128)}");
        // The batch is the minor-most dimension, so 3 channels are padded to 8.
        let x = array(ElementType::F32, &[128, 32, 32, 3], &[0, 3, 2, 1], &[&[8, 128]]);
        assert_eq!(x.padded_bytes(), 128 * 32 * 32 * 8 * 4);
        // A scalar occupies a whole tile.
        assert_eq!(array(ElementType::F32, &[], &[], &[&[128]]).padded_bytes(), 128 * 4);
    }

    #[test]
    fn further_tiles_divide_the_tiles() {
        let x = array(ElementType::BF16, &[9, 128], &[1, 0], &[&[8, 128], &[2, 1]]);
        assert_eq!(x.padded_bytes(), 16 * 128 * 2);
        assert_eq!(x.to_string(), "bf16[9,128]{1,0:T(8,128)(2,1)}");
    }

    #[test]
    fn combined_dimensions_are_padded_together() {
        let x = array(ElementType::F32, &[3, 5], &[1, 0], &[&[Layout::COMBINED, 8]]);
        assert_eq!(x.padded_bytes(), 16 * 4);
        assert_eq!(x.to_string(), "f32[3,5]{1,0:T(*,8)}");
    }

    #[test]
    fn sizes_saturate_instead_of_overflowing() {
        let x = array(ElementType::F64, &[u64::MAX, u64::MAX], &[1, 0], &[&[8, 128]]);
        assert_eq!((x.elements(), x.bytes(), x.padded_bytes()), (u64::MAX, u64::MAX, u64::MAX));
        assert_eq!(array(ElementType::F64, &[u64::MAX, 2, 0], &[2, 1, 0], &[]).bytes(), 0);
    }
}
