//! The software tensor processor: compiles StableHLO programs for N cores and runs them.
//!
//! # From a program to its results
//! `pipeline` is the list of passes. They work on two representations:
//! * `ir`, the graph: StableHLO operations in one numbering of values. `passes` inline calls, simplify, order
//!   collectives and tile batches; `lower` makes a plan of the graph, with a kernel and a strategy for each
//!   operation.
//! * `plan`, the execution plan: steps over values. `step_passes` hoist what depends on weights alone,
//!   compute once what is equal on all replicas, and plan the memory. `analysis` holds the facts that passes
//!   ask for.
//!
//! `runtime` executes a plan: a thread for each replica, as many of them at a time as there are cores
//! (`threads`). Kernels are in `elementwise` (fused loops), `ops` (all other operations) and the crate
//! `kernels` (matrix products and convolutions). `memory` is where addresses are made. [`explain`] shows the
//! program after each pass.
//!
//! # What to rely on
//! Results do not depend on the number of threads. A donated buffer that nobody else holds is written in
//! place; a shared one never. An operation that cannot be run is an error of [`compile`], with its name and
//! location.
//!
//! Element-wise operations on bf16 and f16 are computed in f32 and rounded after each operation. Sums of f32
//! are computed in blocks and accumulated in double precision. The program chooses the rounding of products,
//! or else [`Numerics`] does.

mod analysis;
mod arguments;
mod cost;
mod elementwise;
mod error;
mod executable;
mod explain;
mod host_callback;
mod ir;
mod lower;
mod memory;
mod memory_stats;
mod ops;
mod options;
mod passes;
mod pipeline;
mod plan;
mod runtime;
mod step_passes;
mod sync;
mod threads;
mod transport;

pub use arguments::Argument;
pub use cost::Cost;
pub use error::{Error, ErrorKind, Result};
pub use executable::{Executable, compile};
pub use explain::{Explanation, PassReport, explain};
pub use host_callback::{CALLBACK_TARGET, HostArray, HostArrayMut, HostCallback};
pub use kernels::Isa;
pub use memory::{Buffer, BufferPool, WeakBuffer};
pub use memory_stats::MemoryStats;
pub use options::{CompileOptions, Numerics};
pub use pipeline::pass_names;
pub use runtime::{Profile, RunProfile, StepEvent, StepInfo, StepTotal};
pub use threads::cores::Cores;
pub use transport::Transport;
