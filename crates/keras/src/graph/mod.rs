//! The functional graph: what a layer is, layers called on symbolic tensors, and the network between inputs
//! and outputs.

mod context;
mod layer;
mod network;
mod scope;
mod shape_inference;
mod tensor;

pub use context::CallContext;
pub use layer::{Base, Common, InputSpec, Layer, WeightSpec};
pub(crate) use network::{Masked, Network};
pub use scope::Scope;
pub(crate) use shape_inference::output_shapes;
pub use shape_inference::training_program;
pub use tensor::{CallArguments, Inputs, KerasTensor, SharedLayer};
