//! The functional graph: layers called on symbolic tensors.

mod network;
mod tensor;

pub(crate) use network::Network;
pub use tensor::{Inputs, KerasTensor, SharedLayer};
