//! Functions of clients.

use std::sync::Arc;

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, array, destructors, getters, text};

use crate::error::{Error, Result};
use crate::implementation::Labora;
use crate::objects::client::Client;
use crate::objects::topology::PLATFORM_NAME;
use crate::options::Options;

destructors! {
    Labora;
    PJRT_Client_Destroy_Args: client as Arc<Client>;
}

getters! {
    Labora;
    PJRT_Client_PlatformName_Args: client as Arc<Client> => (platform_name, platform_name_size) = text(PLATFORM_NAME);
    PJRT_Client_PlatformVersion_Args: client as Arc<Client> =>
        (platform_version, platform_version_size) = text(client.topology().platform_version());
    PJRT_Client_TopologyDescription_Args: client as Arc<Client> => topology = client.topology().as_handle();
    PJRT_Client_ProcessIndex_Args: client as Arc<Client> => process_index = client.node().id as i32;
    PJRT_Client_Devices_Args: client as Arc<Client> =>
        (devices, num_devices) = array(client.device_handles().as_slice());
    PJRT_Client_AddressableDevices_Args: client as Arc<Client> =>
        (addressable_devices, num_addressable_devices) = array(client.addressable_handles().as_slice());
    PJRT_Client_AddressableMemories_Args: client as Arc<Client> =>
        (addressable_memories, num_addressable_memories) = array(client.memory_handles().as_slice());
}

impl Call<Labora> for PJRT_Client_Create_Args {
    const MIN_STRUCT_SIZE: usize = pjrt::field_end!(Self, client);

    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null, or points to `num_options` named values.
        let options = unsafe { caller.attributes(self.create_options, self.num_options) };
        self.client = Client::new(Options::read(&options)?)?.into_handle();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Client_LookupDevice_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live client.
        let client = unsafe { caller.get::<Arc<Client>>(self.client)? };
        self.device = client.device(i64::from(self.id))?.as_handle();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Client_LookupAddressableDevice_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live client.
        let client = unsafe { caller.get::<Arc<Client>>(self.client)? };
        let (local, cores) = (i64::from(self.local_hardware_id), client.options().cores);
        if !(0..cores as i64).contains(&local) {
            let message = format!("there is no device {local}: this process has devices 0 to {}", cores - 1);
            return Err(Error::invalid(message));
        }
        self.addressable_device = client.device((client.node().id * cores) as i64 + local)?.as_handle();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Client_DefaultDeviceAssignment_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live client.
        let client = unsafe { caller.get::<Arc<Client>>(self.client)? };
        let num_devices = client.num_devices();
        let needed = i64::from(self.num_replicas) * i64::from(self.num_partitions);
        if needed < 0 || needed as usize > num_devices || (needed as usize) > self.default_assignment_size {
            return Err(Error::invalid(format!(
                "{} replicas of {} partitions were requested; this client has {num_devices} devices and the array {} \
                 elements",
                self.num_replicas, self.num_partitions, self.default_assignment_size
            )));
        }
        let first = client.first_device(needed as usize) as i32;
        let ids: Vec<i32> = (first..first + needed as i32).collect();
        // SAFETY: the array has `default_assignment_size` elements, which are at least as many as written.
        unsafe { caller.write(self.default_assignment, &ids, "default assignment")? };
        Ok(())
    }
}

/// The state of other processes does not matter: MPI's launcher ends all of them if one is lost.
impl Call<Labora> for PJRT_Client_UpdateGlobalProcessInfo_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live client.
        unsafe { caller.get::<Arc<Client>>(self.client)? };
        Ok(())
    }
}
