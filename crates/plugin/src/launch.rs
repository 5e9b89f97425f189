//! From the checked arguments of a call to a run in the client's queue, and from its results to buffers.

use std::sync::Arc;

use pjrt::ErrorKind;
use pjrt::export::{Event, catch};
use processor::{Argument, Cores};

use crate::error::{Error, Result};
use crate::memory_account::Reservation;
use crate::objects::buffer::Buffer;
use crate::objects::content::{Content, Fulfilment};
use crate::objects::device::Device;
use crate::objects::executable::Executable;
use crate::objects::loaded_executable::LoadedExecutable;
use crate::objects::memory::MemoryKind;
use crate::objects::queue::{Task, is_in_callback};
use crate::objects::shape::Shape;
use crate::profile::Recording;
use crate::trace::Trace;

/// An argument of a run.
pub struct Input {
    pub content: Content,
    /// True if a result may take over the memory.
    pub is_donated: bool,
}

/// A run that was started.
pub struct Launched {
    /// The results, devices by outputs.
    pub outputs: Vec<Vec<Buffer>>,
    /// Ready when the run is done.
    pub done: Event,
}

/// A run with all that it needs, whatever happens to the client meanwhile.
struct Run {
    executable: Arc<Executable>,
    cores: Arc<Cores>,
    trace: Option<Arc<Trace>>,
    recording: Recording,
    /// Devices by arguments.
    inputs: Vec<Vec<Input>>,
}

impl Run {
    /// Executes the program; returns the results, devices by outputs. Waits for inputs.
    fn execute(self) -> Result<Vec<Vec<processor::Buffer>>> {
        let Self { executable, cores, trace, recording, inputs } = self;
        let work = || {
            executable.check_hosts()?;
            if let Some(partitioning) = &executable.partitioning {
                let array = |input: Input| Ok((input.content.take()?, input.is_donated));
                let arrays = inputs.into_iter().map(|list| list.into_iter().map(array).collect());
                let arguments = partitioning.arguments(arrays.collect::<Result<_>>()?)?;
                let results = recording.run(trace.as_deref(), &executable.compiled, &cores, arguments)?;
                return partitioning.results(results);
            }
            let argument = |input: Input| match input.is_donated {
                true => input.content.take().map(Argument::Donate),
                false => input.content.take().map(Argument::Borrow),
            };
            let arguments = inputs.into_iter().map(|list| list.into_iter().map(argument).collect());
            let arguments = arguments.collect::<Result<Vec<Vec<Argument>>>>()?;
            recording.run(trace.as_deref(), &executable.compiled, &cores, arguments)
        };
        catch(work).unwrap_or_else(|message| {
            Err(Error::new(ErrorKind::Internal, format!("executable {} panicked: {message}", executable.name)))
        })
    }
}

/// The reservations of a run's results, devices by outputs: those of donated arguments, and new ones for
/// memory that the run allocates.
///
/// # Errors
/// The run would exceed the client's memory.
pub fn reserve(loaded: &LoadedExecutable, is_donated: &[bool]) -> Result<Vec<Option<Arc<Reservation>>>> {
    let executable = loaded.executable();
    let account = loaded.client().memory_account();
    if !executable.is_large && account.is_unlimited() {
        return Ok(Vec::new());
    }
    let (shapes, devices) = (&executable.output_shapes, loaded.devices().len());
    let is_fresh = |j: usize| !executable.alias_of(j).is_some_and(|i| is_donated[i]);
    let bytes = |j: usize| if is_fresh(j) { shapes[j].ty().size_in_bytes() as u64 } else { 0 };
    let fresh: Vec<u64> = (0..devices).flat_map(|_| (0..shapes.len()).map(bytes)).collect();
    let total = fresh.iter().sum::<u64>() + executable.memory.temp_bytes as u64;
    account.reserve(total, &fresh, format_args!("a run of executable {}", executable.name))
}

/// Starts a run of a loaded executable: at once on this thread if it is short and nothing has to be waited
/// for, otherwise through the client's queue. `reservations` are those of [`reserve`].
///
/// # Errors
/// That of a run on this thread. Others, and those of inputs, are the outcome of its events.
pub fn launch(
    loaded: &LoadedExecutable,
    devices: &[Arc<Device>],
    inputs: Vec<Vec<Input>>,
    reservations: Vec<Option<Arc<Reservation>>>,
) -> Result<Launched> {
    let (client, executable) = (loaded.client(), loaded.executable());
    let reservations = reservations_of_outputs(executable, &inputs, reservations);
    let to_come = |input: &&Input| !input.content.is_ready();
    let inputs_to_come: Vec<Event> = inputs.iter().flatten().filter(to_come).map(|i| i.content.event()).collect();
    let has_failed_input = inputs.iter().flatten().any(|input| input.content.has_failed());
    let run = Run {
        executable: executable.clone(),
        cores: client.cores().clone(),
        trace: client.trace().cloned(),
        recording: Recording::begin(),
        inputs,
    };
    let calls_host = executable.compiled.cost().calls_host;
    let is_short = executable.is_short && (!calls_host || client.options().has_short_callbacks);
    let is_preferred = is_in_callback() || client.options().is_synchronous || (is_short && client.queue().is_idle());
    let is_immediate = is_preferred && inputs_to_come.is_empty();
    if is_immediate && !has_failed_input {
        let results = run.execute()?;
        let outputs = present(executable, devices, results, reservations);
        return Ok(Launched { outputs, done: Event::ready() });
    }
    let (outputs, promises) = promise(executable, devices, reservations);
    let done = Event::pending();
    let event = done.clone();
    let work = move || fulfil(run.execute(), promises, &event);
    if is_immediate {
        // It fails by its input.
        work();
    } else {
        client.queue().push(Task { inputs: inputs_to_come, calls_host, work: Box::new(work) });
    }
    Ok(Launched { outputs, done })
}

