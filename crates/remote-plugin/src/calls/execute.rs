//! `PJRT_LoadedExecutable_Execute`.

use pjrt::abi::*;
use pjrt::export::{Call, Caller};
use remote::RunOptions;

use crate::error::{Error, Result};
use crate::implementation::Remote;
use crate::objects::buffer::Buffer;
use crate::objects::executable::LoadedExecutable;

impl Call<Remote> for PJRT_LoadedExecutable_Execute_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live loaded executable.
        let loaded = unsafe { caller.get::<LoadedExecutable>(self.executable)? };
        if !self.execute_device.is_null() {
            return Err(Error::unimplemented("programs of a worker run on the devices that they were compiled for"));
        }
        let (executable, num_devices) = (loaded.executable(), loaded.devices().len());
        // SAFETY: the arguments are the caller's. The first function checks the number of devices.
        let (arguments, (options, kept), lists) = unsafe {
            (
                caller.execute_arguments::<Buffer>(self, executable.name(), num_devices, executable.num_parameters)?,
                caller.execute_options(self)?,
                caller.output_lists(self, num_devices, executable.outputs.len())?,
            )
        };
        if options.num_send_ops > 0 || options.num_recv_ops > 0 {
            return Err(Error::unimplemented("a worker does not call functions of its clients"));
        }
        let kept = kept.iter().filter_map(|index| i32::try_from(*index).ok()).collect();
        let (outputs, done) = loaded.run(&arguments, &RunOptions { launch_id: options.launch_id, kept })?;
        // SAFETY: the lists have room for the executable's outputs and devices.
        unsafe { caller.write_outputs(self, lists, outputs, &done)? };
        Ok(())
    }
}
