//! Executables: compiled programs.

use std::fmt;
use std::sync::Arc;

use crate::abi::*;
use crate::call::{Api, implemented, slice, text};
use crate::element_type::ElementType;
use crate::error::{Error, ErrorKind, Result};
use crate::handle::{ClientHandle, Handle};
use crate::memory_stats::CompiledMemoryStats;
use crate::named_value::Attributes;
use crate::shape::{read_dims, read_element_type};

/// The type and the dimensions of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputSpec {
    /// The type of the elements.
    pub element_type: ElementType,
    /// The dimensions.
    pub dims: Vec<usize>,
}

/// A program after the compiler's optimizations, in the compiler's own format.
#[derive(Clone, Debug)]
pub struct OptimizedProgram {
    /// The name of the format, such as `hlo_with_config`.
    pub format: String,
    /// The program.
    pub code: Vec<u8>,
}

/// A compiled program.
pub struct Executable {
    // Declared first, hence destroyed before the client.
    handle: Handle<PJRT_Executable>,
    /// Keeps the client alive; `None` if the program was compiled without a client.
    _client: Option<Arc<ClientHandle>>,
    name: String,
    num_replicas: usize,
    num_partitions: usize,
    num_outputs: usize,
}

impl Executable {
    /// Reads the name and the sizes of an executable. `client` is the one that the executable belongs to, if
    /// any.
    pub(crate) fn new(handle: Handle<PJRT_Executable>, client: Option<Arc<ClientHandle>>) -> Result<Executable> {
        let (api, executable) = (handle.api(), handle.as_ptr());
        let mut name = PJRT_Executable_Name_Args { executable, ..AbiStruct::new() };
        let mut replicas = PJRT_Executable_NumReplicas_Args { executable, ..AbiStruct::new() };
        let mut partitions = PJRT_Executable_NumPartitions_Args { executable, ..AbiStruct::new() };
        let mut outputs = PJRT_Executable_NumOutputs_Args { executable, ..AbiStruct::new() };
        // SAFETY: the executable is alive, and its name lives as long.
        let name = unsafe {
            api.call(&mut name)?;
            api.call(&mut replicas)?;
            api.call(&mut partitions)?;
            api.call(&mut outputs)?;
            text(name.executable_name, name.executable_name_size)
        };
        let (num_replicas, num_partitions) = (replicas.num_replicas, partitions.num_partitions);
        Ok(Executable { handle, _client: client, name, num_replicas, num_partitions, num_outputs: outputs.num_outputs })
    }

    /// The program's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of replicas that the program was compiled for.
    pub fn num_replicas(&self) -> usize {
        self.num_replicas
    }

    /// The number of partitions of each replica.
    pub fn num_partitions(&self) -> usize {
        self.num_partitions
    }

    /// The number of outputs on each device.
    pub fn num_outputs(&self) -> usize {
        self.num_outputs
    }

    /// The types and the dimensions of the outputs on each device.
    ///
    /// # Errors
    /// The plugin does not implement this, or uses an element type that [`ElementType`] lacks.
    pub fn outputs(&self) -> Result<Vec<OutputSpec>> {
        let mut types = PJRT_Executable_OutputElementTypes_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        let mut shapes = PJRT_Executable_OutputDimensions_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        let api = self.handle.api();
        // SAFETY: the executable is alive, and its lists live as long. The API says that the ranks add up to
        // the number of dimensions.
        let (types, ranks, mut dims) = unsafe {
            api.call(&mut types)?;
            api.call(&mut shapes)?;
            let ranks = slice(shapes.dim_sizes, shapes.num_outputs);
            let dims = slice(shapes.dims, ranks.iter().sum());
            (slice(types.output_types, types.num_output_types), ranks, dims)
        };
        if types.len() != ranks.len() || dims.len() != ranks.iter().sum::<usize>() {
            let message = format!("the plugin reported {} output types but {} shapes", types.len(), ranks.len());
            return Err(Error::new(ErrorKind::Internal, "PJRT_Executable_OutputDimensions", message));
        }
        let outputs = types.iter().zip(ranks).map(|(&element_type, &rank)| {
            // `rank` is at most the number of dimensions left: the ranks add up to the length, as just
            // checked.
            let (shape, rest) = dims.split_at(rank);
            dims = rest;
            Ok(OutputSpec {
                element_type: read_element_type("PJRT_Executable_OutputElementTypes", element_type)?,
                dims: read_dims("PJRT_Executable_OutputDimensions", shape)?,
            })
        });
        outputs.collect()
    }

