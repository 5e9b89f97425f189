//! The functions and constants of MPI's standard ABI, version 1 (MPI 5.0, chapter 20), that are used.
//!
//! Handles have the size of a pointer, and those that are predefined fixed values; counts have 64 bits.

use core::ffi::{c_char, c_int, c_void};

/// A handle: `MPI_Comm`, `MPI_Datatype` and so on.
pub type Handle = *mut c_void;
/// `MPI_Count`.
pub type Count = i64;

/// `MPI_SUCCESS`.
pub const SUCCESS: c_int = 0;
/// `MPI_THREAD_SERIALIZED`: any thread may call, one at a time.
pub const THREAD_SERIALIZED: c_int = 2048;
/// `MPI_MAX_ERROR_STRING`.
pub const MAX_ERROR_STRING: usize = 512;
/// `MPI_MAX_LIBRARY_VERSION_STRING`.
pub const MAX_LIBRARY_VERSION_STRING: usize = 8192;

/// `MPI_COMM_WORLD`.
pub const COMM_WORLD: Handle = 0x101 as Handle;
/// `MPI_ERRORS_RETURN`.
pub const ERRORS_RETURN: Handle = 0x143 as Handle;
/// `MPI_BYTE`.
pub const BYTE: Handle = 0x247 as Handle;

/// `MPI_Alltoall_c` and `MPI_Allgather_c`: send buffer, count and type, receive buffer, count and type,
/// communicator.
type Exchange = unsafe extern "C" fn(*const c_void, Count, Handle, *mut c_void, Count, Handle, Handle) -> c_int;
/// `MPI_Abi_get_version`, `MPI_Comm_rank`-like functions of two numbers.
type TwoNumbers = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
type OfCommunicator = unsafe extern "C" fn(Handle, *mut c_int) -> c_int;
type Text = unsafe extern "C" fn(*mut c_char, *mut c_int) -> c_int;

macro_rules! functions {
    ($($name:ident: $symbol:literal as $ty:ty;)*) => {
        /// The functions of a loaded library.
        #[derive(Clone, Copy, Debug)]
        pub struct Functions {
            $(#[doc = $symbol] pub $name: $ty,)*
        }

        impl Functions {
            /// Finds all functions in a library.
            ///
            /// # Safety
            /// The library implements MPI's standard ABI, and is never unloaded.
            ///
            /// # Errors
            /// The name of a function that is missing.
            pub unsafe fn find(library: &libloading::Library) -> Result<Self, &'static str> {
                Ok(Self {
                    $(
                        // SAFETY: the ABI defines the type of the symbol with this name.
                        $name: *unsafe { library.get::<$ty>(concat!($symbol, "\0")) }.map_err(|_| $symbol)?,
                    )*
                })
            }
        }
    };
}

functions! {
    abi_get_version: "MPI_Abi_get_version" as TwoNumbers;
    get_library_version: "MPI_Get_library_version" as Text;
    initialized: "MPI_Initialized" as unsafe extern "C" fn(*mut c_int) -> c_int;
    init_thread: "MPI_Init_thread" as
        unsafe extern "C" fn(*mut c_int, *mut *mut *mut c_char, c_int, *mut c_int) -> c_int;
    query_thread: "MPI_Query_thread" as unsafe extern "C" fn(*mut c_int) -> c_int;
    comm_rank: "MPI_Comm_rank" as OfCommunicator;
    comm_size: "MPI_Comm_size" as OfCommunicator;
    comm_set_errhandler: "MPI_Comm_set_errhandler" as unsafe extern "C" fn(Handle, Handle) -> c_int;
    error_string: "MPI_Error_string" as unsafe extern "C" fn(c_int, *mut c_char, *mut c_int) -> c_int;
    alltoall: "MPI_Alltoall_c" as Exchange;
    allgather: "MPI_Allgather_c" as Exchange;
    bcast: "MPI_Bcast_c" as unsafe extern "C" fn(*mut c_void, Count, Handle, c_int, Handle) -> c_int;
    barrier: "MPI_Barrier" as unsafe extern "C" fn(Handle) -> c_int;
    finalize: "MPI_Finalize" as unsafe extern "C" fn() -> c_int;
    abort: "MPI_Abort" as unsafe extern "C" fn(Handle, c_int) -> c_int;
}
