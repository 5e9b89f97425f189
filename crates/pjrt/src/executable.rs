//! Programs, before and after compilation.

use std::fmt;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::abi::*;
use crate::buffer::{read_dims, read_element_type};
use crate::call::{Api, handle, slice, text};
use crate::client::{Client, ClientHandle, find_device};
use crate::device::{Device, optional};
use crate::element_type::ElementType;
use crate::error::{Error, ErrorKind, Result};
use crate::memory_stats::CompiledMemoryStats;
use crate::named_value::Attributes;
use crate::plugin::Plugin;

/// A program to compile, with the name of its format.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// The program's text or bytes.
    pub code: &'a [u8],
    /// `mlir` (StableHLO as text or as bytecode), `hlo` or `hlo_with_config`.
    pub format: &'a str,
}

impl<'a> Program<'a> {
    /// A StableHLO program, as text or as bytecode.
    pub fn mlir(code: &'a (impl AsRef<[u8]> + ?Sized)) -> Program<'a> {
        Program { code: code.as_ref(), format: "mlir" }
    }

    /// The C struct; it points at `self`'s memory and is only read.
    pub(crate) fn raw(&self) -> PJRT_Program {
        PJRT_Program {
            code: self.code.as_ptr().cast_mut().cast(),
            code_size: self.code.len(),
            format: self.format.as_ptr().cast(),
            format_size: self.format.len(),
            ..AbiStruct::new()
        }
    }
}

impl<'a> From<&'a str> for Program<'a> {
    fn from(text: &'a str) -> Program<'a> {
        Program::mlir(text)
    }
}

impl<'a> From<&'a String> for Program<'a> {
    fn from(text: &'a String) -> Program<'a> {
        Program::mlir(text)
    }
}

/// Type and dimensions of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputSpec {
    /// The type of the elements.
    pub element_type: ElementType,
    /// The dimensions.
    pub dims: Vec<usize>,
}

/// What the compiler made of a program, in its own format.
#[derive(Clone, Debug)]
pub struct OptimizedProgram {
    /// The name of the format, such as `hlo_with_config`.
    pub format: String,
    /// The program.
    pub code: Vec<u8>,
}

/// A compiled program.
pub struct Executable {
    api: Api,
    raw: NonNull<PJRT_Executable>,
    /// Kept alive for the executable; none if it was compiled without a client.
    _client: Option<Arc<ClientHandle>>,
    name: String,
    num_replicas: usize,
    num_partitions: usize,
    num_outputs: usize,
}

// SAFETY: PJRT executables may be used from any thread.
unsafe impl Send for Executable {}
// SAFETY: as above.
unsafe impl Sync for Executable {}

impl Drop for Executable {
    fn drop(&mut self) {
        let mut args = PJRT_Executable_Destroy_Args { executable: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the executable is alive and ours. An error cannot be reported from here and leaves nothing to do.
        let _ = unsafe { self.api.call(&mut args) };
    }
}

impl Executable {
    /// # Safety
    /// `raw` is an executable of this plugin, and of the client if there is one, that nobody else frees.
    pub(crate) unsafe fn from_raw(
        api: Api,
        raw: NonNull<PJRT_Executable>,
        client: Option<Arc<ClientHandle>>,
    ) -> Result<Executable> {
        // From here on dropping the value frees the handle, whatever fails below.
        let mut this = Executable {
            api,
            raw,
            _client: client,
            name: String::new(),
            num_replicas: 0,
            num_partitions: 0,
            num_outputs: 0,
        };
        let executable = raw.as_ptr();
        let mut name = PJRT_Executable_Name_Args { executable, ..AbiStruct::new() };
        let mut replicas = PJRT_Executable_NumReplicas_Args { executable, ..AbiStruct::new() };
        let mut partitions = PJRT_Executable_NumPartitions_Args { executable, ..AbiStruct::new() };
        let mut outputs = PJRT_Executable_NumOutputs_Args { executable, ..AbiStruct::new() };
        // SAFETY: the executable is alive, and its name lives as long.
        unsafe {
            api.call(&mut name)?;
            api.call(&mut replicas)?;
            api.call(&mut partitions)?;
            api.call(&mut outputs)?;
            this.name = text(name.executable_name, name.executable_name_size);
        }
        this.num_replicas = replicas.num_replicas;
        this.num_partitions = partitions.num_partitions;
        this.num_outputs = outputs.num_outputs;
        Ok(this)
    }

