//! Buffers: arrays on a device.

use std::sync::{Arc, Mutex, MutexGuard};

use pjrt::ErrorKind;
use pjrt::abi::PJRT_Buffer;
use stablehlo::TensorType;

use crate::error::{Error, Result};
use crate::handle::Handle;
use crate::objects::device::Device;
use crate::objects::external_references::ExternalReferences;

/// An array on a device. Its memory may be deleted or donated.
pub struct Buffer {
    device: Arc<Device>,
    ty: TensorType,
    /// The dimensions, as a list for callers.
    dims: Vec<i64>,
    memory: Mutex<Option<processor::Buffer>>,
    external_references: ExternalReferences,
}

// SAFETY: buffer handles are made by `into_handle` only.
unsafe impl Handle for Buffer {
    type C = PJRT_Buffer;
    const NAME: &'static str = "buffer";
}

impl Buffer {
    pub fn new(device: Arc<Device>, memory: processor::Buffer) -> Self {
        let ty = memory.ty().clone();
        let dims = ty.dims.iter().map(|d| *d as i64).collect();
        let external_references = ExternalReferences::default();
        let buffer = Self { device, ty, dims, memory: Mutex::new(Some(memory)), external_references };
        buffer.device.record_allocation(buffer.size_in_bytes());
        buffer
    }

    pub fn ty(&self) -> &TensorType {
        &self.ty
    }

    pub fn dims(&self) -> &[i64] {
        &self.dims
    }

    pub fn size_in_bytes(&self) -> usize {
        self.ty.size_in_bytes()
    }

    /// The device that holds the array.
    pub fn device(&self) -> &Device {
        &self.device
    }

    pub fn external_references(&self) -> &ExternalReferences {
        &self.external_references
    }

    pub fn is_deleted(&self) -> bool {
        self.lock().is_none()
    }

    /// A reference to the memory.
    ///
    /// # Errors
    /// The buffer was deleted or donated.
    pub fn memory(&self) -> Result<processor::Buffer> {
        self.lock().clone().ok_or_else(deleted)
    }

    /// Takes the memory out of the buffer, which is deleted from then on.
    ///
    /// # Errors
    /// As [`Buffer::memory`].
    pub fn take_memory(&self) -> Result<processor::Buffer> {
        let memory = self.lock().take().ok_or_else(deleted)?;
        self.device.record_deallocation(self.size_in_bytes());
        Ok(memory)
    }

    /// Reverts [`Buffer::take_memory`].
    pub fn restore_memory(&self, memory: processor::Buffer) {
        *self.lock() = Some(memory);
        self.device.record_allocation(self.size_in_bytes());
    }

    /// A copy on another device. It shares the memory, because neither buffer writes to it.
    pub fn copy_to(&self, device: &Device) -> Result<Self> {
        Ok(Self::new(device.to_arc()?, self.memory()?))
    }

    fn lock(&self) -> MutexGuard<'_, Option<processor::Buffer>> {
        self.memory.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // Updates the device's statistics. A buffer that is deleted is counted already.
        let _ = self.take_memory();
    }
}

fn deleted() -> Error {
    Error::new(ErrorKind::FailedPrecondition, "the buffer was deleted or donated before this call")
}
