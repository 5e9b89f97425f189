//! Devices: the processors of a client, or of a topology.

use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::abi::*;
use crate::call::{Api, text};
use crate::client::ClientHandle;
use crate::error::{Error, ErrorKind, Result};
use crate::memory_stats::DeviceMemoryStats;
use crate::named_value::Attributes;
use crate::plugin::Plugin;

/// What is said of a device, whether it is here or only in a topology.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DeviceDescription {
    /// Its number, unique over all processes.
    pub id: i32,
    /// The process that commands it.
    pub process_index: i32,
    /// The vendor's name for this kind of device, such as `TPU v2`.
    pub kind: String,
    /// A long text for logs.
    pub debug_string: String,
    /// A short text for people.
    pub display: String,
    /// Further attributes, such as coordinates.
    pub attributes: Attributes,
}

impl DeviceDescription {
    /// Reads a description once, so that it needs neither client nor topology any more. A text or list that the plugin does
    /// not have is empty.
    ///
    /// # Safety
    /// `raw` is a living description of this plugin.
    pub(crate) unsafe fn read(api: Api, raw: *mut PJRT_DeviceDescription) -> Result<DeviceDescription> {
        let device_description = raw;
        let mut id = PJRT_DeviceDescription_Id_Args { device_description, ..AbiStruct::new() };
        let mut process = PJRT_DeviceDescription_ProcessIndex_Args { device_description, ..AbiStruct::new() };
        let mut kind = PJRT_DeviceDescription_Kind_Args { device_description, ..AbiStruct::new() };
        let mut debug = PJRT_DeviceDescription_DebugString_Args { device_description, ..AbiStruct::new() };
        let mut display = PJRT_DeviceDescription_ToString_Args { device_description, ..AbiStruct::new() };
        let mut attributes = PJRT_DeviceDescription_Attributes_Args { device_description, ..AbiStruct::new() };
        // SAFETY: the description is alive, and so is what the plugin answers with, until it is copied here.
        unsafe {
            api.call(&mut id)?;
            api.call(&mut process)?;
            api.call(&mut kind)?;
            optional(api.call(&mut debug))?;
            optional(api.call(&mut display))?;
            optional(api.call(&mut attributes))?;
            Ok(DeviceDescription {
                id: id.id,
                process_index: process.process_index,
                kind: text(kind.device_kind, kind.device_kind_size),
                debug_string: text(debug.debug_string, debug.debug_string_size),
                display: text(display.to_string, display.to_string_size),
                attributes: Attributes::read(attributes.attributes, attributes.num_attributes),
            })
        }
    }
}

/// `None` in place of an error that says that the plugin does not do this.
pub(crate) fn optional<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::Unimplemented => Ok(None),
        Err(error) => Err(error),
    }
}

/// A device of a client. Clones are the same device.
#[derive(Clone)]
pub struct Device {
    inner: Arc<Inner>,
}

struct Inner {
    client: Arc<ClientHandle>,
    raw: NonNull<PJRT_Device>,
    description: DeviceDescription,
    addressable: bool,
    local_hardware_id: Option<i32>,
}

// SAFETY: PJRT devices may be asked from any thread.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

impl Device {
    /// # Safety
    /// `raw` is a device of this client.
    pub(crate) unsafe fn read(client: &Arc<ClientHandle>, raw: NonNull<PJRT_Device>) -> Result<Device> {
        let api = client.api();
        let device = raw.as_ptr();
        let mut description = PJRT_Device_GetDescription_Args { device, ..AbiStruct::new() };
        let mut addressable = PJRT_Device_IsAddressable_Args { device, ..AbiStruct::new() };
        let mut hardware = PJRT_Device_LocalHardwareId_Args { device, ..AbiStruct::new() };
        // SAFETY: the device is alive, and its description lives as long.
        let (description, hardware_known) = unsafe {
            api.call(&mut description)?;
            api.call(&mut addressable)?;
            let hardware_known = optional(api.call(&mut hardware))?.is_some();
            (DeviceDescription::read(api, description.device_description)?, hardware_known)
        };
        let local_hardware_id = hardware.local_hardware_id;
        Ok(Device {
            inner: Arc::new(Inner {
                client: client.clone(),
                raw,
                description,
                addressable: addressable.is_addressable.get(),
                local_hardware_id: (hardware_known && local_hardware_id >= 0).then_some(local_hardware_id),
            }),
        })
    }

    /// The plugin that drives it.
    pub fn plugin(&self) -> &Plugin {
        self.inner.client.plugin()
    }

    /// Everything said of the device.
    pub fn description(&self) -> &DeviceDescription {
        &self.inner.description
    }

    /// Its number, unique over all processes.
    pub fn id(&self) -> i32 {
        self.inner.description.id
    }

    /// The vendor's name for this kind of device.
    pub fn kind(&self) -> &str {
        &self.inner.description.kind
    }

    /// A long text for logs.
    pub fn debug_string(&self) -> &str {
        &self.inner.description.debug_string
    }

    /// Further attributes, such as coordinates.
    pub fn attributes(&self) -> &Attributes {
        &self.inner.description.attributes
    }

    /// Whether this process can command it.
    pub fn is_addressable(&self) -> bool {
        self.inner.addressable
    }

    /// The hardware's own number, if it has one.
    pub fn local_hardware_id(&self) -> Option<i32> {
        self.inner.local_hardware_id
    }

    /// The state of its memory; `None` if the plugin does not count.
    pub fn memory_stats(&self) -> Result<Option<DeviceMemoryStats>> {
        let mut args = PJRT_Device_MemoryStats_Args { device: self.raw(), ..AbiStruct::new() };
        // SAFETY: the device is alive, as its client is.
        if optional(unsafe { self.inner.client.api().call(&mut args) })?.is_none() {
            return Ok(None);
        }
        Ok(Some(DeviceMemoryStats {
            bytes_in_use: args.bytes_in_use,
            peak_bytes_in_use: args.peak_bytes_in_use_is_set.get().then_some(args.peak_bytes_in_use),
            num_allocs: args.num_allocs_is_set.get().then_some(args.num_allocs),
            largest_alloc_size: args.largest_alloc_size_is_set.get().then_some(args.largest_alloc_size),
            bytes_limit: args.bytes_limit_is_set.get().then_some(args.bytes_limit),
        }))
    }

    pub(crate) fn raw(&self) -> *mut PJRT_Device {
        self.inner.raw.as_ptr()
    }

    pub(crate) fn client(&self) -> &Arc<ClientHandle> {
        &self.inner.client
    }

    /// An error unless the device belongs to `client`: handles of one client mean nothing to another.
    pub(crate) fn check_client(&self, client: &Arc<ClientHandle>, operation: &'static str) -> Result<()> {
        if Arc::ptr_eq(&self.inner.client, client) {
            return Ok(());
        }
        let message = format!("{self} belongs to another client: use a device or buffer of this one");
        Err(Error::new(ErrorKind::InvalidArgument, operation, message))
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Device) -> bool {
        self.inner.raw == other.inner.raw
    }
}

impl Eq for Device {}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.inner.description.display.as_str() {
            "" => write!(f, "device {}", self.id()),
            display => f.write_str(display),
        }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({self})")
    }
}
