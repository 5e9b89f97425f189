//! Executables: compiled programs, and their runs.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pjrt::abi::*;
use pjrt::{CompileOptions, ErrorKind, NamedValue, NamedValueList};
use processor::Argument;
use stablehlo::Module;

use crate::buffer::{Buffer, raw_type};
use crate::client::Shared;
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::handle::{Handle, destroy, get, slice};

/// A compiled program, and what the API wants told of it as arrays that live as long.
struct Program {
    executable: processor::Executable,
    /// What it needs of memory on the client's threads.
    memory: processor::MemoryStats,
    name: String,
    fingerprint: String,
    output_types: Vec<PJRT_Buffer_Type>,
    output_dims: Vec<i64>,
    output_ranks: Vec<usize>,
    /// `"device"` for each output.
    memory_kinds: Vec<usize>,
    memory_kind_sizes: Vec<usize>,
    costs: NamedValueList,
}

const MEMORY_KIND: &str = "device";

/// A program, not loaded onto devices.
pub struct Executable(Arc<Program>);

// SAFETY: executable handles are made by `into_handle` only.
unsafe impl Handle for Executable {
    type C = PJRT_Executable;
    const NAME: &'static str = "executable";
}

/// A program loaded onto devices: replica `i` runs on `devices[i]`.
pub struct LoadedExecutable {
    client: Arc<Shared>,
    program: Arc<Program>,
    devices: Vec<i32>,
    /// The devices' handles, as a list for the API.
    handles: Vec<usize>,
    /// A serialized `DeviceAssignmentProto`.
    assignment: Vec<u8>,
    deleted: AtomicBool,
}

// SAFETY: loaded executable handles are made by `into_handle` only.
unsafe impl Handle for LoadedExecutable {
    type C = PJRT_LoadedExecutable;
    const NAME: &'static str = "loaded executable";
}

/// What portable artifacts begin with (MLIR bytecode).
const BYTECODE: &[u8] = b"ML\xefR";

/// Compiles a program's text.
pub fn compile(client: &Arc<Shared>, code: &[u8], options: &[u8]) -> Result<LoadedExecutable> {
    if code.starts_with(BYTECODE) {
        let message = "programs are read as StableHLO text; this one is MLIR bytecode (a portable artifact)";
        return Err(Error::new(ErrorKind::Unimplemented, message));
    }
    let code = std::str::from_utf8(code).map_err(|e| Error::invalid(format!("the program is not UTF-8 text: {e}")))?;
    let options = CompileOptions::decode(options).map_err(|e| Error::invalid(e.to_string()))?;
    let mut module = Module::parse(code)?;
    if options.num_partitions > 1 {
        let message = format!("{} partitions were asked for; programs run in replicas here", options.num_partitions);
        return Err(Error::new(ErrorKind::Unimplemented, message));
    }
    module.num_replicas = options.num_replicas;
    stablehlo::verify(&module)?;

    let devices = assigned_devices(client, &options)?;
    let handles =
        devices.iter().map(|id| Ok(client.device(i64::from(*id))?.as_handle() as usize)).collect::<Result<_>>()?;
    let compile_options =
        processor::CompileOptions { numerics: client.options.numerics, isa: Some(client.options.isa) };
    let executable = processor::compile(&module, &compile_options).map_err(from_processor)?;
    let mut hasher = DefaultHasher::new();
    (code, options.num_replicas, format!("{:?}", client.options)).hash(&mut hasher);
    let program = Program::new(executable, client.options.threads, module.name, format!("{:016x}", hasher.finish()));
    let assignment = pjrt::DeviceAssignment::replicas(devices.iter().copied()).encode();
    let deleted = AtomicBool::new(false);
    Ok(LoadedExecutable { client: client.clone(), program: Arc::new(program), devices, handles, assignment, deleted })
}

