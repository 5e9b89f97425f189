//! Software prefetch for loops over operands that exceed the caches: while a tile is computed, a few cache
//! lines of the next tile are requested between instructions.

use std::ops::Range;

use super::fused_loop::{FusedLoop, Load, LoadMode};
use crate::memory::RawSlice;
use kernels::{Isa, PrefetchStream, PrefetchTile};

/// Values of at least this many bytes are prefetched: half of a second-level cache. Smaller ones may still be
/// cached.
pub(super) const PREFETCH_MIN_BYTES: usize = 512 * 1024;

/// Cache lines that each prefetch requests at least, unless there are so few lines that one prefetch per
/// instruction requests fewer. Computing the addresses takes time too.
const PREFETCH_MIN_LINES: usize = 16;

/// Says of the read and of the write of a number whether it has [`PREFETCH_MIN_BYTES`].
pub(super) type IsLarge<'a> = [&'a dyn Fn(usize) -> bool; 2];

/// The operands and results of a loop that are prefetched, and how often.
pub(super) struct Prefetcher {
    /// Large operands and results that are accessed in order.
    streams: Vec<PrefetchStream>,
    /// Instructions from one prefetch to the next.
    interval: usize,
}

impl Prefetcher {
    pub(super) fn new(fused: &FusedLoop, reads: &[RawSlice], writes: &[RawSlice], is_large: IsLarge<'_>) -> Self {
        let [is_large_read, is_large_write] = is_large;
        let in_order = |l: &&Load| matches!(l.mode, LoadMode::Direct | LoadMode::Linear) && is_large_read(l.read);
        let loads = fused.loads.iter().filter(in_order).map(|l| {
            let bytes = l.element.bytes();
            PrefetchStream::new(reads[l.read].ptr.wrapping_add(l.offset * bytes), bytes, false)
        });
        // A result in an operand's memory is fetched by the operand's loads.
        let is_apart = |write: usize| !reads.iter().any(|r| r.ptr == writes[write].ptr);
        let stores = fused.stores.iter().filter(|s| is_large_write(s.write) && is_apart(s.write));
        let stores = stores.map(|s| PrefetchStream::new(writes[s.write].ptr, s.element.bytes(), true));
        let mut streams: Vec<PrefetchStream> = loads.chain(stores).collect();
        let lines: usize = streams.iter().map(|stream| stream.cache_lines(fused.tile)).sum();
        let instructions = (fused.program.instrs.len() + fused.reduces.len()).max(1);
        let interval = instructions.div_ceil(lines.div_ceil(PREFETCH_MIN_LINES).max(1));
        streams.iter_mut().for_each(|stream| stream.schedule(fused.tile, instructions.div_ceil(interval)));
        Self { streams, interval }
    }

    /// The prefetches of some elements, to be issued while others are computed.
    #[inline(always)]
    pub(super) fn tile(&self, elements: Range<usize>) -> TilePrefetch<'_> {
        let wait = if self.streams.is_empty() || elements.is_empty() { usize::MAX } else { 0 };
        TilePrefetch { prefetcher: self, elements, issued: 0, wait }
    }
}

/// The prefetches of one tile.
pub(super) struct TilePrefetch<'p> {
    prefetcher: &'p Prefetcher,
    elements: Range<usize>,
    /// Prefetches issued so far.
    issued: usize,
    /// Instructions until the next prefetch.
    wait: usize,
}

impl TilePrefetch<'_> {
    /// To be called before each instruction: issues a prefetch if one is due.
    #[inline(always)]
    pub(super) fn before_instruction(&mut self, isa: Isa) {
        if self.wait == 0 {
            let (streams, elements) = (&self.prefetcher.streams, self.elements.clone());
            isa.dispatch(PrefetchTile { streams, elements, step: self.issued });
            (self.issued, self.wait) = (self.issued + 1, self.prefetcher.interval);
        }
        self.wait -= 1;
    }
}
