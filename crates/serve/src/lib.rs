//! Serves Keras models over HTTP.
//!
//! Two protocols: TensorFlow Serving's REST and the Open Inference Protocol (KServe v2), with its binary
//! tensors. Requests that wait are run together, in batches of a few sizes for which the model was compiled;
//! a model that leaves sizes of its inputs open is compiled for each size that comes.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! # async fn example() -> serve::Result<()> {
//! let repository = serve::Repository::new(labora::cpu()?, serve::LoadOptions::default());
//! repository.add("flowers", "flowers.keras")?;
//! let options = serve::ServerOptions::default();
//! let address = "127.0.0.1:8501".parse().unwrap();
//! let server = serve::Server::bind(address, Arc::new(repository), options).await?;
//! server.run(std::future::pending()).await;
//! # Ok(())
//! # }
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `signature`, `tensor` | inputs and outputs, and the JSON of tensors |
//! | `program`, `program_cache`, `batcher` | a compiled model; its programs by size; its queue |
//! | `repository` | models by name and version, from files |
//! | `trial` | new versions, tried by another process |
//! | `protocol` | requests and answers of both protocols |
//! | `server` | connections, limits, routes |

#![forbid(unsafe_code)]

mod batcher;
mod datatype;
mod error;
mod metrics;
mod program;
mod program_cache;
mod protocol;
mod repository;
mod server;
mod signature;
mod tensor;
mod trial;

pub use batcher::{BatchOptions, Batcher, Outputs};
pub use datatype::Datatype;
pub use error::{Error, ErrorKind, Result};
pub use metrics::{Histogram, Metrics, ModelMetrics, Outcome};
pub use program::{CompiledModel, Program, Programs, batch_sizes};
pub use program_cache::{ProgramCache, SizeLimits};
pub use repository::{LoadOptions, Progress, Repository, Version};
pub use security::{Tls, Token};
pub use server::{Server, ServerOptions};
pub use signature::{RowDims, Rows, Signature, TensorSpec};
pub use tensor::{Tensor, TensorReader};
pub use trial::{Trial, try_model};
