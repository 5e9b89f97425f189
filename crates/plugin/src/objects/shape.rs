//! Shapes: the type of an array with its dimensions as a list for callers.

use std::sync::Arc;

use stablehlo::TensorType;

/// The type of an array. The buffers of an executable's outputs share it.
pub struct Shape {
    ty: TensorType,
    dims: Vec<i64>,
}

impl Shape {
    pub fn new(ty: TensorType) -> Arc<Self> {
        let dims = ty.dims.iter().map(|d| *d as i64).collect();
        Arc::new(Self { ty, dims })
    }

    pub fn ty(&self) -> &TensorType {
        &self.ty
    }

    /// The dimensions, as a list for callers.
    pub fn dims(&self) -> &[i64] {
        &self.dims
    }
}
