//! Interrupts of a host in Python: a call that waits for a running program or a compilation asks Python, now
//! and then, whether the user has pressed Ctrl-C. The C API of PJRT has no function for it, so that the
//! library exports its own.

use std::ffi::c_int;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pjrt::ErrorKind;

use crate::error::{Error, Result};
use crate::objects::content::Content;

/// How often a call asks.
const INTERVAL: Duration = Duration::from_millis(100);

/// The stack of a thread that compiles. Compilers recurse deeply.
const STACK_BYTES: usize = 32 << 20;

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

/// Python, if this is its main thread.
fn python() -> Option<&'static LaboraPython> {
    PYTHON.get().filter(|(main, _)| *main == thread::current().id()).map(|(_, python)| python)
}

/// What another thread sends; `None` if it ends without sending.
///
/// # Errors
/// `CANCELLED` if the user interrupts the program.
fn receive<T>(python: &LaboraPython, receiver: &Receiver<T>, what: &str) -> Result<Option<T>> {
    loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(value) => return Ok(Some(value)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if python.is_interrupted() => {
                return Err(Error::new(ErrorKind::Cancelled, format!("{what} was interrupted")));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Waits for a content.
///
/// # Errors
/// As [`Content::wait`]; `CANCELLED` if the user interrupts the program.
pub fn wait(content: &Content) -> Result<processor::Buffer> {
    let Some(python) = python().filter(|_| !content.is_ready()) else { return content.wait() };
    let (sender, receiver) = channel();
    // A wait that was interrupted has no receiver any more.
    content.on_ready(move |memory| drop(sender.send(memory)));
    receive(python, &receiver, "the wait for an array")?.unwrap_or_else(|| content.wait())
}

/// Runs a compilation: on a thread of its own if the user can interrupt this one. A compilation that was
/// interrupted runs on, and its result is dropped.
///
/// # Errors
/// As `compile`; `CANCELLED` if the user interrupts the program, and `RESOURCE_EXHAUSTED` without a thread.
pub fn compile<T: Send + 'static>(compile: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let Some(python) = python() else { return compile() };
    let (sender, receiver) = channel();
    let thread = thread::Builder::new().name("labora-compile".to_owned()).stack_size(STACK_BYTES);
    let thread = thread.spawn(move || drop(sender.send(compile()))).map_err(|e| {
        Error::new(ErrorKind::ResourceExhausted, format!("no thread to compile a program can be started: {e}"))
    })?;
    match receive(python, &receiver, "the compilation")? {
        Some(compiled) => compiled,
        // It panicked: the call is to end as if it had done so itself.
        None => resume_unwind(thread.join().err().unwrap_or_else(|| Box::new("the compilation has no result"))),
    }
}
