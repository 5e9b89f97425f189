//! Transforms items on several threads, in order.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::error::{Error, ErrorKind, Result};

use super::background::panicked;

/// An item, and where its result goes.
type Job<T, U> = (T, SyncSender<U>);

/// The results of a function for each item of an iterator, in the order of the items: for sources whose
/// batches take long to make. The iterator runs on the caller's thread, the function on threads of its own,
/// up to two items a thread ahead.
///
/// ```
/// use keras::data::ParallelMap;
/// let lengths = ParallelMap::new(["a", "bcd"].into_iter(), 2, |text| Ok(text.len()))?;
/// assert_eq!(lengths.collect::<keras::Result<Vec<usize>>>()?, [1, 3]);
/// # Ok::<(), keras::Error>(())
/// ```
pub struct ParallelMap<I: Iterator, U> {
    items: I,
    /// `None` once this is dropped, which ends the threads.
    jobs: Option<Sender<Job<I::Item, U>>>,
    /// The results that are computed, in order.
    results: VecDeque<Receiver<U>>,
    threads: Vec<JoinHandle<()>>,
}

impl<I, U> ParallelMap<I, U>
where
    I: Iterator,
    I::Item: Send + 'static,
    U: Send + 'static,
{
    /// Starts `threads` threads, at least one.
    ///
    /// # Errors
    /// [`ErrorKind::Device`] if the system has no more threads.
    pub fn new(items: I, threads: usize, apply: impl Fn(I::Item) -> U + Send + Sync + 'static) -> Result<Self> {
        let (sender, jobs) = channel::<Job<I::Item, U>>();
        let (jobs, apply) = (Arc::new(Mutex::new(jobs)), Arc::new(apply));
        let work = |_| {
            let (jobs, apply) = (jobs.clone(), apply.clone());
            let run = move || {
                loop {
                    let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((item, result)) = job else { break };
                    // The receiver is gone if the pass has ended.
                    drop(result.send(apply(item)));
                }
            };
            let thread = thread::Builder::new().name("keras data".into()).spawn(run);
            thread.map_err(|e| Error::new(ErrorKind::Device, format!("cannot start a thread for data: {e}")))
        };
        let threads = (0..threads.max(1)).map(work).collect::<Result<Vec<_>>>()?;
        Ok(Self { items, jobs: Some(sender), results: VecDeque::new(), threads })
    }
}

impl<I: Iterator, T> Iterator for ParallelMap<I, Result<T>> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        // Each thread has an item, and another one waits for it.
        while self.results.len() < 2 * self.threads.len() {
            let Some((item, jobs)) = self.items.next().zip(self.jobs.as_ref()) else { break };
            let (sender, receiver) = sync_channel(1);
            if jobs.send((item, sender)).is_err() {
                break;
            }
            self.results.push_back(receiver);
        }
        let result = self.results.pop_front()?;
        Some(result.recv().unwrap_or_else(|_| Err(panicked())))
    }
}

impl<I: Iterator, U> Drop for ParallelMap<I, U> {
    fn drop(&mut self) {
        drop(self.jobs.take());
        self.results.clear();
        for thread in self.threads.drain(..) {
            // `next` has reported a panic.
            drop(thread.join());
        }
    }
}
