//! Facts about a program, computed on demand; nothing here changes it.

pub(crate) mod liveness;
pub(crate) mod replication;