    /// The program's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many replicas it was compiled for.
    pub fn num_replicas(&self) -> usize {
        self.num_replicas
    }

    /// How many partitions each replica has.
    pub fn num_partitions(&self) -> usize {
        self.num_partitions
    }

    /// How many outputs each device gives.
    pub fn num_outputs(&self) -> usize {
        self.num_outputs
    }

    /// Types and dimensions of the outputs on each device.
    pub fn outputs(&self) -> Result<Vec<OutputSpec>> {
        let mut types = PJRT_Executable_OutputElementTypes_Args { executable: self.raw(), ..AbiStruct::new() };
        let mut shapes = PJRT_Executable_OutputDimensions_Args { executable: self.raw(), ..AbiStruct::new() };
        // SAFETY: the executable is alive, and so are its lists; the ranks add up to the number of dimensions, as the API says.
        let (types, ranks, mut dims) = unsafe {
            self.api.call(&mut types)?;
            self.api.call(&mut shapes)?;
            let ranks = slice(shapes.dim_sizes, shapes.num_outputs);
            let dims = slice(shapes.dims, ranks.iter().sum());
            (slice(types.output_types, types.num_output_types), ranks, dims)
        };
        if types.len() != ranks.len() || dims.len() != ranks.iter().sum::<usize>() {
            let message = format!("the plugin named {} output types but {} shapes", types.len(), ranks.len());
            return Err(Error::new(ErrorKind::Internal, "PJRT_Executable_OutputDimensions", message));
        }
        let outputs = types.iter().zip(ranks).map(|(&element_type, &rank)| {
            // `rank` is at most what is left: the ranks add up to the length, as just checked.
            let (shape, rest) = dims.split_at(rank);
            dims = rest;
            Ok(OutputSpec {
                element_type: read_element_type("PJRT_Executable_OutputElementTypes", element_type)?,
                dims: read_dims("PJRT_Executable_OutputDimensions", shape)?,
            })
        });
        outputs.collect()
    }

    /// Bytes that equal programs, compiled alike, share; `None` if the plugin makes none.
    pub fn fingerprint(&self) -> Result<Option<Vec<u8>>> {
        let mut args = PJRT_Executable_Fingerprint_Args { executable: self.raw(), ..AbiStruct::new() };
        // SAFETY: the executable is alive, and the fingerprint lives as long.
        unsafe {
            let done = optional(self.api.call(&mut args))?;
            let bytes = slice(args.executable_fingerprint.cast::<u8>(), args.executable_fingerprint_size);
            Ok(done.map(|()| bytes.to_vec()))
        }
    }

    /// The compiler's memory plan for one device.
    pub fn compiled_memory_stats(&self) -> Result<CompiledMemoryStats> {
        // A plugin that is too old for the last fields leaves them as they are: no plan has this many bytes.
        const UNKNOWN: i64 = i64::MIN;
        let mut args = PJRT_Executable_GetCompiledMemoryStats_Args {
            executable: self.raw(),
            peak_memory_in_bytes: UNKNOWN,
            total_size_in_bytes: UNKNOWN,
            ..AbiStruct::new()
        };
        // SAFETY: the executable is alive.
        unsafe { self.api.call(&mut args)? };
        let known = |bytes: i64| (bytes != UNKNOWN).then_some(bytes);
        Ok(CompiledMemoryStats {
            generated_code: args.generated_code_size_in_bytes,
            arguments: args.argument_size_in_bytes,
            outputs: args.output_size_in_bytes,
            aliased: args.alias_size_in_bytes,
            temporaries: args.temp_size_in_bytes,
            peak: known(args.peak_memory_in_bytes),
            total: known(args.total_size_in_bytes),
        })
    }

    /// The compiler's estimates, such as `flops`; which there are is the plugin's affair.
    pub fn cost_analysis(&self) -> Result<Attributes> {
        let mut args = PJRT_Executable_GetCostAnalysis_Args { executable: self.raw(), ..AbiStruct::new() };
        // SAFETY: the executable is alive, and so are its properties.
        unsafe {
            self.api.call(&mut args)?;
            Ok(Attributes::read(args.properties, args.num_properties))
        }
    }

