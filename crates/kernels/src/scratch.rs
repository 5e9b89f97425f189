//! Dividing a caller's scratch slice into aligned regions.

use super::element::Element;

/// Every region starts on a cache line.
const ALIGN: usize = 64;

/// Lays regions out one after another when a plan is made.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ScratchLayout {
    end: usize,
}

impl ScratchLayout {
    /// Reserves `units` 32-bit numbers; returns the region's byte offset.
    pub(crate) fn reserve(&mut self, units: usize) -> usize {
        let at = self.end;
        self.end = (at + units * Element::F32.bytes()).next_multiple_of(ALIGN);
        at
    }

    /// Bytes to ask of the caller, whose slice may start anywhere.
    pub(crate) fn bytes(self) -> usize {
        if self.end == 0 { 0 } else { self.end + ALIGN }
    }
}

/// The first aligned byte of a scratch slice that is at least [`ScratchLayout::bytes`] long.
pub(crate) fn aligned(scratch: &mut [u8]) -> *mut u8 {
    let pointer = scratch.as_mut_ptr();
    let skip = pointer.addr().next_multiple_of(ALIGN) - pointer.addr();
    // `wrapping_add`: an empty slice has no aligned byte, and is not read either.
    pointer.wrapping_add(skip)
}
