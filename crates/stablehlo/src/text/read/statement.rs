//! An operation as it is written, in pretty or generic form.

use super::types::Signature;
use crate::attributes::Attrs;
use crate::program::{Block, Value};

/// The terminators of blocks.
pub(super) const TERMINATORS: [&str; 4] = ["return", "func.return", "stablehlo.return", "sdy.return"];

/// Shardy's computation on the shards of devices.
pub(super) const MANUAL_COMPUTATION: &str = "sdy.manual_computation";

/// An operation as written, in either form.
pub(super) struct Statement<'t> {
    /// Name with its dialect.
    pub name: &'t str,
    /// The position of the name in the text.
    pub at: usize,
    pub operands: Vec<Value>,
    pub attrs: Attrs,
    pub regions: Vec<Block>,
    pub signature: Signature,
}

/// How a value is divided over the devices of a program of several partitions.
pub(super) const SHARDING: [&str; 2] = ["sdy.sharding_constraint", "sdy.reshard"];
