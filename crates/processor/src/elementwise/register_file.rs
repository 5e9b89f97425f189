//! The register file of a running loop: the memory of each register's tile.

use super::bytecode::{Bytecode, Reg};
use crate::memory::{ALIGNMENT, AlignedBytes, RawSlice};

/// The tile of each register: a slot of the file, or memory of an operand or result that the register is
/// bound to. A thread keeps its file from loop to loop, so that it allocates no memory for most of them.
#[derive(Debug, Default)]
pub(super) struct RegisterFile {
    tiles: Vec<RawSlice>,
    /// The memory of the slots, which is accessed by [`tiles`](Self::tile) alone.
    memory: AlignedBytes,
    /// The offset of each slot.
    offsets: Vec<usize>,
}

impl RegisterFile {
    /// Lays the slots of a program out, each on cache lines of its own. No slice of a tile of the program
    /// before is in use any more.
    pub(super) fn lay_out(&mut self, program: &Bytecode, tile: usize) {
        let Self { tiles, memory, offsets } = self;
        offsets.clear();
        let mut end = 0;
        for bytes in &program.slot_element_bytes {
            offsets.push(end);
            end += (bytes * tile).max(1).next_multiple_of(ALIGNMENT);
        }
        if memory.len() < end {
            *memory = AlignedBytes::zeroed(end);
        }
        let base = memory.as_mut_ptr();
        let tile_of = |(reg, slot): (usize, &Option<usize>)| match slot {
            Some(slot) => RawSlice { ptr: base.wrapping_add(offsets[*slot]), len: program.tile_bytes(Reg(reg), tile) },
            None => RawSlice::EMPTY,
        };
        tiles.clear();
        tiles.extend(program.slot_of.iter().enumerate().map(tile_of));
    }

    /// Shortens all tiles to `elements`: for the last tile of a loop.
    pub(super) fn set_elements(&mut self, program: &Bytecode, elements: usize) {
        for (reg, tile) in self.tiles.iter_mut().enumerate() {
            tile.len = program.tile_bytes(Reg(reg), elements);
        }
    }

    /// Makes the memory of an operand or a result the tile of a register.
    pub(super) fn bind(&mut self, reg: Reg, memory: RawSlice) {
        self.tiles[reg.0] = memory;
    }

    /// Makes a register's slot its tile again, of `elements` elements. A register without a slot keeps
    /// its tile.
    pub(super) fn bind_slot(&mut self, program: &Bytecode, reg: Reg, elements: usize) {
        if let Some(slot) = program.slot_of[reg.0] {
            let len = program.tile_bytes(reg, elements);
            self.tiles[reg.0] = RawSlice { ptr: self.memory.as_mut_ptr().wrapping_add(self.offsets[slot]), len };
        }
    }

    /// Returns true if a register's tile is its slot, and not memory that it is bound to.
    pub(super) fn is_in_slot(&mut self, program: &Bytecode, reg: Reg) -> bool {
        let slot = program.slot_of[reg.0].map(|slot| self.memory.as_mut_ptr().wrapping_add(self.offsets[slot]));
        slot == Some(self.tiles[reg.0].ptr)
    }

    /// The tile of a register.
    pub(super) fn tile(&self, reg: Reg) -> RawSlice {
        self.tiles[reg.0]
    }
}

/// The `len` bytes of an operand or a result from `from` on.
///
/// # Panics
/// If the range is shorter: lowering gave the loop an operand that does not fit.
pub(super) fn subrange(range: &RawSlice, from: usize, len: usize) -> RawSlice {
    assert!(from + len <= range.len, "operands and results of a loop have as many elements as the loop");
    RawSlice { ptr: range.ptr.wrapping_add(from), len }
}

/// The bytes of a range, to read.
///
/// # Safety
/// The range is valid memory, and nothing writes to it while the slice lives.
#[inline(always)]
pub(super) unsafe fn bytes<'a>(range: RawSlice) -> &'a [u8] {
    // SAFETY: by contract.
    unsafe { std::slice::from_raw_parts(range.ptr, range.len) }
}

/// The bytes of a range, to write.
///
/// # Safety
/// The range is valid memory, and nothing else reads or writes it while the slice lives.
#[inline(always)]
pub(super) unsafe fn bytes_mut<'a>(range: RawSlice) -> &'a mut [u8] {
    // SAFETY: by contract.
    unsafe { std::slice::from_raw_parts_mut(range.ptr, range.len) }
}
