//! A program: a module of functions, each a block of operations on values in SSA form.

mod module;
mod names;
mod regions;
mod renumber;

pub use module::{Block, Func, Module, Op, Param, Value, Visibility};
pub(crate) use names::ValueNames;
pub(crate) use regions::captured_values;
