//! Memories: the memory spaces of devices.

use core::ffi::{c_char, c_int, c_void};

use super::extension::PJRT_Extension_Base;
use super::handles::PJRT_Device;

/// A memory. Since 0.112 it begins with a table of its own functions. A plugin's own type must therefore be
/// `repr(C)` and begin with this struct.
#[repr(C)]
pub struct PJRT_Memory {
    /// The memory's functions.
    pub vtable: *const PJRT_Memory_FunctionTable,
}

/// Deletes user data of a memory.
pub type PJRT_Memory_UserDataDeleter = unsafe extern "C" fn(data: *mut c_void);

/// The functions of a [`PJRT_Memory`]: access to data of the program, stored under a key that is an address.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_Memory_FunctionTable {
    pub struct_size: usize,
    pub extension_start: *mut PJRT_Extension_Base,
    /// The size of the plugin's [`PJRT_Memory`], in bytes.
    pub instance_struct_size: usize,
    pub get_user_data: Option<unsafe extern "C" fn(memory: *mut PJRT_Memory, key: *const c_void) -> *mut c_void>,
    pub set_user_data: Option<
        unsafe extern "C" fn(
            memory: *mut PJRT_Memory,
            key: *const c_void,
            data: *mut c_void,
            deleter: Option<PJRT_Memory_UserDataDeleter>,
        ),
    >,
}

// SAFETY: a table of functions does not change after it is filled.
unsafe impl Sync for PJRT_Memory_FunctionTable {}

abi_structs! {
    /// Reads a memory's id.
    PJRT_Memory_Id_Args {
        memory: *mut PJRT_Memory,
        id: c_int,
    }

    /// Reads the name of a memory's kind.
    PJRT_Memory_Kind_Args {
        memory: *mut PJRT_Memory,
        kind: *const c_char,
        kind_size: usize,
    }

    /// Reads the number of a memory's kind.
    PJRT_Memory_Kind_Id_Args {
        memory: *mut PJRT_Memory,
        kind_id: c_int,
    }

    /// Reads the long text about a memory.
    PJRT_Memory_DebugString_Args {
        memory: *mut PJRT_Memory,
        debug_string: *const c_char,
        debug_string_size: usize,
    }

    /// Reads the short text about a memory.
    PJRT_Memory_ToString_Args {
        memory: *mut PJRT_Memory,
        to_string: *const c_char,
        to_string_size: usize,
    }

    /// Lists the devices that can access a memory.
    PJRT_Memory_AddressableByDevices_Args {
        memory: *mut PJRT_Memory,
        devices: *const *mut PJRT_Device,
        num_devices: usize,
    }
}
