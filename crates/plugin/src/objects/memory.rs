//! Memories: each device has one.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard};

use pjrt::abi::*;

use crate::caller::Caller;
use crate::handle::Handle;
use crate::panics::catch_or;

/// The kind of the devices' memory.
pub const MEMORY_KIND: &str = "device";

/// The description of a memory.
pub struct MemoryDescription {
    pub kind: &'static str,
    pub kind_id: i32,
}

// SAFETY: description handles point to statics of this type only.
unsafe impl Handle for MemoryDescription {
    type C = PJRT_MemoryDescription;
    const NAME: &'static str = "memory description";
}

/// The memory of a device. Since API 0.112 callers may read its first field.
#[repr(C)]
pub struct Memory {
    base: PJRT_Memory,
    id: i32,
    description: String,
    /// The one device that can access the memory, as a list for callers.
    devices: [*mut PJRT_Device; 1],
    user_data: Mutex<HashMap<usize, UserData>>,
}

struct UserData {
    data: *mut c_void,
    deleter: Option<PJRT_Memory_UserDataDeleter>,
}

// SAFETY: the API allows any thread to read, replace and delete user data.
unsafe impl Send for UserData {}

impl Drop for UserData {
    fn drop(&mut self) {
        if let Some(deleter) = self.deleter {
            // SAFETY: the caller stored the function with this datum, for one call.
            unsafe { deleter(self.data) }
        }
    }
}

// SAFETY: the function table is a static, and this type does not dereference the device's handle.
unsafe impl Send for Memory {}
// SAFETY: as above; the mutable state is behind a lock.
unsafe impl Sync for Memory {}

// SAFETY: memory handles are made by `as_handle` only, of memories that their device owns.
unsafe impl Handle for Memory {
    type C = PJRT_Memory;
    const NAME: &'static str = "memory";
}

static FUNCTIONS: PJRT_Memory_FunctionTable = PJRT_Memory_FunctionTable {
    struct_size: size_of::<PJRT_Memory_FunctionTable>(),
    extension_start: std::ptr::null_mut(),
    instance_struct_size: size_of::<PJRT_Memory>(),
    get_user_data: Some(get_user_data),
    set_user_data: Some(set_user_data),
};

impl Memory {
    /// The memory of the device with this handle. The device owns the memory and therefore outlives it.
    pub fn new(id: i32, device: *mut PJRT_Device) -> Self {
        Self {
            base: PJRT_Memory { vtable: &FUNCTIONS },
            id,
            description: format!("LaboraMemory(id={id}, kind={MEMORY_KIND})"),
            devices: [device],
            user_data: Mutex::default(),
        }
    }

    pub fn id(&self) -> i32 {
        self.id
    }

    pub fn description(&self) -> &str {
        &self.description
    }

    /// The handles of the devices that can access the memory.
    pub fn devices(&self) -> &[*mut PJRT_Device] {
        &self.devices
    }

    /// The handle of the device that owns the memory.
    pub fn device(&self) -> *mut PJRT_Device {
        self.devices[0]
    }

    fn user_data(&self) -> MutexGuard<'_, HashMap<usize, UserData>> {
        self.user_data.lock().unwrap_or_else(|e| e.into_inner())
    }
}

unsafe extern "C" fn get_user_data(memory: *mut PJRT_Memory, key: *const c_void) -> *mut c_void {
    let frame = ();
    let find = || {
        // SAFETY: C callers pass null or a live memory.
        let memory = unsafe { Caller::new(&frame).get_if_any::<Memory>(memory)? };
        memory.user_data().get(&(key as usize)).map(|d| d.data)
    };
    catch_or(None, find).unwrap_or(std::ptr::null_mut())
}

unsafe extern "C" fn set_user_data(
    memory: *mut PJRT_Memory,
    key: *const c_void,
    data: *mut c_void,
    deleter: Option<PJRT_Memory_UserDataDeleter>,
) {
    let frame = ();
    let store = || {
        // SAFETY: C callers pass null or a live memory.
        if let Some(memory) = unsafe { Caller::new(&frame).get_if_any::<Memory>(memory) } {
            let old = memory.user_data().insert(key as usize, UserData { data, deleter });
            drop(old); // After the lock is released: the deleter is the caller's code.
        }
    };
    catch_or((), store);
}
