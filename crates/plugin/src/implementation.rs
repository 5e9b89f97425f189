//! The name of this plugin.

use pjrt::export::Implementation;

use crate::error::Error;

/// The plugin whose functions this crate implements.
pub struct Labora;

impl Implementation for Labora {
    type Error = Error;
    const NAME: &'static str = "labora's plugin";
}
