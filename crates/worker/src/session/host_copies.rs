//! Copies between host buffers and devices.

use std::sync::{Arc, Mutex, PoisonError};

use ifrt_proxy::messages::{
    ArrayResponse, ArraysResponse, ByteStrides, CopyToHostBufferRequest, EmptyResponse, MakeArrayFromHostBufferRequest,
    MakeArraysFromHostBufferShardsRequest, MakeArraysFromHostBufferShardsSpec, Response,
};
use ifrt_proxy::{Error, HostLayout, Result};
use pjrt::{Device, ElementType, HostData};

use super::{Reply, Session};
use crate::array::{Array, Shard, charge};
use crate::convert;
use crate::error::from_pjrt;
use crate::host_buffers::HostBuffer;
use crate::quota::Charge;

/// A host buffer as memory that a device may use in place.
struct Dense(Arc<HostBuffer>);

impl AsRef<[u8]> for Dense {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl Session {
    pub(super) fn make_array(&self, request: &MakeArrayFromHostBufferRequest) -> Result<ArrayResponse> {
        // Whatever is wrong with the request, its bytes are taken out.
        let buffer = self.host_buffers.take(request.host_buffer_handle);
        let placement = self.placement(request.sharding.as_ref())?;
        let element_type = convert::element_type(request.dtype)?;
        let dims = convert::shape(request.shape.as_ref())?;
        if placement.devices.len() > 1 && !placement.is_replicated {
            let text = "one host buffer cannot fill an array that is divided over devices";
            return Err(Error::unimplemented(text));
        }
        let devices = placement.devices.iter().map(|id| self.backend.device(*id)).collect::<Result<Vec<_>>>()?;
        let kind = self.backend.memory_kind(placement.memory_kind.as_deref())?;
        let shards = self.put(buffer?, element_type, &dims, request.byte_strides.as_ref(), &devices, kind)?;
        let array = Array { element_type, dims, shards };
        let array_handle = self.tables().insert_array(request.array_handle.unwrap_or_default(), array)?;
        Ok(ArrayResponse { array_handle })
    }

    pub(super) fn make_arrays_of_shards(
        &self,
        request: &MakeArraysFromHostBufferShardsRequest,
    ) -> Result<ArraysResponse> {
        let handles = request.specs.iter().flat_map(|spec| &spec.host_buffers).map(|buffer| buffer.host_buffer_handle);
        let buffers: Vec<Result<Arc<HostBuffer>>> = handles.map(|handle| self.host_buffers.take(handle)).collect();
        let mut buffers = buffers.into_iter();
        let arrays = request.specs.iter().map(|spec| {
            let buffers = buffers.by_ref().take(spec.host_buffers.len()).collect::<Result<Vec<_>>>()?;
            self.make_array_of_shards(spec, buffers)
        });
        let arrays = arrays.collect::<Result<Vec<Array>>>()?;
        Ok(ArraysResponse { array_handles: self.tables().insert_arrays(&request.array_handles, arrays)? })
    }

    fn make_array_of_shards(
        &self,
        spec: &MakeArraysFromHostBufferShardsSpec,
        buffers: Vec<Arc<HostBuffer>>,
    ) -> Result<Array> {
        let array_spec = spec.array_spec.as_ref().ok_or_else(|| Error::invalid("an array without a specification"))?;
        let placement = self.placement(array_spec.sharding.as_ref())?;
        let kind = self.backend.memory_kind(placement.memory_kind.as_deref())?;
        let element_type = convert::element_type(array_spec.dtype)?;
        let dims = convert::shape(array_spec.shape.as_ref())?;
        if spec.addressable_shard_indices.len() != buffers.len() {
            let (lists, buffers) = (spec.addressable_shard_indices.len(), buffers.len());
            return Err(Error::invalid(format!("{lists} lists of shards for {buffers} host buffers")));
        }
        let mut shards: Vec<Option<Arc<Shard>>> = vec![None; placement.devices.len()];
        for ((buffer, described), list) in
            buffers.into_iter().zip(&spec.host_buffers).zip(&spec.addressable_shard_indices)
        {
            let shard_type = convert::element_type(described.dtype)?;
            if shard_type != element_type {
                return Err(Error::invalid(format!("a shard of {shard_type} of an array of {element_type}")));
            }
            let shard_dims = convert::shape(described.shape.as_ref())?;
            let places = list.indices.iter().map(|&index| {
                let place = usize::try_from(index).ok().filter(|place| *place < shards.len());
                place.ok_or_else(|| Error::invalid(format!("the array has no shard {index}")))
            });
            let places = places.collect::<Result<Vec<usize>>>()?;
            let devices = places.iter().map(|place| self.backend.device(placement.devices[*place]));
            let devices = devices.collect::<Result<Vec<_>>>()?;
            let strides = described.byte_strides.as_ref();
            let made = self.put(buffer, element_type, &shard_dims, strides, &devices, kind)?;
            for (place, shard) in places.into_iter().zip(made) {
                shards[place] = Some(shard);
            }
        }
        let count = shards.len();
        let shards: Vec<Arc<Shard>> = shards.into_iter().flatten().collect();
        if shards.len() != count {
            return Err(Error::invalid(format!("the request fills {} of {count} shards", shards.len())));
        }
        Ok(Array { element_type, dims, shards })
    }

