//! The intermediate representation of the graph passes: StableHLO operations with one numbering of values,
//! and all calls inlined.

mod block_position;
mod constants;
mod graph;
mod provenance;
mod role;
pub(crate) mod row_major;
mod stablehlo_text;
mod step_id;
mod value_id;
pub(crate) mod verify;

pub(crate) use block_position::BlockPosition;
pub(crate) use constants::{ConstantFacts, Constants};
pub(crate) use graph::{Block, Graph, Node, NodeKind, ValueTypes, collective_depths};
pub(crate) use provenance::Definitions;
pub(crate) use role::ContractionRole;
pub(crate) use stablehlo_text::to_module;
pub(crate) use step_id::StepId;
pub(crate) use value_id::ValueId;
