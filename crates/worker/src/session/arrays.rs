//! Requests that combine, take apart, copy and free arrays.

use std::sync::Arc;

use ifrt_proxy::messages::{
    ArrayCopySemantics, ArrayResponse, ArraysResponse, AssembleArrayFromSingleDeviceArraysRequest, CopyArraysRequest,
    DeleteArrayRequest, DeleteArrayResponse, DestructArrayRequest, DisassembleIntoSingleDeviceArraysRequest,
    EmptyResponse, FullyReplicatedShardRequest, InputDevices, IsArrayDeletedRequest, IsArrayDeletedResponse,
    RemapArraysRequest, RemapMappingProto,
};
use ifrt_proxy::{Code, Error, Result};

use super::Session;
use crate::array::{Array, Shard, charge};
use crate::convert;
use crate::error::from_pjrt;
use crate::pending::Pending;

/// The most shards of an array.
const MAX_SHARDS: i64 = 1 << 16;

impl Session {
    pub(super) fn assemble(&self, request: &AssembleArrayFromSingleDeviceArraysRequest) -> Result<ArrayResponse> {
        let placement = self.placement(request.sharding.as_ref())?;
        let dims = convert::shape(request.shape.as_ref())?;
        let mut tables = self.tables();
        let parts = tables.arrays(&request.single_device_array_handles)?;
        let shards: Vec<Arc<Shard>> = parts.iter().flat_map(|part| part.shards.iter().cloned()).collect();
        let element_type = match (parts.first(), request.dtype) {
            (Some(part), _) => part.element_type,
            (None, dtype) => convert::element_type(dtype)?,
        };
        check_places(&shards, &placement.devices)?;
        if let Some(other) = parts.iter().find(|part| part.element_type != element_type) {
            let text = format!("shards of {element_type} and {} cannot be one array", other.element_type);
            return Err(Error::invalid(text));
        }
        let array_handle = tables.insert_array(request.result_handle, Array { element_type, dims, shards })?;
        Ok(ArrayResponse { array_handle })
    }

    pub(super) fn disassemble(&self, request: &DisassembleIntoSingleDeviceArraysRequest) -> Result<ArraysResponse> {
        let mut tables = self.tables();
        let array = tables.array(request.array_handle)?;
        let parts = array.shards.iter().map(|shard| array.of_shard(shard)).collect();
        Ok(ArraysResponse { array_handles: tables.insert_arrays(&request.result_handles, parts)? })
    }

    pub(super) fn fully_replicated_shard(&self, request: FullyReplicatedShardRequest) -> Result<ArrayResponse> {
        let mut tables = self.tables();
        let array = tables.array(request.array_handle)?;
        let part = array.of_shard(array.whole()?);
        Ok(ArrayResponse { array_handle: tables.insert_array(request.result_handle, part)? })
    }

    pub(super) fn remap(&self, request: &RemapArraysRequest) -> Result<ArraysResponse> {
        let plan = request.plan.as_ref().ok_or_else(|| Error::invalid("a remapping without a plan"))?;
        let mut tables = self.tables();
        let inputs = tables.arrays(&request.array_handles)?;
        let mut outputs = Vec::new();
        for (number, spec) in plan.output_specs.iter().enumerate() {
            let placement = self.placement(spec.sharding.as_ref())?;
            let mut shards: Vec<Option<Arc<Shard>>> = vec![None; placement.devices.len()];
            for mapping in plan.mappings.iter().filter(|mapping| usize::try_from(mapping.out_array) == Ok(number)) {
                let input = usize::try_from(mapping.in_array).ok().and_then(|input| inputs.get(input));
                let input = input.ok_or_else(|| Error::invalid("a remapping of an array that is not given"))?;
                for (from, to) in moves(mapping)? {
                    let shard = input.shards.get(from).cloned();
                    let place = shards.get_mut(to).zip(shard);
                    let (place, shard) =
                        place.ok_or_else(|| Error::invalid("a remapping of a shard that is not there"))?;
                    *place = Some(shard);
                }
            }
            let lists =
                plan.input_devices_for_output.iter().filter(|list| usize::try_from(list.out_array) == Ok(number));
            for list in lists.flat_map(|list| &list.input_devices) {
                remap_by_devices(list, &inputs, &placement.devices, &mut shards)?;
            }
            let shards: Vec<Arc<Shard>> = shards.into_iter().flatten().collect();
            check_places(&shards, &placement.devices)?;
            let element_type = convert::element_type(spec.dtype)?;
            outputs.push(Array { element_type, dims: convert::shape(spec.shape.as_ref())?, shards });
        }
        Ok(ArraysResponse { array_handles: tables.insert_arrays(&request.result_handles, outputs)? })
    }

    pub(super) fn copy_arrays(&self, request: &CopyArraysRequest) -> Result<ArraysResponse> {
        let asked = request.memory_kind.as_deref().filter(|kind| !kind.is_empty());
        let kind = asked.map(|kind| self.backend.memory_kind(Some(kind))).transpose()?;
        let arrays = self.tables().arrays(&request.array_handles)?;
        let reuse = request.copy_semantics != ArrayCopySemantics::AlwaysCopy as i32;
        let copies = arrays.iter().map(|array| self.copy_array(array, &request.device_ids, kind, reuse));
        let copies = copies.collect::<Result<Vec<Array>>>()?;
        Ok(ArraysResponse { array_handles: self.tables().insert_arrays(&request.result_handles, copies)? })
    }

