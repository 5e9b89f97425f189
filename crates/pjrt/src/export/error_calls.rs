//! Functions of errors, which are the same in all plugins.

use super::caller::Caller;
use super::entry::{Call, Implementation};
use super::error::Result;
use super::error_object::ErrorObject;
use super::getters::text;
use crate::abi::*;

impl<P: Implementation> Call<P> for PJRT_Error_Destroy_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<(), P::Error> {
        // SAFETY: the argument is null, or a live error that `into_handle` made. C callers do not use it
        // afterwards.
        unsafe { caller.destroy::<ErrorObject>(self.error) };
        Ok(())
    }
}

impl<P: Implementation> Call<P> for PJRT_Error_Message_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<(), P::Error> {
        // SAFETY: the argument is null or a live error.
        let error = unsafe { caller.get::<ErrorObject>(self.error)? };
        (self.message, self.message_size) = text(error.message());
        Ok(())
    }
}

impl<P: Implementation> Call<P> for PJRT_Error_GetCode_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<(), P::Error> {
        // SAFETY: the argument is null or a live error.
        self.code = unsafe { caller.get::<ErrorObject>(self.error)? }.code();
        Ok(())
    }
}

/// Errors have no payloads: the visitor is not called.
impl<P: Implementation> Call<P> for PJRT_Error_ForEachPayload_Args {
    unsafe fn call(&mut self, _: Caller<'_>) -> Result<(), P::Error> {
        Ok(())
    }
}
