//! Arrays on devices.

use std::sync::Arc;

use ifrt_proxy::messages::{
    ArrayCopySemantics, AssembleArrayFromSingleDeviceArraysRequest, CheckFutureRequest, CheckValueReadyRequest,
    CopyArraysRequest, CopyToHostBufferRequest, DeleteArrayRequest, DisassembleIntoSingleDeviceArraysRequest,
    IsArrayDeletedRequest, Request, Response, SingleDeviceShardSemantics,
};
use ifrt_proxy::{DType, Error, Handle, Result, Shape, Sharding};

use crate::blocks::paste;
use crate::reply::Reply;
use crate::session::Session;

/// An array on devices. It is freed when it is dropped.
#[derive(Debug)]
pub struct Array {
    pub(crate) session: Arc<Session>,
    pub(crate) handle: Handle,
    pub(crate) dtype: DType,
    pub(crate) shape: Shape,
    pub(crate) sharding: Sharding,
}

impl Array {
    /// Its element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Its global shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The devices that hold it, and what each holds.
    pub fn sharding(&self) -> &Sharding {
        &self.sharding
    }

    /// The reply that comes when the array is computed, with the error of the run that should compute it.
    pub fn ready(&self) -> Reply<()> {
        let request = CheckValueReadyRequest { value_handles: vec![self.handle.get()] };
        self.session.call(Request::CheckValueReady(request), |response| match response {
            Response::CheckValueReady(_) => Some(()),
            _ => None,
        })
    }

    /// Calls `then` when the array is computed, or has the error of the run that should compute it. It is
    /// called on the thread that reads answers, and must not block.
    pub fn on_ready(&self, then: impl FnOnce(Result<()>) + Send + 'static) {
        let request = CheckValueReadyRequest { value_handles: vec![self.handle.get()] };
        let read = |response| match response {
            Response::CheckValueReady(_) => Some(()),
            _ => None,
        };
        self.session.call_then(Request::CheckValueReady(request), read, then);
    }

    /// The shards as arrays of one device each, in the order of the sharding's devices.
    ///
    /// # Errors
    /// The shards are not told by the sharding.
    pub fn shards(&self) -> Result<Vec<Array>> {
        let devices = &self.sharding.devices;
        let tiles = self.sharding.tiles(self.shape.dims().len())?;
        let mut shards = Vec::new();
        for (index, device) in devices.iter().enumerate() {
            let dims = tiles.shard(index, self.shape.dims())?.into_iter().map(|range| range.len()).collect();
            let single = Sharding::single_device(*device);
            shards.push(Array {
                session: Arc::clone(&self.session),
                handle: self.session.handles.next(),
                dtype: self.dtype,
                shape: Shape::new(dims)?,
                sharding: Sharding { memory_kind: self.sharding.memory_kind.clone(), ..single },
            });
        }
        let request = DisassembleIntoSingleDeviceArraysRequest {
            array_handle: self.handle.get(),
            copy_semantics: ArrayCopySemantics::ReuseInput as i32,
            single_device_shard_semantics: Some(SingleDeviceShardSemantics::AllShards as i32),
            result_handles: shards.iter().map(|shard| shard.handle.get()).collect(),
        };
        // An error is that of the shards, too, and is told when they are used.
        drop(self.session.call(Request::DisassembleIntoSingleDeviceArrays(request), |_| Some(())));
        Ok(shards)
    }

    /// Copies the elements to the host: row-major, little-endian, a byte at least for each element.
    ///
    /// # Errors
    /// The array could not be computed, is deleted, or the connection is lost.
    pub fn to_host(&self) -> Result<Vec<u8>> {
        if self.sharding.devices.len() == 1 {
            return self.fetch();
        }
        let tiles = self.sharding.tiles(self.shape.dims().len())?;
        let shards = self.shards()?;
        if tiles.is_fully_replicated() {
            let first = shards.first().ok_or_else(|| Error::invalid("the array has no device"))?;
            return first.fetch();
        }
        let mut whole = vec![0; self.shape.host_bytes(self.dtype)];
        let mut seen = Vec::new();
        for (index, shard) in shards.iter().enumerate() {
            // Devices may hold the same tile; one of them is enough.
            if seen.contains(&tiles.place(index)) {
                continue;
            }
            seen.push(tiles.place(index));
            let ranges = tiles.shard(index, self.shape.dims())?;
            paste(&shard.fetch()?, &mut whole, self.shape.dims(), &ranges, self.dtype.host_bytes());
        }
        Ok(whole)
    }

