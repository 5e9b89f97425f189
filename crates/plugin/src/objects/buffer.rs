//! Buffers: arrays on a device.

use std::sync::{Arc, Mutex, MutexGuard};

use pjrt::ErrorKind;
use pjrt::abi::PJRT_Buffer;
use pjrt::export::{Event, Handle};
use stablehlo::TensorType;

use crate::error::{Error, Result};
use crate::objects::content::Content;
use crate::objects::device::Device;
use crate::objects::external_references::ExternalReferences;
use crate::objects::memory::MemoryKind;
use crate::objects::shape::Shape;

/// An array on a device. Its content may be yet to come, and may be deleted or donated.
pub struct Buffer {
    device: Arc<Device>,
    memory_kind: MemoryKind,
    shape: Arc<Shape>,
    content: Mutex<Option<Content>>,
    external_references: ExternalReferences,
}

// SAFETY: buffer handles are made by `into_handle` only.
unsafe impl Handle for Buffer {
    type C = PJRT_Buffer;
    const NAME: &'static str = "buffer";
}

impl Buffer {
    /// An array of this shape in a device's memory of a kind.
    pub fn new(device: Arc<Device>, memory_kind: MemoryKind, shape: Arc<Shape>, content: Content) -> Self {
        device.record_allocation(shape.ty().size_in_bytes());
        let (content, external_references) = (Mutex::new(Some(content)), ExternalReferences::default());
        Self { device, memory_kind, shape, content, external_references }
    }

    pub fn ty(&self) -> &TensorType {
        self.shape.ty()
    }

    /// The type and the layout.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    pub fn dims(&self) -> &[i64] {
        self.shape.dims()
    }

    pub fn size_in_bytes(&self) -> usize {
        self.ty().size_in_bytes()
    }

    /// The device that holds the array.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The kind of the memory that holds the array.
    pub fn memory_kind(&self) -> MemoryKind {
        self.memory_kind
    }

    pub fn external_references(&self) -> &ExternalReferences {
        &self.external_references
    }

    pub fn is_deleted(&self) -> bool {
        self.lock().is_none()
    }

    /// The event that is ready with the content. That of a deleted buffer is ready.
    pub fn ready_event(&self) -> Event {
        self.lock().as_ref().map_or_else(Event::ready, Content::event)
    }

    /// A reference to the content.
    ///
    /// # Errors
    /// The buffer was deleted or donated.
    pub fn content(&self) -> Result<Content> {
        self.lock().clone().ok_or_else(deleted)
    }

    /// Takes the content out of the buffer, which is deleted from then on.
    ///
    /// # Errors
    /// As [`Buffer::content`].
    pub fn take_content(&self) -> Result<Content> {
        let content = self.lock().take().ok_or_else(deleted)?;
        self.device.record_deallocation(self.size_in_bytes());
        Ok(content)
    }

    /// Reverts [`Buffer::take_content`].
    pub fn restore_content(&self, content: Content) {
        *self.lock() = Some(content);
        self.device.record_allocation(self.size_in_bytes());
    }

    /// A copy in a memory of another kind or device. It shares the memory, because neither buffer writes to
    /// it.
    pub fn copy_to(&self, device: &Device, memory_kind: MemoryKind) -> Result<Self> {
        Ok(Self::new(device.to_arc()?, memory_kind, self.shape.clone(), self.content()?))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Content>> {
        self.content.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // Updates the device's statistics. A buffer that is deleted is counted already.
        let _ = self.take_content();
    }
}

fn deleted() -> Error {
    Error::new(ErrorKind::FailedPrecondition, "the buffer was deleted or donated before this call")
}
