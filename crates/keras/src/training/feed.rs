//! The data of a training on the device: all rows at once, or chunks of rows in the order of each epoch.

use std::ops::Range;
use std::sync::Arc;

use pjrt::Buffer;

use crate::array::Array;
use crate::error::Result;
use crate::trace::Batch;

use super::cores::{Cores, PerCore, Program, share_rows};
use super::device::Device;
use super::order::{Draw, Epoch};
use super::stream::{Chunk, Stream};

/// The data of a training: inputs, targets and weights.
pub(super) enum Feed {
    /// All rows are on every core; an order selects those that a core takes.
    Whole(Arc<Chunk>),
    /// A core has its own rows of a chunk of steps, in the order in which it takes them.
    Chunks {
        /// Inputs, targets and weights on the host.
        data: Vec<Array>,
        /// The number of steps of a chunk.
        steps: usize,
        /// The orders of a chunk and of the remainder batch: consecutive rows.
        orders: [Arc<PerCore>; 2],
    },
}

/// Consecutive steps of an epoch, their rows, and the program that takes them.
pub(super) struct Portion {
    pub program: Arc<Program>,
    /// The rows of a step.
    pub batch: Batch,
    /// The positions of the steps, from which the program takes their learning rates.
    pub steps: Range<usize>,
    /// The number of positions.
    pub positions: usize,
    /// The step of the first line of `order`.
    pub first: usize,
    /// The number of steps of the epoch before these.
    pub before: usize,
    pub data: Arc<Chunk>,
    /// The rows of `data` that each core takes at each step.
    pub order: Arc<PerCore>,
}

impl Portion {
    /// The buffers of a core: inputs, targets, weights, order.
    pub fn of_core(&self, core: usize) -> impl Iterator<Item = &Buffer> {
        self.data.iter().chain([&*self.order]).map(move |buffers| &buffers[core])
    }
}

/// The programs of full batches and of the remainder batch, if the epoch has such.
pub(super) type Programs = [Option<Arc<Program>>; 2];

/// The remaining portions of an epoch.
pub(super) struct Portions {
    epoch: Epoch,
    /// The position of the epoch's first step.
    first: usize,
    /// The end positions of the portions, in reverse order.
    ends: Vec<usize>,
    position: usize,
    source: Source,
}

enum Source {
    Whole { data: Arc<Chunk>, draw: Draw },
    Stream { chunks: Stream, orders: [Arc<PerCore>; 2] },
}

impl Feed {
    /// Copies all rows to the cores.
    pub fn whole(cores: &Cores, data: &[Array]) -> Result<Self> {
        Ok(Self::Whole(Arc::new(data.iter().map(|array| cores.share(array)).collect::<Result<_>>()?)))
    }

    /// Streams the rows of each epoch to the cores, `steps` steps at a time.
    pub fn chunks(cores: &Cores, epoch: Epoch, data: Vec<Array>, steps: usize) -> Result<Self> {
        let consecutive = |steps: usize, share: usize| -> Result<Arc<PerCore>> {
            let rows: Vec<i32> = (0..(steps * share) as i32).collect();
            Ok(Arc::new(cores.place_same(&[steps, share], &rows)?))
        };
        let remainder = epoch.remainder().map_or(0, |batch| batch.rows_per_core());
        let orders = [consecutive(steps, epoch.full().rows_per_core())?, consecutive(1, remainder)?];
        Ok(Self::Chunks { data, steps, orders })
    }

    /// Returns true if chunks are copied to the cores while others are in use.
    pub fn is_streamed(&self) -> bool {
        matches!(self, Self::Chunks { .. })
    }

    /// The portions of an epoch's range of steps of a pass over all rows, without the first `skip` of them.
    /// If data is streamed, the first chunk starts loading.
    pub fn begin(
        &self,
        device: &Device,
        epoch: Epoch,
        draw: Draw,
        range: Range<usize>,
        skip: usize,
    ) -> Result<Portions> {
        let full = epoch.full_steps();
        let steps = if let Self::Chunks { steps, .. } = self { *steps } else { full };
        let (begin, last) = ((range.start + skip).min(range.end), range.end.min(full));
        let mut ends: Vec<usize> = (begin..last).step_by(steps.max(1)).map(|first| (first + steps).min(last)).collect();
        let full_portions = ends.len();
        ends.extend((range.end > full && begin <= full).then_some(full + 1));
        let source = match self {
            Self::Whole(data) => Source::Whole { data: data.clone(), draw },
            Self::Chunks { data, orders, .. } => {
                let (device, data) = (device.clone(), data.clone());
                let rows_of = move |core: usize, portion: usize| match portion < full_portions {
                    true => {
                        epoch.full_rows_of(core, &draw.order, begin + portion * steps..begin + (portion + 1) * steps)
                    }
                    false => epoch.remainder_rows_of(core, &draw.order),
                };
                let load = move |portion: usize| {
                    let take = |data: &Array| share_rows(&device, data, |core| rows_of(core, portion));
                    data.iter().map(take).collect()
                };
                Source::Stream { chunks: Stream::begin(ends.len(), load)?, orders: orders.clone() }
            }
        };
        ends.reverse();
        Ok(Portions { epoch, first: range.start, ends, position: begin, source })
    }
}

impl Portions {
    /// Returns true if all portions have been taken.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The next portion; `None` after the last. The caller drops the previous portion first, to free its
    /// memory.
    pub fn next(&mut self, cores: &Cores, programs: &Programs) -> Result<Option<Portion>> {
        let Some(end) = self.ends.pop() else { return Ok(None) };
        let steps = std::mem::replace(&mut self.position, end)..end;
        let is_full = end <= self.epoch.full_steps();
        let batch = if is_full { Some(self.epoch.full()) } else { self.epoch.remainder() };
        // There is a program for every kind of batch of the epoch.
        let Some((program, batch)) = programs[usize::from(!is_full)].clone().zip(batch) else { return Ok(None) };
        // An order of all rows has a line for each full step.
        let all_lines = is_full && matches!(self.source, Source::Whole { .. });
        let first = if all_lines { 0 } else { steps.start };
        let (data, order) = match &mut self.source {
            Source::Stream { chunks, orders } => (Arc::new(chunks.next()?), orders[usize::from(!is_full)].clone()),
            Source::Whole { data, draw } => {
                let (epoch, order) = (self.epoch, &draw.order);
                let order = match is_full {
                    true => {
                        let all = 0..epoch.full_steps();
                        let dims = [all.len(), epoch.full().rows_per_core()];
                        cores.place(&dims, |core| epoch.full_rows_of(core, order, all.clone()))?
                    }
                    false => {
                        let share = epoch.remainder().map_or(0, |batch| batch.rows_per_core());
                        cores.place(&[1, share], |core| epoch.remainder_rows_of(core, order))?
                    }
                };
                (data.clone(), Arc::new(order))
            }
        };
        let (before, positions) = (steps.start - self.first, self.epoch.steps());
        Ok(Some(Portion { program, batch, steps, positions, first, before, data, order }))
    }
}
