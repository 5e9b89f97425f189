//! The functional graph: what a layer is, layers called on symbolic tensors, and the network between inputs
//! and outputs.

mod arguments;
mod context;
mod layer;
mod network;
mod preparation;
mod scope;
mod shape_inference;
mod tensor;

pub use arguments::CallArguments;
pub use context::CallContext;
pub(crate) use context::{Activity, Mode, Share};
pub(crate) use layer::on_host;
pub use layer::{Base, Common, Factor, InputSpec, Layer, WeightSpec};
pub(crate) use network::{Masked, Network};
pub use preparation::Preparation;
pub use scope::Scope;
pub(crate) use shape_inference::output_shapes;
pub use shape_inference::training_program;
/// A tensor of the program that a layer of several outputs is traced into; [`CallContext::trace`] makes
/// tensors of it.
pub use stablehlo::Value;
pub use tensor::{Inputs, KerasTensor, SharedLayer};
