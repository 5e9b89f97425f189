//! Layouts: the order of an array's elements in memory. That of every array is row-major.

use std::sync::Arc;

use pjrt::abi::PJRT_Layouts_MemoryLayout;

use crate::handle::Handle;

/// The row-major layout of arrays of a rank.
pub struct Layout {
    /// The dimensions from minor to major, as XLA writes a layout: `{1,0}` for a matrix.
    text: String,
}

// SAFETY: layout handles are made by `into_handle`, and by `as_handle` of layouts that an executable owns,
// only.
unsafe impl Handle for Layout {
    type C = PJRT_Layouts_MemoryLayout;
    const NAME: &'static str = "layout";
}

impl Layout {
    /// The layout of arrays with `rank` dimensions.
    pub fn row_major(rank: usize) -> Self {
        let dims: Vec<String> = (0..rank).rev().map(|dim| dim.to_string()).collect();
        Self { text: format!("{{{}}}", dims.join(",")) }
    }

    /// The serialized form.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The layouts of an executable's parameters or outputs, with their handles as a list for callers.
pub struct Layouts {
    handles: crate::handle::Pointers<PJRT_Layouts_MemoryLayout>,
    /// Owns what the handles refer to. An `Arc` can be moved.
    _layouts: Vec<Arc<Layout>>,
}

impl Layouts {
    /// The layouts of arrays of these ranks.
    pub fn row_major(ranks: impl Iterator<Item = usize>) -> Self {
        let layouts: Vec<Arc<Layout>> = ranks.map(|rank| Arc::new(Layout::row_major(rank))).collect();
        Self { handles: layouts.iter().map(|layout| layout.as_handle()).collect(), _layouts: layouts }
    }

    pub fn handles(&self) -> &[*mut PJRT_Layouts_MemoryLayout] {
        self.handles.as_slice()
    }
}