    /// Copies the elements of an array on one device.
    fn fetch(&self) -> Result<Vec<u8>> {
        let (answer, reply) = Reply::new();
        self.read(move |bytes| drop(answer.send(bytes)));
        reply.wait()
    }

    /// Copies the elements of an array on one device to the host, and passes them to a function once they are
    /// there: row-major, little-endian, a byte at least for each element. It is called on the thread that
    /// reads answers, and must not block.
    pub fn read(&self, then: impl FnOnce(Result<Vec<u8>>) + Send + 'static) {
        let buffer = self.session.handles.next();
        let request = CopyToHostBufferRequest {
            array_handle: self.handle.get(),
            byte_strides: None,
            host_buffer_handle: buffer.get(),
        };
        let read = |response| match response {
            Response::CopyToHostBuffer(_) => Some(()),
            _ => None,
        };
        let take = self.session.take(buffer, self.shape.host_bytes(self.dtype), then);
        self.session.call_then(Request::CopyToHostBuffer(request), read, take);
    }

    /// The same array on another device. It is copied if it is not there. Does not wait: an error is that of
    /// the new array.
    pub fn copy_to(&self, device: i32) -> Array {
        let handle = self.session.handles.next();
        let request = CopyArraysRequest {
            array_handles: vec![self.handle.get()],
            device_ids: vec![device],
            memory_kind: None,
            copy_semantics: ArrayCopySemantics::ReuseInput as i32,
            result_handles: vec![handle.get()],
        };
        drop(self.session.call(Request::CopyArrays(request), |_| Some(())));
        self.of_session(handle, self.shape.clone(), Sharding::single_device(device))
    }

    /// The array whose shards are these arrays of one device each, in this order. `shape` is the global
    /// shape. Does not wait: an error is that of the new array.
    ///
    /// # Errors
    /// There is no shard.
    pub fn assemble(shards: &[&Array], shape: Shape, sharding: Sharding) -> Result<Array> {
        let first = shards.first().ok_or_else(|| Error::invalid("an array without shards"))?;
        let handle = first.session.handles.next();
        let request = AssembleArrayFromSingleDeviceArraysRequest {
            shape: Some((&shape).into()),
            sharding: Some((&sharding).into()),
            single_device_array_handles: shards.iter().map(|shard| shard.handle.get()).collect(),
            copy_semantics: ArrayCopySemantics::ReuseInput as i32,
            single_device_shard_semantics: Some(SingleDeviceShardSemantics::AllShards as i32),
            result_handle: handle.get(),
            dtype: Some(first.dtype.into()),
        };
        drop(first.session.call(Request::AssembleArrayFromSingleDeviceArrays(request), |_| Some(())));
        Ok(first.of_session(handle, shape, sharding))
    }

    /// An array of this session and element type.
    fn of_session(&self, handle: Handle, shape: Shape, sharding: Sharding) -> Array {
        Array { session: Arc::clone(&self.session), handle, dtype: self.dtype, shape, sharding }
    }

    /// Deletes the data; later uses of the array are errors. Waits until it is deleted.
    ///
    /// # Errors
    /// The array has an error already, or the connection is lost.
    pub fn delete(&self) -> Result<()> {
        let request = DeleteArrayRequest { array_handle: vec![self.handle.get()] };
        let future = self.session.call(Request::DeleteArray(request), |response| match response {
            Response::DeleteArray(answer) => Some(answer.deletion_future_handle),
            _ => None,
        });
        check_future(&self.session, future.wait()?)
    }

    /// True if the data was deleted, or donated to a run.
    ///
    /// # Errors
    /// The array has an error, or the connection is lost.
    pub fn is_deleted(&self) -> Result<bool> {
        let request = IsArrayDeletedRequest { array_handle: self.handle.get() };
        let deleted = self.session.call(Request::IsArrayDeleted(request), |response| match response {
            Response::IsArrayDeleted(answer) => Some(answer.deleted),
            _ => None,
        });
        deleted.wait()
    }
}

/// Waits for a future of the server; zero is none.
pub(crate) fn check_future(session: &Session, future_handle: u64) -> Result<()> {
    if future_handle == 0 {
        return Ok(());
    }
    let request = Request::CheckFuture(CheckFutureRequest { future_handle });
    let ready = session.call(request, |response| match response {
        Response::CheckFuture(_) => Some(()),
        _ => None,
    });
    ready.wait()
}

impl Drop for Array {
    fn drop(&mut self) {
        self.session.free_array(self.handle);
    }
}
