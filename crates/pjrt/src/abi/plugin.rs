//! The plugin as a whole.

use super::named_value::PJRT_NamedValue;

abi_structs! {
    /// Initializes the plugin, once per process, before any other call.
    PJRT_Plugin_Initialize_Args {}

    /// Lists the plugin's attributes, such as its StableHLO version; they live as long as the process.
    PJRT_Plugin_Attributes_Args {
        attributes: *const PJRT_NamedValue,
        num_attributes: usize,
    }
}
