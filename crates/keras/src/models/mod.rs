//! Models: a network with its weights.

mod compile;
mod compile_config;
mod config;
mod files;
mod from_config;
mod model;
mod nested;
mod node;
mod sequential;
mod summary;
mod table;
mod variable;
mod whole_files;

pub(crate) use compile::not_compiled;
pub use compile::{Compile, LossSpec, MetricSpec, Resolved, Spec};
pub use model::{Model, OptimizerState};
pub use sequential::Sequential;
pub use variable::Variable;
pub use whole_files::{load_model, load_model_without_compile, save_model};
