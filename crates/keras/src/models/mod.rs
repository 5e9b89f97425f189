//! Models: a network with its weights.

mod config;
mod files;
mod model;
mod sequential;
mod summary;
mod table;
mod variable;

pub use model::{Model, OptimizerState};
pub use sequential::Sequential;
pub use variable::Variable;
