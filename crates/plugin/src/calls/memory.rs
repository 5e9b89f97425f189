//! Functions of memories.

use pjrt::abi::*;
use pjrt::export::{array, getters, text};

use crate::implementation::Labora;
use crate::objects::memory::Memory;

getters! {
    Labora;
    PJRT_Memory_Id_Args: memory as Memory => id = memory.id();
    PJRT_Memory_Kind_Args: memory as Memory => (kind, kind_size) = text(memory.kind().name());
    PJRT_Memory_Kind_Id_Args: memory as Memory => kind_id = memory.kind().id();
    PJRT_Memory_DebugString_Args: memory as Memory => (debug_string, debug_string_size) = text(memory.description());
    PJRT_Memory_ToString_Args: memory as Memory => (to_string, to_string_size) = text(memory.description());
    PJRT_Memory_AddressableByDevices_Args: memory as Memory => (devices, num_devices) = array(memory.devices());
}
