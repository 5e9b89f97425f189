//! Events: the completion of asynchronous work.

use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use pjrt::abi::{PJRT_Event, PJRT_Event_OnReadyCallback};

use crate::handle::Handle;

/// An event that becomes ready once and cannot fail. Clones refer to the same event.
#[derive(Clone, Default)]
pub struct Event(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    became_ready: Condvar,
}

#[derive(Default)]
struct State {
    is_ready: bool,
    callbacks: Vec<Callback>,
}

/// A function of the caller, to be called once.
struct Callback(PJRT_Event_OnReadyCallback, *mut c_void);

// SAFETY: the API allows calls of callbacks from any thread.
unsafe impl Send for Callback {}

impl Callback {
    fn run(self) {
        // SAFETY: `Event::on_ready` requires that the function can be called with this argument. The error is
        // null.
        unsafe { (self.0)(std::ptr::null_mut(), self.1) }
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
        let event = Self::default();
        event.set();
        event
    }

    /// Makes the event ready.
    pub fn set(&self) {
        let callbacks = {
            let mut state = self.state();
            state.is_ready = true;
            std::mem::take(&mut state.callbacks)
        };
        self.0.became_ready.notify_all();
        callbacks.into_iter().for_each(Callback::run);
    }

    pub fn is_ready(&self) -> bool {
        self.state().is_ready
    }

    /// Blocks until the event is ready.
    pub fn wait(&self) {
        let mut state = self.state();
        while !state.is_ready {
            state = self.0.became_ready.wait(state).unwrap_or_else(|e| e.into_inner());
        }
    }

    /// Calls a function with an argument when the event is ready: now, or on the thread that sets the event.
    ///
    /// # Safety
    /// The function can be called with this argument once, on any thread, until the event is ready.
    pub unsafe fn on_ready(&self, function: PJRT_Event_OnReadyCallback, user_arg: *mut c_void) {
        let callback = Callback(function, user_arg);
        let mut state = self.state();
        if state.is_ready {
            // The callback may use the event.
            drop(state);
            callback.run();
        } else {
            state.callbacks.push(callback);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A poisoned lock is not an error: the flag and the list are valid after every statement.
        self.0.state.lock().unwrap_or_else(|e| e.into_inner())
    }
}