/// The device of each replica: as the options say, else the first ones.
fn assigned_devices(client: &Shared, options: &CompileOptions) -> Result<Vec<i32>> {
    let devices: Vec<i32> = match &options.device_assignment {
        Some(a) => (0..a.num_replicas()).filter_map(|r| i32::try_from(a.device_id(r, 0)?).ok()).collect(),
        None => (0..options.num_replicas as i32).collect(),
    };
    if devices.len() != options.num_replicas || devices.len() > client.devices.len() {
        return Err(Error::invalid(format!(
            "a program of {} replicas cannot be loaded onto {} of this client's {} devices",
            options.num_replicas,
            devices.len(),
            client.devices.len()
        )));
    }
    devices.iter().try_for_each(|id| client.device(i64::from(*id)).map(|_| ()))?;
    Ok(devices)
}

fn from_processor(error: processor::Error) -> Error {
    let kind = match error.kind() {
        processor::ErrorKind::Unsupported => ErrorKind::Unimplemented,
        processor::ErrorKind::Internal => ErrorKind::Internal,
        _ => ErrorKind::InvalidArgument,
    };
    Error::new(kind, error.to_string())
}

impl Program {
    fn new(executable: processor::Executable, threads: usize, name: String, fingerprint: String) -> Self {
        let results = executable.result_types();
        let output_types = results.iter().map(|t| raw_type(t.element)).collect();
        let output_ranks = results.iter().map(|t| t.rank()).collect();
        let output_dims = results.iter().flat_map(|t| t.dims.iter().map(|d| *d as i64)).collect();
        let count = results.len();
        let costs = NamedValueList::new([("flops", NamedValue::Float(executable.flops() as f32))]);
        Self {
            memory: executable.memory(threads),
            executable,
            name,
            fingerprint,
            output_types,
            output_dims,
            output_ranks,
            memory_kinds: vec![MEMORY_KIND.as_ptr() as usize; count],
            memory_kind_sizes: vec![MEMORY_KIND.len(); count],
            costs,
        }
    }
}

impl LoadedExecutable {
    /// Runs on all its devices; `arguments` and the answer are lists of each device's.
    fn run(&self, arguments: &[&[*mut PJRT_Buffer]], kept: &[i64]) -> Result<Vec<Vec<Buffer>>> {
        let arguments = arguments.iter().map(|list| list.iter().map(|b| get::<Buffer>(*b)).collect());
        let arguments = arguments.collect::<Result<Vec<Vec<&Buffer>>>>()?;
        self.check(&arguments)?;
        // Only now, with everything checked, are donated buffers taken: an error before costs the caller nothing.
        let executable = &self.program.executable;
        let donated = |i: usize| executable.aliases()[i].is_some() && !kept.contains(&(i as i64));
        let arguments = arguments.iter().map(|list| {
            let argument = |(i, b): (usize, &&Buffer)| {
                Ok(if donated(i) { Argument::Donate(b.take()?) } else { Argument::Borrow(b.memory()?) })
            };
            list.iter().enumerate().map(argument).collect()
        });
        let arguments = arguments.collect::<Result<Vec<Vec<Argument>>>>()?;
        let results = executable.run(&self.client.cores, arguments).map_err(from_processor)?;
        let on = |device: i32| move |memory| Buffer::new(self.client.clone(), device, memory);
        Ok(results.into_iter().zip(&self.devices).map(|(list, d)| list.into_iter().map(on(*d)).collect()).collect())
    }

