//! Running a loaded executable on its devices.

use std::collections::BTreeSet;
use std::ptr;

use crate::abi::*;
use crate::buffer::{Buffer, RawBuffer};
use crate::call::handle;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::executable::LoadedExecutable;
use crate::outgoing::Outgoing;

const FUNCTION: &str = "PJRT_LoadedExecutable_Execute";

/// An argument of a run.
///
/// A program may declare (`tf.aliasing_output`) that an output takes the memory of an argument. It gets that memory only from
/// arguments that are donated; a borrowed one is copied and stays as it is. A donated buffer is gone after the call, which is
/// why it is given by value.
pub enum Argument<'a> {
    /// The buffer stays as it is.
    Borrow(&'a Buffer),
    /// The buffer is given away; the program may write its outputs there.
    Donate(Buffer),
}

impl Argument<'_> {
    fn buffer(&self) -> &Buffer {
        match self {
            Argument::Borrow(buffer) => buffer,
            Argument::Donate(buffer) => buffer,
        }
    }
}

impl<'a> From<&'a Buffer> for Argument<'a> {
    fn from(buffer: &'a Buffer) -> Argument<'a> {
        Argument::Borrow(buffer)
    }
}

impl From<Buffer> for Argument<'_> {
    fn from(buffer: Buffer) -> Self {
        Argument::Donate(buffer)
    }
}

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct ExecuteOptions {
    /// A number that the launches of one step share, if several processes take part; else 0.
    pub launch_id: i32,
}

/// A run that may still be under way.
pub struct Execution {
    outputs: Vec<Vec<Buffer>>,
    done: Vec<Event>,
}

impl Execution {
    /// The outputs, devices by outputs; they may already be used as arguments of the next run.
    pub fn outputs(&self) -> &[Vec<Buffer>] {
        &self.outputs
    }

    /// The end of the run on each device.
    pub fn done(&self) -> &[Event] {
        &self.done
    }

    /// Waits for all devices and gives the outputs, devices by outputs. If any device failed, the error names the first.
    pub fn wait(self) -> Result<Vec<Vec<Buffer>>> {
        let results: Vec<Result<()>> = self.done.iter().map(Event::wait).collect();
        let failed = results.iter().filter(|result| result.is_err()).count();
        let first = results.into_iter().enumerate().find_map(|(device, result)| Some((device, result.err()?)));
        if let Some((device, error)) = first {
            let (of, why) = (self.done.len(), error.message());
            let message = format!("{failed} of {of} devices failed, the first is number {device}: {why}");
            return Err(Error::new(error.kind(), FUNCTION, message));
        }
        Ok(self.outputs)
    }

    /// The outputs, without waiting.
    pub fn into_outputs(self) -> Vec<Vec<Buffer>> {
        self.outputs
    }
}

impl LoadedExecutable {
    /// Runs the program on all its devices and waits for them. Arguments are devices by arguments, in the order of
    /// [`addressable_devices`](LoadedExecutable::addressable_devices); so are the outputs.
    ///
    /// # Errors
    /// The number of devices or arguments is wrong, a buffer belongs to another client or was deleted, or a device failed.
    /// Donated arguments are gone in any case.
    pub fn execute(&self, arguments: Vec<Vec<Argument<'_>>>, options: &ExecuteOptions) -> Result<Vec<Vec<Buffer>>> {
        self.execute_async(arguments, options)?.wait()
    }

