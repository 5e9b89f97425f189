//! The steps that an executable consists of.

pub(crate) mod all_reduce;
pub(crate) mod step;
