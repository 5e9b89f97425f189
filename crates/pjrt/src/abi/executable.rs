//! Executables: compiled programs, and compiled programs that are loaded onto devices.

use core::ffi::{c_char, c_int};

use super::buffer::PJRT_Buffer_Type;
use super::client::PJRT_Program;
use super::handles::{
    PJRT_Client, PJRT_Device, PJRT_DeviceAssignmentSerialized, PJRT_Executable, PJRT_LoadedExecutable,
    PJRT_MultiSlice_Config, PJRT_SerializedCompileOptions, PJRT_SerializedExecutable,
};
use super::layout::PJRT_Bool;
use super::named_value::PJRT_NamedValue;

/// The replica and the partition that a device runs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_LogicalDeviceIds {
    pub replica: c_int,
    pub partition: c_int,
}

/// The options of loading an executable. This struct has no extensions.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_LoadOptions {
    pub struct_size: usize,
    pub computation_origin: *const i32,
    pub computation_origin_size: usize,
    pub multi_slice_config: *mut PJRT_MultiSlice_Config,
}

abi_structs! {
    /// Destroys an executable; null is allowed.
    PJRT_Executable_Destroy_Args {
        executable: *mut PJRT_Executable,
    }

    /// Deletes a loaded executable and destroys its handle; null is allowed.
    PJRT_LoadedExecutable_Destroy_Args {
        executable: *mut PJRT_LoadedExecutable,
    }

    /// Creates a new handle of the compiled program, which the caller destroys.
    PJRT_LoadedExecutable_GetExecutable_Args {
        loaded_executable: *mut PJRT_LoadedExecutable,
        executable: *mut PJRT_Executable,
    }

    /// Reads the serialized `DeviceAssignmentProto`. The caller deletes the object that owns it with the
    /// deleter.
    PJRT_LoadedExecutable_GetDeviceAssignment_Args {
        executable: *mut PJRT_LoadedExecutable,
        serialized_bytes: *const c_char,
        serialized_bytes_size: usize,
        serialized_device_assignment: *mut PJRT_DeviceAssignmentSerialized,
        serialized_device_assignment_deleter: Option<unsafe extern "C" fn(*mut PJRT_DeviceAssignmentSerialized)>,
    }

    /// Reads the program's name; it lives as long as the executable.
    PJRT_Executable_Name_Args {
        executable: *mut PJRT_Executable,
        executable_name: *const c_char,
        executable_name_size: usize,
    }

    /// Reads the number of replicas that the program was compiled for.
    PJRT_Executable_NumReplicas_Args {
        executable: *mut PJRT_Executable,
        num_replicas: usize,
    }

    /// Reads the number of partitions that the program was compiled for.
    PJRT_Executable_NumPartitions_Args {
        executable: *mut PJRT_Executable,
        num_partitions: usize,
    }

    /// Lists this process's devices that the executable runs on; the executable owns the list.
    PJRT_LoadedExecutable_AddressableDevices_Args {
        executable: *mut PJRT_LoadedExecutable,
        addressable_devices: *const *mut PJRT_Device,
        num_addressable_devices: usize,
    }

    /// Reads the optimized program: first with a null `code` for the size, then with memory of that size.
    PJRT_Executable_OptimizedProgram_Args {
        executable: *mut PJRT_Executable,
        program: *mut PJRT_Program,
    }

    /// Frees the executable's resources on the devices; the handle stays valid.
    PJRT_LoadedExecutable_Delete_Args {
        executable: *mut PJRT_LoadedExecutable,
    }

    /// Reads whether `PJRT_LoadedExecutable_Delete` was called.
    PJRT_LoadedExecutable_IsDeleted_Args {
        executable: *mut PJRT_LoadedExecutable,
        is_deleted: PJRT_Bool,
    }

    /// Reads the number of outputs on each device.
    PJRT_Executable_NumOutputs_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
    }

    /// Reads the size of the machine code.
    PJRT_Executable_SizeOfGeneratedCodeInBytes_Args {
        executable: *mut PJRT_Executable,
        size_in_bytes: i64,
    }

    /// Reads a text that is equal for equal programs compiled with equal options.
    PJRT_Executable_Fingerprint_Args {
        executable: *mut PJRT_Executable,
        executable_fingerprint: *const c_char,
        executable_fingerprint_size: usize,
    }

    /// Lists the compiler's cost estimates; they live as long as the executable.
    PJRT_Executable_GetCostAnalysis_Args {
        executable: *mut PJRT_Executable,
        num_properties: usize,
        properties: *const PJRT_NamedValue,
    }

    /// Reads the compiler's memory plan, in bytes, on the device and on the host.
    PJRT_Executable_GetCompiledMemoryStats_Args {
        executable: *mut PJRT_Executable,
        generated_code_size_in_bytes: i64,
        argument_size_in_bytes: i64,
        output_size_in_bytes: i64,
        alias_size_in_bytes: i64,
        temp_size_in_bytes: i64,
        host_generated_code_size_in_bytes: i64,
        host_argument_size_in_bytes: i64,
        host_output_size_in_bytes: i64,
        host_alias_size_in_bytes: i64,
        host_temp_size_in_bytes: i64,
        peak_memory_in_bytes: i64,
        total_size_in_bytes: i64,
        total_allocation_bytes: i64,
        indefinite_allocations: i64,
        peak_unpadded_heap_bytes: i64,
    }

    /// Lists the element types of the outputs.
    PJRT_Executable_OutputElementTypes_Args {
        executable: *mut PJRT_Executable,
        output_types: *mut PJRT_Buffer_Type,
        num_output_types: usize,
    }

    /// Lists the ranks of the outputs in `dim_sizes`, and all their dimensions, one output after the other,
    /// in `dims`.
    PJRT_Executable_OutputDimensions_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
        dims: *const i64,
        dim_sizes: *const usize,
    }

    /// Lists the memory kinds of the outputs.
    PJRT_Executable_OutputMemoryKinds_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
        memory_kinds: *const *const c_char,
        memory_kind_sizes: *const usize,
    }

    /// Serializes an executable. The caller deletes the object that owns the bytes with the deleter.
    PJRT_Executable_Serialize_Args {
        executable: *const PJRT_Executable,
        serialized_bytes: *const c_char,
        serialized_bytes_size: usize,
        serialized_executable: *mut PJRT_SerializedExecutable,
        serialized_executable_deleter: Option<unsafe extern "C" fn(*mut PJRT_SerializedExecutable)>,
    }

    /// Reads the serialized options of compilation. The caller deletes the object that owns them with the
    /// deleter.
    PJRT_Executable_GetCompileOptions_Args {
        executable: *mut PJRT_Executable,
        serialized_bytes: *const c_char,
        serialized_bytes_size: usize,
        serialized_compile_options: *mut PJRT_SerializedCompileOptions,
        serialized_compile_options_deleter: Option<unsafe extern "C" fn(*mut PJRT_SerializedCompileOptions)>,
    }

    /// Loads an executable from the bytes of `PJRT_Executable_Serialize`.
    PJRT_Executable_DeserializeAndLoad_Args {
        client: *mut PJRT_Client,
        serialized_executable: *const c_char,
        serialized_executable_size: usize,
        loaded_executable: *mut PJRT_LoadedExecutable,
        overridden_serialized_compile_options: *const c_char,
        overridden_serialized_compile_options_size: usize,
        load_options: *mut PJRT_LoadOptions,
    }

    /// The older form of `PJRT_Executable_Fingerprint`.
    PJRT_LoadedExecutable_Fingerprint_Args {
        executable: *mut PJRT_LoadedExecutable,
        executable_fingerprint: *const c_char,
        executable_fingerprint_size: usize,
    }

    /// Lists the replica and the partition of each addressable device.
    PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args {
        executable: *mut PJRT_LoadedExecutable,
        addressable_device_logical_ids: *mut PJRT_LogicalDeviceIds,
        num_addressable_device_logical_ids: usize,
    }

    /// Lists the memory kinds of the parameters.
    PJRT_Executable_ParameterMemoryKinds_Args {
        executable: *mut PJRT_Executable,
        num_parameters: usize,
        memory_kinds: *const *const c_char,
        memory_kind_sizes: *const usize,
    }
}
