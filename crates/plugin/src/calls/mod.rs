//! The functions of the API: an `impl Call` for each argument struct. They operate on the
//! [`objects`](crate::objects).

#[macro_use]
mod getters;

mod buffer;
mod client;
mod device;
mod error;
mod event;
mod executable;
mod execute;
mod loaded_executable;
mod memory;
mod plugin;
mod transfer;
