//! Models: a network with its weights.

mod compile;
mod compile_config;
mod config;
mod files;
mod from_config;
mod model;
mod nested;
mod node;
mod program_inputs;
mod quantize;
mod resolved;
mod sequential;
mod spec;
mod summary;
mod table;
mod variable;
mod whole_files;

pub use compile::Compile;
pub(crate) use compile::not_compiled;
pub use model::{Model, OptimizerState};
pub use resolved::{Objective, Resolved, TrackedMetric};
pub use sequential::Sequential;
pub use spec::{LossSpec, Losses, MetricSpec, PerOutput, Spec};
pub use variable::Variable;
pub use whole_files::{load_model, load_model_without_compile, save_model};
