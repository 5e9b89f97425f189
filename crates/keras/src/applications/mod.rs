//! Networks that are ready to use.

mod cifar10_cnn;
mod davidnet;
mod resnet50;

pub use cifar10_cnn::{Cifar10Cnn, cifar10_cnn};
pub use davidnet::{DavidNet, davidnet};
pub use resnet50::{ResNet50, resnet50};
