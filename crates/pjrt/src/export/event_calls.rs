//! Functions of events, which are the same in all plugins.

use super::caller::Caller;
use super::entry::{Call, Implementation};
use super::error::{Error, Result};
use super::event::Event;
use crate::abi::*;

impl<P: Implementation> Call<P> for PJRT_Event_Destroy_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<(), P::Error> {
        // SAFETY: the argument is null, or a live event that `into_handle` made. C callers do not use it
        // afterwards.
        unsafe { caller.destroy::<Event>(self.event) };
        Ok(())
    }
}

impl<P: Implementation> Call<P> for PJRT_Event_IsReady_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<(), P::Error> {
        // SAFETY: the argument is null or a live event.
        self.is_ready = unsafe { caller.get::<Event>(self.event)? }.is_ready().into();
        Ok(())
    }
}

/// The error of an event that is ready; none if it is not.
impl<P: Implementation> Call<P> for PJRT_Event_Error_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<(), P::Error> {
        // SAFETY: the argument is null or a live event.
        unsafe { caller.get::<Event>(self.event)? }.outcome().unwrap_or(Ok(())).map_err(Into::into)
    }
}

impl<P: Implementation> Call<P> for PJRT_Event_Await_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<(), P::Error> {
        // SAFETY: the argument is null or a live event.
        unsafe { caller.get::<Event>(self.event)? }.wait().map_err(Into::into)
    }
}

impl<P: Implementation> Call<P> for PJRT_Event_OnReady_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<(), P::Error> {
        // SAFETY: the argument is null or a live event.
        let event = unsafe { caller.get::<Event>(self.event)? };
        let callback = self.callback.ok_or_else(|| Error::invalid("the callback is null"))?;
        // SAFETY: the API requires that the callback can be called with its argument once, on any thread.
        unsafe { event.call_on_ready(callback, self.user_arg) };
        Ok(())
    }
}
