//! The plugin's objects. They know nothing of the functions in [`calls`](crate::calls), which operate on
//! them.

pub mod buffer;
pub mod client;
pub mod device;
pub mod error;
pub mod event;
pub mod executable;
pub mod external_references;
pub mod host_memory;
pub mod loaded_executable;
pub mod memory;
