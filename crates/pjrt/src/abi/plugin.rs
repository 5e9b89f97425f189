//! The plugin as a whole.

use super::named_value::PJRT_NamedValue;

abi_structs! {
    /// Sets the plugin up, once a process, before any other call.
    PJRT_Plugin_Initialize_Args {}

    /// Lists the plugin's attributes (for instance the StableHLO version it speaks); they live as long as the
    /// process.
    PJRT_Plugin_Attributes_Args {
        attributes: *const PJRT_NamedValue,
        num_attributes: usize,
    }
}
