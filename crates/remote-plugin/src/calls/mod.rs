//! The functions of the API: an `impl Call` for each argument struct. They operate on the
//! [`objects`](crate::objects).

mod buffer;
mod client;
mod device;
mod executable;
mod execute;
mod plugin;
mod transfer;
