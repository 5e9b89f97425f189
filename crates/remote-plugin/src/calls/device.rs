//! Functions of devices, their descriptions and their memories.

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, getters, named_values, text};

use crate::error::Result;
use crate::implementation::Remote;
use crate::objects::device::{Device, DeviceDescription, Memory};

getters! {
    Remote;
    PJRT_DeviceDescription_Id_Args: device_description as DeviceDescription => id = device_description.id;
    PJRT_DeviceDescription_ProcessIndex_Args: device_description as DeviceDescription => process_index = 0;
    PJRT_DeviceDescription_Attributes_Args: device_description as DeviceDescription =>
        (attributes, num_attributes) = named_values(&device_description.attributes);
    PJRT_DeviceDescription_Kind_Args: device_description as DeviceDescription =>
        (device_kind, device_kind_size) = text(&device_description.kind);
    PJRT_DeviceDescription_DebugString_Args: device_description as DeviceDescription =>
        (debug_string, debug_string_size) = text(&device_description.display);
    PJRT_DeviceDescription_ToString_Args: device_description as DeviceDescription =>
        (to_string, to_string_size) = text(&device_description.display);
    PJRT_Device_GetDescription_Args: device as Device => device_description = device.description().as_handle();
    PJRT_Device_IsAddressable_Args: device as Device => is_addressable = true.into();
    PJRT_Device_LocalHardwareId_Args: device as Device => local_hardware_id = device.index() as i32;
    PJRT_Device_DefaultMemory_Args: device as Device => memory = device.memory().as_handle();
    PJRT_Memory_Id_Args: memory as Memory => id = memory.id;
    PJRT_Memory_Kind_Args: memory as Memory => (kind, kind_size) = text(&memory.kind);
    PJRT_Memory_DebugString_Args: memory as Memory => (debug_string, debug_string_size) = text(&memory.description);
    PJRT_Memory_ToString_Args: memory as Memory => (to_string, to_string_size) = text(&memory.description);
}

impl Call<Remote> for PJRT_Device_MemoryStats_Args {
    const MIN_STRUCT_SIZE: usize = pjrt::field_end!(Self, peak_pool_bytes_is_set);

    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live device.
        let told = unsafe { caller.get::<Device>(self.device)? }.memory_stats()?.attributes;
        // Clears the fields of statistics that are not counted, which the caller may have left uninitialized.
        let Self { struct_size, extension_start, device, .. } = *self;
        *self = Self { struct_size, extension_start, device, ..AbiStruct::new() };
        self.bytes_in_use = told.int("bytes_in_use").unwrap_or_default();
        let (peak, limit) = (told.int("peak_bytes_in_use"), told.int("bytes_limit"));
        (self.peak_bytes_in_use, self.peak_bytes_in_use_is_set) = (peak.unwrap_or_default(), peak.is_some().into());
        (self.bytes_limit, self.bytes_limit_is_set) = (limit.unwrap_or_default(), limit.is_some().into());
        Ok(())
    }
}