    /// Bytes that are equal for equal programs compiled with equal options; `None` if the plugin has no
    /// fingerprints.
    pub fn fingerprint(&self) -> Result<Option<Vec<u8>>> {
        let mut args = PJRT_Executable_Fingerprint_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the executable is alive, and the fingerprint lives as long.
        unsafe {
            let has_fingerprint = implemented(self.handle.api().call(&mut args))?.is_some();
            let bytes = slice(args.executable_fingerprint.cast::<u8>(), args.executable_fingerprint_size);
            Ok(has_fingerprint.then(|| bytes.to_vec()))
        }
    }

    /// The size of the machine code in bytes; `None` if the plugin does not report it.
    pub fn generated_code_bytes(&self) -> Result<Option<i64>> {
        let mut args =
            PJRT_Executable_SizeOfGeneratedCodeInBytes_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the executable is alive.
        Ok(implemented(unsafe { self.handle.api().call(&mut args) })?.map(|()| args.size_in_bytes))
    }

    /// The compiler's memory plan for one device.
    pub fn compiled_memory_stats(&self) -> Result<CompiledMemoryStats> {
        // A plugin that is too old for the last fields leaves them unchanged. No plan has this number of
        // bytes.
        const UNSET: i64 = i64::MIN;
        let mut args = PJRT_Executable_GetCompiledMemoryStats_Args {
            executable: self.as_ptr(),
            peak_memory_in_bytes: UNSET,
            total_size_in_bytes: UNSET,
            ..AbiStruct::new()
        };
        // SAFETY: the executable is alive.
        unsafe { self.handle.api().call(&mut args)? };
        let if_set = |bytes: i64| (bytes != UNSET).then_some(bytes);
        Ok(CompiledMemoryStats {
            generated_code: args.generated_code_size_in_bytes,
            arguments: args.argument_size_in_bytes,
            outputs: args.output_size_in_bytes,
            aliased: args.alias_size_in_bytes,
            temporaries: args.temp_size_in_bytes,
            peak: if_set(args.peak_memory_in_bytes),
            total: if_set(args.total_size_in_bytes),
        })
    }

    /// The compiler's cost estimates, such as `flops`. Each plugin has its own names.
    pub fn cost_analysis(&self) -> Result<Attributes> {
        let mut args = PJRT_Executable_GetCostAnalysis_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the executable is alive, and its properties live as long.
        unsafe {
            self.handle.api().call(&mut args)?;
            Ok(Attributes::read(args.properties, args.num_properties))
        }
    }

    /// The program after the compiler's optimizations.
    pub fn optimized_program(&self) -> Result<OptimizedProgram> {
        let api = self.handle.api();
        let mut program = PJRT_Program::new();
        let mut args = PJRT_Executable_OptimizedProgram_Args {
            executable: self.as_ptr(),
            program: &mut program,
            ..AbiStruct::new()
        };
        // SAFETY: the executable is alive. With a null `code` the call writes the size only.
        unsafe { api.call(&mut args)? };
        // SAFETY: `args.program` points to `program`, and the call is over.
        let mut code = vec![0u8; unsafe { (*args.program).code_size }];
        // SAFETY: as above; the second call writes no more bytes than the size that the first call reported.
        unsafe {
            (*args.program).code = code.as_mut_ptr().cast();
            api.call(&mut args)?;
            let program = args.program.read();
            code.truncate(program.code_size);
            Ok(OptimizedProgram { format: text(program.format, program.format_size), code })
        }
    }

    pub(crate) fn as_ptr(&self) -> *mut PJRT_Executable {
        self.handle.as_ptr()
    }

    pub(crate) fn api(&self) -> Api {
        self.handle.api()
    }
}

impl fmt::Debug for Executable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Executable { name, num_replicas, num_partitions, num_outputs, .. } = self;
        write!(f, "Executable({name:?}, {num_replicas}x{num_partitions} devices, {num_outputs} outputs)")
    }
}
