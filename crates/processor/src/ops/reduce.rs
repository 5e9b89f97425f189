//! `reduce` with any reducer over any number of inputs.
//!
//! The elements of a result are cut into lanes, runs of consecutive elements. The region combines the lanes'
//! first elements with their second ones, and so on, for hundreds of lanes at a time, in [blocks](Blocks);
//! then a tree combines the initial value, the lanes and the elements that no lane has. Operands stay in the
//! order of their elements, as the specification requires of the schedule of a reduction: reducers are
//! associative, and need not be commutative.

use bytemuck::{cast_slice, cast_slice_mut};
use stablehlo::TensorType;

use super::blocks::{BLOCK, Blocks};
use crate::elementwise::{ScalarFn, ScalarFnRegisters};
use crate::error::Result;
use crate::ir::row_major::strides;
use crate::plan::step::{Kernel, KernelArgs};

/// Lanes of all results that the region combines at a time, about: enough that its instructions amortize, few
/// enough that its registers stay in the first-level cache.
const LANES: usize = 256;
/// Elements of a lane at least: a shorter one adds more to the tree than it takes off the loop.
const LANE_ELEMENTS: usize = 8;
/// Elements of each lane that are gathered at a time: those of a cache line.
const GATHERED: usize = 16;
/// Elements of a result that a task takes at most.
const TASK_ELEMENTS: usize = 1 << 16;

/// `reduce`; reads are the inputs, then their initial values.
#[derive(Debug)]
pub(crate) struct GeneralReduce {
    inputs: Vec<TensorType>,
    /// The dimensions that are reduced.
    reduced: Vec<usize>,
    /// The other dimensions.
    kept: Vec<usize>,
    region: ScalarFn,
}

/// Arrays of the inputs' types, of as many elements each.
struct Elements {
    sizes: Vec<usize>,
    arrays: Vec<Vec<u64>>,
}

impl Elements {
    fn new(inputs: &[TensorType], count: usize) -> Self {
        let sizes: Vec<usize> = inputs.iter().map(|t| t.element.bytes()).collect();
        let arrays = sizes.iter().map(|size| vec![0; (count * size).div_ceil(8)]).collect();
        Self { sizes, arrays }
    }

    /// The first `count` elements of each array.
    fn first(&self, count: usize) -> impl Iterator<Item = &[u8]> {
        self.arrays.iter().zip(&self.sizes).map(move |(a, size)| &cast_slice(a)[..count * size])
    }

    fn first_mut(&mut self, count: usize) -> impl Iterator<Item = &mut [u8]> {
        self.arrays.iter_mut().zip(&self.sizes).map(move |(a, size)| &mut cast_slice_mut(a)[..count * size])
    }

    /// Gathers from arrays the elements at `kept` plus an offset of each lane: for each place in the lanes,
    /// all lanes, and of each lane all of `kept`.
    fn gather<'o>(&mut self, inputs: &[&[u8]], kept: &[usize], lanes: impl Iterator<Item = &'o [usize]> + Clone) {
        let count = kept.len() * lanes.clone().count();
        for ((array, size), input) in self.arrays.iter_mut().zip(&self.sizes).zip(inputs) {
            let to = cast_slice_mut(array);
            match size {
                1 => gather::<1>(to, input, count, kept, lanes.clone()),
                2 => gather::<2>(to, input, count, kept, lanes.clone()),
                4 => gather::<4>(to, input, count, kept, lanes.clone()),
                8 => gather::<8>(to, input, count, kept, lanes.clone()),
                _ => gather::<16>(to, input, count, kept, lanes.clone()),
            }
        }
    }

    /// Copies `count` elements at `from` of `of` to `to` of these.
    fn copy(&mut self, to: usize, of: &Elements, from: usize, count: usize) {
        for ((a, b), size) in self.arrays.iter_mut().zip(&of.arrays).zip(&self.sizes) {
            let bytes = cast_slice(&b[..]);
            cast_slice_mut::<u64, u8>(a)[to * size..(to + count) * size]
                .copy_from_slice(&bytes[from * size..(from + count) * size]);
        }
    }
}

