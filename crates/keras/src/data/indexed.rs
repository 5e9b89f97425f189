//! Batches of items that have numbers: files, windows of a series.

use std::sync::Arc;

use crate::arrays::Samples;
use crate::error::{Error, Result};
use crate::utils::Rng;

use super::dataset::Dataset;
use super::parallel_map::ParallelMap;
use super::source::{Batches, DataSource};

/// Loads the items with these numbers as a batch.
type Load = dyn Fn(&[usize]) -> Result<Samples> + Send + Sync;

/// The items with the numbers `0..count`.
struct Indexed {
    count: usize,
    settings: Items,
    load: Arc<Load>,
}

/// The order in which numbered items become batches.
#[derive(Clone, Copy, Debug)]
pub struct Items {
    /// The number of items of a batch. Default: 32.
    pub batch_size: usize,
    /// The seed of the order, which differs between passes; `None` (default) for the order of the numbers.
    pub shuffle: Option<u64>,
    /// The number of threads that load batches; 0 (default) for as many as the machine has.
    pub threads: usize,
}

impl Default for Items {
    fn default() -> Self {
        Self { batch_size: 32, shuffle: None, threads: 0 }
    }
}

impl Dataset {
    /// The items `0..count` in batches, which `load` returns for the numbers of their items.
    ///
    /// ```
    /// use keras::data::{Dataset, Items};
    /// use keras::{Array, Samples};
    /// let squares = Dataset::from_items(100, Items { shuffle: Some(1), ..Items::default() }, |items| {
    ///     let x: Vec<f32> = items.iter().map(|i| *i as f32).collect();
    ///     let y: Vec<f32> = x.iter().map(|x| x * x).collect();
    ///     Ok(Samples::from((Array::new([x.len(), 1], x)?, y)))
    /// })?;
    /// assert_eq!(squares.num_batches(), Some(4));
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the batch size is 0.
    pub fn from_items(
        count: usize,
        settings: Items,
        load: impl Fn(&[usize]) -> Result<Samples> + Send + Sync + 'static,
    ) -> Result<Self> {
        if settings.batch_size == 0 {
            return Err(Error::argument("batch_size must be at least 1"));
        }
        Ok(Self::new(Indexed { count, settings, load: Arc::new(load) }))
    }
}

impl DataSource for Indexed {
    fn batches(&self, pass: u64) -> Result<Batches> {
        let Items { batch_size, shuffle, threads } = self.settings;
        let mut order: Vec<usize> = (0..self.count).collect();
        if let Some(seed) = shuffle {
            Rng::of_pass(seed, pass).shuffle(&mut order);
        }
        let chunks: Vec<Vec<usize>> = order.chunks(batch_size).map(<[usize]>::to_vec).collect();
        let load = self.load.clone();
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        Ok(Box::new(ParallelMap::new(chunks.into_iter(), threads, move |items: Vec<usize>| load(&items))?))
    }

    fn num_batches(&self) -> Option<usize> {
        Some(self.count.div_ceil(self.settings.batch_size))
    }
}
