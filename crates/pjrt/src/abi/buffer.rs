//! Buffers: arrays on a device, their layouts, and the copies to and from the host.

use core::ffi::{c_char, c_void};

use super::error::PJRT_Error_Code;
use super::handles::{PJRT_Buffer, PJRT_Client, PJRT_Device, PJRT_Event, PJRT_FulfillAliasBufferCallback};
use super::layout::PJRT_Bool;
use super::memory::PJRT_Memory;
use super::named_value::PJRT_NamedValue;

abi_enums! {
    /// The types of an array's elements.
    PJRT_Buffer_Type {
        INVALID = 0,
        PRED = 1,
        S8 = 2,
        S16 = 3,
        S32 = 4,
        S64 = 5,
        U8 = 6,
        U16 = 7,
        U32 = 8,
        U64 = 9,
        F16 = 10,
        F32 = 11,
        F64 = 12,
        BF16 = 13,
        C64 = 14,
        C128 = 15,
        F8E5M2 = 16,
        F8E4M3FN = 17,
        F8E4M3B11FNUZ = 18,
        F8E5M2FNUZ = 19,
        F8E4M3FNUZ = 20,
        S4 = 21,
        U4 = 22,
        TOKEN = 23,
        S2 = 24,
        U2 = 25,
        F8E4M3 = 26,
        F8E3M4 = 27,
        F8E8M0FNU = 28,
        F4E2M1FN = 29,
        S1 = 30,
        U1 = 31,
        F6E2M3FN = 32,
        F6E3M2FN = 33,
    }

    /// The time for which the caller keeps the host memory of a new buffer unchanged.
    PJRT_HostBufferSemantics {
        kImmutableOnlyDuringCall = 0,
        kImmutableUntilTransferCompletes = 1,
        kImmutableZeroCopy = 2,
        kMutableZeroCopy = 3,
    }

    /// The member of [`PJRT_Buffer_MemoryLayout_Value`] that holds the layout.
    PJRT_Buffer_MemoryLayout_Type {
        Tiled = 0,
        Strides = 1,
    }
}

/// The two ways to describe a layout: a C union.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub union PJRT_Buffer_MemoryLayout_Value {
    pub tiled: PJRT_Buffer_MemoryLayout_Tiled,
    pub strides: PJRT_Buffer_MemoryLayout_Strides,
}

/// Reports that the host memory of a callback is ready, or that it failed.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_Buffer_CopyRawToHostFuture_Callback_Args {
    pub struct_size: usize,
    pub callback_data: *mut c_void,
    pub error_code: PJRT_Error_Code,
    pub error_message: *const c_char,
    pub error_message_size: usize,
    pub dst: *mut c_void,
}

/// Reports that the work that a donation depends on is done, or that it failed.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_Buffer_DonateWithControlDependency_Callback_Args {
    pub struct_size: usize,
    pub callback_data: *mut c_void,
    pub error_code: PJRT_Error_Code,
    pub error_message: *const c_char,
    pub error_message_size: usize,
}

abi_structs! {
    /// The layout of an array in memory.
    PJRT_Buffer_MemoryLayout {
        layout: PJRT_Buffer_MemoryLayout_Value,
        r#type: PJRT_Buffer_MemoryLayout_Type,
    }
}

