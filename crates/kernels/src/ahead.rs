//! Memory that will be read soon, asked for while the multipliers are busy.
//!
//! Operands larger than the caches come from far away when they are packed or copied. The inner kernels therefore fetch
//! a little of the next image with each tile of the present one.

use super::isa::WithSimd;
use super::simd::Simd;

/// Bytes of a cache line.
pub(crate) const LINE: usize = 64;

/// Two stretches of memory, as the next images of both operands are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ahead {
    stretches: [(*const u8, usize); 2],
}

impl Ahead {
    /// Nothing to fetch.
    pub(crate) const NOTHING: Ahead = Ahead { stretches: [(std::ptr::null(), 0); 2] };

    /// Where each begins, and its bytes. They need not be valid memory: asking for what does not exist does nothing.
    pub(crate) fn new(stretches: [(*const u8, usize); 2]) -> Ahead {
        Ahead { stretches }
    }

    /// That in place of the second stretch.
    #[inline(always)]
    pub(crate) fn and(self, second: (*const u8, usize)) -> Ahead {
        Ahead { stretches: [self.stretches[0], second] }
    }

    /// The `index`-th of `count` parts; `count` is not zero.
    #[inline(always)]
    pub(crate) fn part(self, index: usize, count: usize) -> Ahead {
        let stretches = self.stretches.map(|(from, bytes)| {
            let part = bytes.div_ceil(count).next_multiple_of(LINE);
            let skip = (index * part).min(bytes);
            (from.wrapping_add(skip), part.min(bytes - skip))
        });
        Ahead { stretches }
    }

    /// To fetch it in `visits` visits.
    #[inline(always)]
    pub(crate) fn in_visits(self, visits: usize) -> Fetch {
        let step = |(_, bytes): (*const u8, usize)| bytes.div_ceil(visits.max(1)).next_multiple_of(LINE);
        Fetch { left: self.stretches, steps: self.stretches.map(step) }
    }
}

/// Fetches stretches of memory into the second-level cache, little by little.
pub(crate) struct Fetch {
    left: [(*const u8, usize); 2],
    steps: [usize; 2],
}

impl Fetch {
    /// Asks for the next part.
    #[inline(always)]
    pub(crate) fn visit<S: Simd>(&mut self) {
        for ((from, bytes), step) in self.left.iter_mut().zip(self.steps) {
            let step = step.min(*bytes);
            for at in (0..step).step_by(LINE) {
                S::prefetch(from.wrapping_add(at));
            }
            *from = from.wrapping_add(step);
            *bytes -= step;
        }
    }
}

/// An operand or a result that a loop goes through tile by tile.
pub struct PrefetchStream {
    /// The address of its first element: nothing is read there, so that it needs to be no pointer.
    from: usize,
    /// Bytes of an element.
    bytes: usize,
    /// Bytes to ask for in a visit.
    step: usize,
    is_written: bool,
}

impl PrefetchStream {
    /// An operand from the address of its first element on.
    pub fn new(from: *const u8, bytes: usize, is_written: bool) -> PrefetchStream {
        PrefetchStream { from: from.addr(), bytes, step: 0, is_written }
    }

    /// Lines of so many elements.
    pub fn cache_lines(&self, elements: usize) -> usize {
        (elements * self.bytes).div_ceil(LINE)
    }

    /// To fetch tiles of so many elements in `visits` visits each.
    pub fn schedule(&mut self, tile: usize, visits: usize) {
        self.step = self.cache_lines(tile).div_ceil(visits.max(1)) * LINE;
    }
}

/// One visit to the next tile of all streams.
pub struct PrefetchTile<'a> {
    /// The operands.
    pub streams: &'a [PrefetchStream],
    /// The tile's elements.
    pub elements: std::ops::Range<usize>,
    /// Which visit of the tile this is.
    pub step: usize,
}

impl WithSimd for PrefetchTile<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        for stream in self.streams {
            let all = self.elements.len() * stream.bytes;
            let start = (self.step * stream.step).min(all);
            let tile = stream.from + self.elements.start * stream.bytes;
            for at in (start..all.min(start + stream.step)).step_by(LINE) {
                let line = std::ptr::without_provenance(tile + at);
                match stream.is_written {
                    true => S::prefetch_to_write(line),
                    false => S::prefetch(line),
                }
            }
        }
    }
}
