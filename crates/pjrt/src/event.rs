//! Events: waiting for asynchronous work.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

use crate::abi::*;
use crate::call::{Api, handle};
use crate::error::Result;

/// The end of something that runs by itself. It comes once, well or with an error.
pub struct Event {
    api: Api,
    raw: NonNull<PJRT_Event>,
}

// SAFETY: PJRT events may be asked, awaited and freed from any thread.
unsafe impl Send for Event {}
// SAFETY: as above.
unsafe impl Sync for Event {}

impl Event {
    /// Takes an event over from the plugin.
    ///
    /// # Safety
    /// `raw` is null (an error here) or an event of the plugin that nobody else frees.
    pub(crate) unsafe fn from_raw(api: Api, function: &'static str, raw: *mut PJRT_Event) -> Result<Event> {
        Ok(Event { api, raw: handle(function, raw)? })
    }

    /// Whether it has come.
    pub fn is_ready(&self) -> Result<bool> {
        let mut args = PJRT_Event_IsReady_Args { event: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the event is alive.
        unsafe { self.api.call(&mut args)? };
        Ok(args.is_ready.get())
    }

    /// Blocks until it has come. The error is that of the work waited for.
    pub fn wait(&self) -> Result<()> {
        let mut args = PJRT_Event_Await_Args { event: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the event is alive.
        unsafe { self.api.call(&mut args) }
    }

    /// Has `callback` called once the event has come, on this thread or one of the plugin's; the event may be dropped before.
    /// The callback must not call the plugin, which may hold locks. A panic of the callback ends there.
    ///
    /// If the plugin refuses, the callback is neither called nor dropped: whatever it owns may still be in use.
    pub fn on_ready(&self, callback: impl FnOnce(Result<()>) + Send + 'static) -> Result<()> {
        let state = Box::new(Callback { api: self.api, function: Box::new(callback) });
        let mut args = PJRT_Event_OnReady_Args {
            event: self.raw.as_ptr(),
            callback: Some(call_back),
            user_arg: Box::into_raw(state).cast::<c_void>(),
            ..AbiStruct::new()
        };
        // SAFETY: the event is alive; `call_back` takes the box back when it is called, once.
        unsafe { self.api.call(&mut args) }
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        let mut args = PJRT_Event_Destroy_Args { event: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the event is alive and ours. An error cannot be reported from here and leaves nothing to do.
        let _ = unsafe { self.api.call(&mut args) };
    }
}

struct Callback {
    api: Api,
    function: Box<dyn FnOnce(Result<()>) + Send>,
}

/// What the plugin calls. `user_arg` is a boxed [`Callback`], given away by [`Event::on_ready`].
unsafe extern "C" fn call_back(error: *mut PJRT_Error, user_arg: *mut c_void) {
    // A panic must not cross into the plugin; the default hook has printed it by then.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: made by `Box::into_raw` in `on_ready`, and an event comes only once.
        let state = unsafe { Box::from_raw(user_arg.cast::<Callback>()) };
        // SAFETY: the error is the callback's to free.
        let result = unsafe { state.api.check("PJRT_Event_OnReady", error) };
        (state.function)(result);
    }));
}
