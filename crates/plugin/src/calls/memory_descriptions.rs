//! Functions of the MemoryDescriptions extension. Every device has a memory of each kind.

use pjrt::abi::*;
use pjrt::export::{Call, Caller, array, getters, text};

use crate::error::Result;
use crate::implementation::Labora;
use crate::objects::device::DeviceDescription;
use crate::objects::memory::{DESCRIPTIONS, MemoryDescription};

const NUM_DESCRIPTIONS: usize = DESCRIPTIONS.len();

/// A list for callers.
struct Descriptions([*const PJRT_MemoryDescription; NUM_DESCRIPTIONS]);

// SAFETY: the list does not dereference its pointers, which refer to a static.
unsafe impl Sync for Descriptions {}

static LIST: Descriptions = Descriptions([
    (&raw const DESCRIPTIONS[0]).cast(),
    (&raw const DESCRIPTIONS[1]).cast(),
    (&raw const DESCRIPTIONS[2]).cast(),
]);

getters! {
    Labora;
    PJRT_DeviceDescription_MemorySpaces_Args: device_description as DeviceDescription =>
        (memory_spaces, num_memory_spaces) = array(&LIST.0);
}

impl Call<Labora> for PJRT_MemoryDescription_Kind_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live description.
        let description = unsafe { caller.get::<MemoryDescription>(self.memory_description)? };
        (self.kind, self.kind_size) = text(description.0.name());
        self.kind_id = description.0.id();
        Ok(())
    }
}
