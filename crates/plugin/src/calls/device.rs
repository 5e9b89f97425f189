//! Functions of devices and their descriptions.

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, array, getters, named_values, no_deletion, text};

use crate::error::Result;
use crate::implementation::Labora;
use crate::objects::device::{Device, DeviceDescription};
use crate::objects::memory::MemoryKind;

getters! {
    Labora;
    PJRT_DeviceDescription_Id_Args: device_description as DeviceDescription => id = device_description.id();
    PJRT_DeviceDescription_ProcessIndex_Args: device_description as DeviceDescription =>
        process_index = device_description.process_index();
    PJRT_DeviceDescription_Attributes_Args: device_description as DeviceDescription =>
        (attributes, num_attributes) = named_values(device_description.attributes());
    PJRT_DeviceDescription_Kind_Args: device_description as DeviceDescription =>
        (device_kind, device_kind_size) = text(device_description.kind());
    PJRT_DeviceDescription_DebugString_Args: device_description as DeviceDescription =>
        (debug_string, debug_string_size) = text(device_description.debug_string());
    PJRT_DeviceDescription_ToString_Args: device_description as DeviceDescription =>
        (to_string, to_string_size) = text(device_description.display());
    PJRT_Device_GetDescription_Args: device as Device => device_description = device.description().as_handle();
    PJRT_Device_IsAddressable_Args: device as Device => is_addressable = device.local_id().is_some().into();
    PJRT_Device_LocalHardwareId_Args: device as Device => local_hardware_id = device.local_id().unwrap_or(-1);
    PJRT_Device_AddressableMemories_Args: device as Device =>
        (memories, num_memories) = array(device.memories().as_slice());
    PJRT_Device_DefaultMemory_Args: device as Device => memory = device.memory(MemoryKind::default()).as_handle();
}

impl Call<Labora> for PJRT_Device_MemoryStats_Args {
    const MIN_STRUCT_SIZE: usize = pjrt::field_end!(Self, peak_pool_bytes_is_set);

    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live device.
        let stats = unsafe { caller.get::<Device>(self.device)? }.memory_stats();
        // Clears the fields of statistics that are not counted, which the caller may have left uninitialized.
        let Self { struct_size, extension_start, device, .. } = *self;
        *self = Self { struct_size, extension_start, device, ..AbiStruct::new() };
        self.bytes_in_use = stats.in_use;
        (self.peak_bytes_in_use, self.peak_bytes_in_use_is_set) = (stats.peak_in_use, true.into());
        (self.bytes_limit, self.bytes_limit_is_set) = (stats.limit.unwrap_or(0), stats.limit.is_some().into());
        (self.bytes_reservable_limit, self.bytes_reservable_limit_is_set) = (self.bytes_limit, self.bytes_limit_is_set);
        Ok(())
    }
}

impl Call<Labora> for PJRT_Device_GetAttributes_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live device.
        let device = unsafe { caller.get::<Device>(self.device)? };
        (self.attributes, self.num_attributes) = named_values(device.description().attributes());
        // The device owns the list.
        self.device_attributes = std::ptr::null_mut();
        self.attributes_deleter = Some(no_deletion);
        Ok(())
    }
}
