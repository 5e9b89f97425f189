//! The door: every call from C comes in here.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pjrt::ErrorKind;
use pjrt::abi::{ApiArgs, ApiFiller, PJRT_Error, PJRT_Function};

use crate::caller::Caller;
use crate::error::{Error, Result};

/// A function of the API: reads its arguments and writes its answers into them.
pub trait Call: ApiArgs {
    /// Bytes that a caller's struct has at least. Structs grow at their end only: of one that has, since API 0.57, these are the
    /// bytes that it had then; of any other, all of it. A shorter one could not take the answer.
    const SMALLEST: usize = Self::STRUCT_SIZE;

    /// Does what the function is for. Pointers in the arguments are followed through the `caller`, by its rule.
    fn call(&mut self, caller: Caller<'_>) -> Result<()>;
}

/// The C function of a call.
///
/// # Safety
/// `A::call` keeps to the rule of [`Caller`].
pub unsafe fn door<A: Call>() -> PJRT_Function<A> {
    entry::<A>
}

/// The C function of a call that the API gives no way to fail: where it does, the answers stay as they are.
///
/// # Safety
/// As [`door`].
pub unsafe fn silent_door<A: Call>() -> unsafe extern "C" fn(*mut A) {
    silent_entry::<A>
}

/// # Safety
/// `A::call` keeps to the rule of [`Caller`]. `args` is null or points to a struct of the API that begins with its own
/// `struct_size` and is not used by anybody else during the call; what it says is as the API asks.
unsafe extern "C" fn entry<A: Call>(args: *mut A) -> *mut PJRT_Error {
    // SAFETY: the promises, handed on.
    unsafe { answer(args) }.err().map_or(std::ptr::null_mut(), Error::into_raw)
}

/// # Safety
/// As [`entry`].
unsafe extern "C" fn silent_entry<A: Call>(args: *mut A) {
    // SAFETY: the promises, handed on.
    let _ = unsafe { answer(args) };
}

/// # Safety
/// As [`entry`].
unsafe fn answer<A: Call>(args: *mut A) -> Result<()> {
    // SAFETY: the promises, handed on.
    catch(|| unsafe { checked(args) }).unwrap_or_else(|panic| {
        Err(Error::new(ErrorKind::Internal, format!("{} panicked: {}", A::FUNCTION, words(&*panic))))
    })
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
    if size < A::SMALLEST {
        return Err(Error::invalid(format!(
            "{} was called with struct_size {size}; {} has at least {} bytes since PJRT C API 0.57: set struct_size to the \
             size of the struct",
            A::FUNCTION,
            A::NAME,
            A::SMALLEST
        )));
    }
    // SAFETY: the caller's struct has `size` bytes.
    let mut own = unsafe { A::copy(args) };
    // SAFETY: the arguments are as the API says, and `A::call` keeps to the rule.
    let result = own.call(unsafe { Caller::new() });
    let bytes = size.min(A::STRUCT_SIZE);
    // SAFETY: both structs have `bytes` bytes, and fields of one name lie at the same place in every version.
    unsafe { std::ptr::copy_nonoverlapping((&raw const own).cast::<u8>(), args.cast::<u8>(), bytes) };
    result
}

/// The door of the few functions whose arguments are no struct; a panic answers `otherwise`.
///
/// # Safety
/// What C has passed is as the API says, and `work` keeps to the rule of [`Caller`].
pub unsafe fn guard<T>(otherwise: T, work: impl FnOnce(Caller<'_>) -> T) -> T {
    // SAFETY: the promises, handed on.
    catch(|| work(unsafe { Caller::new() })).unwrap_or(otherwise)
}

/// No panic may cross into C. What it leaves behind are the plugin's own objects behind locks, which stay usable.
fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(work))
}

fn words(panic: &(dyn Any + Send)) -> &str {
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

#[cfg(test)]
mod tests {
    use pjrt::abi::{AbiStruct, PJRT_Buffer_Bitcast_Args, PJRT_Error_Destroy_Args, PJRT_Error_Message_Args};

    use super::*;

    /// A function that the plugin does not have stands in for one with a mistake.
    impl Call for PJRT_Buffer_Bitcast_Args {
        fn call(&mut self, _: Caller<'_>) -> Result<()> {
            panic!("the number {} was drawn", 7)
        }
    }

    #[test]
    fn a_panic_becomes_an_internal_error() {
        let mut args = PJRT_Buffer_Bitcast_Args::new();
        // SAFETY: the arguments live, and so does the error until it is freed.
        unsafe {
            let error = door::<PJRT_Buffer_Bitcast_Args>()(&mut args);
            let mut message = PJRT_Error_Message_Args { error, ..AbiStruct::new() };
            silent_door::<PJRT_Error_Message_Args>()(&mut message);
            let text = std::slice::from_raw_parts(message.message.cast::<u8>(), message.message_size);
            assert_eq!(text, b"PJRT_Buffer_Bitcast panicked: the number 7 was drawn");
            let mut destroy = PJRT_Error_Destroy_Args { error, ..AbiStruct::new() };
            silent_door::<PJRT_Error_Destroy_Args>()(&mut destroy);
            silent_door::<PJRT_Buffer_Bitcast_Args>()(&mut args);
        }
    }

    #[test]
    fn a_panic_behind_a_guard_answers_otherwise() {
        // SAFETY: there are no arguments.
        unsafe {
            assert_eq!(guard(1, |_| panic!("twice is once too often")), 1);
            assert_eq!(guard(1, |_| 2), 2);
        }
    }
}
