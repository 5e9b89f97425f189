//! The arguments of `PJRT_LoadedExecutable_Execute`, which plugins read and write in the same way.

use super::caller::Caller;
use super::error::{Error, Result};
use super::event::Event;
use super::handle::Handle;
use crate::abi::{AbiStruct, PJRT_Buffer, PJRT_ExecuteOptions, PJRT_LoadedExecutable_Execute_Args};

type Args = PJRT_LoadedExecutable_Execute_Args;

impl<'call> Caller<'call> {
    /// The arguments of a run, devices by parameters. `name` is that of the executable.
    ///
    /// # Errors
    /// The caller states other numbers of devices or arguments, or a list or a buffer is null.
    ///
    /// # Safety
    /// The arguments satisfy the C API.
    pub unsafe fn execute_arguments<B: Handle<C = PJRT_Buffer>>(
        self,
        args: &Args,
        name: &str,
        num_devices: usize,
        num_args: usize,
    ) -> Result<Vec<Vec<&'call B>>> {
        // The counts are checked first: the lists are only as long as the counts say.
        let given = args.num_devices;
        if given != num_devices {
            return Err(Error::invalid(format!("executable {name} runs on {num_devices} devices, not on {given}")));
        }
        let given = args.num_args;
        if given != num_args {
            return Err(Error::invalid(format!("executable {name} takes {num_args} arguments, {given} were given")));
        }
        if num_args == 0 {
            return Ok(vec![vec![]; num_devices]);
        }
        // SAFETY: the list has an element for each device.
        let lists = unsafe { self.slice(args.argument_lists, num_devices, "list of argument lists")? };
        let mut rows = Vec::with_capacity(num_devices);
        for list in lists {
            // SAFETY: each element is a list of `num_args` live buffers.
            let list = unsafe { self.slice(*list, num_args, "argument list")? };
            let mut row = Vec::with_capacity(num_args);
            for buffer in list {
                // SAFETY: as above.
                row.push(unsafe { self.get::<B>(*buffer)? });
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// The options of a run, and the numbers of the arguments that must not be donated.
    ///
    /// # Errors
    /// The list of numbers is null, but is to have elements.
    ///
    /// # Safety
    /// The arguments satisfy the C API.
    pub unsafe fn execute_options(self, args: &Args) -> Result<(PJRT_ExecuteOptions, &'call [i64])> {
        // SAFETY: the options are null or the caller's.
        let options = unsafe { self.copy_struct(args.options) }.unwrap_or_else(AbiStruct::new);
        let (first, count) = (options.non_donatable_input_indices, options.num_non_donatable_input_indices);
        // SAFETY: the list of the caller's options has the stated length.
        let kept = unsafe { self.slice(first, count, "list of arguments that must not be donated")? };
        Ok((options, kept))
    }

    /// The lists for the outputs of each device; none if there are no outputs.
    ///
    /// # Errors
    /// A list is null.
    ///
    /// # Safety
    /// The arguments satisfy the C API, and are for this number of devices.
    pub unsafe fn output_lists(
        self,
        args: &Args,
        num_devices: usize,
        num_outputs: usize,
    ) -> Result<&'call [*mut *mut PJRT_Buffer]> {
        if num_outputs == 0 {
            return Ok(&[]);
        }
        // SAFETY: the list has an element for each device.
        let lists = unsafe { self.slice(args.output_lists, num_devices, "list of output lists")? };
        match lists.iter().position(|list| list.is_null()) {
            Some(device) => Err(Error::invalid(format!("the list for the outputs of device {device} is null"))),
            None => Ok(lists),
        }
    }

    /// Hands over the outputs of a run, devices by outputs, and an event for each device if the caller wants
    /// them.
    /// `lists` are the [`output_lists`](Self::output_lists).
    ///
    /// # Errors
    /// None with lists that are not null.
    ///
    /// # Safety
    /// The arguments satisfy the C API. Each list has room for the outputs of its device, and the list of
    /// events for `num_devices`.
    pub unsafe fn write_outputs<B: Handle<C = PJRT_Buffer>>(
        self,
        args: &Args,
        lists: &[*mut *mut PJRT_Buffer],
        outputs: Vec<Vec<B>>,
        done: &Event,
    ) -> Result<()> {
        for (outputs, list) in outputs.into_iter().zip(lists) {
            for (i, output) in outputs.into_iter().enumerate() {
                // SAFETY: the caller of this function guarantees the list.
                unsafe { self.write(list.add(i), &[output.into_handle()], "list of outputs")? };
            }
        }
        if !args.device_complete_events.is_null() {
            for i in 0..args.num_devices {
                let event = done.clone().into_handle();
                // SAFETY: as above.
                unsafe { self.write(args.device_complete_events.add(i), &[event], "list of events")? };
            }
        }
        Ok(())
    }
}
