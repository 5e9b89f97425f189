//! Training, evaluation and prediction programs, run by the interpreter, which needs no device.

mod against_keras;
mod data_parallel;
mod inference;
mod program;
mod safety;
