//! `PJRT_LoadedExecutable_Execute`.

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle};
use remote::RunOptions;

use crate::error::{Error, Result};
use crate::implementation::Remote;
use crate::objects::buffer::Buffer;
use crate::objects::executable::LoadedExecutable;

/// The caller's arguments: devices by parameters.
///
/// # Safety
/// The arguments satisfy the C API.
unsafe fn arguments<'a>(
    caller: Caller<'a>,
    args: &PJRT_LoadedExecutable_Execute_Args,
    loaded: &LoadedExecutable,
) -> Result<Vec<Vec<&'a Buffer>>> {
    let (name, devices) = (loaded.executable().name(), loaded.devices().len());
    // The counts are checked first: the lists are only as long as the counts say.
    if args.num_devices != devices {
        let given = args.num_devices;
        return Err(Error::invalid(format!("executable {name} runs on {devices} devices, not on {given}")));
    }
    let (takes, given) = (loaded.executable().num_parameters, args.num_args);
    if given != takes {
        return Err(Error::invalid(format!("executable {name} takes {takes} arguments, {given} were given")));
    }
    if given == 0 {
        return Ok(vec![vec![]; devices]);
    }
    // SAFETY: the list has an element for each device.
    let lists = unsafe { caller.slice(args.argument_lists, devices, "list of argument lists")? };
    let of_device = |list: &*const *mut PJRT_Buffer| {
        // SAFETY: each element is a list of `num_args` live buffers.
        let list = unsafe { caller.slice(*list, given, "argument list")? };
        // SAFETY: as above.
        list.iter().map(|buffer| Ok(unsafe { caller.get::<Buffer>(*buffer)? })).collect()
    };
    lists.iter().map(of_device).collect()
}

/// The options of a run.
///
/// # Safety
/// As [`arguments`].
unsafe fn options(caller: Caller<'_>, args: &PJRT_LoadedExecutable_Execute_Args) -> Result<RunOptions> {
    // SAFETY: the options are the caller's.
    let options = unsafe { caller.copy_struct(args.options) }.unwrap_or_else(AbiStruct::new);
    if options.num_send_ops > 0 || options.num_recv_ops > 0 {
        return Err(Error::unimplemented("a worker does not call functions of its clients"));
    }
    // SAFETY: the list of the caller's options has the stated length.
    let kept = unsafe {
        caller.slice(
            options.non_donatable_input_indices,
            options.num_non_donatable_input_indices,
            "list of arguments that must not be donated",
        )?
    };
    let kept = kept.iter().filter_map(|index| i32::try_from(*index).ok()).collect();
    Ok(RunOptions { launch_id: options.launch_id, kept })
}

impl Call<Remote> for PJRT_LoadedExecutable_Execute_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live loaded executable.
        let loaded = unsafe { caller.get::<LoadedExecutable>(self.executable)? };
        if !self.execute_device.is_null() {
            return Err(Error::unimplemented("programs of a worker run on the devices that they were compiled for"));
        }
        // SAFETY: the arguments are the caller's.
        let (arguments, options) = unsafe { (arguments(caller, self, loaded)?, options(caller, self)?) };
        let lists = match loaded.executable().outputs.is_empty() {
            true => &[][..],
            // SAFETY: the list has an element for each device.
            false => unsafe { caller.slice(self.output_lists, self.num_devices, "list of output lists")? },
        };
        if lists.iter().any(|list| list.is_null()) {
            return Err(Error::invalid("a list for outputs is null"));
        }
        let (outputs, done) = loaded.run(&arguments, &options)?;
        for (outputs, list) in outputs.into_iter().zip(lists) {
            let handles: Vec<*mut PJRT_Buffer> = outputs.into_iter().map(Handle::into_handle).collect();
            // SAFETY: the list has an element for each output.
            unsafe { caller.write(*list, &handles, "list of outputs")? };
        }
        if !self.device_complete_events.is_null() {
            let events: Vec<_> = loaded.devices().iter().map(|_| done.clone().into_handle()).collect();
            // SAFETY: the list has an element for each device.
            unsafe { caller.write(self.device_complete_events, &events, "list of events")? };
        }
        Ok(())
    }
}
