//! Functions of errors.

use pjrt::abi::*;

use super::getters::text;
use crate::caller::Caller;
use crate::entry::Call;
use crate::error::Result;
use crate::objects::error::ErrorObject;

destructors! {
    PJRT_Error_Destroy_Args: error as ErrorObject;
}

getters! {
    PJRT_Error_Message_Args: error as ErrorObject => (message, message_size) = text(error.message());
    PJRT_Error_GetCode_Args: error as ErrorObject => code = error.code();
}

/// Errors have no payloads: the visitor is not called.
impl Call for PJRT_Error_ForEachPayload_Args {
    unsafe fn call(&mut self, _: Caller<'_>) -> Result<()> {
        Ok(())
    }
}