    /// What the compiler made of the program.
    pub fn optimized_program(&self) -> Result<OptimizedProgram> {
        let mut program = PJRT_Program::new();
        let mut args =
            PJRT_Executable_OptimizedProgram_Args { executable: self.raw(), program: &mut program, ..AbiStruct::new() };
        // SAFETY: the executable is alive. Without memory the call only writes the size.
        unsafe { self.api.call(&mut args)? };
        // SAFETY: `args` points at it, and the call is over.
        let mut code = vec![0u8; unsafe { (*args.program).code_size }];
        // SAFETY: as above; the second call writes no more than the size that the first one named.
        unsafe {
            (*args.program).code = code.as_mut_ptr().cast();
            self.api.call(&mut args)?;
            let program = args.program.read();
            code.truncate(program.code_size);
            Ok(OptimizedProgram { format: text(program.format, program.format_size), code })
        }
    }

    fn raw(&self) -> *mut PJRT_Executable {
        self.raw.as_ptr()
    }
}

impl fmt::Debug for Executable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Executable { name, num_replicas, num_partitions, num_outputs, .. } = self;
        write!(f, "Executable({name:?}, {num_replicas}x{num_partitions} devices, {num_outputs} outputs)")
    }
}

/// A compiled program, loaded onto devices. It runs with [`execute`](LoadedExecutable::execute); what is known of the program
/// itself is the [`Executable`]'s, reached by dereferencing.
pub struct LoadedExecutable {
    raw: LoadedHandle,
    executable: Executable,
    devices: Vec<Device>,
}

/// A loaded executable of the plugin that is freed when dropped.
struct LoadedHandle {
    client: Arc<ClientHandle>,
    raw: NonNull<PJRT_LoadedExecutable>,
}

// SAFETY: PJRT executables may be used from any thread.
unsafe impl Send for LoadedHandle {}
// SAFETY: as above.
unsafe impl Sync for LoadedHandle {}

impl Drop for LoadedHandle {
    fn drop(&mut self) {
        let mut args = PJRT_LoadedExecutable_Destroy_Args { executable: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the executable is alive and ours; the plugin keeps what running work needs. An error cannot be reported.
        let _ = unsafe { self.client.api().call(&mut args) };
    }
}

impl LoadedExecutable {
    /// # Safety
    /// `raw` is a loaded executable of this client that nobody else frees.
    pub(crate) unsafe fn from_raw(client: &Client, raw: NonNull<PJRT_LoadedExecutable>) -> Result<LoadedExecutable> {
        let api = client.handle().api();
        let handle_guard = LoadedHandle { client: client.handle().clone(), raw };
        let mut inner =
            PJRT_LoadedExecutable_GetExecutable_Args { loaded_executable: raw.as_ptr(), ..AbiStruct::new() };
        let mut devices =
            PJRT_LoadedExecutable_AddressableDevices_Args { executable: raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the loaded executable is alive; the executable that comes out is ours; the devices' list lives as long as
        // the loaded executable.
        unsafe {
            api.call(&mut inner)?;
            let inner = handle("PJRT_LoadedExecutable_GetExecutable", inner.executable)?;
            let executable = Executable::from_raw(api, inner, Some(client.handle().clone()))?;
            api.call(&mut devices)?;
            let devices = slice(devices.addressable_devices, devices.num_addressable_devices)
                .iter()
                .map(|&device| find_device(client.devices(), device, "PJRT_LoadedExecutable_AddressableDevices"))
                .collect::<Result<Vec<_>>>()?;
            Ok(LoadedExecutable { raw: handle_guard, executable, devices })
        }
    }

    /// The plugin that compiled it.
    pub fn plugin(&self) -> &Plugin {
        self.raw.client.plugin()
    }

    /// This process's devices that it runs on, in the order of arguments and outputs.
    pub fn addressable_devices(&self) -> &[Device] {
        &self.devices
    }

    pub(crate) fn client(&self) -> &Arc<ClientHandle> {
        &self.raw.client
    }

    pub(crate) fn raw_loaded(&self) -> *mut PJRT_LoadedExecutable {
        self.raw.raw.as_ptr()
    }
}

impl Deref for LoadedExecutable {
    type Target = Executable;

    fn deref(&self) -> &Executable {
        &self.executable
    }
}

impl fmt::Debug for LoadedExecutable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LoadedExecutable({:?} on {:?})", self.executable, self.devices)
    }
}