abi_structs! {
    /// A layout as an order of dimensions, the one that varies fastest first, and tiles.
    PJRT_Buffer_MemoryLayout_Tiled {
        minor_to_major: *const i64,
        minor_to_major_size: usize,
        tile_dims: *const i64,
        tile_dim_sizes: *const usize,
        num_tiles: usize,
    }

    /// A layout as byte strides.
    PJRT_Buffer_MemoryLayout_Strides {
        byte_strides: *const i64,
        num_byte_strides: usize,
    }

    /// Allocates a buffer without content.
    PJRT_Client_CreateUninitializedBuffer_Args {
        client: *mut PJRT_Client,
        shape_dims: *const i64,
        shape_num_dims: usize,
        shape_element_type: PJRT_Buffer_Type,
        shape_layout: *mut PJRT_Buffer_MemoryLayout,
        device: *mut PJRT_Device,
        memory: *mut PJRT_Memory,
        buffer: *mut PJRT_Buffer,
    }

    /// Creates a buffer that holds an error; work that uses the buffer fails with that error.
    PJRT_Client_CreateErrorBuffer_Args {
        client: *mut PJRT_Client,
        error_code: PJRT_Error_Code,
        error_message: *const c_char,
        error_message_size: usize,
        shape_dims: *const i64,
        shape_num_dims: usize,
        shape_element_type: PJRT_Buffer_Type,
        shape_layout: *mut PJRT_Buffer_MemoryLayout,
        memory: *mut PJRT_Memory,
        buffer: *mut PJRT_Buffer,
        payload: *const PJRT_NamedValue,
        num_payload: usize,
    }

    /// Creates a buffer that is an alias of a buffer created later.
    PJRT_Client_CreateAliasBuffer_Args {
        client: *mut PJRT_Client,
        memory: *mut PJRT_Memory,
        shape_dims: *const i64,
        shape_num_dims: usize,
        shape_element_type: PJRT_Buffer_Type,
        shape_layout: *mut PJRT_Buffer_MemoryLayout,
        alias_buffer: *mut PJRT_Buffer,
        fulfill_alias_buffer_cb: *mut PJRT_FulfillAliasBufferCallback,
    }

    /// Sets the buffer, or the error, that an alias buffer refers to.
    PJRT_Client_FulfillAliasBuffer_Args {
        client: *mut PJRT_Client,
        buffer: *mut PJRT_Buffer,
        status_code: PJRT_Error_Code,
        error_message: *const c_char,
        error_message_size: usize,
        fulfill_alias_buffer_cb: *mut PJRT_FulfillAliasBufferCallback,
    }

    /// Creates a device buffer from host memory. Without strides the array is dense and row-major. The event
    /// becomes ready when the plugin does not use the host memory any more.
    PJRT_Client_BufferFromHostBuffer_Args {
        client: *mut PJRT_Client,
        data: *const c_void,
        r#type: PJRT_Buffer_Type,
        dims: *const i64,
        num_dims: usize,
        byte_strides: *const i64,
        num_byte_strides: usize,
        host_buffer_semantics: PJRT_HostBufferSemantics,
        device: *mut PJRT_Device,
        memory: *mut PJRT_Memory,
        device_layout: *mut PJRT_Buffer_MemoryLayout,
        done_with_host_buffer: *mut PJRT_Event,
        buffer: *mut PJRT_Buffer,
    }

    /// Creates a buffer for device memory that the plugin does not own.
    PJRT_Client_CreateViewOfDeviceBuffer_Args {
        client: *mut PJRT_Client,
        device_buffer_ptr: *mut c_void,
        dims: *const i64,
        num_dims: usize,
        element_type: PJRT_Buffer_Type,
        layout: *mut PJRT_Buffer_MemoryLayout,
        device: *mut PJRT_Device,
        on_delete_callback: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
        on_delete_callback_arg: *mut c_void,
        stream: isize,
        buffer: *mut PJRT_Buffer,
        memory: *mut PJRT_Memory,
    }

    /// Deletes a buffer and destroys its handle; null is allowed.
    PJRT_Buffer_Destroy_Args {
        buffer: *mut PJRT_Buffer,
    }

    /// Reads a buffer's element type.
    PJRT_Buffer_ElementType_Args {
        buffer: *mut PJRT_Buffer,
        r#type: PJRT_Buffer_Type,
    }

    /// Reads a buffer's dimensions; they live as long as the buffer.
    PJRT_Buffer_Dimensions_Args {
        buffer: *mut PJRT_Buffer,
        dims: *const i64,
        num_dims: usize,
    }

    /// Reads a buffer's dimensions without the padding of dynamic ones.
    PJRT_Buffer_UnpaddedDimensions_Args {
        buffer: *mut PJRT_Buffer,
        unpadded_dims: *const i64,
        num_dims: usize,
    }

    /// Lists the dynamic dimensions, whose size is known at run time only.
    PJRT_Buffer_DynamicDimensionIndices_Args {
        buffer: *mut PJRT_Buffer,
        dynamic_dim_indices: *const usize,
        num_dynamic_dims: usize,
    }

    /// Reads a buffer's layout; superseded by the layouts extension.
    PJRT_Buffer_GetMemoryLayout_Args {
        buffer: *mut PJRT_Buffer,
        layout: PJRT_Buffer_MemoryLayout,
    }

    /// Copies a buffer to host memory. With a null `dst` it only writes the required `dst_size`. A null
    /// `host_layout` is the device's own layout.
    PJRT_Buffer_ToHostBuffer_Args {
        src: *mut PJRT_Buffer,
        host_layout: *mut PJRT_Buffer_MemoryLayout,
        dst: *mut c_void,
        dst_size: usize,
        event: *mut PJRT_Event,
    }

    /// Reads the size of a buffer on its device.
    PJRT_Buffer_OnDeviceSizeInBytes_Args {
        buffer: *mut PJRT_Buffer,
        on_device_size_in_bytes: usize,
    }

    /// Frees a buffer's device memory; the handle stays valid.
    PJRT_Buffer_Delete_Args {
        buffer: *mut PJRT_Buffer,
    }

    /// Reads whether a buffer was deleted or donated.
    PJRT_Buffer_IsDeleted_Args {
        buffer: *mut PJRT_Buffer,
        is_deleted: PJRT_Bool,
    }

    /// Copies bytes of a buffer, in the device's layout, to host memory.
    PJRT_Buffer_CopyRawToHost_Args {
        buffer: *mut PJRT_Buffer,
        dst: *mut c_void,
        offset: i64,
        transfer_size: i64,
        event: *mut PJRT_Event,
    }

    /// As `PJRT_Buffer_CopyRawToHost`, with host memory that is provided later.
    PJRT_Buffer_CopyRawToHostFuture_Args {
        buffer: *mut PJRT_Buffer,
        offset: i64,
        transfer_size: i64,
        event: *mut PJRT_Event,
        callback_data: *mut c_void,
        future_ready_callback: Option<unsafe extern "C" fn(*mut PJRT_Buffer_CopyRawToHostFuture_Callback_Args)>,
    }

    /// Copies a buffer to another device.
    PJRT_Buffer_CopyToDevice_Args {
        buffer: *mut PJRT_Buffer,
        dst_device: *mut PJRT_Device,
        dst_buffer: *mut PJRT_Buffer,
    }

    /// Copies a buffer to another memory.
    PJRT_Buffer_CopyToMemory_Args {
        buffer: *mut PJRT_Buffer,
        dst_memory: *mut PJRT_Memory,
        dst_buffer: *mut PJRT_Buffer,
    }

    /// Reads whether a buffer is in memory that the CPU can read.
    PJRT_Buffer_IsOnCpu_Args {
        buffer: *mut PJRT_Buffer,
        is_on_cpu: PJRT_Bool,
    }

    /// Reads the device of a buffer.
    PJRT_Buffer_Device_Args {
        buffer: *mut PJRT_Buffer,
        device: *mut PJRT_Device,
    }

    /// Reads the memory of a buffer.
    PJRT_Buffer_Memory_Args {
        buffer: *mut PJRT_Buffer,
        memory: *mut PJRT_Memory,
    }

    /// Creates an event that becomes ready with a buffer's content, or with its error. The caller destroys
    /// the event.
    PJRT_Buffer_ReadyEvent_Args {
        buffer: *mut PJRT_Buffer,
        event: *mut PJRT_Event,
    }

    /// Reads a platform-specific number, which is often a buffer's address.
    PJRT_Buffer_UnsafePointer_Args {
        buffer: *mut PJRT_Buffer,
        buffer_pointer: usize,
    }

    /// Adds an external reference to a buffer, which keeps its memory in place for users outside PJRT.
    PJRT_Buffer_IncreaseExternalReferenceCount_Args {
        buffer: *mut PJRT_Buffer,
    }

    /// Removes an external reference.
    PJRT_Buffer_DecreaseExternalReferenceCount_Args {
        buffer: *mut PJRT_Buffer,
    }

    /// Reads the device address of a buffer, for users that hold an external reference.
    PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args {
        buffer: *mut PJRT_Buffer,
        device_memory_ptr: *mut c_void,
    }

    /// Donates a buffer to a new one that becomes ready when a callback is called.
    PJRT_Buffer_DonateWithControlDependency_Args {
        buffer: *mut PJRT_Buffer,
        callback_data: *mut c_void,
        dependency_ready_callback: Option<unsafe extern "C" fn(*mut PJRT_Buffer_DonateWithControlDependency_Callback_Args)>,
        out_buffer: *mut PJRT_Buffer,
    }

    /// Creates a buffer of another type and shape with the same bytes.
    PJRT_Buffer_Bitcast_Args {
        buffer: *mut PJRT_Buffer,
        element_type: PJRT_Buffer_Type,
        dims: *const i64,
        num_dims: usize,
        device_layout: *mut PJRT_Buffer_MemoryLayout,
        out_buffer: *mut PJRT_Buffer,
    }
}
