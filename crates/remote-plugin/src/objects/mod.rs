//! The plugin's objects. They know nothing of the functions in [`calls`](crate::calls), which operate on
//! them.

pub mod buffer;
pub mod client;
pub mod device;
pub mod executable;
pub mod types;
