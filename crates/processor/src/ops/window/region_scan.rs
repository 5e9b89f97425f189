//! Running reductions by any associative region, such as JAX's `cumlogsumexp`, in blocks: each block is
//! scanned on its own, all blocks of all lines at a time; then the running results of the blocks before are
//! applied.

use stablehlo::TensorType;

use crate::elementwise::{ScalarFn, ScalarFnRegisters};
use crate::ops::blocks::BLOCK;

/// Elements of lines that are scanned together, about.
const ELEMENTS: usize = 1 << 16;

/// Elements of each input.
type Elements = Vec<Vec<u8>>;

/// A scan, and what its parts reuse.
pub(super) struct RegionScan<'s> {
    region: &'s ScalarFn,
    reverse: bool,
    /// The bytes of an element of each input.
    sizes: Vec<usize>,
    registers: ScalarFnRegisters,
}

impl<'s> RegionScan<'s> {
    pub(super) fn new(region: &'s ScalarFn, inputs: &[TensorType], reverse: bool) -> Self {
        let sizes = inputs.iter().map(|ty| ty.element.bytes()).collect();
        Self { region, reverse, sizes, registers: ScalarFnRegisters::default() }
    }

    /// Scans lines of `n` rows of `inner` elements.
    pub(super) fn run(
        &mut self,
        reads: &[&[u8]],
        writes: &mut [&mut [u8]],
        inits: &[&[u8]],
        (n, inner): (usize, usize),
    ) {
        let lines = reads[0].len() / (self.sizes[0] * n);
        let reverse = self.reverse;
        let position = |line: usize, i: usize| {
            let row = if reverse { n - 1 - i } else { i };
            (line / inner * n + row) * inner + line % inner
        };
        let together = (ELEMENTS / n).clamp(1, lines);
        for first in (0..lines).step_by(together) {
            let count = together.min(lines - first);
            // The elements of all lines in the order of the scan: first those at the start of each line.
            let order = (0..n).flat_map(|i| (first..first + count).map(move |line| position(line, i)));
            let order: Vec<usize> = order.collect();
            let mut x = self.each(|input, size, x| {
                order.iter().for_each(|at| x.extend_from_slice(&reads[input][at * size..(at + 1) * size]));
            });
            let init = self.each(|input, size, init| init.extend(inits[input][..size].repeat(count)));
            let begun = self.combined(&init, &self.part(&x, 0, count));
            self.replace(&mut x, 0, &begun);
            self.scan(&mut x, n, count);
            for ((write, x), size) in writes.iter_mut().zip(&x).zip(&self.sizes) {
                let results = order.iter().zip(x.chunks_exact(*size));
                results.for_each(|(at, x)| write[at * size..(at + 1) * size].copy_from_slice(x));
            }
        }
    }

    /// Scans `n` rows of `count` elements, which follow one another.
    fn scan(&mut self, x: &mut Elements, n: usize, count: usize) {
        if n <= BLOCK {
            for i in 1..n {
                let next = self.combined(&self.part(x, (i - 1) * count, count), &self.part(x, i * count, count));
                self.replace(x, i * count, &next);
            }
            return;
        }
        // For each place in a block, the rows there of all blocks that have one.
        let places = (0..BLOCK).map(|place| {
            self.each(|input, size, rows| {
                let starts = (place..n).step_by(BLOCK).map(|row| row * count * size);
                starts.for_each(|at| rows.extend_from_slice(&x[input][at..at + count * size]));
            })
        });
        let mut places: Vec<Elements> = places.collect();
        for place in 1..BLOCK {
            let len = self.len(&places[place]);
            let next = self.combined(&self.part(&places[place - 1], 0, len), &places[place]);
            places[place] = next;
        }
        let before = n.div_ceil(BLOCK) - 1;
        let mut results = self.part(&places[BLOCK - 1], 0, before * count);
        self.scan(&mut results, before, count);
        for (place, rows) in places.iter_mut().enumerate() {
            let len = self.len(rows) - count;
            if len > 0 {
                let next = self.combined(&self.part(&results, 0, len), &self.part(rows, count, len));
                self.replace(rows, count, &next);
            }
            for ((x, rows), size) in x.iter_mut().zip(&*rows).zip(&self.sizes) {
                let rows = (place..n).step_by(BLOCK).zip(rows.chunks_exact(count * size));
                rows.for_each(|(row, from)| x[row * count * size..][..count * size].copy_from_slice(from));
            }
        }
    }

    /// The region of running results and those that follow them.
    fn combined(&mut self, before: &Elements, after: &Elements) -> Elements {
        let count = self.len(after);
        let (left, right) = if self.reverse { (after, before) } else { (before, after) };
        let operands: Vec<&[u8]> = left.iter().chain(right).map(Vec::as_slice).collect();
        let mut results = self.each(|_, size, result| result.resize(count * size, 0));
        let mut outs: Vec<&mut [u8]> = results.iter_mut().map(Vec::as_mut_slice).collect();
        self.region.run(count, &operands, &mut outs, &mut self.registers);
        results
    }

    /// The number of elements of each input.
    fn len(&self, x: &Elements) -> usize {
        x[0].len() / self.sizes[0]
    }

    /// Elements that are filled in for each input, given its number and the bytes of an element.
    fn each(&self, fill: impl Fn(usize, usize, &mut Vec<u8>)) -> Elements {
        let filled = |(input, size): (usize, &usize)| {
            let mut elements = Vec::new();
            fill(input, *size, &mut elements);
            elements
        };
        self.sizes.iter().enumerate().map(filled).collect()
    }

    /// A copy of `len` elements from one on.
    fn part(&self, x: &Elements, first: usize, len: usize) -> Elements {
        self.each(|input, size, part| part.extend_from_slice(&x[input][first * size..(first + len) * size]))
    }

    /// Replaces elements from one on.
    fn replace(&self, x: &mut Elements, first: usize, part: &Elements) {
        for ((x, part), size) in x.iter_mut().zip(part).zip(&self.sizes) {
            x[first * size..][..part.len()].copy_from_slice(part);
        }
    }
}
