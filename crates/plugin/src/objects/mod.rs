//! The plugin's objects. They know nothing of the functions in [`calls`](crate::calls), which operate on
//! them.

pub mod buffer;
pub mod callbacks;
pub mod client;
pub mod content;
pub mod device;
pub mod executable;
pub mod external_references;
pub mod host_copy;
pub mod host_memory;
pub mod interface;
pub mod layouts;
pub mod loaded_executable;
pub mod memory;
pub mod queue;
pub mod serialized;
pub mod shape;
pub mod topology;
