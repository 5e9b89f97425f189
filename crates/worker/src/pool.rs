//! Threads that compile.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

/// Compilers recurse deeply.
const STACK_BYTES: usize = 32 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that run jobs in the order in which they come. They end with the pool.
#[derive(Debug)]
pub struct Pool {
    jobs: Mutex<Sender<Job>>,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn new(threads: usize) -> io::Result<Pool> {
        let (jobs, queue) = channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads {
            let queue = queue.clone();
            let thread = thread::Builder::new().name(format!("compile-{number}")).stack_size(STACK_BYTES);
            thread.spawn(move || {
                while let Some(job) = next(&queue) {
                    job();
                }
            })?;
        }
        Ok(Pool { jobs: Mutex::new(jobs) })
    }

    /// Runs a job on a thread of the pool.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) {
        // The threads, and with them the other end, live as long as this one.
        let _ = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).send(Box::new(job));
    }
}

fn next(queue: &Mutex<Receiver<Job>>) -> Option<Job> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}
