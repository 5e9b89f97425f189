//! External references: users outside PJRT that access a buffer's memory by its address.
//!
//! An external reference is one more reference to the memory. It therefore outlives the deletion of the
//! buffer, and a program that the buffer is donated to does not overwrite the memory: it writes in place only
//! if it has the only reference.

use std::sync::{Mutex, MutexGuard};

use crate::objects::content::Content;

/// The external references of one buffer.
#[derive(Default)]
pub struct ExternalReferences(Mutex<Vec<Content>>);

impl ExternalReferences {
    /// Adds a reference.
    pub fn add(&self, content: Content) {
        self.lock().push(content);
    }

    /// Removes a reference; `None` if there is none.
    pub fn remove(&self) -> Option<Content> {
        self.lock().pop()
    }

    /// The content that is referenced; `None` if there is no reference.
    pub fn content(&self) -> Option<Content> {
        self.lock().last().cloned()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Content>> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }
}
