//! The door: every call from C comes in here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pjrt::ErrorKind;
use pjrt::abi::{ApiArgs, ApiFiller, PJRT_Error, PJRT_Function};

use crate::error::{Error, Result};

/// A function of the API: reads its arguments and writes its answers into them.
///
/// The pointers in the arguments are the caller's word: what they point at is as the C API says. Where one is followed,
/// the reason stands there.
pub trait Call: ApiArgs {
    /// Does what the function is for.
    fn call(&mut self) -> Result<()>;
}

/// The C function of a call.
///
/// # Safety
/// `args` is null or points to a struct of the API that begins with its own `struct_size` and is not used by anybody else
/// during the call; its pointers are as the API says.
pub unsafe extern "C" fn entry<A: Call>(args: *mut A) -> *mut PJRT_Error {
    // No panic may cross into C. What it leaves behind are the plugin's own objects behind locks, which stay usable.
    let result = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller's promise, handed on.
        unsafe { checked(args) }
    }));
    match result {
        Ok(Ok(())) => std::ptr::null_mut(),
        Ok(Err(error)) => error.into_raw(),
        Err(panic) => {
            Error::new(ErrorKind::Internal, format!("{} panicked: {}", A::FUNCTION, words(&*panic))).into_raw()
        }
    }
}

/// Copies the arguments in, calls, and copies them out: a caller of another version may have a shorter or longer struct.
///
/// # Safety
/// As [`entry`].
unsafe fn checked<A: Call>(args: *mut A) -> Result<()> {
    if args.is_null() {
        return Err(Error::invalid(format!("{} was called without arguments", A::FUNCTION)));
    }
    // SAFETY: every struct of the API begins with its size.
    let size = unsafe { args.cast::<usize>().read() };
    let head = 2 * size_of::<usize>();
    if size < head {
        let message = format!("{} was called with struct_size {size}; {} has at least {head}", A::FUNCTION, A::NAME);
        return Err(Error::invalid(message));
    }
    let bytes = size.min(A::STRUCT_SIZE);
    let mut own = A::new();
    // SAFETY: both structs have `bytes` bytes, and fields of one name lie at the same place in every version.
    unsafe { std::ptr::copy_nonoverlapping(args.cast::<u8>(), (&raw mut own).cast::<u8>(), bytes) };
    let result = own.call();
    // SAFETY: as above, the other way.
    unsafe { std::ptr::copy_nonoverlapping((&raw const own).cast::<u8>(), args.cast::<u8>(), bytes) };
    result
}

fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("?")
}

/// Fills the table with functions that say they are not there.
pub struct Unimplemented;

impl ApiFiller for Unimplemented {
    fn function<A: ApiArgs>() -> PJRT_Function<A> {
        unimplemented::<A>
    }
}

unsafe extern "C" fn unimplemented<A: ApiArgs>(_: *mut A) -> *mut PJRT_Error {
    Error::new(ErrorKind::Unimplemented, format!("{} is not implemented by labora's plugin", A::FUNCTION)).into_raw()
}
