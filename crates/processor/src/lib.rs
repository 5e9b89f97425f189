//! The software tensor processor: compiles StableHLO programs for N cores and runs them.
//!
//! # From a program to its results
//! `pipeline` lists all passes in order. They work on two representations:
//! * `ir`: the graph, StableHLO operations with all calls inlined. `passes` simplify it, schedule its
//!   collectives, and tile it along the batch, so that values stay in the cache.
//! * `plan`: steps over values. `lower` chooses them: data movement becomes *views* of memory, element-wise
//!   operations and reductions become fused loops (`elementwise`), and all other operations become kernels
//!   (`ops`, [`kernels`]). `step_passes` hoist work on weights out of the run, deduplicate work of replicas,
//!   and assign memory.
//!
//! `analysis` computes facts for the passes: replication, weights, liveness.
//!
//! `runtime` runs a plan: each replica executes the steps on a thread of its own, and as many threads compute
//! at the same time as there are [`Cores`] (`threads`). A value that no collective separates from its uses is
//! stored in the arena of the computing thread, so that memory grows with the threads and not with the
//! replicas (`memory`). At an all-reduce, a replica lends its arena to the others, and waits.
//!
//! [`explain`] shows the program after each pass.
//!
//! # Guarantees
//! Results do not depend on the number of threads. A donated buffer without another owner is overwritten in
//! place; any other buffer is never written. An operation that the processor does not run is an error of
//! [`compile`], with the operation's name and location.
//!
//! Element-wise operations on bf16 and f16 are computed in f32, and rounded after each operation. Sums in f32
//! are computed in blocks, whose results are added in double precision. The program determines the precision
//! of dots and convolutions, or else [`Numerics`].

mod analysis;
mod arguments;
mod elementwise;
mod error;
mod executable;
mod explain;
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

pub use arguments::Argument;
pub use error::{Error, ErrorKind, Result};
pub use executable::{Executable, compile};
pub use explain::{Explanation, PassReport, explain};
pub use memory::Buffer;
pub use memory_stats::MemoryStats;
pub use options::{CompileOptions, Numerics};
pub use pipeline::pass_names;
pub use runtime::{Profile, RunProfile, StepEvent, StepInfo, StepTotal};
pub use threads::cores::Cores;
