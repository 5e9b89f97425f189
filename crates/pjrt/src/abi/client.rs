//! Clients: opened plugins, their devices, and compilation.

use core::ffi::{c_char, c_int, c_void};

use super::error::{PJRT_CallbackError, PJRT_Function};
use super::handles::{PJRT_Client, PJRT_Device, PJRT_Executable, PJRT_LoadedExecutable, PJRT_TopologyDescription};
use super::memory::PJRT_Memory;
use super::named_value::PJRT_NamedValue;

/// Frees a value that a key-value callback returned.
pub type PJRT_KeyValueGetCallback_ValueDeleter = unsafe extern "C" fn(value: *mut c_char);
/// Frees a value that a key-value callback returned.
pub type PJRT_KeyValueTryGetCallback_ValueDeleter = unsafe extern "C" fn(value: *mut c_char);
/// Reads a key, waiting for it.
pub type PJRT_KeyValueGetCallback = PJRT_Function<PJRT_KeyValueGetCallback_Args>;
/// Reads a key, without waiting.
pub type PJRT_KeyValueTryGetCallback = PJRT_Function<PJRT_KeyValueTryGetCallback_Args>;
/// Writes a key.
pub type PJRT_KeyValuePutCallback = PJRT_Function<PJRT_KeyValuePutCallback_Args>;

abi_enums! {
    /// The state of a process of a client that spans several.
    PJRT_ProcessState {
        kUnspecified = 0,
        kUninitialized = 1,
        kDisconnected = 2,
        kConnected = 3,
        kError = 4,
    }
}

/// The state of one process. This struct has no extensions.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_ProcessInfo {
    pub struct_size: usize,
    pub task_id: c_int,
    pub incarnation_id: u64,
    pub state: PJRT_ProcessState,
    pub error_code: c_int,
    pub error_message: *const c_char,
    pub error_message_size: usize,
}

abi_structs! {
    /// Reads one key of the store shared by the processes of a client, waiting for it.
    PJRT_KeyValueGetCallback_Args {
        key: *const c_char,
        key_size: usize,
        timeout_in_ms: c_int,
        callback_error: *mut PJRT_CallbackError,
        user_arg: *mut c_void,
        value: *mut c_char,
        value_size: usize,
        value_deleter_callback: Option<PJRT_KeyValueGetCallback_ValueDeleter>,
    }

    /// Reads one key of the shared store, without waiting.
    PJRT_KeyValueTryGetCallback_Args {
        key: *const c_char,
        key_size: usize,
        callback_error: *mut PJRT_CallbackError,
        user_arg: *mut c_void,
        value: *mut c_char,
        value_size: usize,
        value_deleter_callback: Option<PJRT_KeyValueTryGetCallback_ValueDeleter>,
    }

    /// Writes one key of the shared store.
    PJRT_KeyValuePutCallback_Args {
        key: *const c_char,
        key_size: usize,
        value: *const c_char,
        value_size: usize,
        callback_error: *mut PJRT_CallbackError,
        user_arg: *mut c_void,
    }

    /// Creates a client from named options.
    PJRT_Client_Create_Args {
        create_options: *const PJRT_NamedValue,
        num_options: usize,
        kv_get_callback: Option<PJRT_KeyValueGetCallback>,
        kv_get_user_arg: *mut c_void,
        kv_put_callback: Option<PJRT_KeyValuePutCallback>,
        kv_put_user_arg: *mut c_void,
        client: *mut PJRT_Client,
        kv_try_get_callback: Option<PJRT_KeyValueTryGetCallback>,
        kv_try_get_user_arg: *mut c_void,
    }

    /// Shuts down and destroys a client; null is allowed.
    PJRT_Client_Destroy_Args {
        client: *mut PJRT_Client,
    }

    /// Reads the platform's name, such as `cpu` or `tpu`; it lives as long as the client.
    PJRT_Client_PlatformName_Args {
        client: *mut PJRT_Client,
        platform_name: *const c_char,
        platform_name_size: usize,
    }

    /// Reads the index of this process among those of the client.
    PJRT_Client_ProcessIndex_Args {
        client: *mut PJRT_Client,
        process_index: c_int,
    }

    /// Reads the platform's version text; it lives as long as the client.
    PJRT_Client_PlatformVersion_Args {
        client: *mut PJRT_Client,
        platform_version: *const c_char,
        platform_version_size: usize,
    }

    /// Reads the client's topology, which the client owns.
    PJRT_Client_TopologyDescription_Args {
        client: *mut PJRT_Client,
        topology: *mut PJRT_TopologyDescription,
    }

    /// Lists all devices; the client owns the list.
    PJRT_Client_Devices_Args {
        client: *mut PJRT_Client,
        devices: *const *mut PJRT_Device,
        num_devices: usize,
    }

    /// Lists the devices that this process can issue commands to; the client owns the list.
    PJRT_Client_AddressableDevices_Args {
        client: *mut PJRT_Client,
        addressable_devices: *const *mut PJRT_Device,
        num_addressable_devices: usize,
    }

    /// Finds a device by its id.
    PJRT_Client_LookupDevice_Args {
        client: *mut PJRT_Client,
        id: c_int,
        device: *mut PJRT_Device,
    }

    /// Finds a device by its local hardware id.
    PJRT_Client_LookupAddressableDevice_Args {
        client: *mut PJRT_Client,
        local_hardware_id: c_int,
        addressable_device: *mut PJRT_Device,
    }

    /// Informs the client of the state of every process.
    PJRT_Client_UpdateGlobalProcessInfo_Args {
        client: *mut PJRT_Client,
        process_infos: *mut PJRT_ProcessInfo,
        num_process_infos: usize,
    }

    /// Lists the memories that this process can access; the client owns the list.
    PJRT_Client_AddressableMemories_Args {
        client: *mut PJRT_Client,
        addressable_memories: *const *mut PJRT_Memory,
        num_addressable_memories: usize,
    }

    /// A program's text or bytes and the name of their format. `code` is read by a compile call and written
    /// by `PJRT_Executable_OptimizedProgram`.
    PJRT_Program {
        code: *mut c_char,
        code_size: usize,
        format: *const c_char,
        format_size: usize,
    }

    /// Compiles a program and loads it; the options are a serialized `CompileOptionsProto`.
    PJRT_Client_Compile_Args {
        client: *mut PJRT_Client,
        program: *const PJRT_Program,
        compile_options: *const c_char,
        compile_options_size: usize,
        executable: *mut PJRT_LoadedExecutable,
    }

    /// Writes the device ids for replicas times partitions, replica after replica, into the caller's array.
    PJRT_Client_DefaultDeviceAssignment_Args {
        client: *mut PJRT_Client,
        num_replicas: c_int,
        num_partitions: c_int,
        default_assignment_size: usize,
        default_assignment: *mut c_int,
    }

    /// Registers host memory for direct access by the devices.
    PJRT_Client_DmaMap_Args {
        client: *mut PJRT_Client,
        data: *mut c_void,
        size: usize,
    }

    /// Reverts a registration of `PJRT_Client_DmaMap`.
    PJRT_Client_DmaUnmap_Args {
        client: *mut PJRT_Client,
        data: *mut c_void,
    }

    /// Loads an executable that was compiled earlier.
    PJRT_Client_Load_Args {
        client: *mut PJRT_Client,
        executable: *mut PJRT_Executable,
        compile_options: *const c_char,
        compile_options_size: usize,
        loaded_executable: *mut PJRT_LoadedExecutable,
    }
}
