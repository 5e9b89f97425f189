//! Blocks: consecutive batches of a data set, copied to the cores together while the block before is in use.

use std::cell::Cell;
use std::iter;
use std::time::{Duration, Instant};

use crate::array::Array;
use crate::arrays::Samples;
use crate::data::{Background, Batches, Dataset};
use crate::error::{Error, ErrorKind, Result};
use crate::trace::{Batch, DataTypes};

use super::check::{BatchCheck, types_of};
use super::cores::share_batches;
use super::device::Device;
use super::stream::Chunk;

/// The size of a block's data at most, unless a batch has more: enough to hide the cost of a call, and little
/// compared with memory.
const BLOCK_BYTES: u64 = 16 << 20;
/// The number of batches of a block at most.
const BLOCK_STEPS: usize = 256;
/// A block is complete when its batches took so long to load, so that slow data sets do not hold up the
/// first step. Results do not depend on how batches are grouped.
const LOAD_TIME: Duration = Duration::from_millis(300);

/// Consecutive batches of the same types, on the cores.
pub(super) struct Block {
    /// The number of rows of a batch.
    pub rows: usize,
    /// The number of batches, and the number of those for which there is space.
    pub steps: usize,
    pub capacity: usize,
    /// The types of the tensors on a core, without the layout of programs.
    pub types: DataTypes,
    pub data: Chunk,
}

/// Which rows of a batch a core has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placement {
    /// Its slice, as a training takes it.
    Slices,
    /// All of them, as an evaluation takes them.
    All,
}

/// A data set that is open for a pass, and its first batch.
pub(super) struct OpenedPass {
    pass: u64,
    pub first: Samples,
    rest: Batches,
}

impl OpenedPass {
    /// Opens the data set and loads its first batch.
    pub fn open(dataset: &Dataset, pass: u64) -> Result<Self> {
        let mut rest = dataset.batches(pass)?;
        let first = rest.next().transpose()?.ok_or_else(no_batches)?;
        Ok(Self { pass, first, rest })
    }
}

/// The error of a data set without batches.
pub(super) fn no_batches() -> Error {
    Error::new(ErrorKind::Data, "the data set has no batches; a data set that is opened again must start again")
}

/// How batches become blocks.
#[derive(Clone)]
pub(super) struct BlockSettings {
    /// The checks of each batch.
    pub check: BatchCheck,
    pub placement: Placement,
    /// The number of batches of a block, if the user has set it.
    pub steps: Option<usize>,
    /// The number of batches after which a block ends in any case.
    pub cut: Option<usize>,
}

/// A data set whose batches are brought to the cores in blocks.
pub(super) struct BlockFeed {
    dataset: Dataset,
    device: Device,
    settings: BlockSettings,
    /// The number of batches like the first one in a block.
    capacity: usize,
    opened: Cell<Option<OpenedPass>>,
}

impl BlockFeed {
    /// Blocks of a data set; `opened` is used for its pass.
    pub fn new(dataset: Dataset, device: &Device, opened: OpenedPass, settings: BlockSettings) -> Self {
        let rows = opened.first.rows();
        let per_core = match settings.placement {
            Placement::Slices => device.cores() as u64,
            Placement::All => 1,
        };
        let step_bytes = (settings.check.row_bytes() * rows as u64).div_ceil(per_core).max(1);
        let bytes = device.free_memory_per_core().map_or(BLOCK_BYTES, |free| BLOCK_BYTES.min(free / 8));
        let fitting = usize::try_from(bytes / step_bytes).unwrap_or(usize::MAX).min(BLOCK_STEPS);
        let known = [dataset.num_batches(), settings.cut].into_iter().flatten().min().unwrap_or(usize::MAX);
        // The slices of an evaluation are consecutive rows, so that only batches that divide evenly can
        // follow each other.
        let divides = settings.placement == Placement::Slices || rows.is_multiple_of(device.cores());
        let capacity = if divides { settings.steps.unwrap_or(fitting).min(known).max(1) } else { 1 };
        Self { dataset, device: device.clone(), settings, capacity, opened: Cell::new(Some(opened)) }
    }

    /// The data set.
    pub fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// The number of batches for which most blocks have space: those of batches like the first one.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The number of rows of the first batch, and the types of the tensors of its block.
    pub fn first(&self) -> (usize, DataTypes) {
        let types = self.settings.check.types();
        let share = rows_on_core(self.settings.placement, &self.device, types.rows());
        (types.rows(), types.with_rows(self.capacity * share))
    }

