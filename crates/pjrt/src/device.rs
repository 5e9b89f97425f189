//! Devices of a client, and descriptions of devices.

use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::abi::*;
use crate::call::{Api, implemented, text};
use crate::error::{Error, ErrorKind, Result};
use crate::handle::ClientHandle;
use crate::memory_stats::DeviceMemoryStats;
use crate::named_value::Attributes;
use crate::plugin::Plugin;

/// The description of a device, which may exist in a topology only.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DeviceDescription {
    /// The id, unique over all processes.
    pub id: i32,
    /// The index of the process that the device belongs to.
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
    /// Copies a description, so that it does not depend on its client or topology. A text or list that the
    /// plugin does not implement is empty.
    ///
    /// # Safety
    /// `raw` is a live description of this plugin.
    pub(crate) unsafe fn read(api: Api, raw: *mut PJRT_DeviceDescription) -> Result<DeviceDescription> {
        let device_description = raw;
        let mut id = PJRT_DeviceDescription_Id_Args { device_description, ..AbiStruct::new() };
        let mut process = PJRT_DeviceDescription_ProcessIndex_Args { device_description, ..AbiStruct::new() };
        let mut kind = PJRT_DeviceDescription_Kind_Args { device_description, ..AbiStruct::new() };
        let mut debug = PJRT_DeviceDescription_DebugString_Args { device_description, ..AbiStruct::new() };
        let mut display = PJRT_DeviceDescription_ToString_Args { device_description, ..AbiStruct::new() };
        let mut attributes = PJRT_DeviceDescription_Attributes_Args { device_description, ..AbiStruct::new() };
        // SAFETY: the description is alive, and so are the plugin's answers, until they are copied here.
        unsafe {
            api.call(&mut id)?;
            api.call(&mut process)?;
            api.call(&mut kind)?;
            implemented(api.call(&mut debug))?;
            implemented(api.call(&mut display))?;
            implemented(api.call(&mut attributes))?;
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

/// A device of a client. Clones refer to the same device.
#[derive(Clone)]
pub struct Device {
    inner: Arc<Inner>,
}

struct Inner {
    client: Arc<ClientHandle>,
    raw: NonNull<PJRT_Device>,
    description: DeviceDescription,
    is_addressable: bool,
    local_hardware_id: Option<i32>,
}

// SAFETY: PJRT requires that devices can be used from any thread.
unsafe impl Send for Inner {}
// SAFETY: as above; they can be used from several threads at once.
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
        let (description, has_hardware_id) = unsafe {
            api.call(&mut description)?;
            api.call(&mut addressable)?;
            let has_hardware_id = implemented(api.call(&mut hardware))?.is_some();
            (DeviceDescription::read(api, description.device_description)?, has_hardware_id)
        };
        let local_hardware_id = hardware.local_hardware_id;
        Ok(Device {
            inner: Arc::new(Inner {
                client: client.clone(),
                raw,
                description,
                is_addressable: addressable.is_addressable.get(),
                local_hardware_id: (has_hardware_id && local_hardware_id >= 0).then_some(local_hardware_id),
            }),
        })
    }

    /// The plugin that drives the device.
    pub fn plugin(&self) -> &Plugin {
        self.inner.client.plugin()
    }

    /// The device's description.
    pub fn description(&self) -> &DeviceDescription {
        &self.inner.description
    }

    /// The id, unique over all processes.
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

    /// Returns true if this process can issue commands to the device.
    pub fn is_addressable(&self) -> bool {
        self.inner.is_addressable
    }

    /// The hardware's own number of the device, if it has one.
    pub fn local_hardware_id(&self) -> Option<i32> {
        self.inner.local_hardware_id
    }

    /// The statistics of the device's allocator; `None` if the plugin has none.
    pub fn memory_stats(&self) -> Result<Option<DeviceMemoryStats>> {
        let mut args = PJRT_Device_MemoryStats_Args { device: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the device is alive, as its client is.
        if implemented(unsafe { self.inner.client.api().call(&mut args) })?.is_none() {
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

    pub(crate) fn as_ptr(&self) -> *mut PJRT_Device {
        self.inner.raw.as_ptr()
    }

    pub(crate) fn client(&self) -> &Arc<ClientHandle> {
        &self.inner.client
    }

    /// Returns an error unless the device belongs to `client`: a handle of one client is invalid for another.
    pub(crate) fn check_client(&self, client: &Arc<ClientHandle>, operation: &'static str) -> Result<()> {
        if Arc::ptr_eq(&self.inner.client, client) {
            return Ok(());
        }
        let message = format!("{self} belongs to another client: use a device or buffer of this client");
        Err(Error::new(ErrorKind::InvalidArgument, operation, message))
    }
}

/// The device with a plugin's handle. A handle that is not in the list is an error of the `function` that
/// returned it.
pub(crate) fn find_device(devices: &[Device], raw: *mut PJRT_Device, function: &'static str) -> Result<Device> {
    devices.iter().find(|device| device.as_ptr() == raw).cloned().ok_or_else(|| {
        Error::new(
            ErrorKind::Internal,
            function,
            "the plugin returned a device that is not one of the client's devices",
        )
    })
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
