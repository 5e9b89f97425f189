//! Devices: the cores of the processor.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Weak};

use pjrt::abi::{PJRT_Device, PJRT_DeviceDescription, PJRT_Memory};
use pjrt::export::{Handle, Pointers};
use pjrt::{NamedValue, NamedValueList};

use crate::error::{Error, Result};
use crate::objects::memory::{Memory, MemoryKind};

/// The description of a device.
pub struct DeviceDescription {
    id: i32,
    process_index: i32,
    kind: String,
    debug_string: String,
    display: String,
    attributes: NamedValueList,
}

// SAFETY: description handles are made by `as_handle` only, of descriptions that their topology owns.
unsafe impl Handle for DeviceDescription {
    type C = PJRT_DeviceDescription;
    const NAME: &'static str = "device";
}

impl DeviceDescription {
    pub fn new(id: i32, process_index: i32, kind: &str, attributes: Vec<(&str, NamedValue)>) -> Self {
        Self {
            id,
            process_index,
            kind: kind.to_string(),
            debug_string: format!("LaboraDevice(id={id}, kind={kind})"),
            display: format!("LaboraDevice(id={id})"),
            attributes: NamedValueList::new(attributes),
        }
    }

    pub fn id(&self) -> i32 {
        self.id
    }

    /// The process that the device belongs to.
    pub fn process_index(&self) -> i32 {
        self.process_index
    }

    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The long text for logs.
    pub fn debug_string(&self) -> &str {
        &self.debug_string
    }

    /// The short text for people.
    pub fn display(&self) -> &str {
        &self.display
    }

    pub fn attributes(&self) -> &NamedValueList {
        &self.attributes
    }
}

/// A device: a core of the processor.
pub struct Device {
    this: Weak<Device>,
    description: Arc<DeviceDescription>,
    /// A memory of each kind, by [`MemoryKind::index`].
    memories: Vec<Arc<Memory>>,
    /// The handles of the memories, as a list for callers.
    memory_handles: Pointers<PJRT_Memory>,
    /// The number of the device in this process; none if it belongs to another.
    local_id: Option<i32>,
    /// An equal share of the memory of all devices; none if it is not known.
    bytes_limit: Option<i64>,
    bytes_in_use: AtomicI64,
    peak_bytes_in_use: AtomicI64,
}

// SAFETY: device handles are made by `as_handle` and by `Device::new` of this type, of devices that their
// client owns.
unsafe impl Handle for Device {
    type C = PJRT_Device;
    const NAME: &'static str = "device";
}

/// The statistics of a device's memory, in bytes.
pub struct MemoryStats {
    pub in_use: i64,
    pub peak_in_use: i64,
    /// An equal share of the memory of all devices; `None` if it is not known.
    pub limit: Option<i64>,
}

impl Device {
    /// A device with a share of `bytes_limit` bytes of the memory of all devices. `local_id` is its number in
    /// this process, if it belongs to it.
    pub fn new(description: Arc<DeviceDescription>, local_id: Option<i32>, bytes_limit: Option<i64>) -> Arc<Self> {
        Arc::new_cyclic(|this: &Weak<Self>| {
            let device = this.as_ptr().cast_mut().cast();
            let memory = |kind| Arc::new(Memory::new(kind, description.id, device));
            let memories: Vec<Arc<Memory>> = MemoryKind::all().map(memory).collect();
            Self {
                this: this.clone(),
                memory_handles: memories.iter().map(|memory| memory.as_handle()).collect(),
                memories,
                description,
                local_id,
                bytes_limit,
                bytes_in_use: AtomicI64::new(0),
                peak_bytes_in_use: AtomicI64::new(0),
            }
        })
    }

    /// One more reference to the device.
    pub fn to_arc(&self) -> Result<Arc<Self>> {
        // The upgrade fails only while the device is being dropped, when callers have no valid handle of it.
        self.this.upgrade().ok_or_else(|| Error::invalid(format!("{} was destroyed", self.description.display)))
    }

    pub fn id(&self) -> i32 {
        self.description.id
    }

    /// The number of the device in this process; `None` if it belongs to another.
    pub fn local_id(&self) -> Option<i32> {
        self.local_id
    }

    /// Checks that this process can put arrays on the device.
    ///
    /// # Errors
    /// It belongs to another process.
    pub fn check_addressable(&self) -> Result<()> {
        let process = self.description.process_index;
        self.local_id.map(|_| ()).ok_or_else(|| {
            Error::invalid(format!(
                "{} belongs to process {process}; only that one can use it",
                self.description.display
            ))
        })
    }

    pub fn description(&self) -> &DeviceDescription {
        &self.description
    }

    /// The memory of a kind.
    pub fn memory(&self, kind: MemoryKind) -> &Memory {
        &self.memories[kind.index()]
    }

    /// The handles of the memories that the device can access.
    pub fn memories(&self) -> &Pointers<PJRT_Memory> {
        &self.memory_handles
    }

    /// Counts the bytes of a new buffer.
    pub fn record_allocation(&self, bytes: usize) {
        let in_use = self.bytes_in_use.fetch_add(bytes as i64, Ordering::Relaxed) + bytes as i64;
        self.peak_bytes_in_use.fetch_max(in_use, Ordering::Relaxed);
    }

    /// Subtracts the bytes of a deleted buffer.
    pub fn record_deallocation(&self, bytes: usize) {
        self.bytes_in_use.fetch_sub(bytes as i64, Ordering::Relaxed);
    }

    pub fn memory_stats(&self) -> MemoryStats {
        MemoryStats {
            in_use: self.bytes_in_use.load(Ordering::Relaxed),
            peak_in_use: self.peak_bytes_in_use.load(Ordering::Relaxed),
            limit: self.bytes_limit,
        }
    }
}
