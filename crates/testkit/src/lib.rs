//! Helpers shared by the tests of several crates. Only tests and `cargo xtask` use them.
//!
//! A test that needs what the machine lacks prints `skipped: ...` and passes: real data ([`shared_data`],
//! [`cifar10_dir`]), test suites of others ([`suite`]), a Python with real Keras ([`python`]), one with Keras
//! 2 ([`keras_2`]), one with Keras on TensorFlow ([`keras_tensorflow`]), or Google's TPU compiler
//! ([`libtpu`]), the one for NVIDIA GPUs ([`cuda`]), or MPI ([`mpich`], [`intel_mpi`]). It fails instead if
//! the environment variable `LABORA_REQUIRE` names what is missing ([`skip_without`]).
//!
//! [`mlir_files`] reads folders of programs, [`built_library`] finds shared libraries that were built with a
//! test, [`worst_difference`] compares numbers, [`hostile`] makes files that
//! nobody should write, and [`budgets`] measures what reading files takes.
#![forbid(unsafe_code)]

pub mod budgets;
mod data;
pub mod hostile;
mod numbers;
mod paths;
mod python;
mod skip;

pub use data::{cifar10_dir, shared_data, suite};
pub use numbers::worst_difference;
pub use paths::{FILE_TESTS, built_library, cache_folder, mlir_files, workspace_root};
pub use python::{
    cuda, intel_mpi, keras_2, keras_tensorflow, libtpu, made_by, mpich, pandas, python, requirements, run_python,
    tensorboard, virtual_environment, virtual_environment_from,
};
pub use skip::{Need, skip, skip_without};
