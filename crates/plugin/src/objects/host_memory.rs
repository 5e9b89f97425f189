//! Host memory that buffers use in place.

use pjrt::export::Event;

/// Host memory that a buffer reads in place. Dropping it sets an event, after which the caller may change the
/// memory.
pub struct HostMemory {
    first: *const u8,
    size: usize,
    done: Event,
}

// SAFETY: the memory is only read, and does not change, as `HostMemory::new` requires.
unsafe impl Send for HostMemory {}
// SAFETY: as above.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// # Safety
    /// `size` is 0, or `first` points to `size` bytes that stay alive and unchanged until `done` is set.
    pub unsafe fn new(first: *const u8, size: usize, done: Event) -> Self {
        Self { first, size, done }
    }
}

impl AsRef<[u8]> for HostMemory {
    fn as_ref(&self) -> &[u8] {
        if self.size == 0 {
            return &[];
        }
        // SAFETY: `new` requires that the bytes are valid until `done` is set, which `drop` does.
        unsafe { std::slice::from_raw_parts(self.first, self.size) }
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        self.done.set(Ok(()));
    }
}
