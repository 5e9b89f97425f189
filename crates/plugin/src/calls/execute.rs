//! Execution of loaded executables.

use std::collections::HashMap;
use std::sync::Arc;

use pjrt::ErrorKind;
use pjrt::abi::*;
use processor::Argument;

use crate::caller::Caller;
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::handle::Handle;
use crate::objects::buffer::Buffer;
use crate::objects::device::Device;
use crate::objects::event::Event;
use crate::objects::loaded_executable::LoadedExecutable;
use crate::profile;

/// The checked arguments of an execution.
struct Arguments<'a> {
    /// A list for each device.
    lists: Vec<Vec<&'a Buffer>>,
    /// For each argument, true if it is donated. It is the same for all devices.
    is_donated: Vec<bool>,
}

impl<'a> Arguments<'a> {
    /// Reads and checks the caller's lists. Nothing is modified.
    ///
    /// # Safety
    /// The arguments satisfy the C API.
    unsafe fn read(
        caller: Caller<'a>,
        args: &PJRT_LoadedExecutable_Execute_Args,
        loaded: &LoadedExecutable,
    ) -> Result<Self> {
        let executable = loaded.executable();
        let name = &executable.name;
        if loaded.is_deleted() {
            return Err(Error::new(ErrorKind::FailedPrecondition, format!("executable {name} was deleted")));
        }
        // The counts are checked first: the lists are only as long as the counts say.
        let (given, num_devices) = (args.num_devices, loaded.devices().len());
        if given != num_devices {
            return Err(Error::invalid(format!("executable {name} runs on {num_devices} devices, not on {given}")));
        }
        let (given, num_args) = (args.num_args, executable.compiled.param_types().len());
        if given != num_args {
            return Err(Error::invalid(format!("executable {name} takes {num_args} arguments, {given} were given")));
        }
        // SAFETY: the list has an element for each device, each element is a list of `num_args` live buffers,
        // and the options and their list are the caller's.
        let (lists, not_donated) = unsafe {
            let lists = match num_args {
                0 => vec![vec![]; num_devices],
                _ => caller
                    .slice(args.argument_lists, num_devices, "list of argument lists")?
                    .iter()
                    .map(|list| {
                        let list = caller.slice(*list, num_args, "argument list")?;
                        list.iter().map(|buffer| caller.get::<Buffer>(*buffer)).collect()
                    })
                    .collect::<Result<_>>()?,
            };
            let options = caller.copy_struct(args.options).unwrap_or_else(AbiStruct::new);
            let not_donated = caller.slice(
                options.non_donatable_input_indices,
                options.num_non_donatable_input_indices,
                "list of arguments that must not be donated",
            )?;
            (lists, not_donated)
        };
        let aliases = executable.compiled.aliases();
        let is_donated = (0..num_args).map(|i| aliases[i].is_some() && !not_donated.contains(&(i as i64))).collect();
        let arguments = Self { lists, is_donated };
        arguments.check_buffers(loaded)?;
        arguments.check_donations(name)?;
        arguments.check_replicated(loaded)?;
        Ok(arguments)
    }

    /// Checks the type, the device and the state of each buffer.
    fn check_buffers(&self, loaded: &LoadedExecutable) -> Result<()> {
        let name = &loaded.executable().name;
        let types = loaded.executable().compiled.param_types();
        for (list, device) in self.lists.iter().zip(loaded.devices()) {
            for (i, (buffer, ty)) in list.iter().zip(types).enumerate() {
                if buffer.ty() != ty {
                    let given = buffer.ty();
                    return Err(Error::invalid(format!("argument {i} of executable {name} is {ty}, not {given}")));
                }
                if buffer.device().id() != *device {
                    let given = buffer.device().id();
                    let message =
                        format!("argument {i} of executable {name} must be on device {device}, but is on {given}");
                    return Err(Error::invalid(message));
                }
                if buffer.is_deleted() {
                    let message = format!("argument {i} of executable {name} was deleted or donated before");
                    return Err(Error::new(ErrorKind::FailedPrecondition, message));
                }
            }
        }
        Ok(())
    }

    /// Checks that a buffer that is donated is passed once only.
    fn check_donations(&self, name: &str) -> Result<()> {
        let mut seen = HashMap::new();
        for (i, buffer) in self.lists.iter().flat_map(|list| list.iter().enumerate()) {
            if let Some(first) = seen.insert(std::ptr::from_ref(*buffer), i)
                && (self.is_donated[i] || self.is_donated[first])
            {
                let donated = if self.is_donated[i] { i } else { first };
                return Err(Error::invalid(format!(
                    "arguments {first} and {i} of executable {name} are one buffer, but argument {donated} is donated: \
                     pass a copy, or add {donated} to the arguments that must not be donated"
                )));
            }
        }
        Ok(())
    }

