//! Clients: the processor opened for work, with its cores.

use std::sync::Arc;

use pjrt::abi::*;
use pjrt::{ErrorKind, NamedValue};
use processor::{Cores, Numerics};

use crate::caller::Caller;
use crate::device::Device;
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::executable::{LoadedExecutable, compile};
use crate::handle::{Handle, Pointers};
use crate::options::Options;

/// The platform's name, which programs choose it by.
const PLATFORM: &str = "labora";

/// What a client and everything made with it share.
pub struct Shared {
    pub options: Options,
    pub cores: Cores,
    pub devices: Vec<Arc<Device>>,
    /// The devices' handles, as a list for the API.
    handles: Pointers<PJRT_Device>,
    memories: Pointers<PJRT_Memory>,
    version: String,
}

/// A client: what its caller holds.
pub struct Client(Arc<Shared>);

// SAFETY: client handles are made by `into_handle` only.
unsafe impl Handle for Client {
    type C = PJRT_Client;
    const NAME: &'static str = "client";
}

impl Client {
    fn new(options: Options) -> Result<Self> {
        let kind = match options.numerics {
            Numerics::Tpu => "Labora software TPU core",
            Numerics::Float32 | Numerics::Highest => "Labora CPU core",
        };
        let numerics = options.numerics.name();
        let devices: Vec<Arc<Device>> = (0..options.cores as i32)
            .map(|id| {
                let attributes = vec![
                    ("core_on_chip", NamedValue::Int64(i64::from(id % 2))),
                    ("chip", NamedValue::Int64(i64::from(id / 2))),
                    ("numerics", NamedValue::String(numerics.into())),
                    ("isa", NamedValue::String(options.isa.name().into())),
                    ("threads", NamedValue::Int64(options.threads as i64)),
                ];
                Device::placed(id, kind, attributes)
            })
            .collect();
        let handles = devices.iter().map(|d| d.as_handle()).collect();
        let memories = devices.iter().map(|d| Ok(d.memory()?.as_handle())).collect::<Result<_>>()?;
        let version = format!("{} {} ({numerics}, {})", PLATFORM, env!("CARGO_PKG_VERSION"), options.isa.name());
        let cores = Cores::new(options.threads);
        let shared = Arc::new(Shared { options, cores, devices, handles, memories, version });
        shared.devices.iter().for_each(|d| d.belongs_to(&shared));
        Ok(Self(shared))
    }
}

impl Shared {
    /// The core of that number.
    pub fn device(&self, id: i64) -> Result<&Device> {
        let device = usize::try_from(id).ok().and_then(|id| self.devices.get(id));
        device.map(|d| &**d).ok_or_else(|| {
            Error::invalid(format!("there is no device {id}: this client has devices 0 to {}", self.devices.len() - 1))
        })
    }
}

/// The machine's memory, which all cores share; 0 where the system does not tell.
pub fn host_memory_bytes() -> i64 {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = info.lines().find_map(|l| l.strip_prefix("MemTotal:"));
    line.and_then(|l| l.split_whitespace().next()?.parse::<i64>().ok()).map_or(0, |kib| kib * 1024)
}

fn shared<'c>(caller: Caller<'c>, client: *mut PJRT_Client) -> Result<&'c Arc<Shared>> {
    Ok(&caller.get::<Client>(client)?.0)
}

impl Call for PJRT_Client_Create_Args {
    const SMALLEST: usize = pjrt::field_end!(Self, client);

    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let given = caller.attributes(self.create_options, self.num_options);
        self.client = Client::new(Options::read(&given)?)?.into_handle();
        Ok(())
    }
}

impl Call for PJRT_Client_Destroy_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.destroy::<Client>(self.client);
        Ok(())
    }
}

impl Call for PJRT_Client_PlatformName_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        shared(caller, self.client)?;
        (self.platform_name, self.platform_name_size) = (PLATFORM.as_ptr().cast(), PLATFORM.len());
        Ok(())
    }
}

impl Call for PJRT_Client_PlatformVersion_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let version = &shared(caller, self.client)?.version;
        (self.platform_version, self.platform_version_size) = (version.as_ptr().cast(), version.len());
        Ok(())
    }
}

impl Call for PJRT_Client_ProcessIndex_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        shared(caller, self.client)?;
        self.process_index = 0;
        Ok(())
    }
}

impl Call for PJRT_Client_Devices_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let handles = &shared(caller, self.client)?.handles;
        (self.devices, self.num_devices) = (handles.as_ptr(), handles.len());
        Ok(())
    }
}

impl Call for PJRT_Client_AddressableDevices_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let handles = &shared(caller, self.client)?.handles;
        (self.addressable_devices, self.num_addressable_devices) = (handles.as_ptr(), handles.len());
        Ok(())
    }
}

impl Call for PJRT_Client_LookupDevice_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.device = shared(caller, self.client)?.device(i64::from(self.id))?.as_handle();
        Ok(())
    }
}

impl Call for PJRT_Client_LookupAddressableDevice_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.addressable_device = shared(caller, self.client)?.device(i64::from(self.local_hardware_id))?.as_handle();
        Ok(())
    }
}

impl Call for PJRT_Client_AddressableMemories_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let memories = &shared(caller, self.client)?.memories;
        (self.addressable_memories, self.num_addressable_memories) = (memories.as_ptr(), memories.len());
        Ok(())
    }
}

impl Call for PJRT_Client_DefaultDeviceAssignment_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let shared = shared(caller, self.client)?;
        let needed = i64::from(self.num_replicas) * i64::from(self.num_partitions);
        if needed < 0 || needed as usize > shared.devices.len() || (needed as usize) > self.default_assignment_size {
            return Err(Error::invalid(format!(
                "{} replicas of {} partitions were asked for; this client has {} devices and the array {} places",
                self.num_replicas,
                self.num_partitions,
                shared.devices.len(),
                self.default_assignment_size
            )));
        }
        let ids: Vec<i32> = (0..needed as i32).collect();
        caller.write(self.default_assignment, &ids, "default assignment")
    }
}

impl Call for PJRT_Client_Compile_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let shared = shared(caller, self.client)?;
        let program = caller.fields(self.program).ok_or_else(|| Error::invalid("the program is null"))?;
        let format = caller.text(program.format, program.format_size, "program's format")?;
        if format != "mlir" {
            return Err(Error::new(
                ErrorKind::Unimplemented,
                format!("programs are taken in format \"mlir\" (StableHLO), not {format:?}"),
            ));
        }
        let code = caller.slice(program.code.cast_const().cast::<u8>(), program.code_size, "program")?;
        let options = caller.slice(self.compile_options.cast::<u8>(), self.compile_options_size, "compile options")?;
        let executable: LoadedExecutable = compile(shared, code, options)?;
        self.executable = executable.into_handle();
        Ok(())
    }
}

// What a process of several machines would tell; this client is one process.
impl Call for PJRT_Client_UpdateGlobalProcessInfo_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        shared(caller, self.client).map(|_| ())
    }
}
