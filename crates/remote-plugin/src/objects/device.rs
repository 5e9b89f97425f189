//! Devices of the server, and the memory of each.

use std::sync::{Arc, Weak};

use pjrt::abi::{PJRT_Device, PJRT_DeviceDescription, PJRT_Memory};
use pjrt::export::Handle;
use pjrt::{NamedValue, NamedValueList};
use remote::messages::AttributeValue;

use crate::error::{Error, Result};

/// A device of the server.
pub struct Device {
    this: Weak<Device>,
    session: Arc<remote::Client>,
    index: usize,
    description: DeviceDescription,
    memory: Memory,
}

/// What a device is.
pub struct DeviceDescription {
    pub id: i32,
    pub kind: String,
    pub display: String,
    pub attributes: NamedValueList,
}

/// The memory of a device.
pub struct Memory {
    pub id: i32,
    pub kind: String,
    pub description: String,
}

// SAFETY: device handles are made by `as_handle` only, of devices that their client owns.
unsafe impl Handle for Device {
    type C = PJRT_Device;
    const NAME: &'static str = "device";
}

// SAFETY: description handles are made by `as_handle` only, of descriptions that their device owns.
unsafe impl Handle for DeviceDescription {
    type C = PJRT_DeviceDescription;
    const NAME: &'static str = "device description";
}

// SAFETY: memory handles are made by `as_handle` only, of memories that their device owns.
unsafe impl Handle for Memory {
    type C = PJRT_Memory;
    const NAME: &'static str = "memory";
}

impl Device {
    /// The device of a session with this place in its list.
    pub fn new(session: &Arc<remote::Client>, index: usize, told: &remote::Device) -> Arc<Device> {
        let attributes = told.attributes.attributes.iter();
        let named = attributes.filter_map(|(name, value)| Some((name.clone(), named_value(value.value.as_ref()?))));
        let kind = told.memory_kinds.first().cloned().unwrap_or_default();
        Arc::new_cyclic(|this| Device {
            this: this.clone(),
            session: session.clone(),
            index,
            description: DeviceDescription {
                id: told.id,
                kind: told.kind.clone(),
                display: told.description.clone(),
                attributes: NamedValueList::new(named),
            },
            memory: Memory { id: told.id, description: format!("{kind} memory of {}", told.description), kind },
        })
    }

    /// Its place in the client's list.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its id at the server.
    pub fn id(&self) -> i32 {
        self.description.id
    }

    pub fn description(&self) -> &DeviceDescription {
        &self.description
    }

    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The device as its client owns it.
    ///
    /// # Errors
    /// The client is being destroyed.
    pub fn to_arc(&self) -> Result<Arc<Device>> {
        self.this.upgrade().ok_or_else(|| Error::invalid(format!("{} was destroyed", self.description.display)))
    }

    /// Asks the server for the use of the device's memory: bytes by name.
    ///
    /// # Errors
    /// The server does not tell, or the connection is lost.
    pub fn memory_stats(&self) -> Result<remote::Device> {
        let devices = self.session.current_devices()?;
        let told = devices.into_iter().find(|device| device.id == self.id());
        let told = told.filter(|told| told.attributes.int("bytes_in_use").is_some());
        told.ok_or_else(|| Error::unimplemented("the server does not tell the use of its devices' memory"))
    }
}

/// A value of the wire.
pub fn named_value(value: &AttributeValue) -> NamedValue {
    match value {
        AttributeValue::String(bytes) => NamedValue::String(String::from_utf8_lossy(bytes).into_owned()),
        AttributeValue::Bool(yes) => NamedValue::Bool(*yes),
        AttributeValue::Int64(number) => NamedValue::Int64(*number),
        AttributeValue::Int64List(list) => NamedValue::Int64List(list.elements.clone()),
        AttributeValue::Float(number) => NamedValue::Float(*number),
    }
}
