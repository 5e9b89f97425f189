//! The worker as a process: unmodified JAX and Keras as its clients, Keras in Rust, and clients that mean no good.

mod clients;
mod common;
mod hostile;
mod process;
mod raw;
mod training;
