//! Training, evaluation and prediction programs, run by the interpreter: no device is needed, and the numbers
//! are as exact as can be.

mod against_keras;
mod data_parallel;
mod inference;
mod program;
mod safety;
