//! Functions of the MemoryDescriptions extension. Every device has one memory, of one kind.

use pjrt::abi::*;

use super::getters::{array, text};
use super::memory::MEMORY_KIND_ID;
use crate::objects::device::DeviceDescription;
use crate::objects::memory::{MEMORY_KIND, MemoryDescription};

/// The memory of any device.
static DESCRIPTION: MemoryDescription = MemoryDescription { kind: MEMORY_KIND, kind_id: MEMORY_KIND_ID };

/// A list for callers.
struct Descriptions([*const PJRT_MemoryDescription; 1]);

// SAFETY: the list does not dereference its pointers, which refer to a static.
unsafe impl Sync for Descriptions {}

static DESCRIPTIONS: Descriptions = Descriptions([(&raw const DESCRIPTION).cast()]);

getters! {
    PJRT_DeviceDescription_MemorySpaces_Args: device_description as DeviceDescription =>
        (memory_spaces, num_memory_spaces) = array(&DESCRIPTIONS.0);
}

impl crate::entry::Call for PJRT_MemoryDescription_Kind_Args {
    unsafe fn call(&mut self, caller: crate::caller::Caller<'_>) -> crate::error::Result<()> {
        // SAFETY: the argument is null or a live description.
        let description = unsafe { caller.get::<MemoryDescription>(self.memory_description)? };
        (self.kind, self.kind_size) = text(description.kind);
        self.kind_id = description.kind_id;
        Ok(())
    }
}