    /// Starts to load the blocks of a pass, without the first `skip` batches.
    pub fn begin(&self, pass: u64, skip: usize) -> Result<Background<Result<Block>>> {
        let batches: Option<Batches> = match self.opened.take() {
            Some(opened) if opened.pass == pass => Some(Box::new(iter::once(Ok(opened.first)).chain(opened.rest))),
            _ => None,
        };
        let mut loader = Loader {
            dataset: self.dataset.clone(),
            pass,
            batches,
            pending: None,
            device: self.device.clone(),
            settings: self.settings.clone(),
            capacity: self.capacity,
            taken: skip,
            skip,
        };
        let mut failed = false;
        Background::spawn(0, move || {
            if failed {
                return None;
            }
            let block = loader.next_block().transpose();
            failed = matches!(block, Some(Err(_)));
            block
        })
    }
}

fn rows_on_core(placement: Placement, device: &Device, rows: usize) -> usize {
    match placement {
        Placement::Slices => Batch { cores: device.cores(), rows }.rows_per_core(),
        Placement::All => rows,
    }
}

/// Loads the blocks of a pass.
struct Loader {
    dataset: Dataset,
    pass: u64,
    /// `None` until the data set is opened.
    batches: Option<Batches>,
    /// A checked batch that did not fit into the block before, or an error after it.
    pending: Option<Result<Samples>>,
    device: Device,
    settings: BlockSettings,
    capacity: usize,
    /// The number of batches before, with those that are left out.
    taken: usize,
    /// The number of batches that are still to be left out.
    skip: usize,
}

impl Loader {
    fn next_block(&mut self) -> Result<Option<Block>> {
        let start = Instant::now();
        let mut group: Vec<Samples> = Vec::new();
        while let Some(batch) = self.pending.take().or_else(|| self.load()) {
            let types = group.first().map(types_of);
            match batch {
                Ok(batch) if types.as_ref().is_none_or(|types| *types == types_of(&batch)) => group.push(batch),
                Err(error) if types.is_none() => return Err(error),
                // The batches before it come first.
                other => {
                    self.pending = Some(other);
                    break;
                }
            }
            self.taken += 1;
            let capacity = self.capacity(&types_of(&group[0]));
            let is_cut = self.settings.cut.is_some_and(|cut| self.taken.is_multiple_of(cut));
            if group.len() == capacity || is_cut || start.elapsed() > LOAD_TIME {
                break;
            }
        }
        let Some(first) = group.first() else { return Ok(None) };
        let (rows, steps, types) = (first.rows(), group.len(), types_of(first));
        let capacity = self.capacity(&types);
        let share = rows_on_core(self.settings.placement, &self.device, rows);
        let data = self.place(&group, capacity)?;
        Ok(Some(Block { rows, steps, capacity, types: types.with_rows(capacity * share), data }))
    }

    /// The next batch, checked.
    fn load(&mut self) -> Option<Result<Samples>> {
        let batches = match &mut self.batches {
            Some(batches) => batches,
            None => match self.dataset.batches(self.pass) {
                Ok(batches) => self.batches.insert(batches),
                Err(error) => return Some(Err(error)),
            },
        };
        while self.skip > 0 {
            self.skip -= 1;
            if let Err(error) = batches.next()? {
                return Some(Err(error));
            }
        }
        let batch = batches.next()?;
        Some(batch.and_then(|batch| self.settings.check.checked(batch, self.taken + 1)))
    }

    /// The number of batches of these types for which a block has space.
    fn capacity(&self, types: &DataTypes) -> usize {
        if types == self.settings.check.types() { self.capacity } else { 1 }
    }

    /// Copies batches to the cores.
    fn place(&self, group: &[Samples], capacity: usize) -> Result<Chunk> {
        let rows = group[0].rows();
        let share = rows_on_core(self.settings.placement, &self.device, rows);
        // Slices that are not full are padded with rows from the beginning of the batch.
        let of_core = |core: usize| match self.settings.placement {
            Placement::Slices => (core * share..(core + 1) * share).map(|i| (i % rows) as i32).collect(),
            Placement::All => (0..rows as i32).collect::<Vec<i32>>(),
        };
        let is_same = self.settings.placement == Placement::All;
        let arrays: Vec<Vec<&Array>> = group.iter().map(|batch| batch.arrays().collect()).collect();
        let tensor = |i: usize| {
            let batches: Vec<&Array> = arrays.iter().map(|arrays| arrays[i]).collect();
            share_batches(&self.device, &batches, of_core, is_same, capacity * share)
        };
        (0..arrays[0].len()).map(tensor).collect()
    }
}
