//! Entry points: every call from C passes through this file.

use pjrt::ErrorKind;
use pjrt::abi::{AbiStruct, ApiArgs, ApiFiller, PJRT_Error, PJRT_Function};

use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::handle::Handle;
use crate::objects::error::ErrorObject;
use crate::panics;

/// The implementation of a function of the API or of an extension: it reads its arguments, and writes its
/// results to them.
pub trait Call: AbiStruct {
    /// The minimum `struct_size` of a caller's struct, in bytes. Structs grow at their end only. For a struct
    /// that has grown since API 0.57 this is its size in that version, for others the whole struct: a shorter
    /// one has no room for the result.
    const MIN_STRUCT_SIZE: usize = Self::STRUCT_SIZE;

    /// Performs the call.
    ///
    /// # Safety
    /// The arguments satisfy the C API: handles are null or alive, handles to be destroyed are not used
    /// afterwards, and other pointers are null or point to as much memory as the API and the counts in the
    /// arguments state. All of this holds during the call.
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()>;
}

/// The C function of a call.
pub fn entry_point<A: Call>() -> PJRT_Function<A> {
    entry::<A>
}

/// The C function of a call that cannot fail in the API: after an error or a panic, the results stay unset.
pub fn infallible_entry_point<A: Call>() -> unsafe extern "C" fn(*mut A) {
    infallible_entry::<A>
}

/// # Safety
/// `args` is null, or points to a struct that begins with its own `struct_size`, has that many bytes, and is
/// not used by anybody else during the call. Its fields satisfy the C API, as [`Call::call`] requires.
unsafe extern "C" fn entry<A: Call>(args: *mut A) -> *mut PJRT_Error {
    // SAFETY: the same contract.
    unsafe { call_caught(args) }.err().map_or(std::ptr::null_mut(), into_raw)
}

/// # Safety
/// As [`entry`].
unsafe extern "C" fn infallible_entry<A: Call>(args: *mut A) {
    // SAFETY: the same contract.
    let _ = unsafe { call_caught(args) };
}

/// Turns a panic into an error.
///
/// # Safety
/// As [`entry`].
unsafe fn call_caught<A: Call>(args: *mut A) -> Result<()> {
    // SAFETY: the same contract.
    panics::catch(|| unsafe { call_checked(args) }).unwrap_or_else(|message| {
        Err(Error::new(ErrorKind::Internal, format!("{} panicked: {message}", function::<A>())))
    })
}

/// Checks the struct's size, and calls with a copy of the struct, because that of a caller of another version
/// may be shorter or longer.
///
/// # Safety
/// As [`entry`].
unsafe fn call_checked<A: Call>(args: *mut A) -> Result<()> {
    if args.is_null() {
        return Err(Error::invalid(format!("{} was called without arguments", function::<A>())));
    }
    // SAFETY: every struct of the API begins with its size.
    let size = unsafe { args.cast::<usize>().read() };
    if size < A::MIN_STRUCT_SIZE {
        return Err(Error::invalid(format!(
            "{} was called with struct_size {size}; {} has at least {} bytes since PJRT C API 0.57: set struct_size to the \
             size of the struct",
            function::<A>(),
            A::NAME,
            A::MIN_STRUCT_SIZE
        )));
    }
    // SAFETY: the caller's struct has `size` bytes.
    let mut own = unsafe { A::copy(args) };
    let frame = ();
    // SAFETY: the fields are those of the caller's struct, which satisfies the C API; missing ones are zero
    // or null.
    let result = unsafe { own.call(Caller::new(&frame)) };
    let bytes = size.min(A::STRUCT_SIZE);
    // SAFETY: both structs have `bytes` bytes, and a field has the same offset in every version.
    unsafe { std::ptr::copy_nonoverlapping((&raw const own).cast::<u8>(), args.cast::<u8>(), bytes) };
    result
}

/// The name of the function with these arguments.
fn function<A: AbiStruct>() -> &'static str {
    A::NAME.strip_suffix("_Args").unwrap_or(A::NAME)
}

fn into_raw(error: Error) -> *mut PJRT_Error {
    ErrorObject::new(error).into_handle()
}

/// Fills the table with functions that return an error of kind [`ErrorKind::Unimplemented`].
pub struct Unimplemented;

impl ApiFiller for Unimplemented {
    fn function<A: ApiArgs>() -> PJRT_Function<A> {
        unimplemented::<A>
    }
}

unsafe extern "C" fn unimplemented<A: ApiArgs>(_: *mut A) -> *mut PJRT_Error {
    into_raw(Error::new(ErrorKind::Unimplemented, format!("{} is not implemented by labora's plugin", A::FUNCTION)))
}

#[cfg(test)]
mod tests {
    use pjrt::abi::{AbiStruct, PJRT_Buffer_Bitcast_Args, PJRT_Error_Destroy_Args, PJRT_Error_Message_Args};

    use super::*;

    /// A function that the plugin does not implement stands for one with a bug.
    impl Call for PJRT_Buffer_Bitcast_Args {
        unsafe fn call(&mut self, _: Caller<'_>) -> Result<()> {
            panic!("the number {} was drawn", 7)
        }
    }

    #[test]
    fn a_panic_becomes_an_internal_error() {
        let mut args = PJRT_Buffer_Bitcast_Args::new();
        // SAFETY: the arguments are alive, and so is the error until it is destroyed.
        unsafe {
            let error = entry_point::<PJRT_Buffer_Bitcast_Args>()(&mut args);
            let mut message = PJRT_Error_Message_Args { error, ..AbiStruct::new() };
            infallible_entry_point::<PJRT_Error_Message_Args>()(&mut message);
            let text = std::slice::from_raw_parts(message.message.cast::<u8>(), message.message_size);
            assert_eq!(text, b"PJRT_Buffer_Bitcast panicked: the number 7 was drawn");
            let mut destroy = PJRT_Error_Destroy_Args { error, ..AbiStruct::new() };
            infallible_entry_point::<PJRT_Error_Destroy_Args>()(&mut destroy);
            infallible_entry_point::<PJRT_Buffer_Bitcast_Args>()(&mut args);
        }
    }
}
