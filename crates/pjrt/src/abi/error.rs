//! Errors: objects of the plugin that are read and destroyed through the API.

use core::ffi::{c_char, c_void};

use super::extension::PJRT_Extension_Base;

abi_enums! {
    /// The code of an error; the codes are those of Abseil's statuses.
    PJRT_Error_Code {
        OK = 0,
        CANCELLED = 1,
        UNKNOWN = 2,
        INVALID_ARGUMENT = 3,
        DEADLINE_EXCEEDED = 4,
        NOT_FOUND = 5,
        ALREADY_EXISTS = 6,
        PERMISSION_DENIED = 7,
        RESOURCE_EXHAUSTED = 8,
        FAILED_PRECONDITION = 9,
        ABORTED = 10,
        OUT_OF_RANGE = 11,
        UNIMPLEMENTED = 12,
        INTERNAL = 13,
        UNAVAILABLE = 14,
        DATA_LOSS = 15,
        UNAUTHENTICATED = 16,
    }
}

/// A function that is called with the key and the value of each payload of an error.
pub type PJRT_Error_PayloadVisitor = unsafe extern "C" fn(
    key: *const c_char,
    key_size: usize,
    value: *const c_char,
    value_size: usize,
    user_arg: *mut c_void,
);

/// A function of the API. It returns null on success, else an error that the caller destroys.
pub type PJRT_Function<Args> = unsafe extern "C" fn(args: *mut Args) -> *mut PJRT_Error;

/// A function that a plugin passes to a callback, which makes an error with it. The text is copied.
pub type PJRT_CallbackError =
    unsafe extern "C" fn(code: PJRT_Error_Code, message: *const c_char, message_size: usize) -> *mut PJRT_Error;

/// An error. Since 0.112 it begins with a table of its own functions, which programs may call directly. A
/// plugin's own error type must therefore be `repr(C)` and begin with this struct.
#[repr(C)]
pub struct PJRT_Error {
    /// The error's functions.
    pub vtable: *const PJRT_Error_FunctionTable,
}

/// The functions of a [`PJRT_Error`]. Unlike in other structs, the extensions are the third field.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_Error_FunctionTable {
    pub struct_size: usize,
    /// The size of the plugin's [`PJRT_Error`], in bytes.
    pub instance_size: usize,
    pub extension_start: *mut PJRT_Extension_Base,
    pub destroy: Option<unsafe extern "C" fn(error: *mut PJRT_Error)>,
    pub message:
        Option<unsafe extern "C" fn(error: *const PJRT_Error, message: *mut *const c_char, message_size: *mut usize)>,
    pub get_code: Option<unsafe extern "C" fn(error: *const PJRT_Error) -> PJRT_Error_Code>,
    pub for_each_payload: Option<
        unsafe extern "C" fn(
            error: *const PJRT_Error,
            visitor: Option<PJRT_Error_PayloadVisitor>,
            user_arg: *mut c_void,
        ),
    >,
}

// SAFETY: a table of functions does not change after it is filled.
unsafe impl Sync for PJRT_Error_FunctionTable {}

abi_structs! {
    /// Destroys an error; null is allowed.
    PJRT_Error_Destroy_Args {
        error: *mut PJRT_Error,
    }

    /// Reads an error's text, which lives as long as the error.
    PJRT_Error_Message_Args {
        error: *const PJRT_Error,
        message: *const c_char,
        message_size: usize,
    }

    /// Reads an error's code.
    PJRT_Error_GetCode_Args {
        error: *const PJRT_Error,
        code: PJRT_Error_Code,
    }

    /// Calls a visitor with the key and the value of each payload of an error.
    PJRT_Error_ForEachPayload_Args {
        error: *const PJRT_Error,
        visitor: Option<PJRT_Error_PayloadVisitor>,
        user_arg: *mut c_void,
    }
}