    /// Copies the shards of an array to other devices, in order, and to their memory of a kind; an empty list
    /// and none stand for the present ones. With `reuse`, shards that are there already are not copied.
    fn copy_array(&self, array: &Array, devices: &[i32], kind: Option<&str>, reuse: bool) -> Result<Array> {
        if !devices.is_empty() && devices.len() != array.shards.len() {
            let (shards, given) = (array.shards.len(), devices.len());
            return Err(Error::invalid(format!("an array on {shards} devices cannot be copied to {given}")));
        }
        let copy = |(index, shard): (usize, &Arc<Shard>)| {
            let device = match devices.get(index) {
                Some(id) => self.backend.device(*id)?,
                None => shard.buffer.device(),
            };
            let present = shard.buffer.memory_kind().map_err(from_pjrt)?;
            let kind = kind.or(present.as_deref());
            if reuse && shard.buffer.device() == device && kind == present.as_deref() {
                return Ok(shard.clone());
            }
            let charge = charge(&self.quota, array.element_type, shard.buffer.dims())?;
            let copy = match kind {
                Some(kind) => shard.buffer.copy_to_memory(device, kind),
                None => shard.buffer.copy_to_device(device),
            };
            Ok(Shard::new(copy.map_err(from_pjrt)?, charge))
        };
        let shards = array.shards.iter().enumerate().map(copy).collect::<Result<Vec<Arc<Shard>>>>()?;
        Ok(Array { element_type: array.element_type, dims: array.dims.clone(), shards })
    }

    pub(super) fn delete_arrays(&self, request: &DeleteArrayRequest) -> Result<DeleteArrayResponse> {
        let mut result = Ok(());
        for handle in &request.array_handle {
            let array = self.tables().array(*handle);
            let deleted = array.and_then(|array| array.shards.iter().try_for_each(|shard| shard.delete()));
            result = result.and(deleted);
        }
        let deletion_future_handle = self.tables().insert_future(0, Pending::Ready(result))?;
        Ok(DeleteArrayResponse { deletion_future_handle })
    }

    pub(super) fn is_array_deleted(&self, request: IsArrayDeletedRequest) -> Result<IsArrayDeletedResponse> {
        let array = self.tables().array(request.array_handle)?;
        Ok(IsArrayDeletedResponse { deleted: array.is_deleted()? })
    }

    pub(super) fn destruct_arrays(&self, request: &DestructArrayRequest) -> Result<EmptyResponse> {
        let (arrays, unknown) = self.tables().remove_arrays(&request.array_handle);
        // The buffers are destroyed here, where no lock is held.
        drop(arrays);
        match unknown.as_slice() {
            [] => Ok(EmptyResponse {}),
            _ => Err(Error::new(Code::NotFound, format!("the session has no arrays {unknown:?}"))),
        }
    }
}

/// Checks that each shard is on the device that a sharding names for it.
fn check_places(shards: &[Arc<Shard>], devices: &[i32]) -> Result<()> {
    let places: Vec<i32> = shards.iter().map(|shard| shard.buffer.device().id()).collect();
    if places == devices {
        return Ok(());
    }
    Err(Error::invalid(format!("shards on the devices {places:?} for a sharding over {devices:?}")))
}

/// Moves the shards of an input that are on the listed devices to the places of these devices in the output.
fn remap_by_devices(
    list: &InputDevices,
    inputs: &[Arc<Array>],
    devices: &[i32],
    shards: &mut [Option<Arc<Shard>>],
) -> Result<()> {
    let input = usize::try_from(list.in_array).ok().and_then(|input| inputs.get(input));
    let input = input.ok_or_else(|| Error::invalid("a remapping of an array that is not given"))?;
    for device in list.device_list.iter().flat_map(|list| &list.device_ids) {
        let shard = input.shards.iter().find(|shard| shard.buffer.device().id() == *device);
        let place = devices.iter().position(|other| other == device).and_then(|place| shards.get_mut(place));
        let (place, shard) = place.zip(shard).ok_or_else(|| {
            Error::invalid(format!("a remapping by device {device}, which is not one of the input and of the output"))
        })?;
        *place = Some(shard.clone());
    }
    Ok(())
}

/// The shards of an input that a mapping moves, each with its place in the output.
fn moves(mapping: &RemapMappingProto) -> Result<Vec<(usize, usize)>> {
    let from = indices(&mapping.from_start, &mapping.from_end, &mapping.from_step)?;
    let to = indices(&mapping.to_start, &mapping.to_end, &mapping.to_step)?;
    if from.len() != to.len() {
        let text = format!("a remapping of {} shards to {} places", from.len(), to.len());
        return Err(Error::invalid(text));
    }
    Ok(from.into_iter().zip(to).collect())
}

/// The numbers in intervals of start, end and step.
fn indices(starts: &[i64], ends: &[i64], steps: &[i64]) -> Result<Vec<usize>> {
    let mut all = Vec::new();
    for (&start, (&end, &step)) in starts.iter().zip(ends.iter().zip(steps)) {
        if start < 0 || end > MAX_SHARDS || step < 1 || all.len() as i64 > MAX_SHARDS {
            return Err(Error::invalid(format!("a remapping of the interval from {start} to {end} by {step}")));
        }
        all.extend((start..end).step_by(step as usize).map(|index| index as usize));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_a_remapping() {
        assert_eq!(indices(&[0, 5], &[4, 6], &[2, 1]).unwrap(), [0, 2, 5]);
        for (start, end, step) in [(-1, 2, 1), (0, i64::MAX, 1), (0, 2, 0), (0, 2, -1)] {
            assert!(indices(&[start], &[end], &[step]).is_err());
        }
    }
}