/// [`Elements::gather`] of elements of `SIZE` bytes; `count` are those of one place.
fn gather<'o, const SIZE: usize>(
    to: &mut [u8],
    from: &[u8],
    count: usize,
    kept: &[usize],
    lanes: impl Iterator<Item = &'o [usize]>,
) {
    let (to, from) = (to.as_chunks_mut::<SIZE>().0, from.as_chunks::<SIZE>().0);
    let results = kept.len();
    let is_run = kept.is_sorted_by(|a, b| a + 1 == *b);
    for (l, lane) in lanes.enumerate() {
        if is_run {
            for (place, offset) in lane.iter().enumerate() {
                to[place * count + l * results..][..results].copy_from_slice(&from[kept[0] + offset..][..results]);
            }
            continue;
        }
        for (k, first) in kept.iter().enumerate() {
            for (place, offset) in lane.iter().enumerate() {
                to[place * count + l * results + k] = from[first + offset];
            }
        }
    }
}

impl GeneralReduce {
    pub(crate) fn new(inputs: Vec<TensorType>, dims: &[usize], region: ScalarFn) -> Self {
        let kept = (0..inputs[0].rank()).filter(|d| !dims.contains(d)).collect();
        Self { inputs, reduced: dims.to_vec(), kept, region }
    }

    /// The offsets of all elements along some of the dimensions, in order.
    fn offsets(&self, along: &[usize]) -> Vec<usize> {
        let dims = &self.inputs[0].dims;
        let strides = strides(dims);
        along.iter().fold(vec![0], |offsets, d| {
            let stride = strides[*d] as usize;
            offsets.iter().flat_map(|first| (0..dims[*d]).map(move |i| first + i * stride)).collect()
        })
    }

    /// Replaces the first `count` elements of `left` by the region of them and those of `right`.
    fn combine(&self, count: usize, (left, right): (&mut Elements, &Elements), scratch: &mut Scratch) {
        let operands: Vec<&[u8]> = left.first(count).chain(right.first(count)).collect();
        let mut outs: Vec<&mut [u8]> = scratch.combined.first_mut(count).collect();
        self.region.run(count, &operands, &mut outs, &mut scratch.registers);
        std::mem::swap(&mut left.arrays, &mut scratch.combined.arrays);
    }

    /// The region of the first `count` elements of both.
    fn combined(&self, count: usize, mut left: Elements, right: &Elements, scratch: &mut Scratch) -> Elements {
        self.combine(count, (&mut left, right), scratch);
        left
    }

    /// Reduces elements of some results, without the initial values: `kept` are the results' offsets,
    /// `reduced` those of their elements.
    fn reduce_part(&self, inputs: &[&[u8]], kept: &[usize], reduced: &[usize]) -> Elements {
        let results = kept.len();
        let lanes = (LANES / results).min(reduced.len() / LANE_ELEMENTS).max(1);
        let steps = reduced.len() / lanes;
        let (count, rest) = (lanes * results, reduced.len() - lanes * steps);
        let room = count + rest * results;
        let [mut tree, mut next, left] = [(); 3].map(|()| Elements::new(&self.inputs, room));
        let mut gathered = Elements::new(&self.inputs, GATHERED * count);
        let mut scratch = Scratch::new(&self.inputs, room);
        let mut blocks = Blocks::default();
        for first in (0..steps).step_by(GATHERED) {
            let some = GATHERED.min(steps - first);
            let lane = |l: usize| &reduced[l * steps + first..][..some];
            gathered.gather(inputs, kept, (0..lanes).map(lane));
            for step in 0..some {
                if (first + step).is_multiple_of(BLOCK) {
                    if first > 0 {
                        let block = std::mem::replace(&mut tree, Elements::new(&self.inputs, room));
                        blocks.push(block, |left, right| self.combined(count, left, &right, &mut scratch));
                    }
                    tree.copy(0, &gathered, step * count, count);
                } else {
                    next.copy(0, &gathered, step * count, count);
                    self.combine(count, (&mut tree, &next), &mut scratch);
                }
            }
        }
        if let Some(before) = blocks.result(|left, right| self.combined(count, left, &right, &mut scratch)) {
            tree = self.combined(count, before, &tree, &mut scratch);
        }
        next.gather(inputs, kept, reduced[lanes * steps..].chunks(1));
        tree.copy(count, &next, 0, rest * results);
        self.run_tree(tree, (results, lanes + rest), (left, next), &mut scratch)
    }

