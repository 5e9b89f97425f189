//! Errors as C objects.

use std::ffi::{c_char, c_void};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Handle;
use super::panics::catch_or;
use crate::abi::*;

/// The object behind a `PJRT_Error`. Since API 0.112 callers may read its first field.
#[repr(C)]
pub struct ErrorObject {
    base: PJRT_Error,
    error: Error,
}

// SAFETY: error handles are made by `into_handle` only.
unsafe impl Handle for ErrorObject {
    type C = PJRT_Error;
    const NAME: &'static str = "error";
}

impl ErrorObject {
    pub fn new(error: Error) -> Self {
        Self { base: PJRT_Error { vtable: &FUNCTIONS }, error }
    }

    pub fn message(&self) -> &str {
        self.error.message()
    }

    pub fn code(&self) -> PJRT_Error_Code {
        self.error.kind().code()
    }
}

/// The functions of an error object. They do the same as the functions of the main table.
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
    let frame = ();
    // SAFETY: C callers pass null or a live error, and do not use it afterwards.
    catch_or((), || unsafe { Caller::new(&frame).destroy::<ErrorObject>(error) });
}

unsafe extern "C" fn message(error: *const PJRT_Error, text: *mut *const c_char, size: *mut usize) {
    let frame = ();
    let caller = Caller::new(&frame);
    let write = || {
        // SAFETY: C callers pass null or a live error, and null or memory for one value each.
        unsafe {
            let message = caller.get::<ErrorObject>(error)?.message();
            caller.write(text, &[message.as_ptr().cast()], "message")?;
            caller.write(size, &[message.len()], "message size")
        }
    };
    // The API gives this function no way to report an error.
    let _: Result<()> = catch_or(Ok(()), write);
}

unsafe extern "C" fn code(error: *const PJRT_Error) -> PJRT_Error_Code {
    let frame = ();
    // SAFETY: C callers pass null or a live error.
    let code = || unsafe { Caller::new(&frame).get_if_any::<ErrorObject>(error) }.map(ErrorObject::code);
    catch_or(None, code).unwrap_or(PJRT_Error_Code::OK)
}

/// Errors have no payloads.
unsafe extern "C" fn for_each_payload(_: *const PJRT_Error, _: Option<PJRT_Error_PayloadVisitor>, _: *mut c_void) {}
