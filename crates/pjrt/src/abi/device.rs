//! Devices and their descriptions.

use core::ffi::{c_char, c_int};

use super::error::PJRT_Error_Code;
use super::handles::{PJRT_AsyncTrackingEvent, PJRT_Device, PJRT_Device_Attributes, PJRT_DeviceDescription};
use super::layout::PJRT_Bool;
use super::memory::PJRT_Memory;
use super::named_value::PJRT_NamedValue;

abi_structs! {
    /// Reads a device's id, unique over all processes.
    PJRT_DeviceDescription_Id_Args {
        device_description: *mut PJRT_DeviceDescription,
        id: c_int,
    }

    /// Reads the index of the process that a device belongs to.
    PJRT_DeviceDescription_ProcessIndex_Args {
        device_description: *mut PJRT_DeviceDescription,
        process_index: c_int,
    }

    /// Lists a device's attributes.
    PJRT_DeviceDescription_Attributes_Args {
        device_description: *mut PJRT_DeviceDescription,
        num_attributes: usize,
        attributes: *const PJRT_NamedValue,
    }

    /// Reads the vendor's name for this kind of device.
    PJRT_DeviceDescription_Kind_Args {
        device_description: *mut PJRT_DeviceDescription,
        device_kind: *const c_char,
        device_kind_size: usize,
    }

    /// Reads the long text about a device.
    PJRT_DeviceDescription_DebugString_Args {
        device_description: *mut PJRT_DeviceDescription,
        debug_string: *const c_char,
        debug_string_size: usize,
    }

    /// Reads the short text about a device.
    PJRT_DeviceDescription_ToString_Args {
        device_description: *mut PJRT_DeviceDescription,
        to_string: *const c_char,
        to_string_size: usize,
    }

    /// Reads the description of a device.
    PJRT_Device_GetDescription_Args {
        device: *mut PJRT_Device,
        device_description: *mut PJRT_DeviceDescription,
    }

    /// Reads whether this process can issue commands to the device.
    PJRT_Device_IsAddressable_Args {
        device: *mut PJRT_Device,
        is_addressable: PJRT_Bool,
    }

    /// Reads the hardware number of a device, -1 if it has none.
    PJRT_Device_LocalHardwareId_Args {
        device: *mut PJRT_Device,
        local_hardware_id: c_int,
    }

    /// Lists the memories that a device can access; they live as long as the device.
    PJRT_Device_AddressableMemories_Args {
        device: *mut PJRT_Device,
        memories: *const *mut PJRT_Memory,
        num_memories: usize,
    }

    /// Reads the default memory of a device.
    PJRT_Device_DefaultMemory_Args {
        device: *mut PJRT_Device,
        memory: *mut PJRT_Memory,
    }

    /// Reads the statistics of a device's allocator, in bytes; all except `bytes_in_use` are optional.
    PJRT_Device_MemoryStats_Args {
        device: *mut PJRT_Device,
        bytes_in_use: i64,
        peak_bytes_in_use: i64,
        peak_bytes_in_use_is_set: PJRT_Bool,
        num_allocs: i64,
        num_allocs_is_set: PJRT_Bool,
        largest_alloc_size: i64,
        largest_alloc_size_is_set: PJRT_Bool,
        bytes_limit: i64,
        bytes_limit_is_set: PJRT_Bool,
        bytes_reserved: i64,
        bytes_reserved_is_set: PJRT_Bool,
        peak_bytes_reserved: i64,
        peak_bytes_reserved_is_set: PJRT_Bool,
        bytes_reservable_limit: i64,
        bytes_reservable_limit_is_set: PJRT_Bool,
        largest_free_block_bytes: i64,
        largest_free_block_bytes_is_set: PJRT_Bool,
        pool_bytes: i64,
        pool_bytes_is_set: PJRT_Bool,
        peak_pool_bytes: i64,
        peak_pool_bytes_is_set: PJRT_Bool,
        peak_allocated_bytes: i64,
        peak_allocated_bytes_is_set: PJRT_Bool,
    }

    /// Makes a running execution fail with an error.
    PJRT_Device_PoisonExecution_Args {
        device: *mut PJRT_Device,
        launch_id: i32,
        error_code: PJRT_Error_Code,
        error_message: *const c_char,
        error_message_size: usize,
        poisoned: PJRT_Bool,
        payload: *const PJRT_NamedValue,
        num_payload: usize,
    }

    /// Creates a marker of asynchronous work, for profilers.
    PJRT_Device_CreateAsyncTrackingEvent_Args {
        device: *mut PJRT_Device,
        description: *const c_char,
        description_size: usize,
        event: *mut PJRT_AsyncTrackingEvent,
    }

    /// Destroys a marker.
    PJRT_AsyncTrackingEvent_Destroy_Args {
        event: *mut PJRT_AsyncTrackingEvent,
    }

    /// Resets the peaks of `PJRT_Device_MemoryStats`.
    PJRT_Device_ClearMemoryStats_Args {
        device: *mut PJRT_Device,
    }

    /// Lists a device's run-time attributes. The caller deletes the object that owns them with the deleter.
    PJRT_Device_GetAttributes_Args {
        device: *mut PJRT_Device,
        attributes: *const PJRT_NamedValue,
        num_attributes: usize,
        device_attributes: *mut PJRT_Device_Attributes,
        attributes_deleter: Option<unsafe extern "C" fn(*mut PJRT_Device_Attributes)>,
    }
}
