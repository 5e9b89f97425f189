//! Execution of loaded executables.

use std::collections::BTreeSet;
use std::ptr;

use crate::abi::*;
use crate::buffer::{Buffer, RawBuffer};
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::loaded_executable::LoadedExecutable;
use crate::zero_extended::ZeroExtended;

const FUNCTION: &str = "PJRT_LoadedExecutable_Execute";

/// An argument of an execution.
///
/// A program may declare with `tf.aliasing_output` that an output reuses the memory of an argument. It can do
/// so only if the argument is donated; a borrowed argument is copied first and stays unchanged. A donated
/// buffer is deleted by the call, and is therefore passed by value.
pub enum Argument<'a> {
    /// The buffer is read and stays unchanged.
    Borrow(&'a Buffer),
    /// The buffer is donated; an output may reuse its memory.
    Donate(Buffer),
    /// The buffer is donated if the program declares that an output reuses its memory, and otherwise stays
    /// unchanged. The handle stays valid in both cases; [`Buffer::is_deleted`] says which one it was.
    Offer(&'a Buffer),
}

impl Argument<'_> {
    fn buffer(&self) -> &Buffer {
        match self {
            Argument::Borrow(buffer) | Argument::Offer(buffer) => buffer,
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

/// The options of an execution.
#[derive(Clone, Debug, Default)]
pub struct ExecuteOptions {
    /// A number that the launches of one step share if several processes take part. Default 0.
    pub launch_id: i32,
}

/// An execution that may still be running.
pub struct Execution {
    outputs: Vec<Vec<Buffer>>,
    done: Vec<Event>,
}

impl Execution {
    /// The outputs, devices by outputs. They can be used as arguments of the next execution at once.
    pub fn outputs(&self) -> &[Vec<Buffer>] {
        &self.outputs
    }

    /// The completion event of each device.
    pub fn done(&self) -> &[Event] {
        &self.done
    }

    /// Waits for all devices and returns the outputs, devices by outputs.
    ///
    /// # Errors
    /// The error of the first device that failed, with the number of devices that failed.
    pub fn wait(self) -> Result<Vec<Vec<Buffer>>> {
        let results: Vec<Result<()>> = self.done.iter().map(Event::wait).collect();
        let num_failed = results.iter().filter(|result| result.is_err()).count();
        let first = results.into_iter().enumerate().find_map(|(device, result)| Some((device, result.err()?)));
        if let Some((device, error)) = first {
            let (num_devices, reason) = (self.done.len(), error.message());
            let message =
                format!("{num_failed} of {num_devices} devices failed, the first is device {device}: {reason}");
            return Err(Error::new(error.kind(), FUNCTION, message));
        }
        Ok(self.outputs)
    }

    /// The outputs and the completion event of each device, without waiting.
    pub fn into_parts(self) -> (Vec<Vec<Buffer>>, Vec<Event>) {
        (self.outputs, self.done)
    }

    /// The outputs, without waiting.
    pub fn into_outputs(self) -> Vec<Vec<Buffer>> {
        self.outputs
    }
}

/// The buffers and events that an execution wrote into the caller's lists.
struct RawResults {
    outputs: Vec<Vec<*mut PJRT_Buffer>>,
    done: Vec<*mut PJRT_Event>,
}

impl LoadedExecutable {
    /// Runs the program on all its devices and waits for them. Arguments and outputs are devices by arguments
    /// and devices by outputs; the devices are in the order of
    /// [`addressable_devices`](LoadedExecutable::addressable_devices).
    ///
    /// # Errors
    /// The number of devices or arguments is wrong, a buffer belongs to another client or was deleted, or a
    /// device failed. Donated arguments are dropped in every case.
    pub fn execute(&self, arguments: Vec<Vec<Argument<'_>>>, options: &ExecuteOptions) -> Result<Vec<Vec<Buffer>>> {
        self.execute_async(arguments, options)?.wait()
    }

    /// Starts the program on all its devices and returns without waiting for them. The arguments may be
    /// dropped at once; the plugin keeps what it needs.
    ///
    /// # Errors
    /// As [`LoadedExecutable::execute`], without failures of devices, which [`Execution::wait`] returns.
    pub fn execute_async(&self, arguments: Vec<Vec<Argument<'_>>>, options: &ExecuteOptions) -> Result<Execution> {
        self.check_arguments(&arguments)?;
        let results = self.launch(&arguments, options)?;
        // All handles are taken over before anything can fail, so that none leaks.
        let outputs: Vec<Vec<Result<RawBuffer>>> = results
            .outputs
            .into_iter()
            .zip(self.addressable_devices())
            .map(|(row, device)| {
                let take = |raw| {
                    // SAFETY: the call made the buffer on this device and handed it over.
                    unsafe { RawBuffer::from_raw(device.clone(), FUNCTION, raw) }
                };
                row.into_iter().map(take).collect()
            })
            .collect();
        let api = self.client().api();
        // SAFETY: the call made the events and handed them over.
        let take = |raw| unsafe { Event::from_raw(api, FUNCTION, raw) };
        let done: Vec<Result<Event>> = results.done.into_iter().map(take).collect();
        drop(arguments);
        let outputs = outputs
            .into_iter()
            .map(|row| row.into_iter().map(|raw| Buffer::new(raw?)).collect())
            .collect::<Result<Vec<Vec<Buffer>>>>()?;
        Ok(Execution { outputs, done: done.into_iter().collect::<Result<_>>()? })
    }

    /// Calls the plugin with checked arguments.
    fn launch(&self, arguments: &[Vec<Argument<'_>>], options: &ExecuteOptions) -> Result<RawResults> {
        let num_devices = self.addressable_devices().len();
        // The plugin takes one list for all devices: an argument that is borrowed on any device is donated on
        // none.
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
        let mut raw_options = ZeroExtended::new(&raw_options, api.is_later());

        let argument_rows: Vec<Vec<*mut PJRT_Buffer>> =
            arguments.iter().map(|row| row.iter().map(|argument| argument.buffer().as_ptr()).collect()).collect();
        let argument_lists: Vec<*const *mut PJRT_Buffer> = argument_rows.iter().map(|row| row.as_ptr()).collect();
        let mut outputs = vec![vec![ptr::null_mut::<PJRT_Buffer>(); self.num_outputs()]; num_devices];
        let output_lists: Vec<*mut *mut PJRT_Buffer> = outputs.iter_mut().map(|row| row.as_mut_ptr()).collect();
        let mut done = vec![ptr::null_mut::<PJRT_Event>(); num_devices];
        let mut args = PJRT_LoadedExecutable_Execute_Args {
            executable: self.as_ptr(),
            options: raw_options.as_mut_ptr(),
            argument_lists: argument_lists.as_ptr(),
            num_devices,
            num_args: arguments.first().map_or(0, Vec::len),
            output_lists: output_lists.as_ptr(),
            device_complete_events: done.as_mut_ptr(),
            ..AbiStruct::new()
        };
        // SAFETY: the executable and all buffers are alive and belong to one client (checked). The lists have
        // the stated sizes: `num_devices` rows of `num_args` arguments, and as many rows of the executable's
        // number of outputs.
        unsafe { api.call(&mut args)? };
        Ok(RawResults { outputs, done })
    }

    /// Checks what the plugin assumes without checking.
    fn check_arguments(&self, arguments: &[Vec<Argument<'_>>]) -> Result<()> {
        let invalid = |message: String| Err(Error::new(ErrorKind::InvalidArgument, FUNCTION, message));
        let devices = self.addressable_devices().len();
        if arguments.len() != devices {
            let given = arguments.len();
            return invalid(format!("the program runs on {devices} devices, but arguments for {given} were given"));
        }
        if let Some(device) = arguments.iter().position(|row| row.len() != arguments[0].len()) {
            let (first, other) = (arguments[0].len(), arguments[device].len());
            return invalid(format!("device 0 has {first} arguments, but device {device} has {other}"));
        }
        for argument in arguments.iter().flatten() {
            argument.buffer().device().check_client(self.client(), FUNCTION)?;
        }
        Ok(())
    }
}
