//! Memory that will be read soon, asked for while the multipliers are busy.
//!
//! Operands larger than the caches come from far away when they are packed or copied. The inner kernels therefore fetch
//! a little of the next image with each tile of the present one.

use super::isa::Task;
use super::simd::Simd;

/// Bytes of a cache line.
pub(crate) const LINE: usize = 64;

/// Pieces of memory, as far from one to the next. They need not be valid memory: asking for what does not exist does nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch {
    from: *const u8,
    pieces: usize,
    /// Bytes of a piece, and from one to the next.
    bytes: usize,
    step: usize,
}

impl Stretch {
    /// Nothing.
    pub(crate) const NOTHING: Stretch = Stretch { from: std::ptr::null(), pieces: 0, bytes: LINE, step: LINE };

    /// Bytes that lie together.
    pub(crate) fn together(from: *const u8, bytes: usize) -> Stretch {
        Stretch { from, pieces: bytes.div_ceil(LINE), bytes: LINE, step: LINE }
    }

    /// Pieces of so many bytes, `step` bytes from one to the next.
    pub(crate) fn apart(from: *const u8, pieces: usize, bytes: usize, step: usize) -> Stretch {
        Stretch { from, pieces, bytes, step }
    }

    /// The `index`-th of `count` parts.
    #[inline(always)]
    fn part(self, index: usize, count: usize) -> Stretch {
        let part = self.pieces.div_ceil(count);
        let skip = (index * part).min(self.pieces);
        Stretch { from: self.from.wrapping_add(skip * self.step), pieces: part.min(self.pieces - skip), ..self }
    }

    /// Asks for so many pieces, and leaves the others.
    #[inline(always)]
    fn fetch<S: Simd>(&mut self, pieces: usize) {
        let pieces = pieces.min(self.pieces);
        for _ in 0..pieces {
            for at in (0..self.bytes).step_by(LINE) {
                S::prefetch(self.from.wrapping_add(at));
            }
            self.from = self.from.wrapping_add(self.step);
        }
        self.pieces -= pieces;
    }
}

/// Two stretches of memory, as the next images of both operands are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ahead([Stretch; 2]);

impl Ahead {
    /// Nothing to fetch.
    pub(crate) const NOTHING: Ahead = Ahead([Stretch::NOTHING; 2]);

    pub(crate) fn new(stretches: [Stretch; 2]) -> Ahead {
        Ahead(stretches)
    }

    /// That in place of the second stretch.
    #[inline(always)]
    pub(crate) fn and(self, second: Stretch) -> Ahead {
        Ahead([self.0[0], second])
    }

    /// The `index`-th of `count` parts; `count` is not zero.
    #[inline(always)]
    pub(crate) fn part(self, index: usize, count: usize) -> Ahead {
        Ahead(self.0.map(|stretch| stretch.part(index, count)))
    }

    /// To fetch it in `visits` visits.
    #[inline(always)]
    pub(crate) fn in_visits(self, visits: usize) -> Fetch {
        Fetch { left: self.0, pieces: self.0.map(|stretch| stretch.pieces.div_ceil(visits.max(1))) }
    }
}

/// Fetches stretches of memory into the second-level cache, little by little.
pub(crate) struct Fetch {
    left: [Stretch; 2],
    /// Of each stretch, in a visit.
    pieces: [usize; 2],
}

impl Fetch {
    /// Asks for the next part.
    #[inline(always)]
    pub(crate) fn visit<S: Simd>(&mut self) {
        for (stretch, pieces) in self.left.iter_mut().zip(self.pieces) {
            stretch.fetch::<S>(pieces);
        }
    }
}

/// An operand or a result that a loop goes through tile by tile.
pub(crate) struct Stream {
    /// The address of its first element: nothing is read there, so that it needs to be no pointer.
    from: usize,
    /// Bytes of an element.
    bytes: usize,
    /// Bytes to ask for in a visit.
    step: usize,
    is_written: bool,
}

impl Stream {
    /// To fetch tiles of so many elements in `visits` visits each.
    pub(crate) fn new(from: *const u8, bytes: usize, is_written: bool, tile: usize, visits: usize) -> Stream {
        let step = (tile * bytes).div_ceil(visits.max(1)).next_multiple_of(LINE);
        Stream { from: from.addr(), bytes, step, is_written }
    }
}

/// One visit to the next tile of all streams.
pub(crate) struct FetchTile<'a> {
    pub streams: &'a [Stream],
    /// The tile's first element, and its elements.
    pub first: usize,
    pub len: usize,
    pub visit: usize,
}

impl Task for FetchTile<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        for stream in self.streams {
            let start = (self.visit * stream.step).min(self.len * stream.bytes);
            let end = (start + stream.step).min(self.len * stream.bytes);
            let tile = stream.from + self.first * stream.bytes;
            for at in (start..end).step_by(LINE) {
                let line = std::ptr::without_provenance(tile + at);
                match stream.is_written {
                    true => S::prefetch_to_write(line),
                    false => S::prefetch(line),
                }
            }
        }
    }
}
