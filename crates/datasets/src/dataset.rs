//! A data set in memory.

use crate::images::Images;

/// A data set in memory. Clones share the images.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The name in the catalog, such as `cifar10`.
    pub name: &'static str,
    /// The class names, indexed by label.
    pub class_names: &'static [&'static str],
    /// The training images.
    pub train: Images,
    /// The test images.
    pub test: Images,
    /// The origin of the data, for display: a path, or how it was generated.
    pub source: String,
    /// Warnings for the user: a checksum that differs, fewer images than the official data set has.
    pub warnings: Vec<String>,
}
