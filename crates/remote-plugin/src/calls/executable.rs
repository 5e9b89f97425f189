//! Functions of executables, except runs.

use std::sync::Arc;

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, array, destructors, getters, named_values, text};

use crate::error::{Error, Result};
use crate::implementation::Remote;
use crate::objects::executable::{Executable, LoadedExecutable};

destructors! {
    Remote;
    PJRT_Executable_Destroy_Args: executable as Arc<Executable>;
    PJRT_LoadedExecutable_Destroy_Args: executable as LoadedExecutable;
}

getters! {
    Remote;
    PJRT_LoadedExecutable_GetExecutable_Args: loaded_executable as LoadedExecutable =>
        executable = loaded_executable.executable().clone().into_handle();
    PJRT_LoadedExecutable_AddressableDevices_Args: executable as LoadedExecutable =>
        (addressable_devices, num_addressable_devices) = array(executable.device_handles().as_slice());
    PJRT_Executable_Name_Args: executable as Arc<Executable> =>
        (executable_name, executable_name_size) = text(executable.name());
    PJRT_Executable_NumReplicas_Args: executable as Arc<Executable> => num_replicas = executable.num_replicas;
    PJRT_Executable_NumPartitions_Args: executable as Arc<Executable> => num_partitions = 1;
    PJRT_Executable_NumOutputs_Args: executable as Arc<Executable> => num_outputs = executable.outputs.len();
    PJRT_Executable_SizeOfGeneratedCodeInBytes_Args: executable as Arc<Executable> =>
        size_in_bytes = executable.metadata()?.generated_code_bytes;
    PJRT_Executable_GetCostAnalysis_Args: executable as Arc<Executable> =>
        (properties, num_properties) = named_values(executable.costs()?);
    PJRT_Executable_OutputElementTypes_Args: executable as Arc<Executable> =>
        (output_types, num_output_types) =
            (executable.output_types.as_ptr().cast_mut(), executable.output_types.len());
}

impl Call<Remote> for PJRT_Executable_Fingerprint_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let fingerprint = unsafe { caller.get::<Arc<Executable>>(self.executable)? }.fingerprint()?;
        (self.executable_fingerprint, self.executable_fingerprint_size) =
            (fingerprint.as_ptr().cast(), fingerprint.len());
        Ok(())
    }
}

impl Call<Remote> for PJRT_Executable_GetCompiledMemoryStats_Args {
    const MIN_STRUCT_SIZE: usize = pjrt::field_end!(Self, host_temp_size_in_bytes);

    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let metadata = unsafe { caller.get::<Arc<Executable>>(self.executable)? }.metadata()?;
        let none = || Error::unimplemented("the server does not tell the memory of its programs");
        let memory = metadata.memory.ok_or_else(none)?;
        // Clears the sizes that the wire does not have.
        let Self { struct_size, extension_start, executable, .. } = *self;
        *self = Self { struct_size, extension_start, executable, ..AbiStruct::new() };
        self.generated_code_size_in_bytes = memory.generated_code_size_in_bytes;
        self.argument_size_in_bytes = memory.argument_size_in_bytes;
        self.output_size_in_bytes = memory.output_size_in_bytes;
        self.alias_size_in_bytes = memory.alias_size_in_bytes;
        self.temp_size_in_bytes = memory.temp_size_in_bytes;
        self.peak_memory_in_bytes = memory.peak_memory_in_bytes;
        self.total_size_in_bytes = memory.peak_memory_in_bytes;
        Ok(())
    }
}

impl Call<Remote> for PJRT_Executable_OutputDimensions_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let executable = unsafe { caller.get::<Arc<Executable>>(self.executable)? };
        (self.dim_sizes, self.num_outputs) = array(&executable.output_ranks);
        self.dims = executable.output_dims.as_ptr();
        Ok(())
    }
}

/// The program as the server has it.
impl Call<Remote> for PJRT_Executable_OptimizedProgram_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let text = unsafe { caller.get::<Arc<Executable>>(self.executable)? }.text()?;
        // SAFETY: the argument is null or the caller's program.
        unsafe { caller.write_program(self.program, text.as_bytes(), c"mlir")? };
        Ok(())
    }
}
