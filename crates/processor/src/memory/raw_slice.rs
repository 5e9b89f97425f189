//! Addresses of values.

use super::aligned::{ALIGNMENT, AlignedBytes};

/// The address and the size of some bytes, without the right to access them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawSlice {
    pub(crate) ptr: *mut u8,
    pub(crate) len: usize,
}

// SAFETY: an address grants no access. Code that dereferences one is unsafe, and argues about other threads
// there.
unsafe impl Send for RawSlice {}
// SAFETY: as above.
unsafe impl Sync for RawSlice {}

impl RawSlice {
    pub(crate) const EMPTY: Self = Self { ptr: std::ptr::without_provenance_mut(ALIGNMENT), len: 0 };

    /// Bytes that must not be written through this address.
    pub(super) fn read_only(bytes: &[u8]) -> Self {
        Self { ptr: bytes.as_ptr().cast_mut(), len: bytes.len() }
    }

    pub(super) fn of_block(block: &mut AlignedBytes) -> Self {
        Self { ptr: block.as_mut_ptr(), len: block.len() }
    }

    /// The `len` bytes from `offset` on.
    ///
    /// # Panics
    /// If they are not all inside these bytes, which means that the memory plan is wrong.
    pub(super) fn sub_slice(self, offset: usize, len: usize) -> Self {
        let end = offset.checked_add(len);
        assert!(end.is_some_and(|end| end <= self.len), "the memory plan places a value outside its arena");
        Self { ptr: self.ptr.wrapping_add(offset), len }
    }

    /// Returns true if both have a byte in common.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (self.ptr as usize, other.ptr as usize);
        self.len > 0 && other.len > 0 && a < b + other.len && b < a + self.len
    }

    /// Returns true if both are the same bytes.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.ptr == other.ptr && self.len == other.len
    }
}