    /// As [`LoadedExecutable::execute`], but returns as soon as the work is under way. Arguments may be dropped at once: the
    /// plugin keeps what it needs.
    pub fn execute_async(&self, arguments: Vec<Vec<Argument<'_>>>, options: &ExecuteOptions) -> Result<Execution> {
        let devices = self.addressable_devices();
        self.check(&arguments)?;
        let num_args = arguments.first().map_or(0, Vec::len);
        // The plugin takes one list for all devices: an argument that is borrowed anywhere is donated nowhere.
        let borrowed: BTreeSet<i64> = arguments
            .iter()
            .flat_map(|row| row.iter().enumerate())
            .filter(|(_, argument)| matches!(argument, Argument::Borrow(_)))
            .map(|(index, _)| index as i64)
            .collect();
        let borrowed: Vec<i64> = borrowed.into_iter().collect();
        let raw_options = PJRT_ExecuteOptions {
            launch_id: options.launch_id,
            non_donatable_input_indices: borrowed.as_ptr(),
            num_non_donatable_input_indices: borrowed.len(),
            ..AbiStruct::new()
        };
        let api = self.client().api();
        let mut raw_options = Outgoing::new(&raw_options, api.is_later());

        let argument_rows: Vec<Vec<*mut PJRT_Buffer>> =
            arguments.iter().map(|row| row.iter().map(|argument| argument.buffer().raw()).collect()).collect();
        let argument_lists: Vec<*const *mut PJRT_Buffer> = argument_rows.iter().map(|row| row.as_ptr()).collect();
        let mut output_rows = vec![vec![ptr::null_mut::<PJRT_Buffer>(); self.num_outputs()]; devices.len()];
        let output_lists: Vec<*mut *mut PJRT_Buffer> = output_rows.iter_mut().map(|row| row.as_mut_ptr()).collect();
        let mut events = vec![ptr::null_mut::<PJRT_Event>(); devices.len()];
        let mut args = PJRT_LoadedExecutable_Execute_Args {
            executable: self.raw_loaded(),
            options: raw_options.as_mut_ptr(),
            argument_lists: argument_lists.as_ptr(),
            num_devices: devices.len(),
            num_args,
            output_lists: output_lists.as_ptr(),
            device_complete_events: events.as_mut_ptr(),
            ..AbiStruct::new()
        };
        // SAFETY: the executable and all buffers are alive and belong to one client (checked); the lists have the stated
        // sizes: `num_devices` rows of `num_args` arguments, and as many rows of as many outputs as the executable says.
        unsafe { api.call(&mut args)? };

        // Everything is taken over before anything can fail, so that nothing is lost.
        let raw_outputs: Vec<Vec<Result<RawBuffer>>> = output_rows
            .into_iter()
            .zip(devices)
            .map(|(row, device)| {
                row.into_iter()
                    .map(|raw| {
                        let raw = handle(FUNCTION, raw)?;
                        // SAFETY: the call made the buffer on this device, for us to free.
                        Ok(unsafe { RawBuffer::new(device.clone(), raw) })
                    })
                    .collect()
            })
            .collect();
        // SAFETY: the call made the events, for us to free.
        let done: Vec<Result<Event>> =
            events.into_iter().map(|raw| unsafe { Event::from_raw(api, FUNCTION, raw) }).collect();
        drop(arguments);
        let outputs = raw_outputs
            .into_iter()
            .map(|row| row.into_iter().map(|raw| Buffer::read(raw?)).collect())
            .collect::<Result<Vec<Vec<Buffer>>>>()?;
        Ok(Execution { outputs, done: done.into_iter().collect::<Result<_>>()? })
    }

    /// Checks what the plugin would take on trust.
    fn check(&self, arguments: &[Vec<Argument<'_>>]) -> Result<()> {
        let refuse = |message: String| Err(Error::new(ErrorKind::InvalidArgument, FUNCTION, message));
        let devices = self.addressable_devices().len();
        if arguments.len() != devices {
            let given = arguments.len();
            return refuse(format!("the program runs on {devices} devices, but arguments for {given} were given"));
        }
        if let Some(device) = arguments.iter().position(|row| row.len() != arguments[0].len()) {
            let (first, other) = (arguments[0].len(), arguments[device].len());
            return refuse(format!("device 0 got {first} arguments, but device {device} got {other}"));
        }
        for argument in arguments.iter().flatten() {
            argument.buffer().device().check_client(self.client(), FUNCTION)?;
        }
        Ok(())
    }
}
