//! Events: the completion of asynchronous work.

use core::ffi::{c_char, c_void};

use super::error::{PJRT_Error, PJRT_Error_Code};
use super::handles::PJRT_Event;
use super::layout::PJRT_Bool;

/// A callback for an event that is ready. It owns `error`, which is null on success; the caller still owns
/// `user_arg`.
pub type PJRT_Event_OnReadyCallback = unsafe extern "C" fn(error: *mut PJRT_Error, user_arg: *mut c_void);

abi_structs! {
    /// Destroys an event; null is allowed.
    PJRT_Event_Destroy_Args {
        event: *mut PJRT_Event,
    }

    /// Reads whether an event is ready, with success or with an error.
    PJRT_Event_IsReady_Args {
        event: *mut PJRT_Event,
        is_ready: PJRT_Bool,
    }

    /// Returns the error of an event that is ready; null on success. The caller destroys each returned error.
    PJRT_Event_Error_Args {
        event: *mut PJRT_Event,
    }

    /// Blocks until an event is ready and returns its error.
    PJRT_Event_Await_Args {
        event: *mut PJRT_Event,
    }

    /// Registers a callback that is called once the event is ready.
    PJRT_Event_OnReady_Args {
        event: *mut PJRT_Event,
        callback: Option<PJRT_Event_OnReadyCallback>,
        user_arg: *mut c_void,
    }

    /// Creates an event that the caller sets.
    PJRT_Event_Create_Args {
        event: *mut PJRT_Event,
    }

    /// Sets an event that the caller created, with a code and a text if the work failed.
    PJRT_Event_Set_Args {
        event: *mut PJRT_Event,
        error_code: PJRT_Error_Code,
        error_message: *const c_char,
        error_message_size: usize,
    }
}
