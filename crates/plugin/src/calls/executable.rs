//! Functions of executables.

use std::sync::Arc;

use pjrt::abi::*;
use pjrt::export::{Call, Caller, array, destructors, getters, named_values, text};

use crate::error::Result;
use crate::implementation::Labora;
use crate::objects::executable::Executable;
use crate::objects::serialized::Bytes;

destructors! {
    Labora;
    PJRT_Executable_Destroy_Args: executable as Arc<Executable>;
}

getters! {
    Labora;
    PJRT_Executable_Name_Args: executable as Arc<Executable> =>
        (executable_name, executable_name_size) = text(&executable.name);
    PJRT_Executable_NumReplicas_Args: executable as Arc<Executable> =>
        num_replicas = executable.compiled.num_replicas();
    PJRT_Executable_NumPartitions_Args: executable as Arc<Executable> =>
        num_partitions = executable.num_partitions();
    PJRT_Executable_NumOutputs_Args: executable as Arc<Executable> => num_outputs = executable.output_types.len();
    PJRT_Executable_SizeOfGeneratedCodeInBytes_Args: executable as Arc<Executable> =>
        size_in_bytes = executable.memory.generated_code_bytes as i64;
    PJRT_Executable_Fingerprint_Args: executable as Arc<Executable> =>
        (executable_fingerprint, executable_fingerprint_size) = text(&executable.fingerprint);
    PJRT_Executable_GetCostAnalysis_Args: executable as Arc<Executable> =>
        (properties, num_properties) = named_values(&executable.cost_analysis);
    PJRT_Executable_OutputElementTypes_Args: executable as Arc<Executable> =>
        (output_types, num_output_types) =
            (executable.output_types.as_ptr().cast_mut(), executable.output_types.len());
}

impl Call<Labora> for PJRT_Executable_GetCompiledMemoryStats_Args {
    const MIN_STRUCT_SIZE: usize = pjrt::field_end!(Self, host_temp_size_in_bytes);

    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let memory = &unsafe { caller.get::<Arc<Executable>>(self.executable)? }.memory;
        // Clears the sizes of host memory, of which programs use none.
        let Self { struct_size, extension_start, executable, .. } = *self;
        *self = Self { struct_size, extension_start, executable, ..AbiStruct::new() };
        self.generated_code_size_in_bytes = memory.generated_code_bytes as i64;
        self.argument_size_in_bytes = memory.argument_bytes as i64;
        self.output_size_in_bytes = memory.output_bytes as i64;
        self.alias_size_in_bytes = memory.alias_bytes as i64;
        self.temp_size_in_bytes = memory.temp_bytes as i64;
        self.peak_memory_in_bytes = memory.peak_bytes as i64;
        self.total_size_in_bytes = memory.peak_bytes as i64;
        Ok(())
    }
}

impl Call<Labora> for PJRT_Executable_OutputDimensions_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let executable = unsafe { caller.get::<Arc<Executable>>(self.executable)? };
        (self.dim_sizes, self.num_outputs) = array(&executable.output_ranks);
        self.dims = executable.output_dims.as_ptr();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Executable_OutputMemoryKinds_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let executable = unsafe { caller.get::<Arc<Executable>>(self.executable)? };
        (self.memory_kind_sizes, self.num_outputs) = array(executable.output_memories.sizes());
        self.memory_kinds = executable.output_memories.names().as_ptr().cast();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Executable_ParameterMemoryKinds_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let executable = unsafe { caller.get::<Arc<Executable>>(self.executable)? };
        (self.memory_kind_sizes, self.num_parameters) = array(executable.parameter_memories.sizes());
        self.memory_kinds = executable.parameter_memories.names().as_ptr().cast();
        Ok(())
    }
}

/// Returns the program as it was compiled: the compiler's own form is no StableHLO.
impl Call<Labora> for PJRT_Executable_OptimizedProgram_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let text = unsafe { caller.get::<Arc<Executable>>(self.executable)? }.text()?;
        // SAFETY: the argument is null or the caller's program.
        unsafe { caller.write_program(self.program, text.as_bytes(), c"mlir")? };
        Ok(())
    }
}

impl Call<Labora> for PJRT_Executable_Serialize_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let bytes = unsafe { caller.get::<Arc<Executable>>(self.executable)? }.serialize()?;
        (self.serialized_executable, self.serialized_bytes, self.serialized_bytes_size) = Bytes::owned_by_caller(bytes);
        self.serialized_executable_deleter = Some(Bytes::delete);
        Ok(())
    }
}

impl Call<Labora> for PJRT_Executable_GetCompileOptions_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live executable.
        let bytes = unsafe { caller.get::<Arc<Executable>>(self.executable)? }.options.clone();
        (self.serialized_compile_options, self.serialized_bytes, self.serialized_bytes_size) =
            Bytes::owned_by_caller(bytes);
        self.serialized_compile_options_deleter = Some(Bytes::delete);
        Ok(())
    }
}
