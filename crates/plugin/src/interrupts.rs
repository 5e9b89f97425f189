//! Interrupts of a host in Python: a call that waits for a running program asks Python, now and then, whether
//! the user has pressed Ctrl-C. The C API of PJRT has no function for it, so that the library exports its
//! own.

use std::ffi::c_int;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pjrt::ErrorKind;

use crate::error::{Error, Result};
use crate::objects::content::Content;

/// How often a call asks.
const INTERVAL: Duration = Duration::from_millis(100);

/// Functions of Python's C API.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LaboraPython {
    /// `PyGILState_Ensure`
    pub ensure: unsafe extern "C" fn() -> c_int,
    /// `PyErr_CheckSignals`: runs the handlers of signals; -1 if one raises an exception.
    pub check_signals: unsafe extern "C" fn() -> c_int,
    /// `PyErr_Clear`
    pub clear: unsafe extern "C" fn(),
    /// `PyErr_SetInterrupt`: as if Ctrl-C had been pressed, for the Python code that the call returns to.
    pub set_interrupt: unsafe extern "C" fn(),
    /// `PyGILState_Release`
    pub release: unsafe extern "C" fn(c_int),
}

/// Python, and its main thread, on which alone it handles signals.
static PYTHON: OnceLock<(ThreadId, LaboraPython)> = OnceLock::new();

/// Lets calls that wait on this thread, Python's main thread, be interrupted. The first call counts.
///
/// # Safety
/// The pointer is to Python's functions, which are there until the process ends.
// SAFETY: the prefix of the name is this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn Labora_SetPython(python: *const LaboraPython) {
    // SAFETY: the caller guarantees it.
    PYTHON.get_or_init(|| (thread::current().id(), unsafe { *python }));
}

impl LaboraPython {
    /// Has the user interrupted the program? The code that the call returns to gets the exception.
    fn is_interrupted(&self) -> bool {
        // SAFETY: `Labora_SetPython` requires that these are Python's functions; the lock of the interpreter
        // is held between the first and the last, in which this thread may hold it already.
        unsafe {
            let state = (self.ensure)();
            let is_interrupted = (self.check_signals)() != 0;
            if is_interrupted {
                (self.clear)();
                (self.set_interrupt)();
            }
            (self.release)(state);
            is_interrupted
        }
    }
}

/// Waits for a content.
///
/// # Errors
/// As [`Content::wait`]; `CANCELLED` if the user interrupts the program.
pub fn wait(content: &Content) -> Result<processor::Buffer> {
    let python = PYTHON.get().filter(|(main, _)| !content.is_ready() && *main == thread::current().id());
    let Some((_, python)) = python else { return content.wait() };
    let (sender, receiver) = channel();
    // A wait that was interrupted has no receiver any more.
    content.on_ready(move |memory| drop(sender.send(memory)));
    loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(memory) => return memory,
            Err(RecvTimeoutError::Disconnected) => return content.wait(),
            Err(RecvTimeoutError::Timeout) if python.is_interrupted() => {
                return Err(Error::new(ErrorKind::Cancelled, "the wait for an array was interrupted"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
