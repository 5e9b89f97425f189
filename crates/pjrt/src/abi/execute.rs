//! Execution of loaded executables, with its options and callbacks.

use core::ffi::{c_char, c_int, c_void};

use super::buffer::PJRT_Buffer_Type;
use super::error::{PJRT_CallbackError, PJRT_Error};
use super::handles::{
    PJRT_Buffer, PJRT_CopyToDeviceStream, PJRT_Device, PJRT_Event, PJRT_ExecuteContext, PJRT_LoadedExecutable,
    PJRT_MultiSlice_Config,
};
use super::layout::PJRT_Bool;
use super::transfer::PJRT_Chunk;

/// Receives a chunk that the running program sends to its host.
pub type PJRT_SendCallback = unsafe extern "C" fn(
    chunk: *mut PJRT_Chunk,
    callback_error: *mut PJRT_CallbackError,
    total_size_in_bytes: usize,
    done: bool,
    user_arg: *mut c_void,
) -> *mut PJRT_Error;

/// Provides data to a running program that waits for it; the callback owns the stream.
pub type PJRT_RecvCallback = unsafe extern "C" fn(stream: *mut PJRT_CopyToDeviceStream, user_arg: *mut c_void);

/// Receives a value that the running program reports.
pub type PJRT_HloOutputCallback = unsafe extern "C" fn(
    replica_id: i64,
    partition_id: i64,
    data: *const c_void,
    shape_dims: *const i64,
    shape_num_dims: usize,
    shape_element_type: PJRT_Buffer_Type,
    operand_index: i64,
    user_arg: *mut c_void,
);

/// The callback of one send operation. This struct has neither size nor extensions.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_SendCallbackInfo {
    pub channel_id: i64,
    pub user_arg: *mut c_void,
    pub send_callback: Option<PJRT_SendCallback>,
}

/// The callback of one receive operation. This struct has neither size nor extensions.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_RecvCallbackInfo {
    pub channel_id: i64,
    pub user_arg: *mut c_void,
    pub recv_callback: Option<PJRT_RecvCallback>,
}

/// The callback of one reporting operation. This struct has neither size nor extensions.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_HloOutputCallbackInfo {
    pub user_arg: *mut c_void,
    pub callback: Option<PJRT_HloOutputCallback>,
    pub callback_id: i64,
    pub num_operands: usize,
}

abi_structs! {
    /// Creates an execution context.
    PJRT_ExecuteContext_Create_Args {
        context: *mut PJRT_ExecuteContext,
    }

    /// Destroys an execution context.
    PJRT_ExecuteContext_Destroy_Args {
        context: *mut PJRT_ExecuteContext,
    }

    /// The options of an execution: inputs that must not be donated, and callbacks.
    PJRT_ExecuteOptions {
        send_callbacks: *mut *mut PJRT_SendCallbackInfo,
        recv_callbacks: *mut *mut PJRT_RecvCallbackInfo,
        num_send_ops: usize,
        num_recv_ops: usize,
        launch_id: c_int,
        non_donatable_input_indices: *const i64,
        num_non_donatable_input_indices: usize,
        context: *mut PJRT_ExecuteContext,
        call_location: *const c_char,
        num_tasks: usize,
        task_ids: *mut c_int,
        incarnation_ids: *mut i64,
        multi_slice_config: *mut PJRT_MultiSlice_Config,
        use_major_to_minor_data_layout_for_callbacks: PJRT_Bool,
        hlo_output_callbacks: *mut PJRT_HloOutputCallbackInfo,
        num_hlo_output_callbacks: usize,
    }

    /// Runs on `num_devices` devices. `argument_lists` is devices by arguments, `output_lists` devices by
    /// outputs; the caller owns both lists.
    PJRT_LoadedExecutable_Execute_Args {
        executable: *mut PJRT_LoadedExecutable,
        options: *mut PJRT_ExecuteOptions,
        argument_lists: *const *const *mut PJRT_Buffer,
        num_devices: usize,
        num_args: usize,
        output_lists: *const *mut *mut PJRT_Buffer,
        device_complete_events: *mut *mut PJRT_Event,
        execute_device: *mut PJRT_Device,
    }
}
