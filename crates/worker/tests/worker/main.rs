//! The worker as a process: unmodified JAX and Keras as its clients, Keras in Rust, and clients that mean no good.

mod clients;
mod common;
mod floods;
mod fork;
#[path = "../../examples/trials/fuzz.rs"]
mod fuzz;
#[path = "../../examples/trials/fuzz_requests.rs"]
mod fuzz_requests;
mod hostile;
#[path = "../../examples/trials/load.rs"]
mod load;
#[path = "../../examples/trials/metrics.rs"]
mod metrics;
mod process;
mod raw;
mod service_manager;
mod training;
