//! Shapes, and how arrays lie in the device's memory.

use std::fmt;

use crate::element_type::ElementType;

/// The shape of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An array.
    Array(Array),
    /// Several values.
    Tuple(Vec<Shape>),
    /// What has no elements: a token, or something of the compiler's own.
    Opaque,
}

/// An array's type, dimensions and layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The type of the elements.
    pub element: ElementType,
    /// The dimensions; of one that is dynamic, the most that it can be.
    pub dims: Vec<u64>,
    /// How it lies in memory; none where the compiler did not say.
    pub layout: Option<Layout>,
}

/// How an array lies in memory.
///
/// The dimensions are written down from the major to the minor one, and the last ones are cut into tiles, which are filled up:
/// in `T(8,128)`, TPU's usual one, the last dimension takes a multiple of 128 elements and the one before a multiple of 8.
/// Further tiles cut the result again. (<https://openxla.org/xla/tiled_layout>)
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Dimension numbers, the fastest one first; a permutation of all.
    pub minor_to_major: Vec<usize>,
    /// Tiles, the first one applied first; each from the major to the minor dimension. In place of a number stands
    /// [`Layout::COMBINED`] where the dimension is taken together with the next one.
    pub tiles: Vec<Vec<i64>>,
    /// The memory that it lies in: 0 is the large one; on TPUs 1 is a core's vector memory.
    pub memory_space: i64,
    /// Bits of an element, where they are not the type's own.
    pub element_bits: Option<u64>,
}

impl Layout {
    /// Stands in a tile for a dimension that is taken together with the next one.
    pub const COMBINED: i64 = i64::MIN;

    /// Elements that it takes with what fills up the tiles; `u64::MAX` for what is no machine's memory.
    fn padded_elements(&self, dims: &[u64]) -> u64 {
        // From the major to the minor dimension.
        let mut sizes: Vec<u64> = self.minor_to_major.iter().rev().filter_map(|&dim| dims.get(dim).copied()).collect();
        for tile in &self.tiles {
            apply(tile, &mut sizes);
        }
        product(sizes)
    }
}

/// Cuts the last dimensions into tiles: each becomes the number of its tiles, and the tile's own dimensions come last.
fn apply(tile: &[i64], sizes: &mut Vec<u64>) {
    if sizes.len() < tile.len() {
        sizes.splice(0..0, std::iter::repeat_n(1, tile.len() - sizes.len()));
    }
    let cut = sizes.split_off(sizes.len() - tile.len());
    let (mut inner, mut carried) = (Vec::with_capacity(tile.len()), 1u64);
    for (&edge, size) in tile.iter().zip(cut) {
        let size = size.saturating_mul(std::mem::replace(&mut carried, 1));
        match u64::try_from(edge) {
            Ok(edge) => {
                sizes.push(size.div_ceil(edge.max(1)));
                inner.push(edge);
            }
            Err(_) => carried = size,
        }
    }
    sizes.push(carried);
    sizes.extend(inner);
}

fn product(sizes: impl IntoIterator<Item = u64>) -> u64 {
    let mut all = Some(1u64);
    for size in sizes {
        // A zero makes it zero whatever the others are.
        if size == 0 {
            return 0;
        }
        all = all.and_then(|n| n.checked_mul(size));
    }
    all.unwrap_or(u64::MAX)
}

impl Array {
    /// How many elements it has; `u64::MAX` where they are more than can be counted.
    pub fn elements(&self) -> u64 {
        product(self.dims.iter().copied())
    }

    /// Bytes of its elements alone.
    pub fn bytes(&self) -> u64 {
        self.sized(self.elements())
    }

    /// Bytes that it takes in the device's memory, with what fills up its tiles.
    pub fn padded_bytes(&self) -> u64 {
        self.sized(self.layout.as_ref().map_or_else(|| self.elements(), |layout| layout.padded_elements(&self.dims)))
    }

    /// Whether it lies in the large memory.
    pub fn is_in_main_memory(&self) -> bool {
        self.layout.as_ref().is_none_or(|layout| layout.memory_space == 0)
    }

    fn sized(&self, elements: u64) -> u64 {
        let bits = self.layout.as_ref().and_then(|layout| layout.element_bits).unwrap_or(self.element.bits());
        u64::try_from((u128::from(elements) * u128::from(bits)).div_ceil(8)).unwrap_or(u64::MAX)
    }
}

impl Shape {
    /// All arrays in it, in order.
    pub fn arrays(&self) -> Vec<&Array> {
        match self {
            Shape::Array(array) => vec![array],
            Shape::Tuple(shapes) => shapes.iter().flat_map(Shape::arrays).collect(),
            Shape::Opaque => Vec::new(),
        }
    }

    /// The array, where it is one.
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
    /// As XLA writes it, such as `f32[128,512]{1,0:T(8,128)}`.
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
    fn tiles_fill_up_the_last_two_dimensions() {
        let x = array(ElementType::F32, &[3, 130], &[1, 0], &[&[8, 128]]);
        assert_eq!((x.bytes(), x.padded_bytes()), (3 * 130 * 4, 8 * 256 * 4));
        assert_eq!(x.to_string(), "f32[3,130]{1,0:T(8,128)}");
        // The batch in the lanes: pictures of 3 channels take 8.
        let x = array(ElementType::F32, &[128, 32, 32, 3], &[0, 3, 2, 1], &[&[8, 128]]);
        assert_eq!(x.padded_bytes(), 128 * 32 * 32 * 8 * 4);
        // A scalar takes a tile of its own.
        assert_eq!(array(ElementType::F32, &[], &[], &[&[128]]).padded_bytes(), 128 * 4);
    }

    #[test]
    fn further_tiles_cut_the_tiles() {
        let x = array(ElementType::BF16, &[9, 128], &[1, 0], &[&[8, 128], &[2, 1]]);
        assert_eq!(x.padded_bytes(), 16 * 128 * 2);
        assert_eq!(x.to_string(), "bf16[9,128]{1,0:T(8,128)(2,1)}");
    }

    #[test]
    fn combined_dimensions_are_filled_up_together() {
        let x = array(ElementType::F32, &[3, 5], &[1, 0], &[&[Layout::COMBINED, 8]]);
        assert_eq!(x.padded_bytes(), 16 * 4);
        assert_eq!(x.to_string(), "f32[3,5]{1,0:T(*,8)}");
    }

    #[test]
    fn what_is_no_machines_memory_is_no_overflow() {
        let x = array(ElementType::F64, &[u64::MAX, u64::MAX], &[1, 0], &[&[8, 128]]);
        assert_eq!((x.elements(), x.bytes(), x.padded_bytes()), (u64::MAX, u64::MAX, u64::MAX));
        assert_eq!(array(ElementType::F64, &[u64::MAX, 2, 0], &[2, 1, 0], &[]).bytes(), 0);
    }
}
