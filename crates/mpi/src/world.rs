//! The world: the processes that were started together.

use core::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::abi::{self, Count, Functions};
use crate::error::{Error, ErrorKind, Result};
use crate::launcher::Launcher;
use crate::library;

/// All processes of an MPI program, and this one's place among them. There is one world per process.
///
/// Every process has to make the same calls in the same order. Calls of several threads wait for each other.
/// If a process is lost, its launcher ends the others; a call that notices it before is an error.
#[derive(Debug)]
pub struct World {
    functions: Functions,
    rank: usize,
    size: usize,
    /// Held during a call: MPI was asked for one calling thread at a time.
    turn: Mutex<()>,
    /// True from the call of `MPI_Finalize` on, after which MPI may not be called. It is set by the thread
    /// that has the turn.
    is_finalized: AtomicBool,
}

/// The world of this process. It is global because MPI can be started once per process.
static WORLD: OnceLock<Result<World>> = OnceLock::new();

impl World {
    /// Loads MPI and joins the world, once per process; later calls return the same one.
    ///
    /// ```no_run
    /// let world = mpi::World::join()?;
    /// let mut ranks = vec![0; world.size()];
    /// world.all_gather(&[world.rank() as u8], &mut ranks)?;
    /// println!("{ranks:?}");
    /// # Ok::<(), mpi::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Library`] if there is no library with the standard ABI, or MPI cannot be started.
    /// [`ErrorKind::Launch`] if rank and size are not those of the launcher.
    pub fn join() -> Result<&'static World> {
        WORLD.get_or_init(Self::start).as_ref().map_err(Clone::clone)
    }

    /// The world of this process if it has joined one.
    pub fn joined() -> Option<&'static World> {
        WORLD.get()?.as_ref().ok()
    }

    fn start() -> Result<World> {
        let launcher = Launcher::of_this_process()?;
        let functions = library::load()?;
        let failed = |what: &str| Error::new(ErrorKind::Library, format!("MPI cannot be started: {what}"));
        let (mut is_initialized, mut provided) = (0, 0);
        // SAFETY: each function writes to the numbers that it is given. The arguments of the program may be
        // null. MPI is initialized here unless somebody else in this process has done so.
        let code = unsafe {
            (functions.initialized)(&raw mut is_initialized);
            match is_initialized {
                0 => {
                    let (argc, argv) = (std::ptr::null_mut(), std::ptr::null_mut());
                    (functions.init_thread)(argc, argv, abi::THREAD_SERIALIZED, &raw mut provided)
                }
                _ => (functions.query_thread)(&raw mut provided),
            }
        };
        if code != abi::SUCCESS {
            return Err(failed(&format!("error {code} of MPI_Init_thread")));
        }
        if provided < abi::THREAD_SERIALIZED {
            return Err(failed(&format!("{} lets one thread call it only", version(&functions))));
        }
        let (mut rank, mut size): (c_int, c_int) = (-1, -1);
        // SAFETY: MPI is initialized; the handles are predefined, and two numbers are written.
        unsafe {
            (functions.comm_set_errhandler)(abi::COMM_WORLD, abi::ERRORS_RETURN);
            (functions.comm_rank)(abi::COMM_WORLD, &raw mut rank);
            (functions.comm_size)(abi::COMM_WORLD, &raw mut size);
        }
        let place = usize::try_from(rank).ok().zip(usize::try_from(size).ok());
        let (rank, size) = place.filter(|(rank, size)| rank < size).ok_or_else(|| failed("no rank"))?;
        if let Some(launcher) = launcher {
            launcher.check(rank, size)?;
        }
        Ok(World::new(functions, rank, size))
    }

    fn new(functions: Functions, rank: usize, size: usize) -> World {
        World { functions, rank, size, turn: Mutex::new(()), is_finalized: AtomicBool::new(false) }
    }

    /// The number of this process, from 0.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The number of processes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The library's name and version, a line.
    pub fn version(&self) -> String {
        version(&self.functions)
    }

    /// Sends block `i` of `send` to process `i`, and receives its block in block `i` of `receive`.
    ///
    /// # Errors
    /// [`ErrorKind::Communication`]; the buffers differ in length, or cannot be divided among the processes.
    pub fn all_to_all(&self, send: &[u8], receive: &mut [u8]) -> Result<()> {
        if send.len() != receive.len() || !send.len().is_multiple_of(self.size) {
            return Err(self.wrong_sizes("all_to_all", send.len(), receive.len()));
        }
        let block = (send.len() / self.size) as Count;
        let (from, to) = (send.as_ptr().cast::<c_void>(), receive.as_mut_ptr().cast::<c_void>());
        // SAFETY: both buffers have `size` blocks, live during the call, and do not overlap.
        self.call("MPI_Alltoall", |functions| unsafe {
            (functions.alltoall)(from, block, abi::BYTE, to, block, abi::BYTE, abi::COMM_WORLD)
        })
    }

    /// Receives the bytes `own` of process `i` in block `i` of `all`.
    ///
    /// # Errors
    /// [`ErrorKind::Communication`]; `all` has not as many bytes for each process as `own`.
    pub fn all_gather(&self, own: &[u8], all: &mut [u8]) -> Result<()> {
        if own.len() * self.size != all.len() {
            return Err(self.wrong_sizes("all_gather", own.len(), all.len()));
        }
        let block = own.len() as Count;
        let (from, to) = (own.as_ptr().cast::<c_void>(), all.as_mut_ptr().cast::<c_void>());
        // SAFETY: the second buffer has `size` times the bytes of the first; both live during the call, and
        // do not overlap.
        self.call("MPI_Allgather", |functions| unsafe {
            (functions.allgather)(from, block, abi::BYTE, to, block, abi::BYTE, abi::COMM_WORLD)
        })
    }

    /// Copies the bytes of process 0 to those of the others, which are as many.
    ///
    /// # Errors
    /// [`ErrorKind::Communication`].
    pub fn broadcast(&self, bytes: &mut [u8]) -> Result<()> {
        let (at, count) = (bytes.as_mut_ptr().cast::<c_void>(), bytes.len() as Count);
        // SAFETY: the buffer has that many bytes and lives during the call.
        self.call("MPI_Bcast", |functions| unsafe { (functions.bcast)(at, count, abi::BYTE, 0, abi::COMM_WORLD) })
    }

    /// Waits until all processes are here.
    ///
    /// # Errors
    /// [`ErrorKind::Communication`].
    pub fn barrier(&self) -> Result<()> {
        // SAFETY: MPI is initialized, and `call` sees to it that it is not finalized.
        self.call("MPI_Barrier", |functions| unsafe { (functions.barrier)(abi::COMM_WORLD) })
    }

    /// Waits for all processes and ends MPI. Calls that follow are errors.
    ///
    /// # Errors
    /// [`ErrorKind::Communication`].
    pub fn finalize(&self) -> Result<()> {
        self.call("MPI_Finalize", |functions| {
            self.is_finalized.store(true, Ordering::Release);
            // SAFETY: MPI is initialized, and this thread has the turn: no other one is in a call.
            unsafe { (functions.finalize)() }
        })
    }

    /// Ends all processes of the world, with that exit code, since this one cannot go on. Does nothing once
    /// MPI has ended.
    pub fn abort(&self, code: i32) {
        if self.is_finalized.load(Ordering::Acquire) {
            return;
        }
        // Not by `call`: a thread that waits for another process holds the turn. SAFETY: MPI is initialized.
        // The function ends the process; that another thread is in a call does not matter any more.
        unsafe { (self.functions.abort)(abi::COMM_WORLD, code) };
    }

    /// Calls a function, and returns its error. The function is not called after `MPI_Finalize`.
    fn call(&self, name: &str, call: impl FnOnce(&Functions) -> c_int) -> Result<()> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_finalized.load(Ordering::Acquire) {
            let message = format!("{name} cannot be called: MPI has ended in this process");
            return Err(Error::new(ErrorKind::Communication, message));
        }
        let code = call(&self.functions);
        if code == abi::SUCCESS {
            return Ok(());
        }
        let write = |text: *mut c_char, len: *mut c_int| {
            // SAFETY: the buffer has at least the length that the ABI asks for.
            unsafe { (self.functions.error_string)(code, text, len) }
        };
        let reason = text(abi::MAX_ERROR_STRING, write);
        let (rank, size) = (self.rank, self.size);
        let message = format!(
            "{name} failed on process {rank} of {size}: {reason}. A process may have been lost: start all again; \
             training goes on from the last weights that were saved"
        );
        Err(Error::new(ErrorKind::Communication, message))
    }

    fn wrong_sizes(&self, call: &str, send: usize, receive: usize) -> Error {
        let size = self.size;
        let message = format!("{call} among {size} processes was given {send} bytes to send and {receive} to receive");
        Error::new(ErrorKind::Communication, message)
    }
}

