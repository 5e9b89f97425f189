//! Events: something that comes once.

use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use pjrt::abi::*;

use crate::caller::Caller;
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::handle::Handle;

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
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.destroy::<Event>(self.event);
        Ok(())
    }
}

impl Call for PJRT_Event_IsReady_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.is_ready = caller.get::<Event>(self.event)?.state().come.into();
        Ok(())
    }
}

impl Call for PJRT_Event_Error_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.get::<Event>(self.event).map(|_| ())
    }
}

impl Call for PJRT_Event_Await_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let event = caller.get::<Event>(self.event)?;
        let mut state = event.state();
        while !state.come {
            state = event.0.came.wait(state).unwrap_or_else(|e| e.into_inner());
        }
        Ok(())
    }
}

impl Call for PJRT_Event_OnReady_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let event = caller.get::<Event>(self.event)?;
        let function = self.callback.ok_or_else(|| Error::invalid("the callback is null"))?;
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
