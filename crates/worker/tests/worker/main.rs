//! The worker as a process: unmodified JAX and Keras as its clients, and clients that mean no good.

mod clients;
mod common;
mod hostile;
mod process;
mod raw;
