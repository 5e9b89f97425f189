//! Events: the completion of asynchronous work.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::*;
use crate::call::Api;
use crate::error::Result;
use crate::handle::Handle;

/// The completion of asynchronous work. An event becomes ready once, with success or with an error.
pub struct Event {
    handle: Handle<PJRT_Event>,
}

impl Event {
    /// Takes ownership of an event. A null pointer is an error of the `function` that returned it.
    ///
    /// # Safety
    /// `raw` is null, or a live event of the plugin that nobody else destroys.
    pub(crate) unsafe fn from_raw(api: Api, function: &'static str, raw: *mut PJRT_Event) -> Result<Event> {
        // SAFETY: the caller's promise is the one that `Handle::from_raw` requires.
        Ok(Event { handle: unsafe { Handle::from_raw(api, function, raw)? } })
    }

    /// Returns true if the event is ready.
    pub fn is_ready(&self) -> Result<bool> {
        let mut args = PJRT_Event_IsReady_Args { event: self.handle.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the event is alive.
        unsafe { self.handle.api().call(&mut args)? };
        Ok(args.is_ready.get())
    }

    /// Blocks until the event is ready.
    ///
    /// # Errors
    /// The error of the work that the event stands for.
    pub fn wait(&self) -> Result<()> {
        let mut args = PJRT_Event_Await_Args { event: self.handle.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the event is alive.
        unsafe { self.handle.api().call(&mut args) }
    }

    /// Calls `callback` when the event is ready, on this thread or on one of the plugin's. The event may be
    /// dropped before that. The callback must not call the plugin, which may hold locks. A panic of the
    /// callback is caught.
    ///
    /// # Errors
    /// The plugin refuses the callback. In that case the callback is neither called nor dropped, since memory
    /// that it owns may still be in use.
    pub fn on_ready(&self, callback: impl FnOnce(Result<()>) + Send + 'static) -> Result<()> {
        let api = self.handle.api();
        let state = Box::new(Callback { api, function: Box::new(callback) });
        let mut args = PJRT_Event_OnReady_Args {
            event: self.handle.as_ptr(),
            callback: Some(run_callback),
            user_arg: Box::into_raw(state).cast::<c_void>(),
            ..AbiStruct::new()
        };
        // SAFETY: the event is alive; `run_callback` takes ownership of the box when it is called, once.
        unsafe { api.call(&mut args) }
    }
}

struct Callback {
    api: Api,
    function: Box<dyn FnOnce(Result<()>) + Send>,
}

/// The C callback. `user_arg` is a boxed [`Callback`], leaked by [`Event::on_ready`].
unsafe extern "C" fn run_callback(error: *mut PJRT_Error, user_arg: *mut c_void) {
    // A panic must not cross into the plugin. The default panic hook has printed it by then.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: `on_ready` made the pointer with `Box::into_raw`, and an event becomes ready only once.
        let state = unsafe { Box::from_raw(user_arg.cast::<Callback>()) };
        // SAFETY: the callback owns the error.
        let result = unsafe { state.api.check("PJRT_Event_OnReady", error) };
        (state.function)(result);
    }));
}
