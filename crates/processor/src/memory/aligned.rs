//! A block of memory aligned to cache lines.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;

use super::ALIGNMENT;

/// Bytes aligned to [`ALIGNMENT`].
pub(crate) struct AlignedBytes {
    ptr: NonNull<u8>,
    len: usize,
    /// What was allocated: a little more, to find an aligned place in.
    allocated: *mut u8,
}

// SAFETY: the block is owned and holds plain bytes; access through `&self` only reads.
unsafe impl Send for AlignedBytes {}
// SAFETY: as above.
unsafe impl Sync for AlignedBytes {}

impl AlignedBytes {
    /// All zero. Large blocks cost memory, and time, only once they are touched.
    pub(crate) fn zeroed(len: usize) -> Self {
        // SAFETY: zeroed memory is initialised.
        unsafe { Self::allocated(len, alloc_zeroed) }
    }

    pub(crate) fn copied(bytes: &[u8]) -> Self {
        // SAFETY: what is allocated has room for the bytes and is nobody else's; all of it is written here.
        unsafe {
            let block = Self::allocated(bytes.len(), alloc);
            block.ptr.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len());
            block
        }
    }

    /// # Safety
    /// `allocate` is one of the allocator's functions; where it gives memory that is not initialised, the caller writes all of
    /// the block before it is read.
    unsafe fn allocated(len: usize, allocate: unsafe fn(Layout) -> *mut u8) -> Self {
        if len == 0 {
            return Self { ptr: NonNull::<Line>::dangling().cast(), len, allocated: std::ptr::null_mut() };
        }
        let layout = Self::layout(len);
        // SAFETY: the layout's size is not zero.
        let allocated = unsafe { allocate(layout) };
        // SAFETY: there are `ALIGNMENT` bytes more than the block takes, so that an aligned place is among the first.
        let aligned = |start: NonNull<u8>| unsafe { start.add(start.align_offset(ALIGNMENT)) };
        let Some(ptr) = NonNull::new(allocated).map(aligned) else { handle_alloc_error(layout) };
        Self { ptr, len, allocated }
    }

    /// Of what is allocated. It asks for no alignment of its own: for such memory the system's allocator would not know that
    /// fresh pages are zero, and clear them.
    fn layout(len: usize) -> Layout {
        Layout::array::<u8>(len + ALIGNMENT).expect("sizes of tensors stay far below isize::MAX")
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn as_ptr(&self) -> *mut u8 {
        self.ptr.as_ptr()
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        // SAFETY: the block holds `len` initialised bytes and lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.ptr.as_ptr(), self.len) }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: as above, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.as_ptr(), self.len) }
    }
}

impl Drop for AlignedBytes {
    fn drop(&mut self) {
        if self.len > 0 {
            // SAFETY: allocated with this very layout.
            unsafe { dealloc(self.allocated, Self::layout(self.len)) }
        }
    }
}

impl std::fmt::Debug for AlignedBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AlignedBytes({})", self.len)
    }
}

/// Gives a dangling pointer the right alignment.
#[repr(align(64))]
struct Line;
