//! The queue of a client's runs, and the threads that execute them.
//!
//! Runs are executed one after another in the order of the calls, since each of them uses all cores. There
//! is one exception: while a run waits for a callback of the host, others may be executed whose inputs are
//! there. The callback may be waiting for one of these.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pjrt::export::{Event, Process};

/// The number of runs that may wait in a queue. A caller that is further ahead waits itself, since
/// arguments and results of the waiting runs take memory.
const MAX_WAITING: usize = 32;

/// The number of threads of a queue: one, and one more for each callback that is in progress.
const MAX_THREADS: usize = 64;

/// The time that the end of a client waits for callbacks of the host, which may be waiting for its caller.
const CALLBACK_PATIENCE: Duration = Duration::from_secs(2);

/// Tasks of all queues that are waiting or running.
static UNFINISHED: AtomicUsize = AtomicUsize::new(0);

/// True if the process ends, and waits for no run.
static IS_ABANDONED: AtomicBool = AtomicBool::new(false);

/// The number of runs of this process that are waiting or running.
pub fn unfinished() -> usize {
    UNFINISHED.load(Ordering::Acquire)
}

/// From now on, the end of a queue does not wait for its runs. For a process that ends.
pub fn abandon() {
    IS_ABANDONED.store(true, Ordering::Release);
}

/// A run that waits for its turn.
pub struct Task {
    /// The events of inputs that were not there at the call.
    pub inputs: Vec<Event>,
    /// True if the run may call the host.
    pub calls_host: bool,
    /// The run itself. It does not panic.
    pub work: Box<dyn FnOnce() + Send>,
}

/// A client's queue. Dropping it waits for its runs.
pub struct Queue {
    shared: Arc<Shared>,
    process: Process,
}

struct Shared {
    state: Mutex<State>,
    /// A task was added, or became ready.
    added: Condvar,
    /// A task was finished, or a thread ended.
    finished: Condvar,
    /// Tasks that are waiting or running.
    unfinished: AtomicUsize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Task>,
    running: usize,
    /// Callbacks of the host that are in progress.
    callbacks: usize,
    /// Tasks, waiting or running, that may call the host.
    calling_host: usize,
    /// Threads that have no task.
    idle: usize,
    threads: Vec<JoinHandle<()>>,
    /// Threads that have not ended.
    alive: usize,
    /// Threads that wait for `finished`.
    watchers: usize,
    is_closed: bool,
}

thread_local! {
    /// The queue whose tasks this thread executes, by the address of its state.
    static QUEUE: Cell<usize> = const { Cell::new(0) };
    /// The number of callbacks of the host that this thread is in.
    static CALLBACKS: Cell<usize> = const { Cell::new(0) };
}

/// Returns true on a thread that is in a callback of the host.
pub fn is_in_callback() -> bool {
    CALLBACKS.get() > 0
}

impl Queue {
    /// A queue without threads; the first task creates one.
    pub fn new() -> Self {
        let shared = Shared {
            state: Mutex::default(),
            added: Condvar::new(),
            finished: Condvar::new(),
            unfinished: AtomicUsize::new(0),
        };
        Self { shared: Arc::new(shared), process: Process::current() }
    }

    /// The process whose threads execute the tasks.
    pub fn process(&self) -> Process {
        self.process
    }

    /// Returns true if no task is waiting or running.
    pub fn is_idle(&self) -> bool {
        self.shared.unfinished.load(Ordering::Acquire) == 0
    }

    /// The queue's side of callbacks.
    pub fn callbacks(&self) -> Callbacks {
        Callbacks(self.shared.clone())
    }

