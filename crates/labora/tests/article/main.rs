//! The article's network, compared with real Keras and with a sequential implementation of its data
//! parallelism.

mod cores;
mod predictions;
mod steps;

use std::path::{Path, PathBuf};

use keras::Model;
use keras::applications::{Cifar10Cnn, cifar10_cnn};

/// Returns the path of a Python script.
fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name)
}

/// Builds the article's network. Without dropout, its steps can be compared with those of other
/// implementations.
fn network(dropout: bool) -> Model {
    keras::naming::reset_uids();
    cifar10_cnn(&Cifar10Cnn { dropout, ..Cifar10Cnn::default() }).unwrap()
}
