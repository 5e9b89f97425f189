//! Devices: the cores of the processor.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use pjrt::abi::*;
use pjrt::{NamedValue, NamedValueList};

use crate::caller::Caller;
use crate::client::{Shared, host_memory_bytes};
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::handle::{Handle, Pointers};
use crate::memory::Memory;

/// A core. Its handle is its description's handle too: the API keeps them apart for machines that are not here.
pub struct Device {
    id: i32,
    kind: String,
    debug_string: String,
    text: String,
    attributes: NamedValueList,
    /// What the API needs as pointers to itself: made once the device has its place.
    memory: OnceLock<(Arc<Memory>, Pointers<PJRT_Memory>)>,
    client: OnceLock<Weak<Shared>>,
    /// Bytes of the buffers on it, now and at most.
    in_use: AtomicI64,
    peak: AtomicI64,
}

// SAFETY: handed out by `as_handle` only, on devices that their client keeps.
unsafe impl Handle for Device {
    type C = PJRT_Device;
    const NAME: &'static str = "device";
}

impl Device {
    /// Core number `id`; `attributes` are what is told of it.
    pub fn placed(id: i32, kind: &str, attributes: Vec<(&str, NamedValue)>) -> Arc<Self> {
        let device = Arc::new(Self {
            id,
            kind: kind.to_string(),
            debug_string: format!("LaboraDevice(id={id}, kind={kind})"),
            text: format!("LaboraDevice(id={id})"),
            attributes: NamedValueList::new(attributes),
            memory: OnceLock::new(),
            client: OnceLock::new(),
            in_use: AtomicI64::new(0),
            peak: AtomicI64::new(0),
        });
        let memory = Arc::new(Memory::new(id, device.as_handle()));
        let list = [memory.as_handle()].into_iter().collect();
        let _ = device.memory.set((memory, list));
        device
    }

    /// Tells the device its client.
    pub fn belongs_to(&self, client: &Arc<Shared>) {
        let _ = self.client.set(Arc::downgrade(client));
    }

    /// The device's client.
    pub fn client(&self) -> Result<Arc<Shared>> {
        let client = self.client.get().and_then(Weak::upgrade);
        client.ok_or_else(|| Error::invalid(format!("{}: its client is gone", self.text)))
    }

    /// Its number, from 0.
    pub fn id(&self) -> i32 {
        self.id
    }

    /// Counts the bytes of a buffer that comes (or, negative, that goes).
    pub fn count(&self, bytes: i64) {
        let now = self.in_use.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(now, Ordering::Relaxed);
    }

    /// Its memory.
    pub fn memory(&self) -> Result<&Memory> {
        Ok(&self.memory_and_list()?.0)
    }

    fn memory_and_list(&self) -> Result<&(Arc<Memory>, Pointers<PJRT_Memory>)> {
        self.memory.get().ok_or_else(|| Error::invalid(format!("{} has no memory", self.text)))
    }
}

/// A description's handle is its device's.
fn described<'c>(caller: Caller<'c>, description: *const PJRT_DeviceDescription) -> Result<&'c Device> {
    caller.get::<Device>(description.cast())
}

impl Call for PJRT_DeviceDescription_Id_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.id = described(caller, self.device_description)?.id;
        Ok(())
    }
}

impl Call for PJRT_DeviceDescription_ProcessIndex_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        described(caller, self.device_description)?;
        self.process_index = 0;
        Ok(())
    }
}

impl Call for PJRT_DeviceDescription_Attributes_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let attributes = &described(caller, self.device_description)?.attributes;
        (self.attributes, self.num_attributes) = (attributes.as_ptr(), attributes.len());
        Ok(())
    }
}

impl Call for PJRT_DeviceDescription_Kind_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let kind = &described(caller, self.device_description)?.kind;
        (self.device_kind, self.device_kind_size) = (kind.as_ptr().cast(), kind.len());
        Ok(())
    }
}

impl Call for PJRT_DeviceDescription_DebugString_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let text = &described(caller, self.device_description)?.debug_string;
        (self.debug_string, self.debug_string_size) = (text.as_ptr().cast(), text.len());
        Ok(())
    }
}

impl Call for PJRT_DeviceDescription_ToString_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let text = &described(caller, self.device_description)?.text;
        (self.to_string, self.to_string_size) = (text.as_ptr().cast(), text.len());
        Ok(())
    }
}

impl Call for PJRT_Device_GetDescription_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.device_description = caller.get::<Device>(self.device)?.as_handle().cast();
        Ok(())
    }
}

impl Call for PJRT_Device_IsAddressable_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.get::<Device>(self.device)?;
        self.is_addressable = true.into();
        Ok(())
    }
}

impl Call for PJRT_Device_LocalHardwareId_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.local_hardware_id = caller.get::<Device>(self.device)?.id;
        Ok(())
    }
}

impl Call for PJRT_Device_AddressableMemories_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let list = &caller.get::<Device>(self.device)?.memory_and_list()?.1;
        (self.memories, self.num_memories) = (list.as_ptr(), list.len());
        Ok(())
    }
}

impl Call for PJRT_Device_DefaultMemory_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.memory = caller.get::<Device>(self.device)?.memory()?.as_handle();
        Ok(())
    }
}

impl Call for PJRT_Device_MemoryStats_Args {
    const SMALLEST: usize = pjrt::field_end!(Self, peak_pool_bytes_is_set);

    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let device = caller.get::<Device>(self.device)?;
        // What is not counted has to say so, whatever the caller has left there.
        let Self { struct_size, extension_start, device: handle, .. } = *self;
        *self = Self { struct_size, extension_start, device: handle, ..AbiStruct::new() };
        self.bytes_in_use = device.in_use.load(Ordering::Relaxed);
        (self.peak_bytes_in_use, self.peak_bytes_in_use_is_set) = (device.peak.load(Ordering::Relaxed), true.into());
        // The cores share the machine's memory: an even share each.
        let cores = device.client()?.devices.len() as i64;
        let limit = host_memory_bytes() / cores.max(1);
        (self.bytes_limit, self.bytes_limit_is_set) = (limit, (limit > 0).into());
        Ok(())
    }
}

impl Call for PJRT_Device_GetAttributes_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let attributes = &caller.get::<Device>(self.device)?.attributes;
        (self.attributes, self.num_attributes) = (attributes.as_ptr(), attributes.len());
        // The list is the device's own; callers call the deleter without looking whether there is one.
        self.device_attributes = std::ptr::null_mut();
        self.attributes_deleter = Some(nothing_to_delete);
        Ok(())
    }
}

unsafe extern "C" fn nothing_to_delete(_: *mut PJRT_Device_Attributes) {}