/// What the buffer of an output is like.
struct Output<'a> {
    shape: &'a Arc<Shape>,
    memory_kind: MemoryKind,
}

impl<'a> Output<'a> {
    /// The outputs of an executable.
    fn all(executable: &'a Executable) -> impl Iterator<Item = Self> {
        let kinds = executable.output_memories.kinds();
        executable.output_shapes.iter().zip(kinds).map(|(shape, kind)| Self { shape, memory_kind: *kind })
    }

    fn buffer(&self, device: &Arc<Device>, content: Content) -> Buffer {
        Buffer::new(device.clone(), self.memory_kind, self.shape.clone(), content)
    }
}

/// The buffers of results that are there, devices by outputs.
fn present(
    executable: &Executable,
    devices: &[Arc<Device>],
    results: Vec<Vec<processor::Buffer>>,
    reservations: Vec<Option<Arc<Reservation>>>,
) -> Vec<Vec<Buffer>> {
    let mut reservations = reservations.into_iter();
    let mut rows = Vec::with_capacity(devices.len());
    for (results, device) in results.into_iter().zip(devices) {
        let buffer = |(memory, output): (processor::Buffer, Output)| {
            let content = Content::present(memory, reservations.next().flatten());
            output.buffer(device, content)
        };
        rows.push(results.into_iter().zip(Output::all(executable)).map(buffer).collect());
    }
    rows
}

/// The buffers of results that are yet to come, devices by outputs, and the duties to provide them. Devices
/// that hold the same shard share its promise, which is a duty of the first of them.
fn promise(
    executable: &Executable,
    devices: &[Arc<Device>],
    reservations: Vec<Option<Arc<Reservation>>>,
) -> (Vec<Vec<Buffer>>, Vec<Vec<Option<Fulfilment>>>) {
    let mut reservations = reservations.into_iter();
    let mut contents: Vec<Vec<Content>> = Vec::with_capacity(devices.len());
    let mut promises = Vec::with_capacity(devices.len());
    let mut outputs = Vec::with_capacity(devices.len());
    for (number, device) in devices.iter().enumerate() {
        let content = |output: usize| {
            let reservation = reservations.next().flatten();
            match contents.get(executable.first_holder(output, number)) {
                Some(first) => (first[output].shared_with(reservation), None),
                None => {
                    let (content, fulfilment) = Content::promised(reservation);
                    (content, Some(fulfilment))
                }
            }
        };
        let (own, duties): (Vec<Content>, Vec<Option<Fulfilment>>) =
            (0..executable.output_shapes.len()).map(content).unzip();
        let buffers = Output::all(executable).zip(&own).map(|(output, content)| output.buffer(device, content.clone()));
        outputs.push(buffers.collect());
        contents.push(own);
        promises.push(duties);
    }
    (outputs, promises)
}

/// The reservation of each output. That of a donated argument is its output's.
fn reservations_of_outputs(
    executable: &Executable,
    inputs: &[Vec<Input>],
    mut reservations: Vec<Option<Arc<Reservation>>>,
) -> Vec<Option<Arc<Reservation>>> {
    let num_outputs = executable.output_shapes.len();
    if reservations.is_empty() {
        return reservations;
    }
    for (device, list) in inputs.iter().enumerate() {
        for (i, input) in list.iter().enumerate().filter(|(_, input)| input.is_donated) {
            if let Some(j) = executable.compiled.aliases()[i] {
                reservations[device * num_outputs + j] = input.content.reservation().cloned();
            }
        }
    }
    reservations
}

/// Ends a run: fulfils the promises of its results, or breaks all of them with its error.
fn fulfil(outcome: Result<Vec<Vec<processor::Buffer>>>, promises: Vec<Vec<Option<Fulfilment>>>, done: &Event) {
    match outcome {
        Ok(results) => {
            for (results, promises) in results.into_iter().zip(promises) {
                let duties = promises.into_iter().zip(results).filter_map(|(duty, memory)| Some((duty?, memory)));
                duties.for_each(|(promise, memory)| promise.fulfil(Ok(memory)));
            }
            done.set(Ok(()));
        }
        Err(error) => {
            promises.into_iter().flatten().flatten().for_each(|promise| promise.fulfil(Err(error.clone())));
            done.set(Err(error.into()));
        }
    }
}
