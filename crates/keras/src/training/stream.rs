//! Streams data to the device in chunks: each is copied while the previous one is in use.

use crate::data::Background;
use crate::error::{Error, ErrorKind, Result};

use super::cores::PerCore;

/// Tensors with some rows, on every core.
pub(super) type Chunk = Vec<PerCore>;

type Load = dyn FnMut(usize) -> Result<Chunk> + Send;

/// A stream of chunks to the cores.
///
/// A single chunk is loaded on the caller's thread, since there is no work to overlap with. Otherwise a
/// thread loads a chunk, holds it until it is requested, and only then loads the next. If the caller drops
/// each chunk before requesting the next, there are at most two on the device.
pub(super) enum Stream {
    /// Loads the single chunk, until it is requested.
    Single(Option<Box<Load>>),
    /// The chunks of the thread.
    Several(Background<Result<Chunk>>),
}

impl Stream {
    /// Loads the chunks `0..count` in order, starting now.
    pub fn begin(count: usize, mut load: impl FnMut(usize) -> Result<Chunk> + Send + 'static) -> Result<Self> {
        if count == 1 {
            return Ok(Self::Single(Some(Box::new(load))));
        }
        let mut next = 0;
        let load_next = move || {
            let index = next;
            next += 1;
            if index >= count {
                return None;
            }
            let chunk = load(index);
            if chunk.is_err() {
                next = count;
            }
            Some(chunk)
        };
        Ok(Self::Several(Background::spawn(0, load_next)?))
    }

    /// Waits for the next chunk and returns it.
    pub fn next(&mut self) -> Result<Chunk> {
        let chunk = match self {
            Self::Single(load) => load.take().map(|mut load| load(0)),
            Self::Several(chunks) => chunks.next()?,
        };
        let lost = || Error::new(ErrorKind::Device, "the thread that loads data onto the device has ended too early");
        chunk.ok_or_else(lost)?
    }
}

/// The memory that data takes on a core.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryNeed {
    /// The size of all data, including that of the validation.
    pub total_bytes: u64,
    /// The size of the rows of a step.
    pub step_bytes: u64,
    /// The number of steps.
    pub steps: usize,
}

/// The number of steps whose rows are on the device at a time; `None` if all rows are.
///
/// It is `requested` if that is given. Otherwise all rows are on the device if they fit into half of a core's
/// free memory or the free memory is unknown. Otherwise a chunk takes up to an eighth of the free memory,
/// since there may be four chunks: the current and the next one of both training and validation. The other
/// half is for weights and intermediate values.
pub(super) fn steps_at_a_time(requested: Option<usize>, free: Option<u64>, need: MemoryNeed) -> Option<usize> {
    let at_most = match (requested, free) {
        (Some(requested), _) => requested,
        (None, Some(free)) if need.total_bytes > free / 2 => {
            usize::try_from(free / 8 / need.step_bytes.max(1)).unwrap_or(usize::MAX)
        }
        (None, _) => return None,
    };
    let at_most = at_most.max(1);
    if at_most >= need.steps {
        return None;
    }
    // Chunks of equal size, so that the last one needs little padding.
    Some(need.steps.div_ceil(need.steps.div_ceil(at_most)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn one_chunk_is_loaded_ahead_and_no_more() {
        let begun = Arc::new(AtomicUsize::new(0));
        let counter = begun.clone();
        let mut stream = Stream::begin(9, move |index| {
            assert_eq!(counter.fetch_add(1, Ordering::SeqCst), index);
            Ok(Vec::new())
        })
        .unwrap();
        for taken in 1..=4 {
            stream.next().unwrap();
            assert!((taken..=taken + 1).contains(&begun.load(Ordering::SeqCst)));
        }
        drop(stream);
        assert!(begun.load(Ordering::SeqCst) <= 5, "chunks that are not requested are not loaded");
    }

    #[test]
    fn an_error_arrives_in_order() {
        let load = |index| if index == 1 { Err(Error::argument("no such row")) } else { Ok(Vec::new()) };
        let mut stream = Stream::begin(3, load).unwrap();
        assert!(stream.next().is_ok());
        assert_eq!(stream.next().unwrap_err().message(), "no such row");
        assert!(stream.next().unwrap_err().message().contains("ended too early"));
    }

    #[test]
    fn data_that_fits_is_not_streamed() {
        let need = MemoryNeed { total_bytes: 1000, step_bytes: 10, steps: 100 };
        assert_eq!(steps_at_a_time(None, None, need), None, "unknown memory");
        assert_eq!(steps_at_a_time(None, Some(2000), need), None);
        // 1999 / 8 / 10 = 24 steps at most: five chunks of 20.
        assert_eq!(steps_at_a_time(None, Some(1999), need), Some(20));
        assert_eq!(steps_at_a_time(None, Some(3), need), Some(1), "at least one step");
        assert_eq!(steps_at_a_time(Some(30), Some(1), need), Some(25));
        assert_eq!(steps_at_a_time(Some(99), None, need), Some(50));
        assert_eq!(steps_at_a_time(Some(100), Some(1), need), None);
        assert_eq!(steps_at_a_time(None, Some(1), MemoryNeed { steps: 0, ..need }), None);
    }
}