    /// Finds what is wrong with arguments before anything is touched.
    fn check(&self, arguments: &[Vec<&Buffer>]) -> Result<()> {
        let name = &self.program.name;
        if self.deleted.load(Ordering::Acquire) {
            return Err(Error::new(ErrorKind::FailedPrecondition, format!("executable {name} was deleted")));
        }
        if arguments.len() != self.devices.len() {
            let (given, devices) = (arguments.len(), self.devices.len());
            return Err(Error::invalid(format!("executable {name} runs on {devices} devices, not on {given}")));
        }
        let types = self.program.executable.param_types();
        for (list, device) in arguments.iter().zip(&self.devices) {
            if list.len() != types.len() {
                let (given, wanted) = (list.len(), types.len());
                return Err(Error::invalid(format!("executable {name} takes {wanted} arguments, {given} were given")));
            }
            for (i, (buffer, ty)) in list.iter().zip(types).enumerate() {
                if buffer.ty() != ty {
                    let given = buffer.ty();
                    return Err(Error::invalid(format!("argument {i} of executable {name} is {ty}, not {given}")));
                }
                if buffer.device()?.id() != *device {
                    let lies = buffer.device()?.id();
                    let message =
                        format!("argument {i} of executable {name} has to lie on device {device}, not {lies}");
                    return Err(Error::invalid(message));
                }
                buffer.memory().map_err(|_| {
                    let message = format!("argument {i} of executable {name} was deleted or donated before");
                    Error::new(ErrorKind::FailedPrecondition, message)
                })?;
            }
        }
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_Execute_Args {
    fn call(&mut self) -> Result<()> {
        let executable = get::<LoadedExecutable>(self.executable)?;
        // SAFETY: the caller passes null or options that live during the call; the two fields read stand in every version.
        let kept = unsafe { self.options.as_ref() }
            .map_or(&[][..], |o| slice(o.non_donatable_input_indices, o.num_non_donatable_input_indices));
        let lists = slice(self.argument_lists, self.num_devices);
        let arguments: Vec<&[*mut PJRT_Buffer]> = if self.num_args == 0 {
            vec![&[]; self.num_devices]
        } else {
            lists.iter().map(|list| slice(*list, self.num_args)).collect()
        };
        let results = executable.run(&arguments, kept)?;
        for (device, list) in results.into_iter().enumerate() {
            for (i, buffer) in list.into_iter().enumerate() {
                // SAFETY: the caller's output lists have a place for each device's outputs.
                unsafe { (*self.output_lists.add(device)).add(i).write(buffer.into_handle()) };
            }
            if !self.device_complete_events.is_null() {
                // SAFETY: where the list is given, it has a place for each device.
                unsafe { self.device_complete_events.add(device).write(Event::come().into_handle()) };
            }
        }
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_Destroy_Args {
    fn call(&mut self) -> Result<()> {
        destroy::<LoadedExecutable>(self.executable);
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_GetExecutable_Args {
    fn call(&mut self) -> Result<()> {
        let program = get::<LoadedExecutable>(self.loaded_executable)?.program.clone();
        self.executable = Executable(program).into_handle();
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_AddressableDevices_Args {
    fn call(&mut self) -> Result<()> {
        let handles = &get::<LoadedExecutable>(self.executable)?.handles;
        (self.addressable_devices, self.num_addressable_devices) = (handles.as_ptr().cast(), handles.len());
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args {
    fn call(&mut self) -> Result<()> {
        let count = get::<LoadedExecutable>(self.executable)?.devices.len();
        let places = self.num_addressable_device_logical_ids;
        for replica in 0..count.min(places) {
            let ids = PJRT_LogicalDeviceIds { replica: replica as i32, partition: 0 };
            // SAFETY: the caller's array has `places` places.
            unsafe { self.addressable_device_logical_ids.add(replica).write(ids) };
        }
        self.num_addressable_device_logical_ids = count;
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_GetDeviceAssignment_Args {
    fn call(&mut self) -> Result<()> {
        let assignment = &get::<LoadedExecutable>(self.executable)?.assignment;
        (self.serialized_bytes, self.serialized_bytes_size) = (assignment.as_ptr().cast(), assignment.len());
        // The bytes are the executable's own; callers call the deleter without looking whether there is one.
        self.serialized_device_assignment = std::ptr::null_mut();
        self.serialized_device_assignment_deleter = Some(nothing_to_delete);
        Ok(())
    }
}

unsafe extern "C" fn nothing_to_delete(_: *mut PJRT_DeviceAssignmentSerialized) {}

impl Call for PJRT_LoadedExecutable_Delete_Args {
    fn call(&mut self) -> Result<()> {
        get::<LoadedExecutable>(self.executable)?.deleted.store(true, Ordering::Release);
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_IsDeleted_Args {
    fn call(&mut self) -> Result<()> {
        self.is_deleted = get::<LoadedExecutable>(self.executable)?.deleted.load(Ordering::Acquire);
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_Fingerprint_Args {
    fn call(&mut self) -> Result<()> {
        let text = &get::<LoadedExecutable>(self.executable)?.program.fingerprint;
        (self.executable_fingerprint, self.executable_fingerprint_size) = (text.as_ptr().cast(), text.len());
        Ok(())
    }
}

fn program<'a>(executable: *const PJRT_Executable) -> Result<&'a Program> {
    Ok(&get::<Executable>(executable)?.0)
}

impl Call for PJRT_Executable_Destroy_Args {
    fn call(&mut self) -> Result<()> {
        destroy::<Executable>(self.executable);
        Ok(())
    }
}

impl Call for PJRT_Executable_Name_Args {
    fn call(&mut self) -> Result<()> {
        let name = &program(self.executable)?.name;
        (self.executable_name, self.executable_name_size) = (name.as_ptr().cast(), name.len());
        Ok(())
    }
}

impl Call for PJRT_Executable_NumReplicas_Args {
    fn call(&mut self) -> Result<()> {
        self.num_replicas = program(self.executable)?.executable.num_replicas();
        Ok(())
    }
}

impl Call for PJRT_Executable_NumPartitions_Args {
    fn call(&mut self) -> Result<()> {
        program(self.executable)?;
        self.num_partitions = 1;
        Ok(())
    }
}

impl Call for PJRT_Executable_NumOutputs_Args {
    fn call(&mut self) -> Result<()> {
        self.num_outputs = program(self.executable)?.output_types.len();
        Ok(())
    }
}

impl Call for PJRT_Executable_SizeOfGeneratedCodeInBytes_Args {
    fn call(&mut self) -> Result<()> {
        self.size_in_bytes = program(self.executable)?.memory.generated_code_bytes as i64;
        Ok(())
    }
}

impl Call for PJRT_Executable_Fingerprint_Args {
    fn call(&mut self) -> Result<()> {
        let text = &program(self.executable)?.fingerprint;
        (self.executable_fingerprint, self.executable_fingerprint_size) = (text.as_ptr().cast(), text.len());
        Ok(())
    }
}

impl Call for PJRT_Executable_GetCostAnalysis_Args {
    fn call(&mut self) -> Result<()> {
        let costs = &program(self.executable)?.costs;
        (self.properties, self.num_properties) = (costs.as_ptr(), costs.len());
        Ok(())
    }
}

impl Call for PJRT_Executable_GetCompiledMemoryStats_Args {
    fn call(&mut self) -> Result<()> {
        let memory = &program(self.executable)?.memory;
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
    fn call(&mut self) -> Result<()> {
        let types = &program(self.executable)?.output_types;
        (self.output_types, self.num_output_types) = (types.as_ptr().cast_mut(), types.len());
        Ok(())
    }
}

impl Call for PJRT_Executable_OutputDimensions_Args {
    fn call(&mut self) -> Result<()> {
        let program = program(self.executable)?;
        self.num_outputs = program.output_ranks.len();
        (self.dims, self.dim_sizes) = (program.output_dims.as_ptr(), program.output_ranks.as_ptr());
        Ok(())
    }
}

impl Call for PJRT_Executable_OutputMemoryKinds_Args {
    fn call(&mut self) -> Result<()> {
        let program = program(self.executable)?;
        self.num_outputs = program.memory_kinds.len();
        (self.memory_kinds, self.memory_kind_sizes) =
            (program.memory_kinds.as_ptr().cast(), program.memory_kind_sizes.as_ptr());
        Ok(())
    }
}
