//! Models: a network with its weights.

mod compile;
mod compile_config;
mod config;
mod export;
mod files;
mod from_config;
mod low_rank;
mod model;
mod nested;
mod node;
mod optimizer_files;
mod policy_map;
mod preprocessing;
mod program_inputs;
mod quantize;
mod resolved;
mod sequential;
mod spec;
mod stateless_call;
mod submodel;
mod summary;
mod table;
mod trainable;
mod variable;
mod whole_files;

pub use compile::Compile;
pub(crate) use compile::not_compiled;
pub use export::{Export, ExportFormat};
pub use model::{Model, OptimizerState};
pub use resolved::{Objective, Resolved, TrackedMetric};
pub use sequential::Sequential;
pub use spec::{LossSpec, Losses, MetricSpec, PerOutput, Spec};
pub use summary::Summary;
pub(crate) use summary::is_trainable;
pub use variable::Variable;
pub use whole_files::{load_model, load_model_without_compile, save_model};
