//! Functions of clients, and compilation.

use std::sync::Arc;

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, array, destructors, getters, text};

use crate::error::{Error, Result};
use crate::implementation::Remote;
use crate::objects::client::Client;
use crate::objects::executable::LoadedExecutable;
use crate::options::Options;

destructors! {
    Remote;
    PJRT_Client_Destroy_Args: client as Arc<Client>;
}

getters! {
    Remote;
    PJRT_Client_PlatformName_Args: client as Arc<Client> =>
        (platform_name, platform_name_size) = text(client.session().platform_name());
    PJRT_Client_PlatformVersion_Args: client as Arc<Client> =>
        (platform_version, platform_version_size) = text(client.session().platform_version());
    PJRT_Client_ProcessIndex_Args: client as Arc<Client> => process_index = 0;
    PJRT_Client_Devices_Args: client as Arc<Client> =>
        (devices, num_devices) = array(client.device_handles().as_slice());
    PJRT_Client_AddressableDevices_Args: client as Arc<Client> =>
        (addressable_devices, num_addressable_devices) = array(client.device_handles().as_slice());
}

impl Call<Remote> for PJRT_Client_Create_Args {
    const MIN_STRUCT_SIZE: usize = pjrt::field_end!(Self, client);

    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null, or points to `num_options` named values.
        let options = unsafe { caller.attributes(self.create_options, self.num_options) };
        self.client = Client::new(Options::read(&options)?)?.into_handle();
        Ok(())
    }
}

/// The first devices, in the server's order.
impl Call<Remote> for PJRT_Client_DefaultDeviceAssignment_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live client.
        let client = unsafe { caller.get::<Arc<Client>>(self.client)? };
        let needed = i64::from(self.num_replicas) * i64::from(self.num_partitions);
        let needed = usize::try_from(needed).unwrap_or(usize::MAX);
        let ids: Vec<i32> = client.devices().iter().take(needed).map(|device| device.id()).collect();
        if ids.len() < needed || self.default_assignment_size < needed {
            let (replicas, partitions, has) = (self.num_replicas, self.num_partitions, client.devices().len());
            let message = format!("{replicas} replicas of {partitions} partitions do not fit {has} devices");
            return Err(Error::invalid(message));
        }
        // SAFETY: the array has `default_assignment_size` elements, which are at least as many as written.
        unsafe { caller.write(self.default_assignment, &ids, "default assignment")? };
        Ok(())
    }
}

impl Call<Remote> for PJRT_Client_Compile_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live client, a program whose code and format have the stated
        // sizes, and options of the stated size.
        let (client, format, code, options) = unsafe {
            let client = caller.get::<Arc<Client>>(self.client)?;
            let program = caller.copy_struct(self.program).ok_or_else(|| Error::invalid("the program is null"))?;
            let format = caller.text(program.format, program.format_size, "program's format")?;
            let code = caller.slice(program.code.cast_const().cast::<u8>(), program.code_size, "program")?;
            let options =
                caller.slice(self.compile_options.cast::<u8>(), self.compile_options_size, "compile options")?;
            (client, format, code, options)
        };
        if format != "mlir" {
            let message = format!("the program's format is {format:?}; only \"mlir\" (StableHLO) is supported");
            return Err(Error::unimplemented(message));
        }
        self.executable = LoadedExecutable::compile(client, code, options)?.into_handle();
        Ok(())
    }
}
