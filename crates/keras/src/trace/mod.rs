//! Traces models to StableHLO: one program for training, one for evaluation, one for prediction.
//!
//! A program runs many steps in one `while` loop with the data set on the device, so the host has no work per
//! step. The cores are replicas: each takes its slice of every batch, and gradients and the loss are
//! all-reduced. Batch statistics are local to a core, unless a `BatchNormalization` is `synchronized`.
//!
//! `fit`, `evaluate` and `predict` run these programs. The module is public so that you can inspect the
//! programs or run them yourself.

mod activities;
mod batch;
mod data;
mod forward;
mod inference;
mod objectives;
mod region;
mod training;
mod types;
mod weights;

pub use batch::Batch;
pub use data::rows_type;
pub use inference::Inference;
pub use training::Training;
pub use types::DataTypes;
