//! Arrays of a session: buffers on one or several devices.

use std::sync::Arc;

use ifrt_proxy::{Error, Result};
use pjrt::{Buffer, ElementType};

use crate::error::from_pjrt;
use crate::quota::{Charge, Quota};

/// What a buffer costs beside its bytes: so that the number of buffers is limited, too.
const BUFFER_OVERHEAD: u64 = 256;

/// The part of an array that one device holds. Arrays that are assembled from others share shards.
#[derive(Debug)]
pub struct Shard {
    /// The buffer on the device.
    pub buffer: Buffer,
    charge: Charge,
}

impl Shard {
    /// A buffer whose bytes were charged before it was made.
    pub fn new(buffer: Buffer, charge: Charge) -> Arc<Shard> {
        Arc::new(Shard { buffer, charge })
    }

    /// Frees the memory.
    pub fn delete(&self) -> Result<()> {
        self.charge.release();
        self.buffer.delete().map_err(from_pjrt)
    }

    /// True if the memory was freed, or taken over by a program.
    pub fn is_deleted(&self) -> Result<bool> {
        let is_deleted = self.buffer.is_deleted().map_err(from_pjrt)?;
        if is_deleted {
            self.charge.release();
        }
        Ok(is_deleted)
    }
}

/// Takes the bytes of an array on one device from the quota.
pub fn charge(quota: &Quota, element_type: ElementType, dims: &[usize]) -> Result<Charge> {
    let bytes = element_type.array_bytes(dims).and_then(|bytes| (bytes as u64).checked_add(BUFFER_OVERHEAD));
    let bytes = bytes.ok_or_else(|| Error::invalid(format!("an array of {dims:?} exceeds the address space")))?;
    quota.charge(bytes, "an array")
}

/// An array.
#[derive(Clone, Debug)]
pub struct Array {
    /// The type of the elements.
    pub element_type: ElementType,
    /// The dimensions of the whole array.
    pub dims: Vec<usize>,
    /// The shards, in the order of the sharding's devices.
    pub shards: Vec<Arc<Shard>>,
}

impl Array {
    /// The array with one of the shards.
    pub fn of_shard(&self, shard: &Arc<Shard>) -> Array {
        Array { element_type: self.element_type, dims: shard.buffer.dims().to_vec(), shards: vec![shard.clone()] }
    }

    /// The first shard of an array that each device holds as a whole.
    ///
    /// # Errors
    /// The array is divided, or has no shard.
    pub fn whole(&self) -> Result<&Arc<Shard>> {
        let first = self.shards.first().filter(|shard| shard.buffer.dims() == self.dims);
        first.ok_or_else(|| {
            let (dims, shards) = (&self.dims, self.shards.len());
            Error::invalid(format!("an array of {dims:?} on {shards} devices is divided: take it apart first"))
        })
    }

    /// True if a part of the array is deleted.
    pub fn is_deleted(&self) -> Result<bool> {
        self.shards.iter().try_fold(false, |any, shard| Ok(any | shard.is_deleted()?))
    }
}
