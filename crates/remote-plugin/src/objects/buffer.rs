//! Buffers: the part of an array of the server that one device holds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use pjrt::abi::PJRT_Buffer;
use pjrt::export::{Event, Handle};
use remote::Array;

use crate::error::{Error, Result};
use crate::objects::device::Device;
use crate::objects::types::ArrayType;

/// Host memory that a caller keeps unchanged, and the array that was made of it.
///
/// While it lives, the same memory has the same content, so that other devices get it from the server. Its
/// event is ready when it ends.
pub struct Upload {
    memory: (usize, usize),
    ty: ArrayType,
    array: Array,
    done: Event,
}

impl Upload {
    pub fn new(memory: (usize, usize), ty: ArrayType, array: Array) -> Arc<Upload> {
        Arc::new(Upload { memory, ty, array, done: Event::pending() })
    }

    /// True if it is of this memory, address and length, and of this type.
    pub fn is_of(&self, memory: (usize, usize), ty: &ArrayType) -> bool {
        self.memory == memory && self.ty == *ty
    }

    pub fn array(&self) -> &Array {
        &self.array
    }

    /// Ready when the memory is not needed any more.
    pub fn done(&self) -> Event {
        self.done.clone()
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        self.done.set(Ok(()));
    }
}

/// An array of the server with its shards, which the buffers of several devices share.
pub struct Arrays {
    whole: Array,
    /// Taken apart when a shard is needed by itself.
    shards: OnceLock<Result<Vec<Array>>>,
    /// Ready when the array is there, or with the error of the run that should compute it. The server is
    /// asked once.
    ready: OnceLock<Event>,
    /// The host memory that it comes from.
    _upload: Option<Arc<Upload>>,
}

impl Arrays {
    /// An array on one device.
    pub fn single(array: Array, upload: Option<Arc<Upload>>) -> Arc<Arrays> {
        Arc::new(Arrays { whole: array, shards: OnceLock::new(), ready: OnceLock::new(), _upload: upload })
    }

    /// A result of a program, on all of its devices, and the event of the run: all results of a run are
    /// computed together.
    pub fn result(array: Array, done: &Event) -> Arc<Arrays> {
        Arc::new(Arrays { whole: array, shards: OnceLock::new(), ready: done.clone().into(), _upload: None })
    }

    /// Ready when the array is there. All shards of an array are computed by one run.
    fn ready(&self) -> Event {
        let ask = || {
            let event = Event::pending();
            let set = event.clone();
            self.whole.on_ready(move |result| set.set(result.map_err(|e| Error::from(e).into())));
            event
        };
        self.ready.get_or_init(ask).clone()
    }

    /// The array on all of its devices.
    pub fn whole(&self) -> &Array {
        &self.whole
    }

    fn num_devices(&self) -> usize {
        self.whole.sharding().devices.len()
    }

    fn shard(&self, index: usize) -> Result<&Array> {
        if self.num_devices() == 1 {
            return Ok(&self.whole);
        }
        let shards = self.shards.get_or_init(|| self.whole.shards().map_err(Error::from));
        let shards = shards.as_ref().map_err(Error::clone)?;
        shards
            .get(index)
            .ok_or_else(|| Error::invalid(format!("an array on {} devices has no shard {index}", shards.len())))
    }
}

/// The part of an array that one device holds.
pub struct Buffer {
    arrays: Arc<Arrays>,
    /// The place of the device among those of the array.
    shard: usize,
    device: Arc<Device>,
    ty: Arc<ArrayType>,
    is_deleted: AtomicBool,
}

// SAFETY: buffer handles are made by `into_handle` only.
unsafe impl Handle for Buffer {
    type C = PJRT_Buffer;
    const NAME: &'static str = "buffer";
}

impl Buffer {
    pub fn new(arrays: Arc<Arrays>, shard: usize, device: Arc<Device>, ty: Arc<ArrayType>) -> Buffer {
        Buffer { arrays, shard, device, ty, is_deleted: AtomicBool::new(false) }
    }

    pub fn ty(&self) -> &ArrayType {
        &self.ty
    }

    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// The array on its device alone.
    ///
    /// # Errors
    /// The buffer is deleted, or its array could not be taken apart.
    pub fn array(&self) -> Result<&Array> {
        if self.is_deleted.load(Ordering::Acquire) {
            return Err(Error::precondition("the buffer was deleted before this call"));
        }
        self.arrays.shard(self.shard)
    }

    /// The array of these buffers on all of their devices, if they are all of its shards in order.
    pub fn common<'a>(buffers: &[&'a Buffer]) -> Option<&'a Array> {
        let arrays = &buffers.first()?.arrays;
        let is_next = |(index, buffer): (usize, &&Buffer)| {
            Arc::ptr_eq(&buffer.arrays, arrays) && buffer.shard == index && !buffer.is_deleted.load(Ordering::Acquire)
        };
        let is_whole = buffers.len() == arrays.num_devices() && buffers.iter().enumerate().all(is_next);
        is_whole.then(|| arrays.whole())
    }

    /// Ready when the array is there, or with the error of the run that should compute it.
    pub fn ready_event(&self) -> Event {
        if self.is_deleted.load(Ordering::Acquire) { Event::ready() } else { self.arrays.ready() }
    }

    /// A copy on another device.
    ///
    /// # Errors
    /// As [`Buffer::array`].
    pub fn copy_to(&self, device: Arc<Device>) -> Result<Buffer> {
        let copy = Arrays::single(self.array()?.copy_to(device.id()), None);
        Ok(Buffer::new(copy, 0, device, self.ty.clone()))
    }

    /// Frees the memory on its device.
    ///
    /// # Errors
    /// The array has an error, or the connection is lost.
    pub fn delete(&self) -> Result<()> {
        if self.is_deleted.load(Ordering::Acquire) {
            return Ok(());
        }
        self.array()?.delete()?;
        self.is_deleted.store(true, Ordering::Release);
        Ok(())
    }

    /// True if it was deleted, or donated to a run: the server is asked.
    ///
    /// # Errors
    /// The array has an error, or the connection is lost.
    pub fn is_deleted(&self) -> Result<bool> {
        Ok(self.is_deleted.load(Ordering::Acquire) || self.array()?.is_deleted()?)
    }
}
