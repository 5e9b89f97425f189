//! Functions of memories.

use pjrt::abi::*;

use super::getters::{array, text};
use crate::objects::memory::{MEMORY_KIND, Memory};

/// The id of the devices' kind of memory.
pub(super) const MEMORY_KIND_ID: i32 = 0;

getters! {
    PJRT_Memory_Id_Args: memory as Memory => id = memory.id();
    PJRT_Memory_Kind_Args: memory as Memory => (kind, kind_size) = text(MEMORY_KIND);
    PJRT_Memory_Kind_Id_Args: memory as Memory => kind_id = MEMORY_KIND_ID;
    PJRT_Memory_DebugString_Args: memory as Memory => (debug_string, debug_string_size) = text(memory.description());
    PJRT_Memory_ToString_Args: memory as Memory => (to_string, to_string_size) = text(memory.description());
    PJRT_Memory_AddressableByDevices_Args: memory as Memory => (devices, num_devices) = array(memory.devices());
}
