//! The handle of a data set, and its operators.

use std::fmt;
use std::iter;
use std::sync::{Arc, OnceLock};

use crate::array::Array;
use crate::arrays::Samples;
use crate::error::{Error, Result};

use super::arrays::ArraySource;
use super::background::Background;
use super::batch::Rebatch;
use super::parallel_map::ParallelMap;
use super::shuffle::Shuffle;
use super::source::{Batches, DataSource};

/// A data set: batches of inputs, targets and sample weights, which are read when they are needed. Clones
/// share the source.
///
/// The operators are those of `tf.data` on a data set of batches: [`take`](Self::take),
/// [`skip`](Self::skip), [`map`](Self::map), [`prefetch`](Self::prefetch) and [`cache`](Self::cache) work on
/// batches, and [`shuffle`](Self::shuffle) and [`batch`](Self::batch) on rows. The result for a seed does not
/// depend on threads.
#[derive(Clone)]
pub struct Dataset {
    source: Arc<dyn DataSource>,
}

impl fmt::Debug for Dataset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dataset").field("num_batches", &self.num_batches()).finish_non_exhaustive()
    }
}

/// A source that a closure opens.
struct Opened<F> {
    num_batches: Option<usize>,
    open: F,
}

impl<F: Fn(u64) -> Result<Batches> + Send + Sync> DataSource for Opened<F> {
    fn batches(&self, pass: u64) -> Result<Batches> {
        (self.open)(pass)
    }

    fn num_batches(&self) -> Option<usize> {
        self.num_batches
    }
}

impl Dataset {
    /// A data set of this source.
    pub fn new(source: impl DataSource + 'static) -> Self {
        Self { source: Arc::new(source) }
    }

    /// The rows of arrays in their order, `batch_size` at a time: a pair of inputs and targets, or a triple
    /// with weights.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if `batch_size` is 0, and
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the arrays have different numbers of rows.
    pub fn from_arrays(samples: impl Into<Samples>, batch_size: usize) -> Result<Self> {
        Ok(Self::new(ArraySource::new(samples.into(), batch_size)?))
    }