    /// Checks that arguments which the program declares as equal on all replicas are equal. The execution
    /// checks this too, but only after donated buffers are taken.
    fn check_replicated(&self, loaded: &LoadedExecutable) -> Result<()> {
        let memories = self.lists.iter().map(|list| list.iter().map(|buffer| buffer.memory()).collect());
        let memories = memories.collect::<Result<Vec<Vec<processor::Buffer>>>>()?;
        Ok(loaded.executable().compiled.check_same(|replica, i| &memories[replica][i])?)
    }

    /// The arguments of the processor. Donated buffers are deleted. If one was deleted since the check, by
    /// another thread, those taken before it are restored, so that a failed call has no effect.
    fn take(&self) -> Result<Vec<Vec<Argument>>> {
        let mut taken = Vec::new();
        let mut take = |i: usize, buffer: &'a Buffer| -> Result<Argument> {
            if !self.is_donated[i] {
                return Ok(Argument::Borrow(buffer.memory()?));
            }
            let memory = buffer.take_memory()?;
            taken.push((buffer, memory.clone()));
            Ok(Argument::Donate(memory))
        };
        let lists = self.lists.iter().map(|list| list.iter().enumerate().map(|(i, b)| take(i, b)).collect());
        let lists = lists.collect::<Result<Vec<Vec<Argument>>>>();
        if lists.is_err() {
            taken.into_iter().for_each(|(buffer, memory)| buffer.restore_memory(memory));
        }
        lists
    }
}

/// The caller's lists for the outputs of each device, none of which is null.
///
/// # Safety
/// The arguments satisfy the C API, and are for the executable's number of devices.
unsafe fn output_lists<'a>(
    caller: Caller<'a>,
    args: &PJRT_LoadedExecutable_Execute_Args,
    loaded: &LoadedExecutable,
) -> Result<&'a [*mut *mut PJRT_Buffer]> {
    if loaded.executable().compiled.result_types().is_empty() {
        return Ok(&[]);
    }
    // SAFETY: the list has an element for each device.
    let lists = unsafe { caller.slice(args.output_lists, loaded.devices().len(), "list of output lists")? };
    match lists.iter().position(|list| list.is_null()) {
        Some(device) => Err(Error::invalid(format!("the list for the outputs of device {device} is null"))),
        None => Ok(lists),
    }
}

impl Call for PJRT_LoadedExecutable_Execute_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live loaded executable and a live device.
        let (loaded, execute_device) = unsafe {
            (caller.get::<LoadedExecutable>(self.executable)?, caller.get_if_any::<Device>(self.execute_device))
        };
        let executable = loaded.executable();
        if let Some(device) = execute_device
            && loaded.devices() != [device.id()]
        {
            let message = format!(
                "executable {} was compiled for devices {:?} and cannot run on device {}",
                executable.name,
                loaded.devices(),
                device.id()
            );
            return Err(Error::new(ErrorKind::Unimplemented, message));
        }
        // SAFETY: the arguments are the caller's. `read` checks that the number of devices is the
        // executable's.
        let (arguments, output_lists) =
            unsafe { (Arguments::read(caller, self, loaded)?, output_lists(caller, self, loaded)?) };
        let client = loaded.client();
        let devices = loaded.devices().iter().map(|id| client.device(i64::from(*id)).map(Arc::clone));
        let devices = devices.collect::<Result<Vec<Arc<Device>>>>()?;

        // All checks are done; donated buffers are deleted from here on.
        let arguments = arguments.take()?;
        let results = profile::run(&executable.compiled, client.cores(), arguments)?;
        for ((results, device), list) in results.into_iter().zip(&devices).zip(output_lists) {
            let to_handle = |content| Buffer::new(device.clone(), content).into_handle();
            let handles: Vec<*mut PJRT_Buffer> = results.into_iter().map(to_handle).collect();
            // SAFETY: the list has an element for each output.
            unsafe { caller.write(*list, &handles, "list of outputs")? };
        }
        if !self.device_complete_events.is_null() {
            let events: Vec<_> = devices.iter().map(|_| Event::ready().into_handle()).collect();
            // SAFETY: the list has an element for each device.
            unsafe { caller.write(self.device_complete_events, &events, "list of events")? };
        }
        Ok(())
    }
}
