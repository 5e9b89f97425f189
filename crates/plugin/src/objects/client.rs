//! Clients: the opened processor with its devices.

use std::sync::Arc;

use pjrt::abi::{PJRT_Client, PJRT_Device, PJRT_Memory};
use pjrt::export::{Handle, Pointers, SharedHandle, watch_forks};
use processor::{Cores, Transport};

use crate::collectives::{Node, check_same};
use crate::error::{Error, Result};
use crate::memory_account::MemoryAccount;
use crate::objects::device::{Device, DeviceDescription};
use crate::objects::host_copy::LastHostCopy;
use crate::objects::queue::Queue;
use crate::objects::topology::Topology;
use crate::options::Options;
use crate::trace::Trace;

/// A client. The caller and everything that belongs to the client share it.
pub struct Client {
    // Declared first, hence dropped first: it waits for the runs.
    queue: Queue,
    topology: Arc<Topology>,
    cores: Arc<Cores>,
    /// The way to the other processes, if there are any.
    transport: Option<Arc<dyn Transport>>,
    /// The devices of all processes.
    devices: Vec<Arc<Device>>,
    /// The handles of the devices, as a list for callers.
    device_handles: Pointers<PJRT_Device>,
    /// The handles of this process's devices, as a list for callers.
    addressable_handles: Pointers<PJRT_Device>,
    /// The handles of this process's devices' memories, as a list for callers.
    memory_handles: Pointers<PJRT_Memory>,
    memory_account: Arc<MemoryAccount>,
    last_host_copy: LastHostCopy,
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
    /// The file of the trace cannot be created, or the other processes cannot be joined.
    pub fn new(options: Options) -> Result<Arc<Self>> {
        watch_forks();
        let (node, transport) = options.collectives.join(options.node)?;
        if let Some(transport) = &transport {
            let Options { cores, numerics, isa, .. } = &options;
            let (numerics, isa) = (numerics.name(), isa.name());
            check_same(&**transport, "device", &format!("{cores} cores, numerics {numerics}, instruction set {isa}"))?;
        }
        let trace = options.trace.as_deref().map(|path| Trace::create(path, options.threads)).transpose()?;
        let memory_account = MemoryAccount::new(options.memory_limit);
        let bytes_limit = memory_account.limit().map(|bytes| (bytes / options.cores.max(1) as u64) as i64);
        let cores = Arc::new(Cores::new(options.threads));
        let topology = Arc::new(Topology::of_processes(options, node));
        let first = (node.id * topology.options().cores) as i32;
        let device = |description: &Arc<DeviceDescription>| {
            let is_own = description.process_index() as usize == node.id;
            Device::new(description.clone(), is_own.then(|| description.id() - first), bytes_limit)
        };
        let devices: Vec<Arc<Device>> = topology.descriptions().iter().map(device).collect();
        let own = || devices.iter().filter(|device| device.local_id().is_some());
        Ok(Arc::new(Self {
            queue: Queue::new(),
            topology,
            cores,
            device_handles: devices.iter().map(|d| d.as_handle()).collect(),
            addressable_handles: own().map(|d| d.as_handle()).collect(),
            memory_handles: own().flat_map(|d| d.memories().as_slice()).copied().collect(),
            transport,
            devices,
            memory_account,
            last_host_copy: LastHostCopy::default(),
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

    /// The copy of host memory that was made last.
    pub fn last_host_copy(&self) -> &LastHostCopy {
        &self.last_host_copy
    }

    pub fn trace(&self) -> Option<&Arc<Trace>> {
        self.trace.as_ref()
    }

    /// This process among those of the client.
    pub fn node(&self) -> Node {
        self.topology.node()
    }

    /// The way to the other processes, if there are any.
    pub fn transport(&self) -> Option<&Arc<dyn Transport>> {
        self.transport.as_ref()
    }

    /// The number of devices of all processes.
    pub fn num_devices(&self) -> usize {
        self.devices.len()
    }

    /// The id of the first of `count` devices that a program runs on by default: those of this process if
    /// they are enough, else those of all processes.
    pub fn first_device(&self, count: usize) -> usize {
        let cores = self.options().cores;
        if count <= cores { self.node().id * cores } else { 0 }
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

    pub fn addressable_handles(&self) -> &Pointers<PJRT_Device> {
        &self.addressable_handles
    }

    pub fn device_handles(&self) -> &Pointers<PJRT_Device> {
        &self.device_handles
    }

    pub fn memory_handles(&self) -> &Pointers<PJRT_Memory> {
        &self.memory_handles
    }
}
