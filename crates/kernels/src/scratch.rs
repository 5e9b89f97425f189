//! Scratch memory: a caller's slice divided into aligned regions.

use crate::machine::Machine;

/// Every region starts on a cache line. Alignment changes no results, so the line is the host's.
fn alignment_bytes() -> usize {
    Machine::host().line_bytes.max(Machine::REFERENCE.line_bytes)
}

/// Places regions one after another when a plan is made.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ScratchLayout {
    end: usize,
}

impl ScratchLayout {
    /// Reserves `units` 32-bit numbers; returns the byte offset of the region.
    pub(crate) fn reserve(&mut self, units: usize) -> usize {
        let at = self.end;
        self.end = (at + units * size_of::<u32>()).next_multiple_of(alignment_bytes());
        at
    }

    /// Bytes that the caller has to provide, in a slice that may start anywhere.
    pub(crate) fn bytes(self) -> usize {
        if self.end == 0 { 0 } else { self.end + alignment_bytes() }
    }
}

/// The first aligned byte of a scratch slice of at least [`ScratchLayout::bytes`].
pub(crate) fn aligned(scratch: &mut [u8]) -> *mut u8 {
    let pointer = scratch.as_mut_ptr();
    let skip = pointer.addr().next_multiple_of(alignment_bytes()) - pointer.addr();
    // `wrapping_add`: an empty slice has no aligned byte, and nothing is read there.
    pointer.wrapping_add(skip)
}