    /// Copies a host buffer to devices, into their memory of a kind.
    fn put(
        &self,
        buffer: Arc<HostBuffer>,
        element_type: ElementType,
        dims: &[usize],
        strides: Option<&ByteStrides>,
        devices: &[&Device],
        kind: &str,
    ) -> Result<Vec<Arc<Shard>>> {
        let layout = convert::host_layout(element_type, dims, strides)?;
        if layout.span() != buffer.bytes.len() {
            let (needed, given) = (layout.span(), buffer.bytes.len());
            let text =
                format!("an array of {dims:?} {element_type} needs {needed} bytes, but the host buffer has {given}");
            return Err(Error::invalid(text));
        }
        buffer.release_charge();
        let charges =
            devices.iter().map(|_| charge(&self.quota, element_type, dims)).collect::<Result<Vec<Charge>>>()?;
        let data: HostData =
            if layout.is_row_major() { Arc::new(Dense(buffer)) } else { Arc::new(layout.gather(&buffer.bytes)?) };
        let client = &self.backend.client;
        let made = devices.iter().zip(charges).map(|(device, charge)| {
            let buffer = client.buffer_from_host_shared(&data, element_type, dims, device).map_err(from_pjrt)?;
            Ok(Shard::new(self.backend.in_memory(buffer, device, kind)?, charge))
        });
        made.collect()
    }

    /// Starts a copy, whose end answers the request.
    pub(super) fn copy_to_host_buffer(&self, request: &CopyToHostBufferRequest, reply: Reply) {
        let (shard, layout, charge) = match self.prepare_copy(request) {
            Ok(prepared) => prepared,
            Err(error) => return reply.send(Err(error)),
        };
        let (buffers, handle) = (self.host_buffers.clone(), request.host_buffer_handle);
        // Shared, since a copy that does not start does not call the callback.
        let reply = Arc::new(Mutex::new(Some(reply)));
        let answer = reply.clone();
        let started = shard.buffer.read(move |bytes| {
            let stored = bytes.map_err(from_pjrt).and_then(|bytes| {
                let bytes = if layout.is_row_major() { bytes } else { layout.scatter(&bytes, layout.span())? };
                buffers.store(handle, Ok(HostBuffer::new(bytes, charge)))
            });
            send(&answer, stored.map(|()| Response::CopyToHostBuffer(EmptyResponse {})));
        });
        if let Err(error) = started {
            send(&reply, Err(from_pjrt(error)));
        }
    }

    fn prepare_copy(&self, request: &CopyToHostBufferRequest) -> Result<(Arc<Shard>, HostLayout, Charge)> {
        let array = self.tables().array(request.array_handle)?;
        let shard = array.whole()?.clone();
        let layout = convert::host_layout(array.element_type, &array.dims, request.byte_strides.as_ref())?;
        let charge = self.quota.charge(layout.span() as u64, "a copy to the host")?;
        Ok((shard, layout, charge))
    }
}

fn send(reply: &Mutex<Option<Reply>>, result: Result<Response>) {
    if let Some(reply) = reply.lock().unwrap_or_else(PoisonError::into_inner).take() {
        reply.send(result);
    }
}
