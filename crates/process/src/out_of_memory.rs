//! Memory that runs out, as an error of the command.
//!
//! Where Rust's collections cannot allocate, the standard library says so and aborts the process, which
//! leaves a core dump and the exit code of a crash. The hook for that, `set_alloc_error_hook`, is unstable.
//! Here the allocator notes what it could not give, and a handler of SIGABRT, by which the standard library
//! aborts, says it and ends the process with exit code 1. Callers that can do without the memory, by
//! `try_reserve`, see no difference.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io;

thread_local! {
    /// Bytes of the last allocation of this thread that failed; 0 if none did.
    static REFUSED: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, which notes what it could not give.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocator;

impl Allocator {
    fn noted(bytes: usize, allocated: *mut u8) -> *mut u8 {
        if allocated.is_null() {
            REFUSED.set(bytes);
        }
        allocated
    }
}

// SAFETY: all memory is that of the system's allocator, with the arguments that the caller gave. The note is
// a number of the thread, which needs no allocation.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are the system's.
        Self::noted(layout.size(), unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        Self::noted(layout.size(), unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        Self::noted(size, unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Registers the handler of SIGABRT.
#[cfg(unix)]
pub(crate) fn start() -> io::Result<()> {
    // SAFETY: the handler calls only functions that may be called in signal handlers: it reads a number of
    // the thread, and writes and exits by system calls.
    unsafe { signal_hook::low_level::register(signal_hook::consts::SIGABRT, end_if_memory_ran_out) }.map(drop)
}

#[cfg(not(unix))]
pub(crate) fn start() -> io::Result<()> {
    Ok(())
}

/// Ends the process if the thread aborts because of memory; else the system ends it, as ever.
#[cfg(unix)]
fn end_if_memory_ran_out() {
    let mut bytes = REFUSED.get();
    if bytes == 0 {
        return;
    }
    let mut digits = [0; 20];
    let mut first = digits.len();
    while bytes > 0 {
        first -= 1;
        digits[first] = b'0' + (bytes % 10) as u8;
        bytes /= 10;
    }
    let hint =
        b" bytes could not be allocated\nhint: smaller batches need less; `ulimit -v` shows the limit of the process\n";
    for part in [&b"error: out of memory: "[..], &digits[first..], hint] {
        // There is nobody to tell.
        let _ = rustix::io::write(rustix::stdio::stderr(), part);
    }
    signal_hook::low_level::exit(1)
}
