//! The queue of launches: which session launches its next program.
//!
//! A device runs one program after another in the order of launches. Sessions therefore launch one program
//! each in turn, and only few programs are launched ahead: a session that comes later waits for these, not
//! for all that another one has sent.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Programs that a single session may have launched and not finished.
const AHEAD_ALONE: usize = 64;
/// Programs that all sessions together may have launched and not finished, if there are several.
const AHEAD_SHARED: usize = 8;

/// The queue of the sessions on one client's devices.
#[derive(Debug, Default)]
pub struct LaunchQueue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Tickets of sessions that wait, in order. A session waits for one launch at a time.
    waiting: VecDeque<u64>,
    next_ticket: u64,
    is_launching: bool,
    running: usize,
    sessions: usize,
    /// Programs that wait for a function of their client.
    calling: usize,
}

impl State {
    /// Programs that may be launched and not finished. A function of a client may wait for programs that are
    /// launched after the one that calls it: then there is no limit but the bytes of the session.
    fn ahead(&self) -> usize {
        match (self.calling, self.sessions) {
            (0, ..=1) => AHEAD_ALONE,
            (0, _) => AHEAD_SHARED,
            _ => usize::MAX,
        }
    }
}

impl LaunchQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is valid after every statement.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a session until the result is dropped.
    pub fn join(self: &Arc<Self>) -> QueueMember {
        self.lock().sessions += 1;
        QueueMember { queue: self.clone() }
    }

    /// The programs that were launched and have not finished.
    pub fn running(&self) -> usize {
        self.lock().running
    }

    /// Runs a function on which a program waits.
    pub fn while_calling<T>(&self, function: impl FnOnce() -> T) -> T {
        self.lock().calling += 1;
        self.changed.notify_all();
        let result = function();
        self.lock().calling -= 1;
        result
    }

    /// Waits for the permit to launch a program.
    pub fn wait(self: &Arc<Self>) -> LaunchPermit {
        let mut state = self.lock();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.waiting.push_back(ticket);
        while state.waiting.front() != Some(&ticket) || state.is_launching || state.running >= state.ahead() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.pop_front();
        state.is_launching = true;
        state.running += 1;
        LaunchPermit { queue: self.clone(), is_launched: false }
    }
}

/// A session in the queue; see [`LaunchQueue::join`].
#[derive(Debug)]
pub struct QueueMember {
    queue: Arc<LaunchQueue>,
}

impl Drop for QueueMember {
    fn drop(&mut self) {
        self.queue.lock().sessions -= 1;
        self.queue.changed.notify_all();
    }
}

/// A session may launch: no other one launches until it is dropped.
#[derive(Debug)]
pub struct LaunchPermit {
    queue: Arc<LaunchQueue>,
    /// False if the launch failed: then nothing runs.
    is_launched: bool,
}

impl LaunchPermit {
    /// The program was launched. The result is dropped when it has finished.
    pub fn launched(mut self) -> Running {
        let running = Running { queue: self.queue.clone() };
        self.is_launched = true;
        running
    }
}

impl Drop for LaunchPermit {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.is_launching = false;
        if !self.is_launched {
            state.running -= 1;
        }
        drop(state);
        self.queue.changed.notify_all();
    }
}

/// A program that runs.
#[derive(Debug)]
pub struct Running {
    queue: Arc<LaunchQueue>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.queue.lock().running -= 1;
        self.queue.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_session_that_floods_does_not_keep_others_waiting() {
        let queue = Arc::new(LaunchQueue::default());
        let _members = (queue.join(), queue.join());
        let (launched, launches) = mpsc::channel();
        // The first session launches until it has to wait; nothing finishes meanwhile.
        let flood = std::thread::spawn({
            let (queue, launched) = (queue.clone(), launched.clone());
            move || {
                for _ in 0..2 * AHEAD_SHARED {
                    let permit = queue.wait();
                    launched.send(("flood", permit.launched())).unwrap();
                }
            }
        });
        let mut running: Vec<Running> =
            launches.iter().take(AHEAD_SHARED).map(|(who, running)| (assert_eq!(who, "flood"), running).1).collect();
        assert_eq!(queue.running(), AHEAD_SHARED);
        while queue.lock().waiting.is_empty() {
            std::thread::yield_now();
        }
        let other = std::thread::spawn({
            let queue = queue.clone();
            move || launched.send(("other", queue.wait().launched())).unwrap()
        });
        while queue.lock().waiting.len() < 2 {
            std::thread::yield_now();
        }
        // Each program that finishes lets one in, in the order in which they came.
        running.pop();
        let (first, one) = launches.recv().unwrap();
        running.pop();
        let (second, two) = launches.recv().unwrap();
        assert_eq!((first, second), ("flood", "other"));
        drop((one, two, running));
        let rest = launches.iter().take(AHEAD_SHARED - 1).count();
        assert_eq!(rest, AHEAD_SHARED - 1);
        flood.join().unwrap();
        other.join().unwrap();
        assert_eq!(queue.running(), 0);
    }

    #[test]
    fn what_a_function_waits_for_is_launched_however_many_are_ahead() {
        let queue = Arc::new(LaunchQueue::default());
        let ahead: Vec<Running> = (0..AHEAD_ALONE).map(|_| queue.wait().launched()).collect();
        let result = queue.while_calling(|| queue.wait().launched());
        assert_eq!(queue.running(), AHEAD_ALONE + 1);
        drop((ahead, result));
    }

    #[test]
    fn a_launch_that_fails_leaves_nothing() {
        let queue = Arc::new(LaunchQueue::default());
        drop(queue.wait());
        assert_eq!(queue.running(), 0);
        drop(queue.wait());
    }
}
