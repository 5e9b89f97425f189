//! The name of this plugin.

use pjrt::export::Implementation;

use crate::error::Error;

/// The plugin whose functions this crate implements.
pub struct Remote;

impl Implementation for Remote {
    type Error = Error;
    const NAME: &'static str = "the plugin of a worker's devices";
}
