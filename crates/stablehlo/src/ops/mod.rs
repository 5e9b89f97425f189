//! The operations: their kinds and attributes, and the one table that lists them.

mod attrs;
mod kind;
mod product_type;
mod table;

pub use attrs::{
    Collective, CompareType, ConvDimensionNumbers, Convolution, Direction, DotGeneral, FftType, Gather,
    ManualComputation, Precision, RngAlgorithm, Scatter, Transpose, TriangularSolve, WindowDim,
};
pub use kind::{Binary, OpKind, Unary};
pub use product_type::{higher_precision, product_type};
pub use table::{COMPLEX_GRADIENT, Differentiable, ElementClasses, Group, OPS, OpDef, find};