    /// Adds a task. Waits while too many tasks are waiting, unless one of them may call the host: that may be
    /// waiting for this thread.
    pub fn push(&self, task: Task) {
        let mut state = self.shared.lock();
        while state.waiting.len() >= MAX_WAITING && state.calling_host == 0 && !is_in_callback() {
            state = self.shared.wait_for_end(state, None);
        }
        self.shared.unfinished.fetch_add(1, Ordering::AcqRel);
        UNFINISHED.fetch_add(1, Ordering::AcqRel);
        state.calling_host += usize::from(task.calls_host);
        state.waiting.push_back(task);
        self.shared.employ(&mut state);
        if state.alive > 0 {
            return;
        }
        // The system refuses to create a thread: this one does the work.
        let tasks = std::mem::take(&mut state.waiting);
        drop(state);
        for task in tasks {
            let calls_host = task.calls_host;
            (task.work)();
            let mut state = self.shared.lock();
            state.running += 1;
            self.shared.note_end(&mut state, calls_host);
        }
    }
}

impl Drop for Queue {
    /// Waits until all tasks are done and the threads have ended.
    fn drop(&mut self) {
        // In a fork there are no threads to wait for, and a lock may be held forever.
        if !self.process.is_current() {
            return;
        }
        let mut state = self.shared.lock();
        state.is_closed = true;
        self.shared.added.notify_all();
        // A task of the queue itself dropped the client. Its thread ends afterwards.
        if QUEUE.get() == self.shared.address() || is_in_callback() {
            return;
        }
        let start = Instant::now();
        while state.alive > 0 {
            if IS_ABANDONED.load(Ordering::Acquire) {
                return;
            }
            // A callback of the host may need a lock that the caller holds, such as Python's.
            let patience = (state.calling_host > 0).then(|| CALLBACK_PATIENCE.saturating_sub(start.elapsed()));
            if patience.is_some_and(|patience| patience.is_zero()) {
                return;
            }
            state = self.shared.wait_for_end(state, patience);
        }
        let threads = std::mem::take(&mut state.threads);
        drop(state);
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }
}

/// Tells a queue of callbacks of the host.
#[derive(Clone)]
pub struct Callbacks(Arc<Shared>);

impl Callbacks {
    /// Calls the host. Meanwhile the queue goes on with tasks whose inputs are there, on another thread.
    pub fn call<T>(&self, host: impl FnOnce() -> T) -> T {
        /// Reverts the counts, also after a panic.
        struct Guard<'q>(&'q Shared);
        impl Drop for Guard<'_> {
            fn drop(&mut self) {
                CALLBACKS.set(CALLBACKS.get() - 1);
                self.0.lock().callbacks -= 1;
            }
        }
        let mut state = self.0.lock();
        state.callbacks += 1;
        CALLBACKS.set(CALLBACKS.get() + 1);
        self.0.employ(&mut state);
        drop(state);
        let _guard = Guard(&self.0);
        host()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A poisoned lock is not an error: no critical section calls foreign code.
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }

    fn address(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }

    /// Waits for the end of a task or of a thread.
    fn wait_for_end<'s>(&self, mut state: MutexGuard<'s, State>, limit: Option<Duration>) -> MutexGuard<'s, State> {
        state.watchers += 1;
        let mut state = match limit {
            None => self.finished.wait(state).unwrap_or_else(|e| e.into_inner()),
            Some(limit) => self.finished.wait_timeout(state, limit).unwrap_or_else(|e| e.into_inner()).0,
        };
        state.watchers -= 1;
        state
    }

    /// Wakes a thread for the waiting tasks, or creates one, if one more may run.
    fn employ(self: &Arc<Self>, state: &mut State) {
        if state.waiting.is_empty() || !state.may_run() {
            return;
        }
        if state.idle > 0 {
            self.added.notify_one();
        } else if state.alive < MAX_THREADS {
            let shared = self.clone();
            let thread = std::thread::Builder::new().name("labora-run".into());
            if let Ok(thread) = thread.spawn(move || shared.execute_tasks()) {
                state.threads.push(thread);
                state.alive += 1;
            }
        }
    }

    /// Executes tasks until the queue is closed.
    fn execute_tasks(self: Arc<Self>) {
        QUEUE.set(self.address());
        let mut state = self.lock();
        loop {
            if let Some(Task { calls_host, work, .. }) = state.take_task() {
                state.running += 1;
                drop(state);
                work();
                state = self.lock();
                self.note_end(&mut state, calls_host);
            } else if state.is_closed && state.waiting.is_empty() {
                state.alive -= 1;
                self.finished.notify_all();
                return;
            } else {
                state.idle += 1;
                state = self.added.wait(state).unwrap_or_else(|e| e.into_inner());
                state.idle -= 1;
            }
        }
    }

    fn note_end(&self, state: &mut State, called_host: bool) {
        state.running -= 1;
        state.calling_host -= usize::from(called_host);
        self.unfinished.fetch_sub(1, Ordering::AcqRel);
        UNFINISHED.fetch_sub(1, Ordering::AcqRel);
        if state.watchers > 0 {
            self.finished.notify_all();
        }
        // What ended may have been the input of a task that another thread is to execute.
        if state.idle > 0 && !state.waiting.is_empty() {
            self.added.notify_all();
        }
    }
}

