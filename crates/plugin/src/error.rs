//! Errors on their way to the caller.

use std::ffi::{c_char, c_void};

use pjrt::ErrorKind;
use pjrt::abi::*;

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
        let object = Object { base: PJRT_Error { vtable: &FUNCTIONS }, error: self };
        Box::into_raw(Box::new(object)).cast()
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
    if !error.is_null() {
        // SAFETY: the caller gives back, once, an error that `into_raw` handed out.
        drop(unsafe { Box::from_raw(error.cast::<Object>()) });
    }
}

/// # Safety
/// `error` is null or an error of this plugin that is not freed during `'a`.
unsafe fn object<'a>(error: *const PJRT_Error) -> Option<&'a Error> {
    // SAFETY: as the caller says; every error of this plugin is an `Object`.
    unsafe { error.cast::<Object>().as_ref() }.map(|o| &o.error)
}

unsafe extern "C" fn message(error: *const PJRT_Error, text: *mut *const c_char, size: *mut usize) {
    // SAFETY: the caller passes an error of ours and two places to write to.
    unsafe {
        let message = object(error).map_or("", |e| e.message.as_str());
        text.write(message.as_ptr().cast());
        size.write(message.len());
    }
}

unsafe extern "C" fn code(error: *const PJRT_Error) -> PJRT_Error_Code {
    // SAFETY: the caller passes an error of ours.
    unsafe { object(error) }.map_or(PJRT_Error_Code::OK, |e| e.kind.code())
}

/// Errors carry no payloads: the visitor is not called.
unsafe extern "C" fn for_each_payload(_: *const PJRT_Error, _: Option<PJRT_Error_PayloadVisitor>, _: *mut c_void) {}

/// `PJRT_Error_Destroy`.
pub unsafe extern "C" fn error_destroy(args: *mut PJRT_Error_Destroy_Args) {
    // SAFETY: the caller passes arguments that live during the call.
    if let Some(args) = unsafe { args.as_ref() } {
        // SAFETY: the error is ours to free, as the API says.
        unsafe { destroy(args.error) }
    }
}

/// `PJRT_Error_Message`.
pub unsafe extern "C" fn error_message(args: *mut PJRT_Error_Message_Args) {
    // SAFETY: the caller passes arguments that live during the call.
    if let Some(args) = unsafe { args.as_mut() } {
        // SAFETY: the error is one of ours; the text lives as long as it.
        unsafe { message(args.error, &mut args.message, &mut args.message_size) }
    }
}

impl super::entry::Call for PJRT_Error_GetCode_Args {
    fn call(&mut self) -> Result<()> {
        // SAFETY: the caller passes an error of ours.
        self.code = unsafe { code(self.error) };
        Ok(())
    }
}

impl super::entry::Call for PJRT_Error_ForEachPayload_Args {
    fn call(&mut self) -> Result<()> {
        Ok(())
    }
}
