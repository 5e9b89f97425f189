//! Dynamic batching: requests that wait are run together.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::{Error, ErrorKind, Result};
use crate::metrics::ModelMetrics;
use crate::program::{CompiledModel, Programs};
use crate::program_cache::ProgramCache;
use crate::signature::Rows;
use crate::tensor::Tensor;

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

/// The outputs of a request, in the order of the signature.
pub type Outputs = Vec<Tensor>;

/// A request that waits.
struct Job {
    rows: Rows,
    queued: Instant,
    deadline: Instant,
    reply: oneshot::Sender<Result<Outputs>>,
}

/// The requests that wait for the same programs, since their rows have one shape; at least one.
struct Group {
    programs: Arc<Programs>,
    jobs: VecDeque<Job>,
    rows: usize,
}

impl Group {
    /// When the first of them came.
    fn since(&self) -> Option<Instant> {
        self.jobs.front().map(|job| job.queued)
    }
}

#[derive(Default)]
struct Queue {
    groups: Vec<Group>,
    /// Requests that wait.
    jobs: usize,
    /// No batch waits until it is full.
    is_hurried: bool,
    is_closed: bool,
}

/// Requests that are run together.
struct Batch {
    programs: Arc<Programs>,
    jobs: Vec<Job>,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    options: BatchOptions,
    programs: ProgramCache,
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
    pub fn start(programs: ProgramCache, options: BatchOptions, metrics: Arc<ModelMetrics>) -> Result<Batcher> {
        let shared = Arc::new(Shared { queue: Mutex::default(), wake: Condvar::new(), options, programs, metrics });
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
        self.shared.programs.model()
    }

    /// The programs for rows of this shape, compiled for `rows` rows if they are not there.
    ///
    /// # Errors
    /// Those of [`ProgramCache::get`].
    pub async fn programs(&self, row_dims: &[Vec<usize>], rows: usize) -> Result<Arc<Programs>> {
        self.shared.programs.get(row_dims, rows).await
    }

    /// Queues a request for the programs of its size, which is run unless its deadline passes before, or the
    /// receiver is dropped.
    ///
    /// # Errors
    /// The queue is full, or closed.
    pub fn submit(
        &self,
        programs: Arc<Programs>,
        rows: Rows,
        deadline: Instant,
    ) -> Result<oneshot::Receiver<Result<Outputs>>> {
        let (reply, receiver) = oneshot::channel();
        let mut queue = self.shared.lock();
        if queue.is_closed {
            return Err(Error::new(ErrorKind::Unavailable, "this version of the model ends: send the request again"));
        }
        if queue.jobs >= self.shared.options.max_queue {
            self.shared.metrics.refused.fetch_add(1, Ordering::Relaxed);
            let waiting = queue.jobs;
            let message = format!("the queue is full with {waiting} requests (--max-queue): send it again later");
            return Err(Error::new(ErrorKind::Unavailable, message));
        }
        queue.push(programs, Job { rows, queued: Instant::now(), deadline, reply });
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
        let left = i64::try_from(queue.jobs).unwrap_or(i64::MAX);
        self.0.metrics.queued.fetch_sub(left, Ordering::Relaxed);
        queue.jobs = 0;
        queue.groups.clear();
    }
}

impl Queue {
    /// Adds a request to those of its size.
    fn push(&mut self, programs: Arc<Programs>, job: Job) {
        self.jobs += 1;
        let rows = job.rows.count;
        match self.groups.iter_mut().find(|group| Arc::ptr_eq(&group.programs, &programs)) {
            Some(group) => {
                group.rows += rows;
                group.jobs.push_back(job);
            }
            None => self.groups.push(Group { programs, jobs: [job].into(), rows }),
        }
    }

