//! Passes on the graph.

pub(crate) mod algebraic_simplifier;
pub(crate) mod batch_tiling;
pub(crate) mod collective_scheduler;
pub(crate) mod inline_calls;
pub(crate) mod transpose_folding;
pub(crate) mod undilate_pointwise_conv;
