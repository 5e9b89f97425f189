//! Passes on the graph, one per file. `pipeline.rs` lists them in the order in which they run.

pub(crate) mod algebraic_simplifier;
pub(crate) mod all_reduce_combiner;
pub(crate) mod batch_tiling;
pub(crate) mod collective_expander;
pub(crate) mod collective_scheduler;
pub(crate) mod complex_expander;
pub(crate) mod cse;
pub(crate) mod dce;
pub(crate) mod element_type_converter;
mod emitter;
pub(crate) mod inline_calls;
pub(crate) mod operand_upcaster;
pub(crate) mod swap_conv_operands;
pub(crate) mod transpose_folding;
pub(crate) mod undilate_pointwise_conv;