    /// Takes requests of a group, of at most so many rows; one that has more is a batch by itself, which is
    /// run in parts.
    fn take(&mut self, index: usize, largest: usize) -> (Arc<Programs>, Vec<Job>) {
        let group = &mut self.groups[index];
        let (programs, mut taken, mut rows) = (group.programs.clone(), Vec::new(), 0);
        while group.jobs.front().is_some_and(|job| rows == 0 || rows + job.rows.count <= largest) {
            let Some(job) = group.jobs.pop_front() else { break };
            rows += job.rows.count;
            taken.push(job);
        }
        group.rows -= rows;
        self.jobs -= taken.len();
        if group.jobs.is_empty() {
            self.groups.swap_remove(index);
        }
        (programs, taken)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next batch; `None` once the queue is closed and empty.
    fn next_batch(&self) -> Option<Batch> {
        let largest = self.options.max_batch_size;
        let mut queue = self.lock();
        let group = loop {
            let now = Instant::now();
            let is_hurried = queue.is_hurried || queue.is_closed;
            let waited = |group: &Group| group.since().map_or(Duration::ZERO, |since| now.duration_since(since));
            let is_due =
                |group: &Group| group.rows >= largest || is_hurried || waited(group) >= self.options.batch_timeout;
            let due = queue.groups.iter().enumerate().filter(|(_, group)| is_due(group));
            if let Some((group, _)) = due.min_by_key(|(_, group)| group.since()) {
                break group;
            }
            let longest = queue.groups.iter().map(waited).max();
            queue = match longest {
                None if queue.is_closed => return None,
                None => self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner),
                Some(longest) => {
                    let left = self.options.batch_timeout.saturating_sub(longest);
                    self.wake.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        };
        let (programs, taken) = queue.take(group, largest);
        drop(queue);
        self.metrics.queued.fetch_sub(i64::try_from(taken.len()).unwrap_or(i64::MAX), Ordering::Relaxed);
        Some(Batch { programs, jobs: taken.into_iter().filter_map(|job| self.still_wanted(job)).collect() })
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

    fn run(&self, batch: Batch) {
        let Batch { programs, jobs } = batch;
        if jobs.is_empty() {
            return;
        }
        let (counts, (tensors, replies)): (Vec<usize>, (Vec<_>, Vec<_>)) =
            jobs.into_iter().map(|job| (job.rows.count, (job.rows.tensors, job.reply))).unzip();
        match self.outputs(&programs, counts.iter().sum(), tensors) {
            Ok(outputs) => {
                for (reply, outputs) in replies.into_iter().zip(divide(&counts, outputs)) {
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
    fn outputs(&self, programs: &Programs, count: usize, tensors: Vec<Vec<Vec<f32>>>) -> Result<Outputs> {
        let mut tensors = tensors.into_iter();
        let mut all = tensors.next().unwrap_or_default();
        for more in tensors {
            all.iter_mut().zip(more).for_each(|(values, more)| values.extend(more));
        }
        // A model with known sizes has all of its programs. Another one gets a larger one while this goes on.
        self.programs.want(programs, self.programs.model().padded(count));
        let mut outputs: Outputs = Vec::new();
        let mut first = 0;
        while first < count {
            let program = programs.of(count - first).ok_or_else(|| Error::internal("the model has no program"))?;
            let rows = program.rows().min(count - first);
            let tensors = match rows == count {
                true => std::mem::take(&mut all),
                false => slices(&all, &programs.inputs, first, rows),
            };
            let part = Rows { count: rows, row_dims: programs.inputs.clone(), tensors };
            let start = Instant::now();
            let part = self.programs.model().run(&program, part)?;
            self.metrics.run_time.record_time(start.elapsed());
            self.metrics.batch_rows.record(rows as f64);
            self.metrics.padding_rows.fetch_add((program.rows() - rows) as u64, Ordering::Relaxed);
            match outputs.is_empty() {
                true => outputs = part,
                false => outputs.iter_mut().zip(part).for_each(|(all, more)| all.append(more)),
            }
            first += rows;
        }
        Ok(outputs)
    }
}

/// Some rows of each tensor.
fn slices(tensors: &[Vec<f32>], row_dims: &[Vec<usize>], first: usize, rows: usize) -> Vec<Vec<f32>> {
    let slice = |(values, dims): (&Vec<f32>, &Vec<usize>)| {
        let row: usize = dims.iter().product();
        values[first * row..(first + rows) * row].to_vec()
    };
    tensors.iter().zip(row_dims).map(slice).collect()
}

/// The outputs of each request.
fn divide(counts: &[usize], outputs: Outputs) -> Vec<Outputs> {
    if let [_] = counts {
        return vec![outputs];
    }
    let mut first = 0;
    let of_job = |rows: &usize| {
        let part = outputs.iter().map(|tensor| tensor.rows(first, *rows)).collect();
        first += rows;
        part
    };
    counts.iter().map(of_job).collect()
}
