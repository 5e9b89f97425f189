//! Dispatch: a call of `execute` returns at once, and a thread of the client runs the program.
//!
//! * [`launch`] turns the arguments of a call into a run, and its results into promises.
//! * [`queue`] is the client's queue of runs, in the order of the calls.

pub mod launch;
pub mod queue;
