//! A block of memory aligned to cache lines.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;

use super::ALIGNMENT;

/// Bytes aligned to [`ALIGNMENT`], zero at first. Large blocks cost memory only once they are touched.
pub(crate) struct AlignedBytes {
    ptr: NonNull<u8>,
    len: usize,
}

// SAFETY: the block is owned and holds plain bytes; access through `&self` only reads.
unsafe impl Send for AlignedBytes {}
// SAFETY: as above.
unsafe impl Sync for AlignedBytes {}

impl AlignedBytes {
    pub(crate) fn zeroed(len: usize) -> Self {
        if len == 0 {
            return Self { ptr: NonNull::<Line>::dangling().cast(), len };
        }
        let layout = Self::layout(len);
        // SAFETY: the layout's size is not zero.
        let ptr = unsafe { alloc_zeroed(layout) };
        let Some(ptr) = NonNull::new(ptr) else { handle_alloc_error(layout) };
        Self { ptr, len }
    }

    pub(crate) fn copied(bytes: &[u8]) -> Self {
        let mut block = Self::zeroed(bytes.len());
        block.as_mut_slice().copy_from_slice(bytes);
        block
    }

    fn layout(len: usize) -> Layout {
        Layout::from_size_align(len, ALIGNMENT).expect("sizes of tensors stay far below isize::MAX")
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
            // SAFETY: allocated in `zeroed` with this very layout.
            unsafe { dealloc(self.ptr.as_ptr(), Self::layout(self.len)) }
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
