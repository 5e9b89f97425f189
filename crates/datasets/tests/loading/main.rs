//! Loading data sets: all layouts and all kinds of bad input.

mod bad_input;
mod bounded;
mod fixtures;
mod hostile;
mod layouts;
#[cfg(feature = "parquet")]
mod parquet;
mod real;
mod structured;
