//! Clients: the opened processor with its devices.

use std::sync::Arc;

use pjrt::abi::{PJRT_Client, PJRT_Device, PJRT_Memory};
use pjrt::export::{Handle, Pointers, SharedHandle, watch_forks};
use processor::Cores;

use crate::error::{Error, Result};
use crate::memory_account::MemoryAccount;
use crate::objects::device::Device;
use crate::objects::queue::Queue;
use crate::objects::topology::Topology;
use crate::options::Options;
use crate::trace::Trace;

/// The index of the one process of a client.
pub const PROCESS_INDEX: i32 = 0;

/// A client. The caller and everything that belongs to the client share it.
pub struct Client {
    // Declared first, hence dropped first: it waits for the runs.
    queue: Queue,
    topology: Arc<Topology>,
    cores: Arc<Cores>,
    devices: Vec<Arc<Device>>,
    /// The handles of the devices, as a list for callers.
    device_handles: Pointers<PJRT_Device>,
    /// The handles of the devices' memories, as a list for callers.
    memory_handles: Pointers<PJRT_Memory>,
    memory_account: Arc<MemoryAccount>,
    trace: Option<Arc<Trace>>,
}

// SAFETY: client handles are made by `into_handle` of an `Arc<Client>` only.
unsafe impl SharedHandle for Client {
    type C = PJRT_Client;
    const NAME: &'static str = "client";
}

impl Client {
    /// A client with these options.
    ///
    /// # Errors
    /// The file of the trace cannot be created.
    pub fn new(options: Options) -> Result<Arc<Self>> {
        watch_forks();
        let trace = options.trace.as_deref().map(|path| Trace::create(path, options.threads)).transpose()?;
        let memory_account = MemoryAccount::new(options.memory_limit);
        let bytes_limit = memory_account.limit().map(|bytes| (bytes / options.cores.max(1) as u64) as i64);
        let cores = Arc::new(Cores::new(options.threads));
        let topology = Arc::new(Topology::new(options));
        let devices: Vec<Arc<Device>> =
            topology.descriptions().iter().map(|description| Device::new(description.clone(), bytes_limit)).collect();
        Ok(Arc::new(Self {
            queue: Queue::new(),
            topology,
            cores,
            device_handles: devices.iter().map(|d| d.as_handle()).collect(),
            memory_handles: devices.iter().flat_map(|d| d.memories().as_slice()).copied().collect(),
            devices,
            memory_account,
            trace: trace.map(Arc::new),
        }))
    }

    pub fn options(&self) -> &Options {
        self.topology.options()
    }

    /// The runs that wait for their turn.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The threads that run programs.
    pub fn cores(&self) -> &Arc<Cores> {
        &self.cores
    }

    pub fn memory_account(&self) -> &Arc<MemoryAccount> {
        &self.memory_account
    }

    pub fn trace(&self) -> Option<&Arc<Trace>> {
        self.trace.as_ref()
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
}
