//! Networks ready to use.

mod cifar10_cnn;

pub use cifar10_cnn::{Cifar10Cnn, cifar10_cnn};