    /// The results, of the initial values and the parts in order.
    fn finish(&self, inits: &[&[u8]], parts: &[Elements], results: usize) -> Elements {
        let leaves = 1 + parts.len();
        let [mut tree, left, right] = [(); 3].map(|()| Elements::new(&self.inputs, leaves * results));
        for ((array, size), init) in tree.arrays.iter_mut().zip(&tree.sizes).zip(inits) {
            let first = &mut cast_slice_mut::<u64, u8>(array)[..results * size];
            first.chunks_exact_mut(*size).for_each(|e| e.copy_from_slice(&init[..*size]));
        }
        parts.iter().enumerate().for_each(|(i, part)| tree.copy((i + 1) * results, part, 0, results));
        self.run_tree(tree, (results, leaves), (left, right), &mut Scratch::new(&self.inputs, leaves * results))
    }

    /// Combines neighbors among the leaves until one is left of each result.
    fn run_tree(
        &self,
        mut tree: Elements,
        (results, mut leaves): (usize, usize),
        (mut left, mut right): (Elements, Elements),
        scratch: &mut Scratch,
    ) -> Elements {
        while leaves > 1 {
            let pairs = leaves / 2;
            for pair in 0..pairs {
                left.copy(pair * results, &tree, 2 * pair * results, results);
                right.copy(pair * results, &tree, (2 * pair + 1) * results, results);
            }
            self.combine(pairs * results, (&mut left, &right), scratch);
            if leaves % 2 == 1 {
                left.copy(pairs * results, &tree, (leaves - 1) * results, results);
            }
            std::mem::swap(&mut tree, &mut left);
            leaves = leaves.div_ceil(2);
        }
        tree
    }
}

/// What evaluations of the region reuse.
struct Scratch {
    combined: Elements,
    registers: ScalarFnRegisters,
}

impl Scratch {
    fn new(inputs: &[TensorType], room: usize) -> Self {
        Self { combined: Elements::new(inputs, room), registers: ScalarFnRegisters::default() }
    }
}

impl Kernel for GeneralReduce {
    fn run(&self, args: KernelArgs<'_>) -> Result<()> {
        let KernelArgs { reads, mut writes, team, .. } = args;
        let (inputs, inits) = reads.split_at(self.inputs.len());
        let (kept, reduced) = (self.offsets(&self.kept), self.offsets(&self.reduced));
        // The parts depend on the shape alone, and so do the results.
        let parts = reduced.len().div_ceil(TASK_ELEMENTS);
        let groups = kept.chunks(LANES);
        let mut reductions: Vec<Vec<Option<Elements>>> =
            groups.clone().map(|_| (0..parts).map(|_| None).collect()).collect();
        let mut tasks = Vec::new();
        for (kept, group) in groups.clone().zip(&mut reductions) {
            tasks.extend(group.iter_mut().zip(reduced.chunks(TASK_ELEMENTS)).map(|(to, part)| (to, kept, part)));
        }
        team.parallel_for(tasks, |(to, kept, part)| {
            *to = Some(self.reduce_part(inputs, kept, part));
            Ok(())
        })?;
        let mut first = 0;
        for (kept, parts) in groups.zip(reductions) {
            let parts: Vec<Elements> = parts.into_iter().flatten().collect();
            let results = self.finish(inits, &parts, kept.len());
            for ((write, result), ty) in writes.iter_mut().zip(results.first(kept.len())).zip(&self.inputs) {
                write[first * ty.element.bytes()..][..result.len()].copy_from_slice(result);
            }
            first += kept.len();
        }
        Ok(())
    }
}
