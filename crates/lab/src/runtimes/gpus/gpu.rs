//! One GPU.

use serde::{Deserialize, Serialize};

/// The number of a GPU in the name of its device file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Minor(pub(super) u32);

/// A GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gpu {
    pub minor: Minor,
    /// What its maker calls it.
    pub model: String,
    /// Its address on the PCI bus, if the driver tells it.
    pub address: Option<String>,
}

impl Gpu {
    /// The name of its device file.
    pub fn device(&self) -> String {
        format!("nvidia{}", self.minor.0)
    }
}
