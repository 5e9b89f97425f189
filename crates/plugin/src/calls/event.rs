//! Functions of events.

use pjrt::abi::*;

use crate::caller::Caller;
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::objects::event::Event;

destructors! {
    PJRT_Event_Destroy_Args: event as Event;
}

getters! {
    PJRT_Event_IsReady_Args: event as Event => is_ready = event.is_ready().into();
}

/// The error of an event that is ready; none if it is not.
impl Call for PJRT_Event_Error_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live event.
        unsafe { caller.get::<Event>(self.event)? }.outcome().unwrap_or(Ok(()))
    }
}

impl Call for PJRT_Event_Await_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live event.
        unsafe { caller.get::<Event>(self.event)? }.wait()
    }
}

impl Call for PJRT_Event_OnReady_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live event.
        let event = unsafe { caller.get::<Event>(self.event)? };
        let callback = self.callback.ok_or_else(|| Error::invalid("the callback is null"))?;
        // SAFETY: the API requires that the callback can be called with its argument once, on any thread.
        unsafe { event.call_on_ready(callback, self.user_arg) };
        Ok(())
    }
}
