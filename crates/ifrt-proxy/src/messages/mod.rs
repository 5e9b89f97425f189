//! The messages, declared by hand with the fields that are used. Names and field numbers are those of XLA;
//! fields that are not declared are skipped.
//!
//! A nested message of the schema (`InitResponse.Device`) is a type of its own here ([`DeviceProto`]), and
//! equal messages are one type ([`ArrayResponse`], [`LoadedExecutableRequest`]): the wire knows no names.

mod arrays;
mod executables;
mod grpc;
mod kinds;
mod session;
mod sharding;
mod types;
mod xla;

pub use arrays::*;
pub use executables::*;
pub use grpc::*;
pub use kinds::{IfrtRequest, IfrtResponse, Kind, Request, Response, Unread};
pub use session::*;
pub use sharding::*;
pub use types::*;
pub use xla::*;
