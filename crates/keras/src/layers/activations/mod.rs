//! Activations with settings or weights.

mod activation_layers;

pub use activation_layers::{ELU, LeakyReLU, PReLU, ReLU, Softmax};
