//! Each device's one memory.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard};

use pjrt::abi::*;

use crate::caller::Caller;
use crate::device::Device;
use crate::entry::{Call, guard};
use crate::error::{Error, Result};
use crate::handle::Handle;

/// The kind of memory that the devices have.
const KIND: &str = "device";

/// A device's memory. Callers of API 0.112 read the first field.
#[repr(C)]
pub struct Memory {
    base: PJRT_Memory,
    id: i32,
    text: String,
    /// The one device that reaches it, as a list for the API.
    devices: [*mut PJRT_Device; 1],
    user_data: Mutex<HashMap<usize, UserData>>,
}

struct UserData {
    data: *mut c_void,
    deleter: Option<PJRT_Memory_UserDataDeleter>,
}

// SAFETY: the pointers are the caller's, who says by storing them here that any thread may have them back.
unsafe impl Send for UserData {}

impl Drop for UserData {
    fn drop(&mut self) {
        if let Some(deleter) = self.deleter {
            // SAFETY: the caller stored the function for this datum, and it is called once.
            unsafe { deleter(self.data) }
        }
    }
}

// SAFETY: the table pointer is to a static, the device pointer to an object that outlives this one.
unsafe impl Send for Memory {}
// SAFETY: as above; what changes stands behind a lock.
unsafe impl Sync for Memory {}

// SAFETY: handed out by `as_handle` only, on memories that their client keeps.
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
    pub fn new(id: i32, device: *mut PJRT_Device) -> Self {
        Self {
            base: PJRT_Memory { vtable: &FUNCTIONS },
            id,
            text: format!("LaboraMemory(id={id}, kind={KIND})"),
            devices: [device],
            user_data: Mutex::default(),
        }
    }

    /// The device that reaches it.
    pub fn device(&self) -> Result<&Device> {
        // SAFETY: the device owns this memory, so it is alive as long as this borrow.
        unsafe { self.devices[0].cast::<Device>().as_ref() }.ok_or_else(|| Error::invalid("the memory has no device"))
    }

    fn user_data(&self) -> MutexGuard<'_, HashMap<usize, UserData>> {
        self.user_data.lock().unwrap_or_else(|e| e.into_inner())
    }
}

unsafe extern "C" fn get_user_data(memory: *mut PJRT_Memory, key: *const c_void) -> *mut c_void {
    let find = |caller: Caller<'_>| {
        let memory = caller.get::<Memory>(memory).ok()?;
        memory.user_data().get(&(key as usize)).map(|d| d.data)
    };
    // SAFETY: the memory is a handle of the caller's.
    unsafe { guard(None, find) }.unwrap_or(std::ptr::null_mut())
}

unsafe extern "C" fn set_user_data(
    memory: *mut PJRT_Memory,
    key: *const c_void,
    data: *mut c_void,
    deleter: Option<PJRT_Memory_UserDataDeleter>,
) {
    let store = |caller: Caller<'_>| {
        if let Ok(memory) = caller.get::<Memory>(memory) {
            let old = memory.user_data().insert(key as usize, UserData { data, deleter });
            drop(old); // Outside the lock: the deleter is the caller's code.
        }
    };
    // SAFETY: the memory is a handle of the caller's.
    unsafe { guard((), store) }
}

impl Call for PJRT_Memory_Id_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.id = caller.get::<Memory>(self.memory)?.id;
        Ok(())
    }
}

impl Call for PJRT_Memory_Kind_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.get::<Memory>(self.memory)?;
        (self.kind, self.kind_size) = (KIND.as_ptr().cast(), KIND.len());
        Ok(())
    }
}

impl Call for PJRT_Memory_Kind_Id_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.get::<Memory>(self.memory)?;
        self.kind_id = 0;
        Ok(())
    }
}

impl Call for PJRT_Memory_DebugString_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let text = &caller.get::<Memory>(self.memory)?.text;
        (self.debug_string, self.debug_string_size) = (text.as_ptr().cast(), text.len());
        Ok(())
    }
}

impl Call for PJRT_Memory_ToString_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let text = &caller.get::<Memory>(self.memory)?.text;
        (self.to_string, self.to_string_size) = (text.as_ptr().cast(), text.len());
        Ok(())
    }
}

impl Call for PJRT_Memory_AddressableByDevices_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let devices = &caller.get::<Memory>(self.memory)?.devices;
        (self.devices, self.num_devices) = (devices.as_ptr(), devices.len());
        Ok(())
    }
}
