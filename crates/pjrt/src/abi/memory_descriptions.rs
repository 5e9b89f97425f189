//! The MemoryDescriptions extension (`pjrt_c_api_memory_descriptions_extension.h`): the memories of a
//! device that need not be present.

use core::ffi::{c_char, c_int};

use super::error::PJRT_Function;
use super::extension::PJRT_Extension_Base;
use super::handles::PJRT_DeviceDescription;

abi_opaque! {
    /// The description of a memory.
    PJRT_MemoryDescription;
}

abi_structs! {
    /// Lists the memories of a device, which the description owns; the default one comes first.
    PJRT_DeviceDescription_MemorySpaces_Args {
        device_description: *mut PJRT_DeviceDescription,
        memory_spaces: *const *const PJRT_MemoryDescription,
        num_memory_spaces: usize,
    }

    /// Reads the kind of a memory, by name and number.
    PJRT_MemoryDescription_Kind_Args {
        memory_description: *const PJRT_MemoryDescription,
        kind: *const c_char,
        kind_size: usize,
        kind_id: c_int,
    }
}

/// The extension, of type [`MemoryDescriptions`](super::extension::PJRT_Extension_Type::MemoryDescriptions).
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_MemoryDescriptions_Extension {
    pub base: PJRT_Extension_Base,
    pub PJRT_DeviceDescription_MemorySpaces: Option<PJRT_Function<PJRT_DeviceDescription_MemorySpaces_Args>>,
    pub PJRT_MemoryDescription_Kind: Option<PJRT_Function<PJRT_MemoryDescription_Kind_Args>>,
}