/// The library's version, its first line.
fn version(functions: &Functions) -> String {
    // SAFETY: the function may be called at any time; the buffer has the length that the ABI asks for.
    let write = |text: *mut c_char, len: *mut c_int| unsafe { (functions.get_library_version)(text, len) };
    let all = text(abi::MAX_LIBRARY_VERSION_STRING, write);
    all.lines().next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of at most that many bytes, which `write` writes with its length.
fn text(max: usize, write: impl FnOnce(*mut c_char, *mut c_int) -> c_int) -> String {
    let (mut bytes, mut len) = (vec![0u8; max + 1], 0);
    write(bytes.as_mut_ptr().cast(), &raw mut len);
    let len = usize::try_from(len).unwrap_or(0).min(max);
    String::from_utf8_lossy(&bytes[..len]).trim_end_matches('\0').trim().to_string()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    thread_local! {
        /// The functions that this thread has called.
        static CALLS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }

    fn called(name: &'static str) -> c_int {
        CALLS.with_borrow_mut(|calls| calls.push(name));
        abi::SUCCESS
    }

    type Buffer = *mut c_void;

    /// A library that notes its calls.
    fn functions() -> Functions {
        extern "C" fn number(_: *mut c_int) -> c_int {
            called("number")
        }
        extern "C" fn numbers(_: *mut c_int, _: *mut c_int) -> c_int {
            called("numbers")
        }
        extern "C" fn of_communicator(_: abi::Handle, _: *mut c_int) -> c_int {
            called("of_communicator")
        }
        extern "C" fn version(_: *mut c_char, _: *mut c_int) -> c_int {
            called("version")
        }
        extern "C" fn init(_: *mut c_int, _: *mut *mut *mut c_char, _: c_int, _: *mut c_int) -> c_int {
            called("init")
        }
        extern "C" fn handler(_: abi::Handle, _: abi::Handle) -> c_int {
            called("handler")
        }
        extern "C" fn error(_: c_int, _: *mut c_char, _: *mut c_int) -> c_int {
            called("error")
        }
        extern "C" fn exchange(
            _: *const c_void,
            _: Count,
            _: abi::Handle,
            _: Buffer,
            _: Count,
            _: abi::Handle,
            _: abi::Handle,
        ) -> c_int {
            called("exchange")
        }
        extern "C" fn bcast(_: Buffer, _: Count, _: abi::Handle, _: c_int, _: abi::Handle) -> c_int {
            called("bcast")
        }
        extern "C" fn barrier(_: abi::Handle) -> c_int {
            called("barrier")
        }
        extern "C" fn finalize() -> c_int {
            called("finalize")
        }
        extern "C" fn abort(_: abi::Handle, _: c_int) -> c_int {
            called("abort")
        }
        Functions {
            abi_get_version: numbers,
            get_library_version: version,
            initialized: number,
            init_thread: init,
            query_thread: number,
            comm_rank: of_communicator,
            comm_size: of_communicator,
            comm_set_errhandler: handler,
            error_string: error,
            alltoall: exchange,
            allgather: exchange,
            bcast,
            barrier,
            finalize,
            abort,
        }
    }

    #[test]
    fn nothing_is_called_after_the_end() {
        let world = World::new(functions(), 0, 1);
        world.barrier().unwrap();
        world.finalize().unwrap();
        let late = [
            world.barrier(),
            world.broadcast(&mut [0; 4]),
            world.all_gather(&[1], &mut [0]),
            world.all_to_all(&[1], &mut [0]),
            world.finalize(),
        ];
        for result in late {
            let error = result.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Communication);
            assert!(error.to_string().contains("MPI has ended in this process"), "{error}");
        }
        world.abort(1);
        CALLS.with_borrow(|calls| assert_eq!(*calls, ["barrier", "finalize"]));
    }
}
