//! Execution of loaded executables.

use std::borrow::Cow;
use std::sync::Arc;

use pjrt::ErrorKind;
use pjrt::abi::*;
use pjrt::export::{Call, Caller};

use crate::error::{Error, Result};
use crate::implementation::Labora;
use crate::launch::{Input, launch, reserve};
use crate::objects::buffer::Buffer;
use crate::objects::content::Content;
use crate::objects::device::Device;
use crate::objects::loaded_executable::LoadedExecutable;

/// The checked arguments of an execution.
struct Arguments<'a> {
    /// A list for each device.
    lists: Vec<Vec<&'a Buffer>>,
    /// For each argument, true if it is donated. It is the same for all devices.
    is_donated: Cow<'a, [bool]>,
}

impl<'a> Arguments<'a> {
    /// Reads and checks the caller's lists. Nothing is modified.
    ///
    /// # Safety
    /// The arguments satisfy the C API.
    unsafe fn read(
        caller: Caller<'a>,
        args: &PJRT_LoadedExecutable_Execute_Args,
        loaded: &'a LoadedExecutable,
        devices: &[Arc<Device>],
    ) -> Result<Self> {
        let executable = loaded.executable();
        let name = &executable.name;
        if loaded.is_deleted() {
            return Err(Error::new(ErrorKind::FailedPrecondition, format!("executable {name} was deleted")));
        }
        let num_args = executable.params.len();
        // SAFETY: the arguments are the caller's.
        let (lists, (options, not_donated)) = unsafe {
            let lists = caller.execute_arguments::<Buffer>(args, name, devices.len(), num_args)?;
            (lists, caller.execute_options(args)?)
        };
        if options.num_send_ops > 0 || options.num_recv_ops > 0 {
            let message = "callbacks of send and recv operations are not supported by labora's plugin";
            return Err(Error::new(ErrorKind::Unimplemented, message));
        }
        let mut is_donated = Cow::Borrowed(&executable.is_donated[..]);
        for kept in not_donated.iter().filter_map(|i| usize::try_from(*i).ok()).filter(|i| *i < num_args) {
            is_donated.to_mut()[kept] = false;
        }
        let arguments = Self { lists, is_donated };
        arguments.check_buffers(loaded, devices)?;
        arguments.check_donations(name)?;
        arguments.check_replicated(loaded)?;
        Ok(arguments)
    }

    /// Checks the type, the device and the state of each buffer.
    fn check_buffers(&self, loaded: &LoadedExecutable, devices: &[Arc<Device>]) -> Result<()> {
        let name = &loaded.executable().name;
        let params = &loaded.executable().params;
        for (list, device) in self.lists.iter().zip(devices) {
            let device = device.id();
            for (i, (buffer, param)) in list.iter().zip(params).enumerate() {
                if buffer.ty() != param.ty() {
                    let (ty, given) = (param.ty(), buffer.ty());
                    return Err(Error::invalid(format!("argument {i} of executable {name} is {ty}, not {given}")));
                }
                if buffer.shape().layout() != param.layout() {
                    let (layout, given) = (param.layout(), buffer.shape().layout());
                    let message = format!("argument {i} of executable {name} has the layout {layout}, not {given}");
                    return Err(Error::invalid(message));
                }
                if buffer.device().id() != device {
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
        let count = self.lists.len() * self.is_donated.len();
        if count < 2 || !self.is_donated.contains(&true) {
            return Ok(());
        }
        // Sorted, so that the same buffers are next to each other.
        let mut passed = Vec::with_capacity(count);
        let all = self.lists.iter().flat_map(|list| list.iter().enumerate());
        passed.extend(all.map(|(i, buffer)| (std::ptr::from_ref(*buffer), i)));
        passed.sort_unstable();
        for pair in passed.windows(2) {
            let ((first_buffer, first), (buffer, i)) = (pair[0], pair[1]);
            if first_buffer == buffer && (self.is_donated[i] || self.is_donated[first]) {
                let donated = if self.is_donated[i] { i } else { first };
                return Err(Error::invalid(format!(
                    "arguments {first} and {i} of executable {name} are one buffer, but argument {donated} is donated: \
                     pass a copy, or add {donated} to the arguments that must not be donated"
                )));
            }
        }
        Ok(())
    }

    /// Checks that arguments which the program declares as equal on all replicas are equal, if all of them
    /// are there. The execution checks this too, but only after donated buffers are taken.
    fn check_replicated(&self, loaded: &LoadedExecutable) -> Result<()> {
        if self.lists.len() == 1 || loaded.executable().partitioning.is_some() {
            return Ok(());
        }
        let contents = self.lists.iter().map(|list| list.iter().map(|buffer| buffer.content()).collect());
        let contents = contents.collect::<Result<Vec<Vec<Content>>>>()?;
        if !contents.iter().flatten().all(Content::is_ready) {
            return Ok(());
        }
        let memories = contents.iter().map(|list| list.iter().map(Content::wait).collect());
        // A buffer whose computation failed is the run's error, not one of the call.
        let Ok(memories) = memories.collect::<Result<Vec<Vec<processor::Buffer>>>>() else { return Ok(()) };
        Ok(loaded.executable().compiled.check_same(|replica, i| &memories[replica][i])?)
    }

    /// The inputs of the run. Donated buffers are deleted. If one was deleted since the check, by another
    /// thread, those taken before it are restored, so that a failed call has no effect.
    fn take(&self) -> Result<Vec<Vec<Input>>> {
        let mut inputs = Vec::with_capacity(self.lists.len());
        for list in &self.lists {
            let mut row = Vec::with_capacity(list.len());
            for (buffer, is_donated) in list.iter().zip(self.is_donated.iter()) {
                let content = if *is_donated { buffer.take_content() } else { buffer.content() };
                match content {
                    Ok(content) => row.push(Input { content, is_donated: *is_donated }),
                    Err(error) => {
                        inputs.push(row);
                        self.restore(inputs);
                        return Err(error);
                    }
                }
            }
            inputs.push(row);
        }
        Ok(inputs)
    }

    /// Gives donated buffers their content back.
    fn restore(&self, inputs: Vec<Vec<Input>>) {
        for (input, buffer) in inputs.into_iter().flatten().zip(self.lists.iter().flatten()) {
            if input.is_donated {
                buffer.restore_content(input.content);
            }
        }
    }
}

impl Call<Labora> for PJRT_LoadedExecutable_Execute_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live loaded executable and a live device.
        let (loaded, execute_device) = unsafe {
            (caller.get::<LoadedExecutable>(self.executable)?, caller.get_if_any::<Device>(self.execute_device))
        };
        loaded.client().queue().process().check()?;
        let named;
        let devices = match execute_device {
            Some(device) => {
                named = loaded.devices_at(device)?;
                &named
            }
            None => loaded.devices(),
        };
        let num_outputs = loaded.executable().output_shapes.len();
        // SAFETY: the arguments are the caller's. `read` checks that the number of devices is the
        // executable's.
        let (arguments, output_lists) = unsafe {
            let arguments = Arguments::read(caller, self, loaded, devices)?;
            (arguments, caller.output_lists(self, devices.len(), num_outputs)?)
        };
        let reservations = reserve(loaded, &arguments.is_donated)?;

        // All checks are done; donated buffers are deleted from here on.
        let launched = launch(loaded, devices, arguments.take()?, reservations)?;
        // SAFETY: the lists have room for the executable's outputs and devices.
        unsafe { caller.write_outputs(self, output_lists, launched.outputs, &launched.done)? };
        Ok(())
    }
}
