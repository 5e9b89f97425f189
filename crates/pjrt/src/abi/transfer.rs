//! Asynchronous transfers: managers that fill buffers later, and streams of chunks.

use core::ffi::{c_char, c_int, c_void};

use super::buffer::{PJRT_Buffer_MemoryLayout, PJRT_Buffer_Type};
use super::error::PJRT_Error_Code;
use super::handles::{
    PJRT_AsyncHostToDeviceTransferManager, PJRT_Buffer, PJRT_Client, PJRT_CopyToDeviceStream, PJRT_Device, PJRT_Event,
};
use super::layout::PJRT_Bool;
use super::memory::PJRT_Memory;
use super::named_value::PJRT_NamedValue;

/// A piece of memory with the function that deletes it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_Chunk {
    pub data: *mut c_void,
    pub size: usize,
    pub deleter: Option<unsafe extern "C" fn(data: *mut c_void, deleter_arg: *mut c_void)>,
    pub deleter_arg: *mut c_void,
}

abi_structs! {
    /// Destroys a transfer manager; null is allowed.
    PJRT_AsyncHostToDeviceTransferManager_Destroy_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
    }

    /// Copies a piece of host memory into one of the manager's buffers.
    PJRT_AsyncHostToDeviceTransferManager_TransferData_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: c_int,
        data: *const c_void,
        offset: i64,
        transfer_size: i64,
        is_last_transfer: PJRT_Bool,
        done_with_h2d_transfer: *mut PJRT_Event,
    }

    /// Retrieves a buffer of a manager, which may be done before its data arrives.
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: c_int,
        buffer_out: *mut PJRT_Buffer,
    }

    /// Reads the device of a manager's buffers.
    PJRT_AsyncHostToDeviceTransferManager_Device_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        device_out: *mut PJRT_Device,
    }

    /// Reads the number of a manager's buffers.
    PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_count: usize,
    }

    /// Reads the size of one of a manager's buffers.
    PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: c_int,
        buffer_size: usize,
    }

    /// Marks one of a manager's buffers as failed.
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: c_int,
        error_code: PJRT_Error_Code,
        error_message: *const c_char,
        error_message_size: usize,
    }

    /// Attaches named values to a manager.
    PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        transfer_metadata: *const PJRT_NamedValue,
        num_metadata: usize,
    }

    /// Copies a whole shaped value into one of a manager's buffers.
    PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: c_int,
        data: *const c_void,
        shape_dims: *const i64,
        shape_num_dims: usize,
        shape_element_type: PJRT_Buffer_Type,
        shape_layout: *mut PJRT_Buffer_MemoryLayout,
        done_with_h2d_transfer: *mut PJRT_Event,
    }

    /// The shape and the element type of a buffer to allocate.
    PJRT_ShapeSpec {
        dims: *const i64,
        num_dims: usize,
        element_type: PJRT_Buffer_Type,
    }

    /// Creates a manager and its buffers, which are filled later.
    PJRT_Client_CreateBuffersForAsyncHostToDevice_Args {
        client: *mut PJRT_Client,
        shape_specs: *mut PJRT_ShapeSpec,
        num_shape_specs: usize,
        device_layouts: *mut *mut PJRT_Buffer_MemoryLayout,
        num_device_layouts: usize,
        memory: *mut PJRT_Memory,
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
    }

    /// Destroys a stream; null is allowed.
    PJRT_CopyToDeviceStream_Destroy_Args {
        stream: *mut PJRT_CopyToDeviceStream,
    }

    /// Adds the next chunk to a stream, which takes ownership of it.
    PJRT_CopyToDeviceStream_AddChunk_Args {
        stream: *mut PJRT_CopyToDeviceStream,
        chunk: *mut PJRT_Chunk,
        transfer_complete: *mut PJRT_Event,
    }

    /// Reads the number of bytes that a stream expects.
    PJRT_CopyToDeviceStream_TotalBytes_Args {
        stream: *mut PJRT_CopyToDeviceStream,
        total_bytes: i64,
    }

    /// Reads the granule size: the size of each chunk must be a multiple of it.
    PJRT_CopyToDeviceStream_GranuleSize_Args {
        stream: *mut PJRT_CopyToDeviceStream,
        granule_size_in_bytes: i64,
    }

    /// Reads the number of bytes that a stream has received.
    PJRT_CopyToDeviceStream_CurrentBytes_Args {
        stream: *mut PJRT_CopyToDeviceStream,
        current_bytes: i64,
    }
}
