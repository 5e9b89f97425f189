//! Models: a network with its weights.

mod compile;
mod config;
mod files;
mod model;
mod sequential;
mod summary;
mod table;
mod variable;

pub(crate) use compile::not_compiled;
pub use compile::{Compile, LossSpec, MetricSpec, Resolved, Spec};
pub use model::{Model, OptimizerState};
pub use sequential::Sequential;
pub use variable::Variable;
