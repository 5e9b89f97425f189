//! Optimizers: the rules that update weights from gradients.
//!
//! An optimizer appends its update rule to a program and declares the variables ("slots") that it stores for
//! each parameter. Formulas and defaults are Keras's; constants are rounded to f32 where Keras rounds them.

mod adam;
mod adamw;
mod from_name;
mod learning_rate;
mod optimizer;
mod options;
mod rmsprop;
mod rule;
pub mod schedules;
mod sgd;

pub use adam::Adam;
pub use adamw::AdamW;
pub use from_name::from_name;
pub use learning_rate::LearningRate;
pub use optimizer::{Optimizer, Step, Updated};
pub use options::{Clip, Options};
pub use rmsprop::RmsProp;
pub use sgd::Sgd;
