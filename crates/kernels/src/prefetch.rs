//! Software prefetch: memory that will be read soon is requested while the multipliers are busy.
//!
//! Operands larger than the caches come from main memory when they are packed or copied. The micro-kernels
//! therefore prefetch a little of the next image, or of the next block, with each register tile of the
//! present one: bursts of many lines would delay the loads that are needed now.

use crate::isa::WithSimd;
use crate::machine::Machine;
use crate::simd::Simd;

/// Bytes from one prefetched line to the next.
pub(crate) const LINE_BYTES: usize = Machine::REFERENCE.line_bytes;

/// Two ranges of memory to prefetch, such as the next images of both operands: where each begins, and its
/// bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PrefetchRanges {
    ranges: [(*const u8, usize); 2],
}

impl PrefetchRanges {
    /// Nothing to prefetch.
    pub(crate) const NONE: PrefetchRanges = PrefetchRanges { ranges: [(std::ptr::null(), 0); 2] };

    /// The ranges need not be valid memory: prefetching what does not exist does nothing.
    pub(crate) fn new(ranges: [(*const u8, usize); 2]) -> PrefetchRanges {
        PrefetchRanges { ranges }
    }

    /// The same first range with another second one.
    #[inline(always)]
    pub(crate) fn with_second(self, second: (*const u8, usize)) -> PrefetchRanges {
        PrefetchRanges { ranges: [self.ranges[0], second] }
    }

    /// The `index`-th of `count` parts; `count` is not zero.
    #[inline(always)]
    pub(crate) fn part(self, index: usize, count: usize) -> PrefetchRanges {
        let ranges = self.ranges.map(|(from, bytes)| {
            let part = bytes.div_ceil(count).next_multiple_of(LINE_BYTES);
            let skip = (index * part).min(bytes);
            (from.wrapping_add(skip), part.min(bytes - skip))
        });
        PrefetchRanges { ranges }
    }

    /// Spreads the ranges evenly over `steps` calls of [`Prefetcher::issue`].
    #[inline(always)]
    pub(crate) fn over(self, steps: usize) -> Prefetcher {
        let interval = |(_, bytes): (*const u8, usize)| bytes.div_ceil(steps.max(1)).next_multiple_of(LINE_BYTES);
        Prefetcher { remaining: self.ranges, interval_bytes: self.ranges.map(interval) }
    }
}

/// Prefetches ranges of memory into the second-level cache, little by little.
pub(crate) struct Prefetcher {
    remaining: [(*const u8, usize); 2],
    /// Bytes of each range that one call prefetches.
    interval_bytes: [usize; 2],
}

impl Prefetcher {
    /// Prefetches the next part of each range.
    #[inline(always)]
    pub(crate) fn issue<S: Simd>(&mut self) {
        for ((from, bytes), interval) in self.remaining.iter_mut().zip(self.interval_bytes) {
            let interval = interval.min(*bytes);
            for at in (0..interval).step_by(LINE_BYTES) {
                S::prefetch_l2(from.wrapping_add(at));
            }
            *from = from.wrapping_add(interval);
            *bytes -= interval;
        }
    }
}

/// Requests what a slice has into the first-level cache, for elements that are read soon and that follow no
/// pattern that the processor itself would notice.
#[inline(always)]
pub fn prefetch_slice<T>(slice: &[T]) {
    let start = slice.as_ptr().cast::<u8>();
    for at in (0..size_of_val(slice)).step_by(LINE_BYTES) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint, which reads nothing; SSE is part of x86-64.
        unsafe {
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(start.wrapping_add(at).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = start.wrapping_add(at);
    }
}

/// An operand or a result that a loop goes through tile by tile, prefetched one tile ahead with
/// [`PrefetchTile`].
pub struct PrefetchStream {
    /// The address of its first element. Nothing is read there, so it need not be a pointer.
    address: usize,
    element_bytes: usize,
    /// Bytes that one step prefetches.
    step_bytes: usize,
    is_written: bool,
}

impl PrefetchStream {
    /// A stream that begins at `from`, with elements of `element_bytes`, which is stored to if `is_written`.
    pub fn new(from: *const u8, element_bytes: usize, is_written: bool) -> PrefetchStream {
        PrefetchStream { address: from.addr(), element_bytes, step_bytes: 0, is_written }
    }

    /// Cache lines that `elements` elements take.
    pub fn cache_lines(&self, elements: usize) -> usize {
        (elements * self.element_bytes).div_ceil(LINE_BYTES)
    }

    /// Divides tiles of `tile_elements` elements into `steps` steps of [`PrefetchTile`].
    pub fn schedule(&mut self, tile_elements: usize, steps: usize) {
        self.step_bytes = self.cache_lines(tile_elements).div_ceil(steps.max(1)) * LINE_BYTES;
    }
}

/// One step of prefetching a tile of all streams, for [`Isa::dispatch`](crate::Isa::dispatch).
pub struct PrefetchTile<'a> {
    /// The operands and results, scheduled for the tile's size.
    pub streams: &'a [PrefetchStream],
    /// The elements of the tile.
    pub elements: std::ops::Range<usize>,
    /// The number of the step.
    pub step: usize,
}

impl WithSimd for PrefetchTile<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        for stream in self.streams {
            let tile_bytes = self.elements.len() * stream.element_bytes;
            let start = (self.step * stream.step_bytes).min(tile_bytes);
            let tile = stream.address + self.elements.start * stream.element_bytes;
            for at in (start..tile_bytes.min(start + stream.step_bytes)).step_by(LINE_BYTES) {
                let line = std::ptr::without_provenance(tile + at);
                match stream.is_written {
                    true => S::prefetch_for_store(line),
                    false => S::prefetch_l2(line),
                }
            }
        }
    }
}
