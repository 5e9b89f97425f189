//! Events: what asynchronous work reports to when it is done.

use core::ffi::{c_char, c_void};

use super::error::{PJRT_Error, PJRT_Error_Code};
use super::handles::PJRT_Event;
use super::layout::PJRT_Bool;

/// Called once an event has come. It owns `error` (null if all went well); the caller keeps owning `user_arg`.
pub type PJRT_Event_OnReadyCallback = unsafe extern "C" fn(error: *mut PJRT_Error, user_arg: *mut c_void);

abi_structs! {
    /// Frees an event; null is allowed.
    PJRT_Event_Destroy_Args {
        event: *mut PJRT_Event,
    }

    /// Asks whether an event has come, well or with an error.
    PJRT_Event_IsReady_Args {
        event: *mut PJRT_Event,
        is_ready: PJRT_Bool,
    }

    /// Reads the error of an event that has come; null if it went well. Each answer is freed by the caller.
    PJRT_Event_Error_Args {
        event: *mut PJRT_Event,
    }

    /// Blocks until an event has come and returns its error.
    PJRT_Event_Await_Args {
        event: *mut PJRT_Event,
    }

    /// Asks for a callback once an event has come. The callback owns the error it is given.
    PJRT_Event_OnReady_Args {
        event: *mut PJRT_Event,
        callback: Option<PJRT_Event_OnReadyCallback>,
        user_arg: *mut c_void,
    }

    /// Makes an event that the caller sets.
    PJRT_Event_Create_Args {
        event: *mut PJRT_Event,
    }

    /// Sets an event made by the caller, with a code and a text if it failed.
    PJRT_Event_Set_Args {
        event: *mut PJRT_Event,
        error_code: PJRT_Error_Code,
        error_message: *const c_char,
        error_message_size: usize,
    }
}
