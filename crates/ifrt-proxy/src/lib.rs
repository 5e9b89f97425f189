//! The wire of XLA's IFRT proxy (package `xla.ifrt.proxy`): a program with JAX on one side, devices on the
//! other, gRPC in between.
//!
//! The client is in every `jaxlib`. This crate has what a server needs to speak with it, and what a client
//! in Rust needs:
//!
//! - [`messages`]: the protobuf messages, declared by hand, so that no protobuf compiler is needed;
//! - [`Version`] and [`VersionRange`]: which releases of JAX can be served, and how a version is chosen;
//! - [`DType`], [`Shape`], [`HostLayout`], [`Sharding`], [`Tiles`], [`Program`], [`CompileOptions`]: the
//!   values in the messages, checked as they are read;
//! - [`Handle`], [`Handles`], [`Address`], [`Error`], [`Code`]: names of objects and servers, errors;
//! - `stub::server` (feature `server`) and `stub::client` (feature `client`): the gRPC calls.
//!
//! The crate knows no device and keeps no state: what requests mean is a server's matter.
#![forbid(unsafe_code)]

mod address;
mod attributes;
mod compile_options;
mod dtype;
mod error;
mod exchange;
mod handle;
mod iota;
mod layout;
pub mod messages;
mod named;
mod program;
mod shape;
mod sharding;
#[cfg(any(feature = "client", feature = "server"))]
pub mod stub;
mod tiles;
mod version;

pub use address::{Address, DEFAULT_PORT};
pub use compile_options::{CompileOptions, DeviceAssignment};
pub use dtype::DType;
pub use error::{Code, Error, Result};
pub use handle::{Handle, Handles};
pub use program::Program;
pub use shape::{HostLayout, Shape};
pub use sharding::{Partition, Sharding};
pub use tiles::Tiles;
pub use version::{Version, VersionRange};
