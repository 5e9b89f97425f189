//! Events: something that comes once.

use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use pjrt::abi::*;

use crate::entry::Call;
use crate::error::Result;
use crate::handle::{Handle, destroy, get};

/// An event that nobody can fail: it has come, or it will.
#[derive(Clone, Default)]
pub struct Event(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    came: Condvar,
}

#[derive(Default)]
struct State {
    come: bool,
    callbacks: Vec<Callback>,
}

/// A function of the caller's, to be called once.
struct Callback(PJRT_Event_OnReadyCallback, *mut c_void);

// SAFETY: the API says that callbacks may come from any thread.
unsafe impl Send for Callback {}

impl Callback {
    fn run(self) {
        // SAFETY: the caller registered the function with this argument; no error is handed over.
        unsafe { (self.0)(std::ptr::null_mut(), self.1) }
    }
}

// SAFETY: event handles are made by `into_handle` only.
unsafe impl Handle for Event {
    type C = PJRT_Event;
    const NAME: &'static str = "event";
}

impl Event {
    /// An event that has come.
    pub fn come() -> Self {
        let event = Self::default();
        event.set();
        event
    }

    /// Lets the event come.
    pub fn set(&self) {
        let callbacks = {
            let mut state = self.state();
            state.come = true;
            std::mem::take(&mut state.callbacks)
        };
        self.0.came.notify_all();
        callbacks.into_iter().for_each(Callback::run);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic while the lock was held cannot leave a flag and a list half written.
        self.0.state.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl Call for PJRT_Event_Destroy_Args {
    fn call(&mut self) -> Result<()> {
        destroy::<Event>(self.event);
        Ok(())
    }
}

impl Call for PJRT_Event_IsReady_Args {
    fn call(&mut self) -> Result<()> {
        self.is_ready = get::<Event>(self.event)?.state().come;
        Ok(())
    }
}

impl Call for PJRT_Event_Error_Args {
    fn call(&mut self) -> Result<()> {
        get::<Event>(self.event).map(|_| ())
    }
}

impl Call for PJRT_Event_Await_Args {
    fn call(&mut self) -> Result<()> {
        let event = get::<Event>(self.event)?;
        let mut state = event.state();
        while !state.come {
            state = event.0.came.wait(state).unwrap_or_else(|e| e.into_inner());
        }
        Ok(())
    }
}

impl Call for PJRT_Event_OnReady_Args {
    fn call(&mut self) -> Result<()> {
        let event = get::<Event>(self.event)?;
        let Some(function) = self.callback else { return Ok(()) };
        let callback = Callback(function, self.user_arg);
        let mut state = event.state();
        if state.come {
            drop(state);
            callback.run();
        } else {
            state.callbacks.push(callback);
        }
        Ok(())
    }
}
