//! The layouts of an executable's arguments and results, as lists for callers.

use std::sync::Arc;

use pjrt::abi::PJRT_Layouts_MemoryLayout;
use pjrt::export::{Handle, Pointers};

use crate::layout::Layout;

/// The layouts of an executable's parameters or outputs, with their handles as a list for callers.
pub struct Layouts {
    handles: Pointers<PJRT_Layouts_MemoryLayout>,
    /// Owns what the handles refer to. An `Arc` can be moved.
    _layouts: Vec<Arc<Layout>>,
}

impl Layouts {
    pub fn new(layouts: impl Iterator<Item = Layout>) -> Self {
        let layouts: Vec<Arc<Layout>> = layouts.map(Arc::new).collect();
        Self { handles: layouts.iter().map(|layout| layout.as_handle()).collect(), _layouts: layouts }
    }

    pub fn handles(&self) -> &[*mut PJRT_Layouts_MemoryLayout] {
        self.handles.as_slice()
    }
}
