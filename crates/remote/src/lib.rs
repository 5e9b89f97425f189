//! A client of devices behind XLA's IFRT proxy: programs and arrays over gRPC.
//!
//! ```no_run
//! use remote::{Client, CompileOptions, ConnectOptions, DType, Shape, Sharding};
//!
//! # fn main() -> Result<(), remote::Error> {
//! let client = Client::connect(&"grpc://worker:8470".parse()?, ConnectOptions::default())?;
//! let x = client.put(&[1, 2, 3, 4], DType::U8, &Shape::new(vec![4])?, &Sharding::single_device(0))?;
//! let program = "
//!     module @double {
//!       func.func @main(%x: tensor<4xui8>) -> tensor<4xui8> {
//!         %y = stablehlo.add %x, %x : tensor<4xui8>
//!         return %y : tensor<4xui8>
//!       }
//!     }";
//! let double = client.compile(program, &CompileOptions::default())?;
//! let y = double.execute(&[&x])?.remove(0);
//! assert_eq!(y.to_host()?, [2, 4, 6, 8]);
//! # Ok(())
//! # }
//! ```
//!
//! The server carries out the requests of a session in order, so calls do not wait for one another: from its
//! second run on, an executable's results are named here, and may be arguments before they are computed. An
//! error of a run is the error of all that depends on it; it is told by [`Array::ready`] and
//! [`Array::to_host`].
//!
//! Functions block the thread that calls them; a thread of the client's own moves the bytes. When a
//! [`Client`] and all of its objects are dropped, the session ends and the server frees what is left of it.
#![forbid(unsafe_code)]

mod array;
mod blocks;
mod client;
mod executable;
mod options;
mod reply;
mod session;

pub use array::Array;
pub use client::{Client, Device};
pub use executable::{Executable, Metadata, Output, RunOptions};
pub use ifrt_proxy::Program;
pub use ifrt_proxy::messages;
pub use ifrt_proxy::stub::client::{Keepalive, Tls};
pub use ifrt_proxy::{
    Address, Code, CompileOptions, DType, DeviceAssignment, Error, Partition, Result, Shape, Sharding, Tiles, Version,
};
pub use options::ConnectOptions;
pub use reply::Reply;
