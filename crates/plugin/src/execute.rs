//! Runs of loaded executables.

use std::collections::HashMap;

use pjrt::ErrorKind;
use pjrt::abi::*;
use processor::Argument;

use crate::buffer::Buffer;
use crate::caller::Caller;
use crate::device::Device;
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::executable::{LoadedExecutable, from_processor};
use crate::handle::Handle;
use crate::profile;

/// A run's arguments, found good: each device's list.
struct Arguments<'a> {
    lists: Vec<Vec<&'a Buffer>>,
    /// Which of them are donated, the same on all devices.
    donated: Vec<bool>,
}

impl<'a> Arguments<'a> {
    /// Reads the caller's lists and finds what is wrong with them; nothing is touched.
    fn read(
        caller: Caller<'a>,
        args: &PJRT_LoadedExecutable_Execute_Args,
        executable: &LoadedExecutable,
    ) -> Result<Self> {
        let name = &executable.program.name;
        if executable.is_deleted() {
            return Err(Error::new(ErrorKind::FailedPrecondition, format!("executable {name} was deleted")));
        }
        // The counts first: what lies behind the pointers is only as long as they say.
        let (given, devices) = (args.num_devices, executable.devices.len());
        if given != devices {
            return Err(Error::invalid(format!("executable {name} runs on {devices} devices, not on {given}")));
        }
        let (given, wanted) = (args.num_args, executable.program.executable.param_types().len());
        if given != wanted {
            return Err(Error::invalid(format!("executable {name} takes {wanted} arguments, {given} were given")));
        }
        let lists = match wanted {
            0 => vec![vec![]; devices],
            _ => caller
                .slice(args.argument_lists, devices, "list of argument lists")?
                .iter()
                .map(|list| {
                    let list = caller.slice(*list, wanted, "argument list")?;
                    list.iter().map(|buffer| caller.get::<Buffer>(*buffer)).collect()
                })
                .collect::<Result<_>>()?,
        };
        let options = caller.fields(args.options).unwrap_or_else(AbiStruct::new);
        let kept = caller.slice(
            options.non_donatable_input_indices,
            options.num_non_donatable_input_indices,
            "list of arguments that are not to be donated",
        )?;
        let aliases = executable.program.executable.aliases();
        let donated = (0..wanted).map(|i| aliases[i].is_some() && !kept.contains(&(i as i64))).collect();
        let arguments = Self { lists, donated };
        arguments.check(executable)?;
        Ok(arguments)
    }

    fn check(&self, executable: &LoadedExecutable) -> Result<()> {
        let name = &executable.program.name;
        let types = executable.program.executable.param_types();
        for (list, device) in self.lists.iter().zip(&executable.devices) {
            for (i, (buffer, ty)) in list.iter().zip(types).enumerate() {
                if buffer.ty() != ty {
                    let given = buffer.ty();
                    return Err(Error::invalid(format!("argument {i} of executable {name} is {ty}, not {given}")));
                }
                if buffer.device()?.id() != *device {
                    let lies = buffer.device()?.id();
                    let message =
                        format!("argument {i} of executable {name} has to lie on device {device}, not {lies}");
                    return Err(Error::invalid(message));
                }
                buffer.memory().map_err(|_| {
                    let message = format!("argument {i} of executable {name} was deleted or donated before");
                    Error::new(ErrorKind::FailedPrecondition, message)
                })?;
            }
        }
        self.check_donations(name)?;
        // Here too, since the run would find it only after donated buffers are taken.
        let memories = self.lists.iter().map(|list| list.iter().map(|buffer| buffer.memory()).collect());
        let memories = memories.collect::<Result<Vec<Vec<processor::Buffer>>>>()?;
        executable.program.executable.check_same(|replica, i| &memories[replica][i]).map_err(from_processor)
    }

    /// A donated buffer is nobody else's: it is given once.
    fn check_donations(&self, name: &str) -> Result<()> {
        let mut given = HashMap::new();
        for (i, buffer) in self.lists.iter().flat_map(|list| list.iter().enumerate()) {
            if let Some(first) = given.insert(std::ptr::from_ref(*buffer), i)
                && (self.donated[i] || self.donated[first])
            {
                let donated = if self.donated[i] { i } else { first };
                return Err(Error::invalid(format!(
                    "arguments {first} and {i} of executable {name} are one buffer, but argument {donated} is donated: \
                     pass a copy, or name {donated} among the arguments that are not to be donated"
                )));
            }
        }
        Ok(())
    }

    /// The processor's arguments. Donated buffers are taken; if one is gone meanwhile (another thread was faster), those
    /// taken before are given back, so that an error before the run costs the caller nothing.
    fn take(&self) -> Result<Vec<Vec<Argument>>> {
        let mut taken = Vec::new();
        let mut take = |i: usize, buffer: &'a Buffer| -> Result<Argument> {
            if !self.donated[i] {
                return Ok(Argument::Borrow(buffer.memory()?));
            }
            let memory = buffer.take()?;
            taken.push((buffer, memory.clone()));
            Ok(Argument::Donate(memory))
        };
        let lists = self.lists.iter().map(|list| list.iter().enumerate().map(|(i, b)| take(i, b)).collect());
        let lists = lists.collect::<Result<Vec<Vec<Argument>>>>();
        if lists.is_err() {
            taken.into_iter().for_each(|(buffer, memory)| buffer.give_back(memory));
        }
        lists
    }
}

/// The caller's lists for the outputs, one for each device, found to be there.
fn output_lists<'a>(
    caller: Caller<'a>,
    args: &PJRT_LoadedExecutable_Execute_Args,
    executable: &LoadedExecutable,
) -> Result<&'a [*mut *mut PJRT_Buffer]> {
    if executable.program.executable.result_types().is_empty() {
        return Ok(&[]);
    }
    let lists = caller.slice(args.output_lists, executable.devices.len(), "list of output lists")?;
    match lists.iter().position(|list| list.is_null()) {
        Some(device) => Err(Error::invalid(format!("the list for the outputs of device {device} is null"))),
        None => Ok(lists),
    }
}

impl Call for PJRT_LoadedExecutable_Execute_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let executable = caller.get::<LoadedExecutable>(self.executable)?;
        if let Ok(device) = caller.get::<Device>(self.execute_device)
            && executable.devices != [device.id()]
        {
            let message = format!(
                "executable {} was compiled for devices {:?}; it cannot run on device {} instead",
                executable.program.name,
                executable.devices,
                device.id()
            );
            return Err(Error::new(ErrorKind::Unimplemented, message));
        }
        let arguments = Arguments::read(caller, self, executable)?;
        let lists = output_lists(caller, self, executable)?;

        // Everything is checked; from here on, donated buffers are gone.
        let arguments = arguments.take()?;
        let client = &executable.client;
        let results = profile::run(&executable.program.executable, &client.cores, arguments).map_err(from_processor)?;
        for ((results, device), list) in results.into_iter().zip(&executable.devices).zip(lists) {
            let handle = |memory| Buffer::new(client.clone(), *device, memory).into_handle();
            let handles: Vec<*mut PJRT_Buffer> = results.into_iter().map(handle).collect();
            caller.write(*list, &handles, "list for the outputs")?;
        }
        if !self.device_complete_events.is_null() {
            let events: Vec<_> = executable.devices.iter().map(|_| Event::come().into_handle()).collect();
            caller.write(self.device_complete_events, &events, "list of events")?;
        }
        Ok(())
    }
}
