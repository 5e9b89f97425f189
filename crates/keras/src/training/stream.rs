//! Data that does not lie on the device as a whole: chunk after chunk, each brought there while the one before is used.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};

use crate::{Error, ErrorKind, Result};

use super::cores::PerCore;

/// Tensors of some rows, on every core.
pub(super) type Chunk = Vec<PerCore>;

type Load = dyn FnMut(usize) -> Result<Chunk> + Send;

/// Chunks on their way to the cores.
///
/// A single one is loaded by who asks for it: there is nothing to be done meanwhile. Else a thread loads a chunk and holds it
/// until it is asked for, and only then loads the next. So with the one that is in use there are two on the device, if that one
/// is let go before the next is asked for.
pub(super) struct Stream {
    /// What loads a single chunk, until it is asked for.
    only: Option<Box<Load>>,
    /// None once the stream ends: the thread notices at its next chunk.
    chunks: Option<Receiver<Result<Chunk>>>,
    thread: Option<JoinHandle<()>>,
}

impl Stream {
    /// Loads the chunks `0..count` in order, beginning now.
    pub fn begin(count: usize, mut load: impl FnMut(usize) -> Result<Chunk> + Send + 'static) -> Result<Self> {
        if count == 1 {
            return Ok(Self { only: Some(Box::new(load)), chunks: None, thread: None });
        }
        // Nothing waits in the channel: the thread itself holds the chunk that is ready.
        let (sender, chunks) = sync_channel(0);
        let load_all = move || {
            for index in 0..count {
                let chunk = load(index);
                let failed = chunk.is_err();
                if sender.send(chunk).is_err() || failed {
                    break;
                }
            }
        };
        let thread = thread::Builder::new().name("keras data".into()).spawn(load_all);
        let thread = thread.map_err(|e| Error::new(ErrorKind::Device, format!("no thread brings data: {e}")))?;
        Ok(Self { only: None, chunks: Some(chunks), thread: Some(thread) })
    }

    /// The next chunk, waiting for it.
    pub fn next(&mut self) -> Result<Chunk> {
        if let Some(mut load) = self.only.take() {
            return load(0);
        }
        let lost = || Error::new(ErrorKind::Device, "the thread that brings data onto the device has ended too early");
        self.chunks.as_ref().and_then(|chunks| chunks.recv().ok()).ok_or_else(lost)?
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        drop(self.chunks.take());
        // Its buffers have to be gone before the device is; if it panicked, nobody is left to hear of it.
        self.thread.take().map(JoinHandle::join);
    }
}

/// What lies on a core, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// All data, with that of the validation.
    pub whole: u64,
    /// The rows of a step.
    pub step: u64,
    /// Steps.
    pub steps: usize,
}

/// Steps whose rows lie on the device at a time; none where all rows do.
///
/// As many as are asked for. Else all rows, if they fit into half of a core's free memory or it is not known; else as many
/// steps as fit into an eighth, since there may be four chunks: two in use, of training and validation, and the ones that
/// follow them. The other half is for weights and what is computed.
pub(super) fn steps_at_a_time(asked: Option<usize>, free: Option<u64>, need: Need) -> Option<usize> {
    let at_most = match (asked, free) {
        (Some(asked), _) => asked,
        (None, Some(free)) if need.whole > free / 2 => {
            usize::try_from(free / 8 / need.step.max(1)).unwrap_or(usize::MAX)
        }
        (None, _) => return None,
    };
    let at_most = at_most.max(1);
    if at_most >= need.steps {
        return None;
    }
    // Chunks of the same size: the last one is filled up by less.
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
        assert!(begun.load(Ordering::SeqCst) <= 5, "what is not asked for is not loaded");
    }

    #[test]
    fn an_error_arrives_in_its_place() {
        let load = |index| if index == 1 { Err(Error::argument("no such row")) } else { Ok(Vec::new()) };
        let mut stream = Stream::begin(3, load).unwrap();
        assert!(stream.next().is_ok());
        assert_eq!(stream.next().unwrap_err().message(), "no such row");
        assert!(stream.next().unwrap_err().message().contains("ended too early"));
    }

    #[test]
    fn what_fits_lies_there_as_a_whole() {
        let need = Need { whole: 1000, step: 10, steps: 100 };
        assert_eq!(steps_at_a_time(None, None, need), None, "nothing is known of the memory");
        assert_eq!(steps_at_a_time(None, Some(2000), need), None);
        // 1999 / 8 / 10 = 24 steps at most: five chunks of 20.
        assert_eq!(steps_at_a_time(None, Some(1999), need), Some(20));
        assert_eq!(steps_at_a_time(None, Some(3), need), Some(1), "a step at a time is the least");
        assert_eq!(steps_at_a_time(Some(30), Some(1), need), Some(25));
        assert_eq!(steps_at_a_time(Some(99), None, need), Some(50));
        assert_eq!(steps_at_a_time(Some(100), Some(1), need), None);
        assert_eq!(steps_at_a_time(None, Some(1), Need { steps: 0, ..need }), None);
    }
}
