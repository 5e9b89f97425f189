//! Loaded executables: programs compiled for certain devices.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pjrt::abi::*;
use pjrt::{CompileOptions, ErrorKind};
use stablehlo::Module;

use crate::caller::Caller;
use crate::client::Shared;
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::handle::{Handle, Pointers};
use crate::program::{Executable, Program};

/// A program loaded onto devices: replica `i` runs on `devices[i]`.
pub struct LoadedExecutable {
    pub client: Arc<Shared>,
    pub program: Arc<Program>,
    pub devices: Vec<i32>,
    /// The devices' handles, as a list for the API.
    handles: Pointers<PJRT_Device>,
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
    let handles = devices.iter().map(|id| Ok(client.device(i64::from(*id))?.as_handle())).collect::<Result<_>>()?;
    let compile_options = processor::CompileOptions {
        numerics: client.options.numerics,
        isa: Some(client.options.isa),
        ..processor::CompileOptions::default()
    };
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

/// The processor's error as one of the API's.
pub fn from_processor(error: processor::Error) -> Error {
    let kind = match error.kind() {
        processor::ErrorKind::Unsupported => ErrorKind::Unimplemented,
        processor::ErrorKind::Internal => ErrorKind::Internal,
        _ => ErrorKind::InvalidArgument,
    };
    Error::new(kind, error.to_string())
}

impl LoadedExecutable {
    /// Whether the caller has deleted it.
    pub fn is_deleted(&self) -> bool {
        self.deleted.load(Ordering::Acquire)
    }
}

impl Call for PJRT_LoadedExecutable_Destroy_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.destroy::<LoadedExecutable>(self.executable);
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_GetExecutable_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let program = caller.get::<LoadedExecutable>(self.loaded_executable)?.program.clone();
        self.executable = Executable(program).into_handle();
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_AddressableDevices_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let handles = &caller.get::<LoadedExecutable>(self.executable)?.handles;
        (self.addressable_devices, self.num_addressable_devices) = (handles.as_ptr(), handles.len());
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let count = caller.get::<LoadedExecutable>(self.executable)?.devices.len();
        let places = self.num_addressable_device_logical_ids;
        let id = |replica| PJRT_LogicalDeviceIds { replica: replica as i32, partition: 0 };
        let ids: Vec<PJRT_LogicalDeviceIds> = (0..count.min(places)).map(id).collect();
        caller.write(self.addressable_device_logical_ids, &ids, "list of logical ids")?;
        self.num_addressable_device_logical_ids = count;
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_GetDeviceAssignment_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let assignment = &caller.get::<LoadedExecutable>(self.executable)?.assignment;
        (self.serialized_bytes, self.serialized_bytes_size) = (assignment.as_ptr().cast(), assignment.len());
        // The bytes are the executable's own; callers call the deleter without looking whether there is one.
        self.serialized_device_assignment = std::ptr::null_mut();
        self.serialized_device_assignment_deleter = Some(nothing_to_delete);
        Ok(())
    }
}

unsafe extern "C" fn nothing_to_delete(_: *mut PJRT_DeviceAssignmentSerialized) {}

impl Call for PJRT_LoadedExecutable_Delete_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.get::<LoadedExecutable>(self.executable)?.deleted.store(true, Ordering::Release);
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_IsDeleted_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.is_deleted = caller.get::<LoadedExecutable>(self.executable)?.is_deleted().into();
        Ok(())
    }
}

impl Call for PJRT_LoadedExecutable_Fingerprint_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let text = &caller.get::<LoadedExecutable>(self.executable)?.program.fingerprint;
        (self.executable_fingerprint, self.executable_fingerprint_size) = (text.as_ptr().cast(), text.len());
        Ok(())
    }
}
