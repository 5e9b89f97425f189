//! Pins: callers who look at a buffer's memory by its address say so, and it stays where and what it is meanwhile.
//!
//! A pin is one more reference to the memory. So it outlives the buffer's deletion, and a program that the buffer is donated
//! to does not write over it: it writes in place only where nobody else has a reference.

use std::sync::{Mutex, MutexGuard};

use pjrt::ErrorKind;
use pjrt::abi::*;

use crate::buffer::Buffer;
use crate::caller::Caller;
use crate::entry::Call;
use crate::error::{Error, Result};

/// The pins of one buffer.
#[derive(Default)]
pub struct Pins(Mutex<Vec<processor::Buffer>>);

impl Pins {
    fn lock(&self) -> MutexGuard<'_, Vec<processor::Buffer>> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl Call for PJRT_Buffer_IncreaseExternalReferenceCount_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let buffer = caller.get::<Buffer>(self.buffer)?;
        let memory = buffer.memory()?;
        buffer.pins.lock().push(memory);
        Ok(())
    }
}

impl Call for PJRT_Buffer_DecreaseExternalReferenceCount_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        match caller.get::<Buffer>(self.buffer)?.pins.lock().pop() {
            Some(_) => Ok(()),
            None => Err(Error::new(ErrorKind::FailedPrecondition, "the buffer has no external reference to give back")),
        }
    }
}

impl Call for PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let buffer = caller.get::<Buffer>(self.buffer)?;
        let pinned = buffer.pins.lock().last().cloned();
        let memory = pinned.map_or_else(|| buffer.memory(), Ok)?;
        self.device_memory_ptr = memory.as_bytes().as_ptr().cast_mut().cast();
        Ok(())
    }
}
