//! Layouts: the order of an array's dimensions in memory. Arrays are dense, without tiles.

use std::fmt::{self, Display, Formatter};

use pjrt::ErrorKind;
use pjrt::abi::PJRT_Layouts_MemoryLayout;
use pjrt::export::Handle;
use stablehlo::TensorType;

use crate::error::{Error, Result};

/// The order of an array's dimensions in memory. It prints as XLA writes a layout, from the dimension that
/// varies fastest: `{1,0}` for a matrix in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    major_to_minor: Vec<usize>,
}

// SAFETY: layout handles are made by `into_handle`, and by `as_handle` of layouts that an executable owns,
// only.
unsafe impl Handle for Layout {
    type C = PJRT_Layouts_MemoryLayout;
    const NAME: &'static str = "layout";
}

impl Layout {
    /// The row-major layout of arrays with `rank` dimensions.
    pub fn row_major(rank: usize) -> Self {
        Self { major_to_minor: (0..rank).collect() }
    }

    /// The layout with this order of dimensions, from the one that varies slowest.
    ///
    /// # Errors
    /// It is not an order of the dimensions of arrays with `rank` dimensions.
    pub fn new(major_to_minor: Vec<usize>, rank: usize) -> Result<Self> {
        let mut sorted = major_to_minor.clone();
        sorted.sort_unstable();
        if sorted.iter().copied().eq(0..rank) {
            return Ok(Self { major_to_minor });
        }
        let layout = Self { major_to_minor };
        Err(Error::invalid(format!("the layout {layout} is not an order of the {rank} dimensions of its array")))
    }

    /// Reads a layout as XLA writes it: `{0,1}`, or `{0,1:E(4)}` with a number of bits per element.
    ///
    /// # Errors
    /// It has tiles or other properties, or is not an order of `rank` dimensions.
    pub fn parse(text: &str, rank: usize) -> Result<Self> {
        let inner = text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let (order, properties) = inner.map(|inner| inner.split_once(':').unwrap_or((inner, ""))).unwrap_or_default();
        let dims = order.split(',').map(str::trim).filter(|dim| !dim.is_empty()).map(str::parse::<usize>);
        let is_bits = properties.strip_prefix("E(").and_then(|rest| rest.strip_suffix(')'));
        let is_bits = is_bits.is_some_and(|bits| bits.parse::<u32>().is_ok());
        match dims.rev().collect::<std::result::Result<Vec<usize>, _>>() {
            Ok(dims) if inner.is_some() && (properties.is_empty() || is_bits) => Self::new(dims, rank),
            _ => {
                let message =
                    format!("the layout {text:?} is not supported: only orders of dimensions are, as {{0,1}}");
                Err(Error::new(ErrorKind::Unimplemented, message))
            }
        }
    }

    /// The dimensions, from the one that varies slowest.
    pub fn major_to_minor(&self) -> &[usize] {
        &self.major_to_minor
    }

    pub fn is_row_major(&self) -> bool {
        self.major_to_minor.iter().copied().eq(0..self.major_to_minor.len())
    }

    /// For each dimension its place in memory, from the one that varies slowest: the transposition of the
    /// array in memory into the array.
    pub fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.major_to_minor.len()];
        self.major_to_minor.iter().enumerate().for_each(|(place, dim)| places[*dim] = place);
        places
    }

    /// What belongs to each dimension, in the order of memory.
    ///
    /// # Panics
    /// If there are not as many as dimensions.
    pub fn in_memory<T: Clone>(&self, dims: &[T]) -> Vec<T> {
        self.major_to_minor.iter().map(|dim| dims[*dim].clone()).collect()
    }

    /// The row-major array that has the same memory as an array of type `ty` in this layout.
    pub fn memory_type(&self, ty: &TensorType) -> TensorType {
        TensorType::new(ty.element, self.in_memory(&ty.dims))
    }
}

impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let dims: Vec<String> = self.major_to_minor.iter().rev().map(|dim| dim.to_string()).collect();
        write!(f, "{{{}}}", dims.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stablehlo::ElementType;

    #[test]
    fn a_layout_is_read_as_it_prints() {
        for (text, rank, order) in [("{}", 0, vec![]), ("{1,0}", 2, vec![0, 1]), ("{0,2,1}", 3, vec![1, 2, 0])] {
            let layout = Layout::parse(text, rank).unwrap();
            assert_eq!(layout.major_to_minor(), order);
            assert_eq!(layout.to_string(), text);
        }
        assert_eq!(Layout::parse("{0,1:E(4)}", 2).unwrap().major_to_minor(), [1, 0]);
        for (text, message) in [
            ("{1,0:T(8,128)}", "is not supported"),
            ("{1,0:E(4)T(8)}", "is not supported"),
            ("{1,x}", "is not supported"),
            ("1,0", "is not supported"),
            ("{1,1}", "is not an order of the 2 dimensions"),
            ("{2,1,0}", "is not an order of the 2 dimensions"),
        ] {
            let error = Layout::parse(text, 2).unwrap_err();
            assert!(error.message().contains(message), "{text}: {}", error.message());
        }
    }

    #[test]
    fn memory_has_the_dimensions_from_major_to_minor() {
        let layout = Layout::parse("{0,2,1}", 3).unwrap();
        let ty = TensorType::new(ElementType::F32, [2, 3, 5]);
        assert_eq!(layout.memory_type(&ty).dims, [3, 5, 2]);
        assert_eq!(layout.places(), [2, 0, 1]);
        assert!(!layout.is_row_major() && Layout::row_major(3).is_row_major());
    }
}
