//! The batches of each epoch of a training on a data set.

use std::sync::Arc;

use crate::data::Background;
use crate::error::Result;
use crate::models::{Model, Resolved, not_compiled};
use crate::trace::{Batch, DataTypes, Training};
use crate::utils::Rng;

use super::blocks::{Block, BlockFeed, no_batches};
use super::check::check_sizes;
use super::cores::{Cores, PerCore, Program};
use super::feed::Portion;
use super::lru_cache::{CACHED_SIZES, LruCache};
use super::order::random_keys;

/// The program of batches of some rows, and the order of a block's rows: as they are.
#[derive(Clone)]
struct Runner {
    program: Arc<Program>,
    order: Arc<PerCore>,
}

/// The batches of a training on a data set, epoch by epoch.
pub(super) struct DatasetEpochs {
    feed: BlockFeed,
    seed: u64,
    steps_per_epoch: Option<usize>,
    /// By the rows and the types of a block.
    runners: LruCache<Runner>,
    /// The blocks of the pass that goes on.
    blocks: Option<Background<Result<Block>>>,
    /// True if the pass began with this epoch.
    is_fresh: bool,
    /// The number of optimizer steps before the epoch, and the number of its steps that were taken.
    iterations: u64,
    taken: usize,
}

impl DatasetEpochs {
    pub fn new(feed: BlockFeed, seed: u64, steps_per_epoch: Option<usize>) -> Self {
        Self {
            feed,
            seed,
            steps_per_epoch,
            runners: LruCache::new(CACHED_SIZES),
            blocks: None,
            is_fresh: false,
            iterations: 0,
            taken: 0,
        }
    }

    /// The number of steps of an epoch, if it is known.
    pub fn steps(&self) -> Option<usize> {
        self.steps_per_epoch.or_else(|| self.feed.dataset().num_batches())
    }

    /// Begins the epoch after `iterations` optimizer steps, of which the first `skip` steps are done already:
    /// their batches are loaded and left out. Returns the keys of the cores' random states.
    pub fn begin(&mut self, cores: &Cores, iterations: u64, skip: usize) -> Result<Vec<u64>> {
        self.is_fresh |= self.blocks.is_none();
        if self.blocks.is_none() {
            self.blocks = Some(self.feed.begin(iterations, skip)?);
        }
        (self.iterations, self.taken) = (iterations, skip);
        Ok(random_keys(&mut Rng::of_pass(self.seed, iterations), cores.count()))
    }

    /// The next portion of the epoch; `None` after the last. The caller drops the previous portion first.
    pub fn next(&mut self, cores: &Cores, model: &Model, resolved: &Resolved) -> Result<Option<Portion>> {
        if self.steps_per_epoch.is_some_and(|steps| self.taken >= steps) {
            return Ok(None);
        }
        let block = loop {
            let Some(blocks) = &mut self.blocks else { return Ok(None) };
            match blocks.next()?.transpose()? {
                Some(block) => break block,
                None if self.taken > 0 => self.blocks = None,
                None if self.is_fresh => return Err(no_batches()),
                // The pass has ended with the epoch before.
                None => {
                    self.blocks = Some(self.feed.begin(self.iterations, 0)?);
                    self.is_fresh = true;
                }
            }
        };
        let Block { rows, steps, capacity, types, data } = block;
        let Runner { program, order } = self.runner(cores, model, resolved, (rows, capacity, &types))?;
        let before = self.taken;
        self.taken += steps;
        Ok(Some(Portion {
            program,
            batch: Batch { cores: cores.count(), rows },
            steps: 0..steps,
            positions: capacity,
            first: 0,
            before,
            data: Arc::new(data),
            order,
        }))
    }

    /// Ends the epoch. Unless it was the last one, a new pass starts to load if the pass has ended; it will
    /// begin after `iterations` optimizer steps.
    pub fn end(&mut self, iterations: u64, is_last: bool) -> Result<()> {
        self.is_fresh = false;
        if is_last {
            self.blocks = None;
        } else if self.blocks.is_none() {
            self.blocks = Some(self.feed.begin(iterations, 0)?);
            self.is_fresh = true;
        }
        Ok(())
    }

    /// Compiles the program for batches like the first one.
    pub fn compile(&mut self, cores: &Cores, model: &Model, resolved: &Resolved) -> Result<Arc<Program>> {
        let (rows, types) = self.feed.first();
        Ok(self.runner(cores, model, resolved, (rows, self.feed.capacity(), &types))?.program)
    }

    /// What runs blocks of so many rows a batch, of a capacity, and of tensors of these types.
    fn runner(
        &mut self,
        cores: &Cores,
        model: &Model,
        resolved: &Resolved,
        (rows, steps, data): (usize, usize, &DataTypes),
    ) -> Result<Runner> {
        let key = data.key(rows);
        if let Some(runner) = self.runners.get(&key) {
            return Ok(runner);
        }
        check_sizes(model, data, resolved)?;
        let compiled = model.compiled().ok_or_else(|| not_compiled(model.name()))?;
        let batch = Batch { cores: cores.count(), rows };
        let (optimizer, steps_per_epoch) = (&**compiled.optimizer(), steps);
        let training = Training { model, optimizer, resolved, data, batch, steps, steps_per_epoch };
        let share = batch.rows_per_core();
        let order: Vec<i32> = (0..(steps * share) as i32).collect();
        let program = cores.compile(&training.trace()?)?;
        let runner = Runner { program, order: Arc::new(cores.place_same(&[steps, share], &order)?) };
        self.runners.insert(key, runner.clone());
        Ok(runner)
    }
}
