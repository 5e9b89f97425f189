//! What a caller has passed: the one place where pointers from C are followed.

use std::ffi::c_char;
use std::marker::PhantomData;

use pjrt::Attributes;
use pjrt::abi::{AbiStruct, PJRT_NamedValue};

use crate::error::{Error, Result};
use crate::handle::Handle;

/// The leave to look at what the caller of a function has passed, for as long as the call.
///
/// # The rule
/// Whoever holds a `Caller` hands to its functions only pointers that stand in the arguments of the call (or in what these
/// point at), each as what the C API says it is and with the count that belongs to it. The API's callers promise the rest:
/// that handles are alive and that memory of the stated sizes is there. Both promises are made where a `Caller` is made
/// ([`Caller::new`]), which is at the door; its functions rest on them, and borrow no longer than `'call`.
#[derive(Clone, Copy)]
pub struct Caller<'call>(PhantomData<&'call ()>);

impl<'call> Caller<'call> {
    /// # Safety
    /// The arguments of the call are as the C API says during `'call`, and the code that gets the `Caller` keeps to its rule.
    pub unsafe fn new() -> Self {
        Self(PhantomData)
    }

    /// The object behind a handle. Objects are shared between threads: what changes in them stands behind locks.
    pub fn get<H: Handle>(self, handle: *const H::C) -> Result<&'call H> {
        // SAFETY: by the rule, the handle is null or alive; `Handle` says that there is an `H` behind it.
        unsafe { handle.cast::<H>().as_ref() }.ok_or_else(|| null(H::NAME))
    }

    /// Frees an object; null is allowed.
    pub fn destroy<H: Handle>(self, handle: *mut H::C) {
        if !handle.is_null() {
            // SAFETY: by the rule, this is a handle to be freed, which callers give back once: `into_handle` made it.
            drop(unsafe { Box::from_raw(handle.cast::<H>()) });
        }
    }

    /// An array; `what` names it in messages.
    pub fn slice<T>(self, first: *const T, count: usize, what: &str) -> Result<&'call [T]> {
        if count == 0 {
            return Ok(&[]);
        }
        if first.is_null() {
            return Err(null(what));
        }
        if count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
            return Err(Error::invalid(format!("the {what} cannot have {count} elements")));
        }
        // SAFETY: by the rule, there are `count` readable elements, which nobody writes during the call.
        Ok(unsafe { std::slice::from_raw_parts(first, count) })
    }

    /// A text; `what` names it in messages.
    pub fn text(self, first: *const c_char, size: usize, what: &str) -> Result<&'call str> {
        std::str::from_utf8(self.slice(first.cast::<u8>(), size, what)?)
            .map_err(|e| Error::invalid(format!("the {what} is not UTF-8: {e}")))
    }

    /// A copy of a struct, as far as the caller's version has it; `None` where the pointer is null.
    pub fn fields<A: AbiStruct>(self, given: *const A) -> Option<A> {
        // SAFETY: by the rule, a struct that is not null has `struct_size` bytes.
        (!given.is_null()).then(|| unsafe { A::copy(given) })
    }

    /// Named values.
    pub fn attributes(self, first: *const PJRT_NamedValue, count: usize) -> Attributes {
        // SAFETY: by the rule, the pointer is null or there are `count` named values.
        unsafe { Attributes::read(first, count) }
    }

    /// Writes into an array that has room for all `values`; `what` names it in messages.
    pub fn write<T: Copy>(self, first: *mut T, values: &[T], what: &str) -> Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        if first.is_null() {
            return Err(null(what));
        }
        // SAFETY: by the rule, there is room, which nobody else uses during the call.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), first, values.len()) };
        Ok(())
    }
}

fn null(what: &str) -> Error {
    Error::invalid(format!("the {what} is null"))
}
