//! Dynamic batching: requests that wait are run together.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::{Error, ErrorKind, Result};
use crate::metrics::ModelMetrics;
use crate::program::CompiledModel;
use crate::signature::Rows;

/// How requests are gathered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchOptions {
    /// Rows of the largest batch.
    pub max_batch_size: usize,
    /// How long the first request of a batch that is not full waits for others.
    pub batch_timeout: Duration,
    /// Requests that may wait; more are refused.
    pub max_queue: usize,
}

/// The outputs of a request.
pub type Outputs = Vec<Vec<f32>>;

/// A request that waits.
struct Job {
    rows: Rows,
    queued: Instant,
    deadline: Instant,
    reply: oneshot::Sender<Result<Outputs>>,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    rows: usize,
    /// No batch waits until it is full.
    is_hurried: bool,
    is_closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    options: BatchOptions,
    model: CompiledModel,
    metrics: Arc<ModelMetrics>,
}

/// A model with a queue, and a thread that runs batches of it. While a batch runs, the next one gathers.
pub struct Batcher {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Batcher {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start(model: CompiledModel, options: BatchOptions, metrics: Arc<ModelMetrics>) -> Result<Batcher> {
        let shared = Arc::new(Shared { queue: Mutex::default(), wake: Condvar::new(), options, model, metrics });
        let of_thread = shared.clone();
        let thread = thread::Builder::new().name("batches".into()).spawn(move || {
            // Should a run panic, requests that wait or come are refused instead of waiting for ever.
            let _end = CloseAtEnd(&of_thread);
            while let Some(batch) = of_thread.next_batch() {
                of_thread.run(batch);
            }
        });
        let thread = thread.map_err(|e| Error::internal(format!("a thread for batches: {e}")))?;
        Ok(Batcher { shared, thread: Mutex::new(Some(thread)) })
    }

    /// The model.
    pub fn model(&self) -> &CompiledModel {
        &self.shared.model
    }

    /// Queues a request, which is run unless its deadline passes before, or the receiver is dropped.
    ///
    /// # Errors
    /// The queue is full, or closed.
    pub fn submit(&self, rows: Rows, deadline: Instant) -> Result<oneshot::Receiver<Result<Outputs>>> {
        let (reply, receiver) = oneshot::channel();
        let mut queue = self.shared.lock();
        if queue.is_closed {
            return Err(Error::new(ErrorKind::Unavailable, "this version of the model ends: send the request again"));
        }
        if queue.jobs.len() >= self.shared.options.max_queue {
            self.shared.metrics.refused.fetch_add(1, Ordering::Relaxed);
            let waiting = queue.jobs.len();
            let message = format!("the queue is full with {waiting} requests (--max-queue): send it again later");
            return Err(Error::new(ErrorKind::Unavailable, message));
        }
        queue.rows += rows.count;
        queue.jobs.push_back(Job { rows, queued: Instant::now(), deadline, reply });
        self.shared.metrics.queued.fetch_add(1, Ordering::Relaxed);
        drop(queue);
        self.shared.wake.notify_one();
        Ok(receiver)
    }

    /// Runs what waits without a wait for full batches, now and from now on.
    pub fn hurry(&self) {
        self.shared.lock().is_hurried = true;
        self.shared.wake.notify_one();
    }

    /// Refuses further requests. Those that wait are run.
    pub fn close(&self) {
        self.shared.lock().is_closed = true;
        self.shared.wake.notify_one();
    }

    /// Closes the queue and waits until it is empty.
    pub fn finish(&self) {
        self.close();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the thread of batches panicked");
        }
    }
}

impl Drop for Batcher {
    fn drop(&mut self) {
        self.close();
    }
}

/// Closes the queue when the thread ends.
struct CloseAtEnd<'a>(&'a Shared);

