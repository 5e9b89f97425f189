//! Errors on their way to the caller.

use std::ffi::{c_char, c_void};

use pjrt::ErrorKind;
use pjrt::abi::*;

use crate::caller::Caller;
use crate::entry::{Call, guard};
use crate::handle::Handle;

/// What a function of the plugin reports: a kind and a message. It becomes a `PJRT_Error` at the door.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, message)
    }

    /// Hands the error to the caller, who frees it with `PJRT_Error_Destroy`.
    pub fn into_raw(self) -> *mut PJRT_Error {
        Object { base: PJRT_Error { vtable: &FUNCTIONS }, error: self }.into_handle()
    }
}

impl From<stablehlo::Error> for Error {
    fn from(error: stablehlo::Error) -> Self {
        let kind = match error.kind() {
            stablehlo::ErrorKind::Unsupported => ErrorKind::Unimplemented,
            _ => ErrorKind::InvalidArgument,
        };
        Self::new(kind, error.to_string())
    }
}

/// What a `PJRT_Error` of this plugin is: callers of API 0.112 may read its first field.
#[repr(C)]
struct Object {
    base: PJRT_Error,
    error: Error,
}

// SAFETY: error handles are made by `into_handle` only.
unsafe impl Handle for Object {
    type C = PJRT_Error;
    const NAME: &'static str = "error";
}

impl Call for PJRT_Error_Destroy_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.destroy::<Object>(self.error);
        Ok(())
    }
}

impl Call for PJRT_Error_Message_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let message = &caller.get::<Object>(self.error)?.error.message;
        (self.message, self.message_size) = (message.as_ptr().cast(), message.len());
        Ok(())
    }
}

impl Call for PJRT_Error_GetCode_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.code = caller.get::<Object>(self.error)?.error.kind.code();
        Ok(())
    }
}

/// Errors carry no payloads: the visitor is not called.
impl Call for PJRT_Error_ForEachPayload_Args {
    fn call(&mut self, _: Caller<'_>) -> Result<()> {
        Ok(())
    }
}

/// The same once more, as functions that an error has with it.
static FUNCTIONS: PJRT_Error_FunctionTable = PJRT_Error_FunctionTable {
    struct_size: size_of::<PJRT_Error_FunctionTable>(),
    instance_size: size_of::<PJRT_Error>(),
    extension_start: std::ptr::null_mut(),
    destroy: Some(destroy),
    message: Some(message),
    get_code: Some(code),
    for_each_payload: Some(for_each_payload),
};

unsafe extern "C" fn destroy(error: *mut PJRT_Error) {
    // SAFETY: the error is a handle of the caller's, to be freed.
    unsafe { guard((), |caller| caller.destroy::<Object>(error)) }
}

unsafe extern "C" fn message(error: *const PJRT_Error, text: *mut *const c_char, size: *mut usize) {
    let tell = |caller: Caller<'_>| {
        let message = &caller.get::<Object>(error)?.error.message;
        caller.write(text, &[message.as_ptr().cast()], "place of the message")?;
        caller.write(size, &[message.len()], "place of the message's size")
    };
    // SAFETY: the error is a handle of the caller's, the others are places for one value each.
    let _ = unsafe { guard(Ok(()), tell) };
}

unsafe extern "C" fn code(error: *const PJRT_Error) -> PJRT_Error_Code {
    let tell = |caller: Caller<'_>| Some(caller.get::<Object>(error).ok()?.error.kind.code());
    // SAFETY: the error is a handle of the caller's.
    unsafe { guard(None, tell) }.unwrap_or(PJRT_Error_Code::OK)
}

unsafe extern "C" fn for_each_payload(_: *const PJRT_Error, _: Option<PJRT_Error_PayloadVisitor>, _: *mut c_void) {}
