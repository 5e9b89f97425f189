//! Shapes: the type of an array with its dimensions as a list for callers, and its layout.

use std::sync::Arc;

use stablehlo::TensorType;

use crate::layout::Layout;

/// The type and the layout of an array. The buffers of an executable's outputs share it.
pub struct Shape {
    ty: TensorType,
    dims: Vec<i64>,
    layout: Layout,
}

impl Shape {
    pub fn new(ty: TensorType, layout: Layout) -> Arc<Self> {
        let dims = ty.dims.iter().map(|d| *d as i64).collect();
        Arc::new(Self { ty, dims, layout })
    }

    pub fn ty(&self) -> &TensorType {
        &self.ty
    }

    /// The dimensions, as a list for callers.
    pub fn dims(&self) -> &[i64] {
        &self.dims
    }

    /// The order of the dimensions in memory.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}
