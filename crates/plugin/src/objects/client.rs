//! Clients: the opened processor with its devices.

use std::sync::Arc;

use pjrt::NamedValue;
use pjrt::abi::{PJRT_Client, PJRT_Device, PJRT_Memory};
use processor::{Cores, Numerics};

use crate::error::{Error, Result};
use crate::handle::{Handle, Pointers};
use crate::objects::device::{Device, DeviceDescription};
use crate::options::Options;

/// The name by which programs choose the platform.
pub const PLATFORM_NAME: &str = "labora";
/// The index of the one process of a client.
pub const PROCESS_INDEX: i32 = 0;

/// A client. The caller and everything that belongs to the client share it.
pub struct Client {
    options: Options,
    cores: Cores,
    devices: Vec<Arc<Device>>,
    /// The handles of the devices, as a list for callers.
    device_handles: Pointers<PJRT_Device>,
    /// The handles of the devices' memories, as a list for callers.
    memory_handles: Pointers<PJRT_Memory>,
    platform_version: String,
}

// SAFETY: client handles are made by `into_handle` of an `Arc<Client>` only.
unsafe impl Handle for Arc<Client> {
    type C = PJRT_Client;
    const NAME: &'static str = "client";
}

impl Client {
    pub fn new(options: Options) -> Arc<Self> {
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
                Device::new(DeviceDescription::new(id, kind, attributes), options.cores)
            })
            .collect();
        let device_handles = devices.iter().map(|d| d.as_handle()).collect();
        let memory_handles = devices.iter().map(|d| d.memory().as_handle()).collect();
        let isa = options.isa.name();
        let platform_version = format!("{PLATFORM_NAME} {} ({numerics}, {isa})", env!("CARGO_PKG_VERSION"));
        let cores = Cores::new(options.threads);
        Arc::new(Self { options, cores, devices, device_handles, memory_handles, platform_version })
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The threads that run programs.
    pub fn cores(&self) -> &Cores {
        &self.cores
    }

    pub fn num_devices(&self) -> usize {
        self.devices.len()
    }

    /// The device with an id.
    ///
    /// # Errors
    /// There is no such device.
    pub fn device(&self, id: i64) -> Result<&Arc<Device>> {
        let device = usize::try_from(id).ok().and_then(|id| self.devices.get(id));
        device.ok_or_else(|| {
            Error::invalid(format!("there is no device {id}: this client has devices 0 to {}", self.num_devices() - 1))
        })
    }

    pub fn device_handles(&self) -> &Pointers<PJRT_Device> {
        &self.device_handles
    }

    pub fn memory_handles(&self) -> &Pointers<PJRT_Memory> {
        &self.memory_handles
    }

    pub fn platform_version(&self) -> &str {
        &self.platform_version
    }
}
