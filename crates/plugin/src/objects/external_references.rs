//! External references: users outside PJRT that access a buffer's memory by its address.
//!
//! An external reference is one more reference to the memory. It therefore outlives the deletion of the
//! buffer, and a program that the buffer is donated to does not overwrite the memory: it writes in place only
//! if it has the only reference.

use std::sync::{Mutex, MutexGuard};

/// The external references of one buffer.
#[derive(Default)]
pub struct ExternalReferences(Mutex<Vec<processor::Buffer>>);

impl ExternalReferences {
    /// Adds a reference.
    pub fn add(&self, memory: processor::Buffer) {
        self.lock().push(memory);
    }

    /// Removes a reference; `None` if there is none.
    pub fn remove(&self) -> Option<processor::Buffer> {
        self.lock().pop()
    }

    /// The memory that is referenced; `None` if there is no reference.
    pub fn memory(&self) -> Option<processor::Buffer> {
        self.lock().last().cloned()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<processor::Buffer>> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }
}