    /// The batches of an iterator that `open` returns for each pass; its argument is that of
    /// [`DataSource::batches`].
    ///
    /// ```
    /// use keras::data::Dataset;
    /// use keras::{Array, Samples};
    /// let batch = |i: i32| Ok(Samples::from((Array::new([2, 1], vec![i, i + 1])?, vec![0, 1])));
    /// let numbers = Dataset::from_generator(move |_pass| (0..10).map(batch));
    /// assert_eq!(numbers.batches(0)?.count(), 10);
    /// # Ok::<(), keras::Error>(())
    /// ```
    pub fn from_generator<I>(open: impl Fn(u64) -> I + Send + Sync + 'static) -> Self
    where
        I: IntoIterator<Item = Result<Samples>>,
        I::IntoIter: Send + 'static,
    {
        Self::derived(None, move |pass| Ok(Box::new(open(pass).into_iter())))
    }

    fn derived(num_batches: Option<usize>, open: impl Fn(u64) -> Result<Batches> + Send + Sync + 'static) -> Self {
        Self::new(Opened { num_batches, open })
    }

    /// Opens the data set for a pass, as [`DataSource::batches`].
    ///
    /// # Errors
    /// Those of the source.
    pub fn batches(&self, pass: u64) -> Result<Batches> {
        self.source.batches(pass)
    }

    /// The number of batches of a pass; `None` if it is unknown.
    pub fn num_batches(&self) -> Option<usize> {
        self.source.num_batches()
    }

    /// The input of each batch of a pass, to which layers of preprocessing adapt.
    ///
    /// ```
    /// use keras::{Array, data::Dataset, layers::Normalization};
    /// let x = Array::new([4, 1], vec![1.0f32, 2.0, 3.0, 6.0])?;
    /// let rows = Dataset::from_arrays((x, vec![0, 1, 0, 1]), 3)?;
    /// let layer = Normalization::new().adapt_batches(rows.inputs()?)?;
    /// assert_eq!(layer.mean, Some(vec![3.0].into()));
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the source; a batch of several inputs is an error, too: [`map`](Self::map) takes one of them.
    pub fn inputs(&self) -> Result<impl Iterator<Item = Result<Array>> + use<>> {
        let one = |batch: Samples| match &batch.x[..] {
            [x] => Ok(x.clone()),
            several => Err(Error::shape(format!("expected batches of one input, not of {}", several.len()))),
        };
        Ok(self.batches(0)?.map(move |batch| batch.and_then(one)))
    }

    /// The same rows in batches of `rows` rows; the last one has the rest.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if `rows` is 0.
    pub fn batch(&self, rows: usize) -> Result<Self> {
        if rows == 0 {
            return Err(Error::argument("a batch has at least one row, not 0"));
        }
        let inner = self.clone();
        Ok(Self::derived(None, move |pass| Ok(Box::new(Rebatch::new(inner.batches(pass)?, rows)))))
    }

    /// The rows in random order: each is drawn from a window of the next `window` rows. The order differs
    /// between passes. Batches keep the size of the first one.
    #[must_use]
    pub fn shuffle(&self, window: usize, seed: u64) -> Self {
        let inner = self.clone();
        Self::derived(self.num_batches(), move |pass| {
            Ok(Box::new(Shuffle::new(inner.batches(pass)?, window, seed, pass)))
        })
    }

    /// The batches that `transform` returns, in the same order; `threads` threads run it.
    #[must_use]
    pub fn map(&self, threads: usize, transform: impl Fn(Samples) -> Result<Samples> + Send + Sync + 'static) -> Self {
        let (inner, transform) = (self.clone(), Arc::new(transform));
        Self::derived(self.num_batches(), move |pass| {
            let transform = transform.clone();
            let apply = move |batch: Result<Samples>| batch.and_then(&*transform);
            Ok(Box::new(ParallelMap::new(inner.batches(pass)?, threads, apply)?))
        })
    }

    /// The same batches; a thread has the next `count` ready.
    #[must_use]
    pub fn prefetch(&self, count: usize) -> Self {
        let inner = self.clone();
        Self::derived(self.num_batches(), move |pass| {
            let mut batches = inner.batches(pass)?;
            let mut loaded = Background::spawn(count, move || batches.next())?;
            Ok(Box::new(iter::from_fn(move || loaded.next().transpose().map(Result::flatten))))
        })
    }

    /// The batches of `count` passes, one after the other; without a count, for ever. A pass without batches
    /// is the last one.
    #[must_use]
    pub fn repeat(&self, count: impl Into<Option<usize>>) -> Self {
        let (inner, count) = (self.clone(), count.into());
        let num_batches = self.num_batches().and_then(|batches| batches.checked_mul(count?));
        Self::derived(num_batches, move |pass| {
            let inner = inner.clone();
            // Each pass of the inner data set has another number, and the first one that of the outer.
            let open = move |repeated: u64| match inner.batches(pass.wrapping_add(repeated << 40)) {
                Ok(batches) => batches.peekable(),
                Err(error) => (Box::new(iter::once(Err(error))) as Batches).peekable(),
            };
            let passes = (0..count.map_or(u64::MAX, |count| count as u64)).map(open);
            Ok(Box::new(passes.map_while(|mut batches| batches.peek().is_some().then_some(batches)).flatten()))
        })
    }

    /// The first `count` batches.
    #[must_use]
    pub fn take(&self, count: usize) -> Self {
        let inner = self.clone();
        let num_batches = self.num_batches().map(|batches| batches.min(count));
        Self::derived(num_batches, move |pass| Ok(Box::new(inner.batches(pass)?.take(count))))
    }

    /// All batches but the first `count`.
    #[must_use]
    pub fn skip(&self, count: usize) -> Self {
        let inner = self.clone();
        let num_batches = self.num_batches().map(|batches| batches.saturating_sub(count));
        Self::derived(num_batches, move |pass| {
            let mut batches = inner.batches(pass)?;
            // An error in a batch that is skipped is one of the data set, too.
            let error = batches.by_ref().take(count).find_map(Result::err);
            Ok(match error {
                Some(error) => Box::new(iter::once(Err(error))),
                None => batches,
            })
        })
    }

    /// The batches of the first pass that reaches its end, which later passes take from memory.
    #[must_use]
    pub fn cache(&self) -> Self {
        let (inner, stored) = (self.clone(), Arc::new(OnceLock::<Vec<Samples>>::new()));
        Self::derived(self.num_batches(), move |pass| {
            let stored = stored.clone();
            if stored.get().is_some() {
                let all = move |index: usize| stored.get().and_then(|batches| batches.get(index).cloned());
                return Ok(Box::new((0..).map_while(all).map(Ok)));
            }
            let (mut batches, mut seen) = (inner.batches(pass)?, Some(Vec::new()));
            Ok(Box::new(iter::from_fn(move || {
                let batch = batches.next();
                match &batch {
                    Some(Ok(batch)) => seen.iter_mut().for_each(|seen| seen.push(batch.clone())),
                    Some(Err(_)) => seen = None,
                    // Another pass may have been the first to end.
                    None => drop(seen.take().map(|seen| stored.set(seen))),
                }
                batch
            })))
        })
    }
}
