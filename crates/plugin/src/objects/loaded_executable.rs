//! Loaded executables: programs compiled for certain devices.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pjrt::abi::{PJRT_Device, PJRT_LoadedExecutable};
use pjrt::{CompileOptions, DeviceAssignment, ErrorKind};
use stablehlo::Module;

use crate::error::{Error, Result};
use crate::handle::{Handle, Pointers};
use crate::objects::client::Client;
use crate::objects::executable::Executable;

/// A program loaded onto devices: replica `i` runs on `devices[i]`.
pub struct LoadedExecutable {
    client: Arc<Client>,
    executable: Arc<Executable>,
    /// The ids of the devices.
    devices: Vec<i32>,
    /// The handles of the devices, as a list for callers.
    device_handles: Pointers<PJRT_Device>,
    /// The serialized `DeviceAssignmentProto`.
    device_assignment: Vec<u8>,
    is_deleted: AtomicBool,
}

// SAFETY: loaded executable handles are made by `into_handle` only.
unsafe impl Handle for LoadedExecutable {
    type C = PJRT_LoadedExecutable;
    const NAME: &'static str = "loaded executable";
}

impl LoadedExecutable {
    /// Compiles a StableHLO program, text or a portable artifact. `options` is a serialized
    /// `CompileOptionsProto`.
    pub fn compile(client: &Arc<Client>, code: &[u8], options: &[u8]) -> Result<Self> {
        let options = CompileOptions::decode(options)?;
        let mut module = Module::read(code)?;
        if options.num_partitions > 1 {
            let message = format!("{} partitions were requested; only replicas are supported", options.num_partitions);
            return Err(Error::new(ErrorKind::Unimplemented, message));
        }
        module.num_replicas = options.num_replicas;
        stablehlo::verify(&module)?;

        let devices = assigned_devices(client, &options)?;
        let device_handles =
            devices.iter().map(|id| Ok(client.device(i64::from(*id))?.as_handle())).collect::<Result<_>>()?;
        let device_assignment = DeviceAssignment::replicas(devices.iter().copied()).encode();
        let client_options = client.options();
        let compile_options = processor::CompileOptions {
            numerics: client_options.numerics,
            isa: Some(client_options.isa),
            ..processor::CompileOptions::default()
        };
        let compiled = processor::compile(&module, &compile_options)?;
        let mut hasher = DefaultHasher::new();
        (code, options.num_replicas, format!("{client_options:?}")).hash(&mut hasher);
        let fingerprint = format!("{:016x}", hasher.finish());
        let executable = Arc::new(Executable::new(compiled, client_options.threads, module.name, fingerprint));
        let is_deleted = AtomicBool::new(false);
        Ok(Self { client: client.clone(), executable, devices, device_handles, device_assignment, is_deleted })
    }

    pub fn client(&self) -> &Arc<Client> {
        &self.client
    }

    pub fn executable(&self) -> &Arc<Executable> {
        &self.executable
    }

    /// The ids of the devices, in the order of replicas.
    pub fn devices(&self) -> &[i32] {
        &self.devices
    }

    pub fn device_handles(&self) -> &Pointers<PJRT_Device> {
        &self.device_handles
    }

    /// The serialized `DeviceAssignmentProto`.
    pub fn device_assignment(&self) -> &[u8] {
        &self.device_assignment
    }

    /// Marks the executable as deleted. It cannot run afterwards.
    pub fn delete(&self) {
        self.is_deleted.store(true, Ordering::Release);
    }

    pub fn is_deleted(&self) -> bool {
        self.is_deleted.load(Ordering::Acquire)
    }
}

/// The device of each replica: as in the options, by default the first devices.
fn assigned_devices(client: &Client, options: &CompileOptions) -> Result<Vec<i32>> {
    let devices: Vec<i32> = match &options.device_assignment {
        Some(a) => (0..a.num_replicas()).filter_map(|r| i32::try_from(a.device_id(r, 0)?).ok()).collect(),
        None => (0..options.num_replicas as i32).collect(),
    };
    if devices.len() != options.num_replicas || devices.len() > client.num_devices() {
        return Err(Error::invalid(format!(
            "a program of {} replicas cannot be loaded onto {} of this client's {} devices",
            options.num_replicas,
            devices.len(),
            client.num_devices()
        )));
    }
    devices.iter().try_for_each(|id| client.device(i64::from(*id)).map(drop))?;
    Ok(devices)
}
