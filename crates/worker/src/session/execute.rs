//! Requests that run programs.

use std::sync::Arc;

use ifrt_proxy::messages::{LoadedExecutableExecuteRequest, LoadedExecutableExecuteResponse, OutputProto};
use ifrt_proxy::{Error, Result};
use pjrt::{Argument, Buffer, Event, ExecuteOptions};

use super::Session;
use crate::array::{Array, Shard, charge};
use crate::convert;
use crate::error::from_pjrt;
use crate::pending::{Pending, when_ready};
use crate::program::Program;
use crate::quota::Charge;

impl Session {
    pub(super) fn execute(&self, request: &LoadedExecutableExecuteRequest) -> Result<LoadedExecutableExecuteResponse> {
        let (program, arguments) = {
            let tables = self.tables();
            (tables.program(request.loaded_executable_handle)?, tables.arrays(&request.args_handles)?)
        };
        let options = request.execute_options.clone().unwrap_or_default();
        let devices = program.device_ids();
        if !request.device_ids.is_empty() && request.device_ids != devices {
            let text = format!("the program was compiled for the devices {devices:?}, not {:?}", request.device_ids);
            return Err(Error::unimplemented(text));
        }
        let may_donate = |index: usize| !options.non_donatable_input_indices.contains(&(index as i32));
        let rows = rows(&arguments, &devices, may_donate)?;
        let charges = self.charge_outputs(&program)?;
        let permit = self.backend.launch_queue.wait();
        let execution = program.executable.execute_async(rows, &ExecuteOptions { launch_id: options.launch_id });
        let execution = execution.map_err(from_pjrt)?;
        let running = permit.launched();
        when_ready(execution.done(), move |_| drop(running));
        self.metrics.executions.add(1);
        let donated = arguments.iter().enumerate().filter(|(index, _)| may_donate(*index));
        for shard in donated.flat_map(|(_, array)| &array.shards) {
            // Gives the bytes of donated shards back.
            shard.is_deleted()?;
        }
        let (outputs, done) = execution.into_parts();
        let arrays = arrays(&program, outputs, charges);
        self.answer_execution(request, options.fill_status, &program, arrays, done)
    }

    fn answer_execution(
        &self,
        request: &LoadedExecutableExecuteRequest,
        fill_status: bool,
        program: &Program,
        arrays: Vec<Array>,
        done: Vec<Event>,
    ) -> Result<LoadedExecutableExecuteResponse> {
        // The client knows the results of a program after its first run.
        let is_first = request.result_array_handle.is_empty();
        let mut outputs = if is_first { self.describe(program, &arrays)? } else { vec![] };
        let mut tables = self.tables();
        let handles = tables.insert_arrays(&request.result_array_handle, arrays)?;
        for (output, handle) in outputs.iter_mut().zip(handles) {
            output.array_handle = handle;
        }
        let status_handle = match fill_status {
            true => tables.insert_future(request.result_status_handle, Pending::Events(done))?,
            // A client that did not ask ends its process if there is one.
            false => 0,
        };
        Ok(LoadedExecutableExecuteResponse { status_handle, outputs })
    }

    /// Type, shape and sharding of each output.
    fn describe(&self, program: &Program, arrays: &[Array]) -> Result<Vec<OutputProto>> {
        let devices = program.device_ids();
        let describe = |(index, array): (usize, &Array)| {
            let sharding = program.output_shardings.as_ref().map(|list| &list[index]);
            Ok(OutputProto {
                dtype: Some(convert::dtype_proto(array.element_type)?),
                shape: Some(convert::shape_proto(&array.dims)),
                sharding: Some(convert::sharding_proto(&devices, sharding, program.memory_kind(index))),
                array_handle: 0,
            })
        };
        arrays.iter().enumerate().map(describe).collect()
    }

    /// Takes the bytes of all outputs from the quota, outputs by devices, before the program runs.
    fn charge_outputs(&self, program: &Program) -> Result<Vec<Vec<Charge>>> {
        let devices = program.executable.addressable_devices().len();
        let of_output = |output: &pjrt::OutputSpec| {
            (0..devices).map(|_| charge(&self.quota, output.element_type, &output.dims)).collect()
        };
        program.outputs.iter().map(of_output).collect()
    }
}

/// The arguments of each device.
fn rows<'a>(
    arguments: &'a [Arc<Array>],
    devices: &[i32],
    may_donate: impl Fn(usize) -> bool,
) -> Result<Vec<Vec<Argument<'a>>>> {
    let of_device = |(place, device): (usize, &i32)| {
        let argument = |(index, array): (usize, &'a Arc<Array>)| {
            let shard = array.shards.get(place).filter(|shard| shard.buffer.device().id() == *device);
            let shard = shard.filter(|_| array.shards.len() == devices.len()).ok_or_else(|| {
                let places: Vec<i32> = array.shards.iter().map(|shard| shard.buffer.device().id()).collect();
                Error::invalid(format!(
                    "argument {index} is on the devices {places:?}, but the program runs on {devices:?}"
                ))
            })?;
            let buffer: &Buffer = &shard.buffer;
            Ok(if may_donate(index) { Argument::Offer(buffer) } else { Argument::Borrow(buffer) })
        };
        arguments.iter().enumerate().map(argument).collect()
    };
    devices.iter().enumerate().map(of_device).collect()
}

/// The outputs as arrays. `outputs` is devices by outputs, `charges` outputs by devices.
fn arrays(program: &Program, outputs: Vec<Vec<Buffer>>, charges: Vec<Vec<Charge>>) -> Vec<Array> {
    let mut rows: Vec<_> = outputs.into_iter().map(Vec::into_iter).collect();
    let of_output = |(index, charges): (usize, Vec<Charge>)| {
        let buffers = rows.iter_mut().filter_map(Iterator::next);
        let shards: Vec<Arc<Shard>> = buffers.zip(charges).map(|(buffer, charge)| Shard::new(buffer, charge)).collect();
        let spec = &program.outputs[index];
        let sharding = program.output_shardings.as_ref().map(|list| &list[index]);
        let dims = convert::global_dims(&spec.dims, sharding);
        Array { element_type: spec.element_type, dims, shards }
    };
    charges.into_iter().enumerate().map(of_output).collect()
}
