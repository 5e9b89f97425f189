//! The software tensor processor: compiles StableHLO programs for N cores and runs them.
//!
//! # From a program to its results
//! * `import`: a module becomes one graph. Calls are inlined, what is uniform stays one number, what is
//!   computed twice is shared, what is unused is dropped; collectives are drawn together.
//! * `regions`: what treats the rows of a batch apart runs for some rows at a time, with its values in the
//!   cache.
//! * `lower`: the graph becomes steps. Reshapes, transposes, broadcasts, slices and reversals are *views* of
//!   memory, not steps; element-wise operations and the reductions after them are gathered into fused loops
//!   (`tile`); all other operations are kernels (`ops`, and the products in [`kernels`]).
//! * `once`: what is equal on all replicas is made once for all of them, such as an optimizer's update.
//! * `prepare`: what is made of weights alone, such as packed filters, is made once and kept from run to run.
//! * `plan`: every value gets a place. Results are made over dying operands, a loop's next values over its
//!   last, a program's results over its donated arguments.
//! * `run`: each replica goes through the steps on a thread of its own, and as many compute at a time as
//!   there are cores. What lives between two collectives lies in the computing thread's arena, so memory
//!   grows with threads, not with replicas. At an all-reduce a replica lends its arena's part to the others
//!   and waits.
//!
//! # What to rely on
//! Results do not depend on the number of threads. A donated buffer that nobody else holds is written in
//! place; a shared one never. An operation that cannot be run is an error of [`compile`], with its name and
//! location.
//!
//! Element-wise operations on bf16 and f16 are computed in f32 and rounded after each operation.
//! AllReduceTask of f32 are made in blocks and gathered in double precision. Rounding of products is the
//! program's choice, or else [`Numerics`]'s.

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
