//! Models: a network with its weights.

mod config;
mod model;
mod sequential;
mod summary;
mod table;
mod variable;

pub use model::Model;
pub use sequential::Sequential;
pub use variable::Variable;
