//! `sort`: any number of operands along one dimension, by a comparator region. The sort is stable.
//!
//! A comparator that orders by keys (`comparator`) is not called: the keys of a line are sorted as numbers
//! (`order`). Any other is called for each comparison of a merge sort.

mod comparator;
mod order;

use stablehlo::TensorType;

pub(crate) use comparator::{SortKey, recognize};
use order::Packed;

use crate::elementwise::{ScalarFn, ScalarFnRegisters};
use crate::error::Result;
use crate::plan::step::{Kernel, KernelArgs};
use crate::threads::team::Team;

/// Elements of the lines that a thread takes at a time, about.
const TASK_ELEMENTS: usize = 1 << 15;
/// Elements whose keys are computed at a time.
const KEY_TILE: usize = 1024;

/// `sort`; reads are the operands. It writes the first elements of each line, or all of them.
#[derive(Debug)]
pub(crate) struct Sort {
    types: Vec<TensorType>,
    dimension: usize,
    /// The elements of each line that are written.
    limit: usize,
    region: ScalarFn,
    /// The keys, if the comparator is an order of keys that fit in a number.
    keys: Vec<SortKey>,
}

/// Buffers of one thread.
struct Scratch<P> {
    items: Vec<P>,
    spare: Vec<P>,
    /// The elements of a line that are not adjacent in memory.
    line: Vec<u64>,
    keys: Vec<u64>,
    registers: ScalarFnRegisters,
}

impl Sort {
    /// A sort of operands of these types; `keys` are those of the comparator `region`, or the reason why it
    /// has none.
    pub(crate) fn new(
        types: Vec<TensorType>,
        dimension: usize,
        limit: usize,
        region: ScalarFn,
        keys: std::result::Result<Vec<SortKey>, String>,
    ) -> (Self, String) {
        let n = types[0].dims.get(dimension).copied().unwrap_or(1);
        let keys = keys.and_then(|keys| match key_bits(&keys) {
            _ if n > u32::MAX as usize => Err(format!("lines of {n} elements are too long for keys")),
            bits @ 97.. => Err(format!("its keys have {bits} bits together")),
            _ => Ok(keys),
        });
        let described = match &keys {
            Ok(keys) => format!("by {}", keys.iter().map(SortKey::to_string).collect::<Vec<_>>().join(", then ")),
            Err(reason) => format!("by calls of the comparator: {reason}"),
        };
        let top = if limit < n { format!("the first {limit} of {n} ") } else { String::new() };
        (Self { types, dimension, limit, region, keys: keys.unwrap_or_default() }, format!("sorts {top}{described}"))
    }

