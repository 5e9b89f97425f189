//! The operations: their kinds and attributes, and the one table that lists them.

mod attrs;
mod kind;
mod table;

pub use attrs::{
    Collective, CompareType, ConvDimensionNumbers, Convolution, Direction, DotGeneral, FftType, Gather,
    ManualComputation, Precision, RngAlgorithm, Scatter, Transpose, TriangularSolve, WindowDim,
};
pub use kind::{Binary, OpKind, Unary};
pub use table::{COMPLEX_GRADIENT, Differentiable, ElementClasses, Group, OPS, OpDef, find};
