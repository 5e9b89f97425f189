//! Entry points: every call from C passes through this file.

use std::marker::PhantomData;

use super::caller::Caller;
use super::error::{Error, Result};
use super::error_object::ErrorObject;
use super::handle::Handle;
use super::panics;
use crate::abi::{AbiStruct, ApiArgs, ApiFiller, PJRT_Error, PJRT_Function};
use crate::error::ErrorKind;

/// A plugin that is written in Rust: the type that its functions are implemented for.
pub trait Implementation: 'static {
    /// The error of its functions.
    type Error: Into<Error> + From<Error>;
    /// What messages call it, such as `labora's plugin`.
    const NAME: &'static str;
}

/// The implementation of a function of the API or of an extension by the plugin `P`: it reads its arguments,
/// and writes its results to them.
pub trait Call<P: Implementation>: AbiStruct {
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
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<(), P::Error>;
}

/// The C function of a call.
pub fn entry_point<P: Implementation, A: Call<P>>() -> PJRT_Function<A> {
    entry::<P, A>
}

/// The C function of a call that cannot fail in the API: after an error or a panic, the results stay unset.
pub fn infallible_entry_point<P: Implementation, A: Call<P>>() -> unsafe extern "C" fn(*mut A) {
    infallible_entry::<P, A>
}

/// # Safety
/// `args` is null, or points to a struct that begins with its own `struct_size`, has that many bytes, and is
/// not used by anybody else during the call. Its fields satisfy the C API, as [`Call::call`] requires.
unsafe extern "C" fn entry<P: Implementation, A: Call<P>>(args: *mut A) -> *mut PJRT_Error {
    // SAFETY: the same contract.
    unsafe { call_caught::<P, A>(args) }.err().map_or(std::ptr::null_mut(), into_raw)
}

/// # Safety
/// As [`entry`].
unsafe extern "C" fn infallible_entry<P: Implementation, A: Call<P>>(args: *mut A) {
    // SAFETY: the same contract.
    let _ = unsafe { call_caught::<P, A>(args) };
}

/// Turns a panic into an error.
///
/// # Safety
/// As [`entry`].
unsafe fn call_caught<P: Implementation, A: Call<P>>(args: *mut A) -> Result<()> {
    // SAFETY: the same contract.
    panics::catch(|| unsafe { call_checked::<P, A>(args) }).unwrap_or_else(|message| {
        Err(Error::new(ErrorKind::Internal, format!("{} panicked: {message}", function::<A>())))
    })
}

/// Checks the struct's size, and calls with a copy of the struct, because that of a caller of another version
/// may be shorter or longer.
///
/// # Safety
/// As [`entry`].
unsafe fn call_checked<P: Implementation, A: Call<P>>(args: *mut A) -> Result<()> {
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
    result.map_err(Into::into)
}

/// The name of the function with these arguments.
fn function<A: AbiStruct>() -> &'static str {
    A::NAME.strip_suffix("_Args").unwrap_or(A::NAME)
}

fn into_raw(error: Error) -> *mut PJRT_Error {
    ErrorObject::new(error).into_handle()
}

/// Fills the table with functions that return an error of kind [`ErrorKind::Unimplemented`].
pub struct Unimplemented<P>(PhantomData<P>);

impl<P: Implementation> ApiFiller for Unimplemented<P> {
    fn function<A: ApiArgs>() -> PJRT_Function<A> {
        unimplemented::<P, A>
    }
}

unsafe extern "C" fn unimplemented<P: Implementation, A: ApiArgs>(_: *mut A) -> *mut PJRT_Error {
    into_raw(Error::new(ErrorKind::Unimplemented, format!("{} is not implemented by {}", A::FUNCTION, P::NAME)))
}

#[cfg(test)]
mod tests {
    use crate::abi::{AbiStruct, PJRT_Buffer_Bitcast_Args, PJRT_Error_Destroy_Args, PJRT_Error_Message_Args};

    use super::*;

    struct Tested;

    impl Implementation for Tested {
        type Error = Error;
        const NAME: &'static str = "the tested plugin";
    }

    /// A function with a bug.
    impl Call<Tested> for PJRT_Buffer_Bitcast_Args {
        unsafe fn call(&mut self, _: Caller<'_>) -> Result<()> {
            panic!("the number {} was drawn", 7)
        }
    }

    #[test]
    fn a_panic_becomes_an_internal_error() {
        let mut args = PJRT_Buffer_Bitcast_Args::new();
        // SAFETY: the arguments are alive, and so is the error until it is destroyed.
        unsafe {
            let error = entry_point::<Tested, PJRT_Buffer_Bitcast_Args>()(&mut args);
            let mut message = PJRT_Error_Message_Args { error, ..AbiStruct::new() };
            infallible_entry_point::<Tested, PJRT_Error_Message_Args>()(&mut message);
            let text = std::slice::from_raw_parts(message.message.cast::<u8>(), message.message_size);
            assert_eq!(text, b"PJRT_Buffer_Bitcast panicked: the number 7 was drawn");
            let mut destroy = PJRT_Error_Destroy_Args { error, ..AbiStruct::new() };
            infallible_entry_point::<Tested, PJRT_Error_Destroy_Args>()(&mut destroy);
            infallible_entry_point::<Tested, PJRT_Buffer_Bitcast_Args>()(&mut args);
        }
    }
}