    /// The order of a line: for each position of the result the position in the line. The line's elements
    /// begin at `first`, and are `step` apart.
    fn order<P: Packed>(
        &self,
        (reads, team): (&[&[u8]], Option<&Team<'_>>),
        (first, step, n): (usize, usize, usize),
        scratch: &mut Scratch<P>,
        order: &mut [u32],
    ) -> Result<()> {
        scratch.items.clear();
        scratch.items.resize(n, P::EMPTY);
        for key in &self.keys {
            let size = self.types[key.operand].element.bytes();
            let read = reads[key.operand];
            let line: &[u8] = match step {
                1 => &read[first * size..(first + n) * size],
                _ => {
                    scratch.line.resize((n * size).div_ceil(8), 0);
                    let line = &mut bytemuck::cast_slice_mut(&mut scratch.line)[..n * size];
                    gather(read, line, size, (0..n).map(|i| first + i * step));
                    line
                }
            };
            let by = (key.element, key.order, key.descending);
            let Some(function) = &key.function else {
                if !order::add_keys(&mut scratch.items, by, line) {
                    self.order_by_calls(reads, (first, step, n), &mut scratch.registers, order);
                    return Ok(());
                }
                continue;
            };
            let key_size = key.element.bytes();
            scratch.keys.resize(KEY_TILE * key_size / 8, 0);
            for (items, line) in scratch.items.chunks_mut(KEY_TILE).zip(line.chunks(KEY_TILE * size)) {
                let keys = &mut bytemuck::cast_slice_mut(&mut scratch.keys)[..items.len() * key_size];
                function.run(items.len(), &[line], &mut [&mut *keys], &mut scratch.registers);
                if !order::add_keys(items, by, keys) {
                    self.order_by_calls(reads, (first, step, n), &mut scratch.registers, order);
                    return Ok(());
                }
            }
        }
        scratch.items.iter_mut().enumerate().for_each(|(i, item)| *item = item.with_index(i as u32));
        order::sort(&mut scratch.items, &mut scratch.spare, key_bits(&self.keys), self.limit, team)?;
        order.iter_mut().zip(&scratch.items).for_each(|(to, item)| *to = item.index());
        Ok(())
    }

    /// The order of a line by calls of the comparator.
    fn order_by_calls(
        &self,
        reads: &[&[u8]],
        (first, step, n): (usize, usize, usize),
        registers: &mut ScalarFnRegisters,
        order: &mut [u32],
    ) {
        let mut before = |a: u32, b: u32| {
            let mut operands: Vec<&[u8]> = Vec::with_capacity(2 * self.types.len());
            for (read, ty) in reads.iter().zip(&self.types) {
                let size = ty.element.bytes();
                for i in [a, b] {
                    let at = first + i as usize * step;
                    operands.push(&read[at * size..(at + 1) * size]);
                }
            }
            let mut flag = [0u8];
            self.region.run(1, &operands, &mut [&mut flag[..]], registers);
            flag[0] != 0
        };
        let mut all: Vec<u32> = (0..n as u32).collect();
        merge_sort(&mut all, &mut before);
        order.copy_from_slice(&all[..order.len()]);
    }

    fn run_packed<P: Packed>(&self, args: KernelArgs<'_>) -> Result<()> {
        let KernelArgs { reads, mut writes, team, .. } = args;
        let dims = &self.types[0].dims;
        let n = dims.get(self.dimension).copied().unwrap_or(1);
        let step: usize = dims.iter().skip(self.dimension + 1).product();
        let (lines, limit) = (self.types[0].num_elements() / n.max(1), self.limit);
        if lines == 0 || limit == 0 {
            return Ok(());
        }
        let first = |line: usize| line / step * step * n + line % step;
        let scratch = || Scratch::<P> {
            items: Vec::new(),
            spare: Vec::new(),
            line: Vec::new(),
            keys: Vec::new(),
            registers: ScalarFnRegisters::default(),
        };
        let mut orders = vec![0u32; lines * limit];
        // A few long lines are sorted one after the other, each by all threads.
        if lines * 2 <= team_size(n) {
            let mut scratch = scratch();
            for (line, order) in orders.chunks_mut(limit).enumerate() {
                self.order((&reads, Some(team)), (first(line), step, n), &mut scratch, order)?;
            }
        } else {
            let per_task = (TASK_ELEMENTS / n.max(1)).max(1);
            let tasks: Vec<(usize, &mut [u32])> = orders.chunks_mut(per_task * limit).enumerate().collect();
            team.parallel_for(tasks, |(task, orders)| {
                let mut scratch = scratch();
                for (i, order) in orders.chunks_mut(limit).enumerate() {
                    self.order((&reads, None), (first(task * per_task + i), step, n), &mut scratch, order)?;
                }
                Ok(())
            })?;
        }
        // The rows of a result: `step` lines each, `limit` elements of every line.
        let block = limit * step;
        let per_task = (TASK_ELEMENTS / block).max(1);
        for ((read, write), ty) in reads.iter().zip(&mut writes).zip(&self.types) {
            let size = ty.element.bytes();
            let tasks: Vec<(usize, &mut [u8])> = write.chunks_mut(per_task * block * size).enumerate().collect();
            team.parallel_for(tasks, |(task, write)| {
                for (i, write) in write.chunks_mut(block * size).enumerate() {
                    let outer = task * per_task + i;
                    let from = (0..block).map(|at| {
                        let (position, line) = (at / step, outer * step + at % step);
                        first(line) + orders[line * limit + position] as usize * step
                    });
                    gather(read, write, size, from);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

impl Kernel for Sort {
    fn run(&self, args: KernelArgs<'_>) -> Result<()> {
        if !self.keys.is_empty() {
            return match key_bits(&self.keys) {
                ..=32 => self.run_packed::<u64>(args),
                _ => self.run_packed::<u128>(args),
            };
        }
        let KernelArgs { reads, mut writes, .. } = args;
        let dims = &self.types[0].dims;
        let n = dims.get(self.dimension).copied().unwrap_or(1);
        let step: usize = dims.iter().skip(self.dimension + 1).product();
        let (lines, limit) = (self.types[0].num_elements() / n.max(1), self.limit);
        let (mut registers, mut order) = (ScalarFnRegisters::default(), vec![0u32; limit]);
        for line in 0..lines {
            let first = line / step * step * n + line % step;
            self.order_by_calls(&reads, (first, step, n), &mut registers, &mut order);
            for ((read, write), ty) in reads.iter().zip(&mut writes).zip(&self.types) {
                let size = ty.element.bytes();
                for (i, from) in order.iter().enumerate() {
                    let to = line / step * step * limit + line % step + i * step;
                    let from = first + *from as usize * step;
                    write[to * size..(to + 1) * size].copy_from_slice(&read[from * size..(from + 1) * size]);
                }
            }
        }
        Ok(())
    }
}

/// Bits of all keys together.
fn key_bits(keys: &[SortKey]) -> u32 {
    keys.iter().map(|key| 8 * key.element.bytes() as u32).sum()
}

/// The threads that a line of `n` elements can occupy, about.
fn team_size(n: usize) -> usize {
    n >> 15
}

/// Copies the elements of `size` bytes at these positions.
fn gather(from: &[u8], to: &mut [u8], size: usize, positions: impl Iterator<Item = usize>) {
    macro_rules! typed {
        ($t:ident) => {{
            let (from, to): (&[$t], &mut [$t]) = (bytemuck::cast_slice(from), bytemuck::cast_slice_mut(to));
            to.iter_mut().zip(positions).for_each(|(to, at)| *to = from[at]);
        }};
    }
    match size {
        1 => typed!(u8),
        2 => typed!(u16),
        4 => typed!(u32),
        8 => typed!(u64),
        _ => to
            .chunks_exact_mut(size)
            .zip(positions)
            .for_each(|(to, at)| to.copy_from_slice(&from[at * size..(at + 1) * size])),
    }
}

/// A stable merge sort, which terminates even if the comparator is not an order.
fn merge_sort(order: &mut [u32], before: &mut impl FnMut(u32, u32) -> bool) {
    if order.len() < 2 {
        return;
    }
    let middle = order.len() / 2;
    merge_sort(&mut order[..middle], before);
    merge_sort(&mut order[middle..], before);
    let (left, right) = (order[..middle].to_vec(), order[middle..].to_vec());
    let (mut i, mut j) = (0, 0);
    for slot in order.iter_mut() {
        let take_right = j < right.len() && (i == left.len() || before(right[j], left[i]));
        *slot = if take_right { right[j] } else { left[i] };
        if take_right {
            j += 1;
        } else {
            i += 1;
        }
    }
}