impl State {
    /// Returns true if one more task may run: one at a time, besides those that wait for the host.
    fn may_run(&self) -> bool {
        self.running <= self.callbacks
    }

    /// The first task whose inputs are there, if it may run.
    fn take_task(&mut self) -> Option<Task> {
        if !self.may_run() {
            return None;
        }
        let is_ready = |task: &Task| task.inputs.iter().all(Event::is_ready);
        self.waiting.iter().position(is_ready).and_then(|first| self.waiting.remove(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn task(work: impl FnOnce() + Send + 'static) -> Task {
        Task { inputs: Vec::new(), calls_host: false, work: Box::new(work) }
    }

    #[test]
    fn tasks_run_one_after_another_in_order() {
        let queue = Queue::new();
        let (sender, receiver) = channel();
        let running = Arc::new(AtomicUsize::new(0));
        for i in 0..200 {
            let (sender, running) = (sender.clone(), running.clone());
            queue.push(task(move || {
                assert_eq!(running.fetch_add(1, Ordering::SeqCst), 0, "two tasks at a time");
                sender.send(i).unwrap();
                running.fetch_sub(1, Ordering::SeqCst);
            }));
        }
        drop((queue, sender));
        assert!(receiver.into_iter().eq(0..200));
    }

    #[test]
    fn while_the_host_is_called_tasks_run_whose_inputs_are_there() {
        let queue = Queue::new();
        let callbacks = queue.callbacks();
        let (outer, never) = (Event::pending(), Event::pending());
        let (sender, receiver) = channel();
        let (done, late) = (sender.clone(), outer.clone());
        let work = move || {
            // The callback waits for the third task, which is behind one that needs this one.
            let heard = callbacks.call(|| {
                assert!(is_in_callback());
                receiver.recv().unwrap()
            });
            assert_eq!(heard, "third");
            late.set(Ok(()));
        };
        queue.push(Task { inputs: Vec::new(), calls_host: true, work: Box::new(work) });
        let (second, seen) = (never.clone(), outer.clone());
        let work = move || {
            assert!(seen.is_ready());
            second.set(Ok(()));
        };
        queue.push(Task { inputs: vec![outer], calls_host: false, work: Box::new(work) });
        queue.push(task(move || done.send("third").unwrap()));
        never.wait().unwrap();
        drop(queue);
    }

    #[test]
    fn a_task_may_drop_its_queue() {
        let queue = Arc::new(Queue::new());
        let (sender, receiver) = channel();
        let own = queue.clone();
        let (go, start) = channel::<()>();
        queue.push(task(move || {
            start.recv().unwrap();
            drop(own);
            sender.send(()).unwrap();
        }));
        drop(queue);
        go.send(()).unwrap();
        receiver.recv().unwrap();
    }
}
