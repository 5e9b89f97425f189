//! Serves the devices of a PJRT plugin over gRPC to unmodified JAX: the server of XLA's IFRT proxy.
//!
//! A client is any `jaxlib` since 0.7.2, on this machine or another, with nothing of this project installed.
//! [`serve`] runs a server on a [`Backend`], which is a client of a plugin:
//!
//! ```no_run
//! use std::sync::Arc;
//! use std::time::Duration;
//! use worker::{Address, Backend, Config, Limits, Listener};
//!
//! # async fn example(client: pjrt::Client) -> ifrt_proxy::Result<()> {
//! let backend = Arc::new(Backend::new(client, None)?);
//! let address: Address = "127.0.0.1:8470".parse()?;
//! let config = Config {
//!     listener: Listener::bind(&address)?,
//!     tls: None,
//!     token: None,
//!     limits: Limits { max_bytes: 8 << 30, max_sessions: 64 },
//!     metrics: None,
//!     drain_time: Duration::from_secs(30),
//! };
//! worker::serve(config, backend, || println!("serving"), std::future::pending()).await
//! # }
//! ```
//!
//! # Structure
//! * `server` accepts connections, checks who comes, and receives requests and bytes.
//! * `session` carries out the requests of one client, in order, on a thread of its own.
//! * `backend` is what sessions share: devices, the queue of launches, threads that compile.
//! * `callbacks` are functions of clients, which their programs call.
//!
//! The crate knows PJRT alone, not a particular device.
#![forbid(unsafe_code)]

mod array;
mod backend;
mod callbacks;
mod convert;
mod error;
mod host_buffers;
mod launch_queue;
mod metrics;
mod pending;
mod pool;
mod program;
mod quota;
mod server;
mod session;

pub use backend::Backend;
pub use security::{Tls, Token};
pub use server::{Address, Config, DEFAULT_PORT, Limits, Listener, Tunnel, serve};
