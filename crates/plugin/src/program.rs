//! Compiled programs, and what the API wants told of them.

use std::ffi::c_char;
use std::sync::Arc;

use pjrt::abi::*;
use pjrt::{NamedValue, NamedValueList};

use crate::buffer::raw_type;
use crate::caller::Caller;
use crate::entry::Call;
use crate::error::Result;
use crate::handle::{Handle, Pointers};

/// A compiled program, and what the API wants told of it as arrays that live as long.
pub struct Program {
    pub executable: processor::Executable,
    /// What it needs of memory on the client's threads.
    memory: processor::MemoryStats,
    pub name: String,
    pub fingerprint: String,
    output_types: Vec<PJRT_Buffer_Type>,
    output_dims: Vec<i64>,
    output_ranks: Vec<usize>,
    /// `"device"` for each output.
    memory_kinds: Pointers<c_char>,
    memory_kind_sizes: Vec<usize>,
    costs: NamedValueList,
}

const MEMORY_KIND: &str = "device";

/// A program, not loaded onto devices.
pub struct Executable(pub Arc<Program>);

// SAFETY: executable handles are made by `into_handle` only.
unsafe impl Handle for Executable {
    type C = PJRT_Executable;
    const NAME: &'static str = "executable";
}

impl Program {
    /// `threads` is how many cores run at once.
    pub fn new(executable: processor::Executable, threads: usize, name: String, fingerprint: String) -> Self {
        let results = executable.result_types();
        let output_types = results.iter().map(|t| raw_type(t.element)).collect();
        let output_ranks = results.iter().map(|t| t.rank()).collect();
        let output_dims = results.iter().flat_map(|t| t.dims.iter().map(|d| *d as i64)).collect();
        let count = results.len();
        let costs = NamedValueList::new([("flops", NamedValue::Float(executable.flops() as f32))]);
        Self {
            memory: executable.memory(threads),
            executable,
            // Modules may be without a name, but messages need one.
            name: if name.is_empty() { "main".into() } else { name },
            fingerprint,
            output_types,
            output_dims,
            output_ranks,
            memory_kinds: std::iter::repeat_n(MEMORY_KIND.as_ptr().cast_mut().cast(), count).collect(),
            memory_kind_sizes: vec![MEMORY_KIND.len(); count],
            costs,
        }
    }
}

fn program<'c>(caller: Caller<'c>, executable: *const PJRT_Executable) -> Result<&'c Program> {
    Ok(&caller.get::<Executable>(executable)?.0)
}

impl Call for PJRT_Executable_Destroy_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.destroy::<Executable>(self.executable);
        Ok(())
    }
}

impl Call for PJRT_Executable_Name_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let name = &program(caller, self.executable)?.name;
        (self.executable_name, self.executable_name_size) = (name.as_ptr().cast(), name.len());
        Ok(())
    }
}

impl Call for PJRT_Executable_NumReplicas_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.num_replicas = program(caller, self.executable)?.executable.num_replicas();
        Ok(())
    }
}

impl Call for PJRT_Executable_NumPartitions_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        program(caller, self.executable)?;
        self.num_partitions = 1;
        Ok(())
    }
}

impl Call for PJRT_Executable_NumOutputs_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.num_outputs = program(caller, self.executable)?.output_types.len();
        Ok(())
    }
}

impl Call for PJRT_Executable_SizeOfGeneratedCodeInBytes_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.size_in_bytes = program(caller, self.executable)?.memory.generated_code_bytes as i64;
        Ok(())
    }
}

impl Call for PJRT_Executable_Fingerprint_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let text = &program(caller, self.executable)?.fingerprint;
        (self.executable_fingerprint, self.executable_fingerprint_size) = (text.as_ptr().cast(), text.len());
        Ok(())
    }
}

impl Call for PJRT_Executable_GetCostAnalysis_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let costs = &program(caller, self.executable)?.costs;
        (self.properties, self.num_properties) = (costs.as_ptr(), costs.len());
        Ok(())
    }
}

impl Call for PJRT_Executable_GetCompiledMemoryStats_Args {
    const SMALLEST: usize = pjrt::field_end!(Self, host_temp_size_in_bytes);

    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let memory = &program(caller, self.executable)?.memory;
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

impl Call for PJRT_Executable_OutputElementTypes_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let types = &program(caller, self.executable)?.output_types;
        (self.output_types, self.num_output_types) = (types.as_ptr().cast_mut(), types.len());
        Ok(())
    }
}

impl Call for PJRT_Executable_OutputDimensions_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let program = program(caller, self.executable)?;
        self.num_outputs = program.output_ranks.len();
        (self.dims, self.dim_sizes) = (program.output_dims.as_ptr(), program.output_ranks.as_ptr());
        Ok(())
    }
}

impl Call for PJRT_Executable_OutputMemoryKinds_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let program = program(caller, self.executable)?;
        self.num_outputs = program.memory_kinds.len();
        (self.memory_kinds, self.memory_kind_sizes) =
            (program.memory_kinds.as_ptr().cast(), program.memory_kind_sizes.as_ptr());
        Ok(())
    }
}
