//! Loaded executables: compiled programs on their devices.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::abi::*;
use crate::call::slice;
use crate::device::{Device, find_device};
use crate::error::Result;
use crate::executable::Executable;
use crate::handle::{ClientHandle, Handle};
use crate::plugin::Plugin;

/// A compiled program, loaded onto devices. [`execute`](LoadedExecutable::execute) runs it. It dereferences
/// to its [`Executable`], which describes the program itself.
pub struct LoadedExecutable {
    // Declared first, hence destroyed before the client. The plugin keeps what running work needs.
    handle: Handle<PJRT_LoadedExecutable>,
    client: Arc<ClientHandle>,
    executable: Executable,
    devices: Vec<Device>,
}

impl LoadedExecutable {
    /// Reads the devices of an executable of a client; `devices` are all of the client's.
    pub(crate) fn new(
        client: &Arc<ClientHandle>,
        handle: Handle<PJRT_LoadedExecutable>,
        devices: &[Device],
    ) -> Result<LoadedExecutable> {
        let (api, raw) = (handle.api(), handle.as_ptr());
        let mut inner = PJRT_LoadedExecutable_GetExecutable_Args { loaded_executable: raw, ..AbiStruct::new() };
        let mut addressable = PJRT_LoadedExecutable_AddressableDevices_Args { executable: raw, ..AbiStruct::new() };
        // SAFETY: the loaded executable is alive, and the list of its devices lives as long. The first call
        // hands over the executable.
        let (executable, addressable) = unsafe {
            api.call(&mut inner)?;
            let inner = Handle::from_raw(api, "PJRT_LoadedExecutable_GetExecutable", inner.executable)?;
            let executable = Executable::new(inner, Some(client.clone()))?;
            api.call(&mut addressable)?;
            (executable, slice(addressable.addressable_devices, addressable.num_addressable_devices))
        };
        let devices = addressable
            .iter()
            .map(|&device| find_device(devices, device, "PJRT_LoadedExecutable_AddressableDevices"))
            .collect::<Result<Vec<_>>>()?;
        Ok(LoadedExecutable { handle, client: client.clone(), executable, devices })
    }

    /// The plugin that compiled the program.
    pub fn plugin(&self) -> &Plugin {
        self.client.plugin()
    }

    /// This process's devices that the program runs on, in the order of arguments and outputs.
    pub fn addressable_devices(&self) -> &[Device] {
        &self.devices
    }

    pub(crate) fn client(&self) -> &Arc<ClientHandle> {
        &self.client
    }

    pub(crate) fn as_ptr(&self) -> *mut PJRT_LoadedExecutable {
        self.handle.as_ptr()
    }
}

impl Deref for LoadedExecutable {
    type Target = Executable;

    fn deref(&self) -> &Executable {
        &self.executable
    }
}

impl fmt::Debug for LoadedExecutable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LoadedExecutable({:?} on {:?})", self.executable, self.devices)
    }
}
