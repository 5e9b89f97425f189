//! The article's network, against real Keras and against a plain rendering of its data parallelism.

mod cores;
mod predictions;
mod steps;

use std::path::{Path, PathBuf};

use keras::Model;
use keras::applications::{Cifar10Cnn, cifar10_cnn};

/// A script of this folder's Python side.
fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name)
}

/// The article's network; without dropout its steps can be compared.
fn network(dropout: bool) -> Model {
    keras::naming::reset_uids();
    cifar10_cnn(&Cifar10Cnn { dropout, ..Cifar10Cnn::default() }).unwrap()
}
