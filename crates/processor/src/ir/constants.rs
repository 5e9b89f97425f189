//! Constant facts: values known at compile time.

use std::collections::HashMap;

use stablehlo::Literal;

use super::value_id::ValueId;

/// Literals by value.
pub(crate) type Constants = HashMap<ValueId, Literal>;

/// The values of a graph that are known at compile time.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConstantFacts {
    /// Small constants with their elements.
    pub(crate) constants: Constants,
    /// Splats: values whose elements are all equal, each as a scalar.
    pub(crate) splats: Constants,
}