impl Drop for CloseAtEnd<'_> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.is_closed = true;
        let left = i64::try_from(queue.jobs.len()).unwrap_or(i64::MAX);
        self.0.metrics.queued.fetch_sub(left, Ordering::Relaxed);
        queue.jobs.clear();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next batch; `None` once the queue is closed and empty.
    fn next_batch(&self) -> Option<Vec<Job>> {
        let largest = self.options.max_batch_size;
        let mut queue = self.lock();
        loop {
            let Some(first) = queue.jobs.front() else {
                if queue.is_closed {
                    return None;
                }
                queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let waited = first.queued.elapsed();
            if queue.rows >= largest || queue.is_hurried || queue.is_closed || waited >= self.options.batch_timeout {
                break;
            }
            let left = self.options.batch_timeout.saturating_sub(waited);
            queue = self.wake.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        let mut batch = Vec::new();
        let mut rows = 0;
        // A request that is larger than a batch is one by itself, which is run in parts.
        while queue.jobs.front().is_some_and(|job| rows == 0 || rows + job.rows.count <= largest) {
            let Some(job) = queue.jobs.pop_front() else { break };
            queue.rows -= job.rows.count;
            self.metrics.queued.fetch_sub(1, Ordering::Relaxed);
            if let Some(job) = self.still_wanted(job) {
                rows += job.rows.count;
                batch.push(job);
            }
        }
        Some(batch)
    }

    /// The request, unless its client is gone or its time is over.
    fn still_wanted(&self, job: Job) -> Option<Job> {
        let waited = job.queued.elapsed();
        self.metrics.queue_time.record_time(waited);
        if !job.reply.is_closed() && Instant::now() < job.deadline {
            return Some(job);
        }
        self.metrics.expired.fetch_add(1, Ordering::Relaxed);
        let message = format!("the request waited {} ms for its turn, longer than its deadline", waited.as_millis());
        // Nobody may wait for the answer any more.
        let _ = job.reply.send(Err(Error::new(ErrorKind::Deadline, message)));
        None
    }

    fn run(&self, batch: Vec<Job>) {
        if batch.is_empty() {
            return;
        }
        let (counts, (tensors, replies)): (Vec<usize>, (Vec<_>, Vec<_>)) =
            batch.into_iter().map(|job| (job.rows.count, (job.rows.tensors, job.reply))).unzip();
        match self.outputs(counts.iter().sum(), tensors) {
            Ok(outputs) => {
                for (reply, outputs) in replies.into_iter().zip(self.divide(&counts, outputs)) {
                    let _ = reply.send(Ok(outputs));
                }
            }
            Err(error) => {
                tracing::error!(%error, "a run failed");
                replies.into_iter().for_each(|reply| {
                    let _ = reply.send(Err(error.clone()));
                });
            }
        }
    }

    /// The outputs of all rows of a batch.
    fn outputs(&self, count: usize, tensors: Vec<Vec<Vec<f32>>>) -> Result<Outputs> {
        let signature = self.model.signature();
        let mut tensors = tensors.into_iter();
        let mut all = tensors.next().unwrap_or_default();
        for more in tensors {
            all.iter_mut().zip(more).for_each(|(values, more)| values.extend(more));
        }
        let largest = self.model.max_batch_size();
        if count <= largest {
            return self.run_part(Rows { count, tensors: all });
        }
        let mut outputs = vec![Vec::new(); signature.outputs.len()];
        for first in (0..count).step_by(largest) {
            let rows = largest.min(count - first);
            let part = signature
                .inputs
                .iter()
                .zip(&all)
                .map(|(spec, values)| values[first * spec.row_len()..(first + rows) * spec.row_len()].to_vec());
            let part = self.run_part(Rows { count: rows, tensors: part.collect() })?;
            outputs.iter_mut().zip(part).for_each(|(values, more)| values.extend(more));
        }
        Ok(outputs)
    }

    fn run_part(&self, rows: Rows) -> Result<Outputs> {
        let count = rows.count;
        let start = Instant::now();
        let outputs = self.model.run(rows)?;
        self.metrics.run_time.record_time(start.elapsed());
        self.metrics.batch_rows.record(count as f64);
        let padding = self.model.padded(count) - count;
        self.metrics.padding_rows.fetch_add(padding as u64, Ordering::Relaxed);
        Ok(outputs)
    }

    /// The outputs of each request.
    fn divide(&self, counts: &[usize], outputs: Outputs) -> Vec<Outputs> {
        if let [_] = counts {
            return vec![outputs];
        }
        let mut first = 0;
        let mut divided = Vec::with_capacity(counts.len());
        for count in counts {
            let of_job = self
                .model
                .signature()
                .outputs
                .iter()
                .zip(&outputs)
                .map(|(spec, values)| values[first * spec.row_len()..(first + count) * spec.row_len()].to_vec());
            divided.push(of_job.collect());
            first += count;
        }
        divided
    }
}
