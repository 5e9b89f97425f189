//! The wire of XLA's IFRT proxy (package `xla.ifrt.proxy`): a program with JAX on one side, devices on the
//! other, gRPC in between.
//!
//! The client is in every `jaxlib`; this crate has what a server needs to speak with it, and a client in Rust:
//!
//! - [`messages`]: the protobuf messages, declared by hand, so that no protobuf compiler is needed;
//! - [`Version`] and [`VersionRange`]: which releases of JAX can be served, and how a version is chosen;
//! - [`Error`] and [`Code`]: canonical codes with a text;
//! - `stub::server` (feature `server`): the gRPC calls.
//!
//! The crate knows no device and keeps no state: what requests mean is a server's matter.
#![forbid(unsafe_code)]

mod error;
pub mod messages;
#[cfg(feature = "server")]
pub mod stub;
mod version;

pub use error::{Code, Error, Result};
pub use version::{Version, VersionRange};
