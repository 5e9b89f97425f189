//! Functions of loaded executables, except execution.

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, array, destructors, getters, no_deletion, text};

use crate::error::Result;
use crate::implementation::Labora;
use crate::objects::loaded_executable::LoadedExecutable;

destructors! {
    Labora;
    PJRT_LoadedExecutable_Destroy_Args: executable as LoadedExecutable;
}

getters! {
    Labora;
    PJRT_LoadedExecutable_GetExecutable_Args: loaded_executable as LoadedExecutable =>
        executable = loaded_executable.executable().clone().into_handle();
    PJRT_LoadedExecutable_AddressableDevices_Args: executable as LoadedExecutable =>
        (addressable_devices, num_addressable_devices) = array(executable.device_handles().as_slice());
    PJRT_LoadedExecutable_IsDeleted_Args: executable as LoadedExecutable =>
        is_deleted = executable.is_deleted().into();
    PJRT_LoadedExecutable_Fingerprint_Args: executable as LoadedExecutable =>
        (executable_fingerprint, executable_fingerprint_size) = text(&executable.executable().fingerprint);
}

impl Call<Labora> for PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live loaded executable.
        let loaded = unsafe { caller.get::<LoadedExecutable>(self.executable)? };
        let (first, num_devices) = (loaded.first(), loaded.devices().len());
        let capacity = self.num_addressable_device_logical_ids;
        let has_partitions = loaded.executable().partitioning.is_some();
        let id = |i| match has_partitions {
            true => PJRT_LogicalDeviceIds { replica: 0, partition: (first + i) as i32 },
            false => PJRT_LogicalDeviceIds { replica: (first + i) as i32, partition: 0 },
        };
        let ids: Vec<PJRT_LogicalDeviceIds> = (0..num_devices.min(capacity)).map(id).collect();
        // SAFETY: the array has `capacity` elements, which are at least as many as written.
        unsafe { caller.write(self.addressable_device_logical_ids, &ids, "list of logical ids")? };
        self.num_addressable_device_logical_ids = num_devices;
        Ok(())
    }
}

impl Call<Labora> for PJRT_LoadedExecutable_GetDeviceAssignment_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live loaded executable.
        let assignment = unsafe { caller.get::<LoadedExecutable>(self.executable)? }.device_assignment();
        (self.serialized_bytes, self.serialized_bytes_size) = (assignment.as_ptr().cast(), assignment.len());
        // The executable owns the bytes.
        self.serialized_device_assignment = std::ptr::null_mut();
        self.serialized_device_assignment_deleter = Some(no_deletion);
        Ok(())
    }
}

impl Call<Labora> for PJRT_LoadedExecutable_Delete_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live loaded executable.
        unsafe { caller.get::<LoadedExecutable>(self.executable)? }.delete();
        Ok(())
    }
}
