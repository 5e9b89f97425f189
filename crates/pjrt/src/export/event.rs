//! Events: the completion of asynchronous work.

use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};

use super::error::Result;
use super::error_object::ErrorObject;
use super::fork::Process;
use super::handle::Handle;
use crate::abi::{PJRT_Event, PJRT_Event_OnReadyCallback};

/// An event that becomes ready once, with success or with an error. Clones refer to the same event.
#[derive(Clone)]
pub struct Event(
    /// None for an event that is ready without an error.
    Option<Arc<Shared>>,
);

struct Shared {
    outcome: OnceLock<Result<()>>,
    state: Mutex<State>,
    became_ready: Condvar,
    /// The process in which the event becomes ready.
    process: Process,
}

#[derive(Default)]
struct State {
    /// Called when the event becomes ready.
    listeners: Vec<Listener>,
    /// Threads that wait for the event. To notify a condition variable is a system call even if nobody waits.
    waiting: usize,
}

type Listener = Box<dyn FnOnce(Result<()>) + Send>;

/// A function of the caller with its argument.
struct Callback(PJRT_Event_OnReadyCallback, *mut c_void);

// SAFETY: the API allows calls of callbacks from any thread.
unsafe impl Send for Callback {}

impl Callback {
    fn run(self, outcome: Result<()>) {
        let error = outcome.err().map_or(std::ptr::null_mut(), |error| ErrorObject::new(error).into_handle());
        // SAFETY: `Event::call_on_ready` requires that the function can be called with this argument. It owns
        // the error.
        unsafe { (self.0)(error, self.1) }
    }
}

// SAFETY: event handles are made by `into_handle` only.
unsafe impl Handle for Event {
    type C = PJRT_Event;
    const NAME: &'static str = "event";
}

impl Event {
    /// An event that is ready.
    pub fn ready() -> Self {
        Self(None)
    }

    /// An event that becomes ready when it is [`set`](Self::set).
    pub fn pending() -> Self {
        Self(Some(Arc::new(Shared {
            outcome: OnceLock::new(),
            state: Mutex::default(),
            became_ready: Condvar::new(),
            process: Process::current(),
        })))
    }

    /// Makes the event ready, if it is not.
    pub fn set(&self, outcome: Result<()>) {
        let Some(shared) = &self.0 else { return };
        // Under the lock, so that a listener is either in the list or finds the outcome.
        let mut state = shared.lock();
        if shared.outcome.set(outcome.clone()).is_err() {
            return;
        }
        let (listeners, is_awaited) = (std::mem::take(&mut state.listeners), state.waiting > 0);
        drop(state);
        if is_awaited {
            shared.became_ready.notify_all();
        }
        listeners.into_iter().for_each(|listener| listener(outcome.clone()));
    }

    /// True if the event is ready.
    pub fn is_ready(&self) -> bool {
        self.outcome().is_some()
    }

    /// The outcome; none while the event is not ready.
    pub fn outcome(&self) -> Option<Result<()>> {
        match &self.0 {
            None => Some(Ok(())),
            Some(shared) => shared.outcome.get().cloned(),
        }
    }

    /// Blocks until the event is ready.
    ///
    /// # Errors
    /// The event's error, or this process is a fork of the one in which the event becomes ready.
    pub fn wait(&self) -> Result<()> {
        if let Some(outcome) = self.outcome() {
            return outcome;
        }
        let Some(shared) = &self.0 else { return Ok(()) };
        shared.process.check()?;
        let mut state = shared.lock();
        state.waiting += 1;
        loop {
            if let Some(outcome) = shared.outcome.get() {
                return outcome.clone();
            }
            state = shared.became_ready.wait(state).unwrap_or_else(|e| e.into_inner());
        }
    }

    /// Calls `listener` with the outcome when the event is ready: now, or on the thread that sets the event.
    pub fn on_ready(&self, listener: impl FnOnce(Result<()>) + Send + 'static) {
        let mut early = self.outcome();
        if let (None, Some(shared)) = (&early, &self.0) {
            if let Err(forked) = shared.process.check() {
                early = Some(Err(forked));
            } else {
                let mut state = shared.lock();
                early = shared.outcome.get().cloned();
                if early.is_none() {
                    state.listeners.push(Box::new(listener));
                    return;
                }
            }
        }
        // The listener may use the event, so it is called without the lock.
        listener(early.unwrap_or(Ok(())));
    }

    /// Calls a function of the caller as [`on_ready`](Self::on_ready) does.
    ///
    /// # Safety
    /// The function can be called with this argument once, on any thread, until the event is ready.
    pub unsafe fn call_on_ready(&self, function: PJRT_Event_OnReadyCallback, user_arg: *mut c_void) {
        let callback = Callback(function, user_arg);
        self.on_ready(move |outcome| callback.run(outcome));
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A poisoned lock is not an error: the state is valid after every statement.
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::Error;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn listeners_are_called_once_with_the_outcome() {
        let event = Event::pending();
        let calls = Arc::new(AtomicUsize::new(0));
        let listen = || {
            let calls = calls.clone();
            event.on_ready(move |outcome| {
                assert_eq!(outcome.unwrap_err().message(), "first");
                calls.fetch_add(1, Ordering::Relaxed);
            });
        };
        listen();
        assert!(!event.is_ready() && event.outcome().is_none());
        event.set(Err(Error::invalid("first")));
        event.set(Ok(()));
        listen();
        assert_eq!(calls.load(Ordering::Relaxed), 2);
        assert_eq!(event.wait().unwrap_err().message(), "first");
    }

    #[test]
    fn threads_wait_until_an_event_is_set() {
        let event = Event::pending();
        std::thread::scope(|scope| {
            let waiters: Vec<_> = (0..3).map(|_| scope.spawn(|| event.wait())).collect();
            event.set(Ok(()));
            waiters.into_iter().for_each(|waiter| waiter.join().unwrap().unwrap());
        });
        assert!(Event::ready().wait().is_ok());
    }
}
