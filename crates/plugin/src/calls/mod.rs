//! The functions of the API: an `impl Call` for each argument struct. They operate on the
//! [`objects`](crate::objects).

mod buffer;
mod client;
mod compile;
mod device;
mod executable;
mod execute;
mod layouts;
mod loaded_executable;
mod memory;
mod memory_descriptions;
mod plugin;
mod shardings;
mod topology;
mod transfer;
