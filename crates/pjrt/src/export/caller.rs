//! Access to the caller's memory: the only place where arguments from C are dereferenced.

use std::ffi::{CStr, c_char};
use std::marker::PhantomData;

use super::error::{Error, Result};
use super::handle::Handle;
use crate::abi::{AbiStruct, PJRT_NamedValue, PJRT_Program};
use crate::named_value::Attributes;

/// The duration of a call from C. References to the caller's memory last no longer than `'call`.
///
/// # Soundness
/// All functions that dereference a pointer are `unsafe`: their caller guarantees that the pointer is
/// what the C API requires of it. The guarantee comes from the C caller, through the contract of
/// [`Call::call`](super::Call::call).
#[derive(Clone, Copy)]
pub struct Caller<'call>(PhantomData<&'call ()>);

impl<'call> Caller<'call> {
    /// Begins a call. `frame` is a local variable of the function that C called, which bounds `'call`.
    pub fn new(_frame: &'call ()) -> Self {
        Self(PhantomData)
    }

    /// The object behind a handle. Objects are shared between threads; their mutable state is behind locks.
    ///
    /// # Errors
    /// The handle is null.
    ///
    /// # Safety
    /// The handle is null, or alive during `'call`.
    pub unsafe fn get<H: Handle>(self, handle: *const H::C) -> Result<&'call H> {
        // SAFETY: the caller of this function guarantees the handle.
        unsafe { self.get_if_any(handle) }.ok_or_else(|| null(H::NAME))
    }

    /// The object behind a handle; `None` if the handle is null.
    ///
    /// # Safety
    /// As [`Caller::get`].
    pub unsafe fn get_if_any<H: Handle>(self, handle: *const H::C) -> Option<&'call H> {
        // SAFETY: a live handle points to a live `H`, as `Handle` requires.
        unsafe { handle.cast::<H>().as_ref() }
    }

    /// Destroys an object; null is allowed.
    ///
    /// # Safety
    /// The handle is null, or made by [`Handle::into_handle`] and alive. It is not used afterwards.
    pub unsafe fn destroy<H: Handle>(self, handle: *mut H::C) {
        if !handle.is_null() {
            // SAFETY: `into_handle` made the pointer of a box, which the caller of this function hands over.
            drop(unsafe { Box::from_raw(handle.cast::<H>()) });
        }
    }

    /// An array; `name` is its name in messages.
    ///
    /// # Errors
    /// The pointer is null and `count` is not 0, or no array can have `count` elements.
    ///
    /// # Safety
    /// `first` is null, or points to `count` readable elements that nobody writes during `'call`.
    pub unsafe fn slice<T>(self, first: *const T, count: usize, name: &str) -> Result<&'call [T]> {
        if count == 0 {
            return Ok(&[]);
        }
        if first.is_null() {
            return Err(null(name));
        }
        if count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
            return Err(Error::invalid(format!("the {name} cannot have {count} elements")));
        }
        // SAFETY: the caller of this function guarantees the elements.
        Ok(unsafe { std::slice::from_raw_parts(first, count) })
    }

    /// A text; `name` is its name in messages.
    ///
    /// # Errors
    /// As [`Caller::slice`], or the bytes are not UTF-8.
    ///
    /// # Safety
    /// `first` is null, or points to `size` readable bytes that nobody writes during `'call`.
    pub unsafe fn text(self, first: *const c_char, size: usize, name: &str) -> Result<&'call str> {
        // SAFETY: the caller of this function guarantees the bytes.
        let bytes = unsafe { self.slice(first.cast::<u8>(), size, name)? };
        std::str::from_utf8(bytes).map_err(|e| Error::invalid(format!("the {name} is not UTF-8: {e}")))
    }

    /// A copy of a struct, whose version may have fewer or more fields; `None` if the pointer is null.
    ///
    /// # Safety
    /// `given` is null, or points to `struct_size` readable bytes that begin with `struct_size` itself.
    pub unsafe fn copy_struct<A: AbiStruct>(self, given: *const A) -> Option<A> {
        // SAFETY: the caller of this function guarantees the bytes.
        (!given.is_null()).then(|| unsafe { A::copy(given) })
    }

    /// Writes all fields of a struct but `struct_size` to one of the caller, whose version may have fewer
    /// or more fields. Does nothing if the pointer is null.
    ///
    /// # Safety
    /// `to` is null, or points to `struct_size` bytes, which begin with `struct_size` itself and which
    /// nobody else uses during `'call`.
    pub unsafe fn write_struct<A: AbiStruct>(self, to: *mut A, value: &A) {
        if to.is_null() {
            return;
        }
        // SAFETY: the caller of this function guarantees that `struct_size` is readable.
        let size = unsafe { to.cast::<usize>().read() }.clamp(size_of::<usize>(), A::STRUCT_SIZE);
        let (from, skipped) = (std::ptr::from_ref(value).cast::<u8>(), size_of::<usize>());
        // SAFETY: both structs have `size` bytes, and a field has the same offset in every version.
        unsafe {
            std::ptr::copy_nonoverlapping(from.add(skipped), to.cast::<u8>().add(skipped), size - skipped);
        }
    }

    /// Writes the size and the format of a program to a struct of the caller, and its code if the caller has
    /// memory for it: callers ask for the size first.
    ///
    /// # Errors
    /// The pointer is null, or the memory is too small.
    ///
    /// # Safety
    /// `to` is null, or points to a program of its `struct_size` whose code is null or has `code_size` bytes.
    /// Nobody else uses either during `'call`.
    pub unsafe fn write_program(self, to: *mut PJRT_Program, code: &[u8], format: &'static CStr) -> Result<()> {
        // SAFETY: the caller of this function guarantees the program.
        let mut program = unsafe { self.copy_struct(to) }.ok_or_else(|| null("program"))?;
        if !program.code.is_null() {
            if program.code_size < code.len() {
                let (needed, given) = (code.len(), program.code_size);
                return Err(Error::invalid(format!("the program has {needed} bytes, its memory {given}")));
            }
            // SAFETY: the memory has `code_size` bytes, which are at least as many as written.
            unsafe { self.write(program.code.cast::<u8>(), code, "program's memory")? };
        }
        program.code_size = code.len();
        (program.format, program.format_size) = (format.as_ptr(), format.count_bytes());
        // SAFETY: as above.
        unsafe { self.write_struct(to, &program) };
        Ok(())
    }

    /// A copy of named values; none if the pointer is null.
    ///
    /// # Safety
    /// `first` is null, or points to `count` named values whose names and values are readable.
    pub unsafe fn attributes(self, first: *const PJRT_NamedValue, count: usize) -> Attributes {
        // SAFETY: the caller of this function guarantees the values.
        unsafe { Attributes::read(first, count) }
    }

    /// Writes `values` to an array of the caller; `name` is its name in messages.
    ///
    /// # Errors
    /// The pointer is null and there are values.
    ///
    /// # Safety
    /// `first` is null, or points to memory for all `values` that nobody else uses during `'call`.
    pub unsafe fn write<T: Copy>(self, first: *mut T, values: &[T], name: &str) -> Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        if first.is_null() {
            return Err(null(name));
        }
        // SAFETY: the caller of this function guarantees the memory.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), first, values.len()) };
        Ok(())
    }
}

fn null(name: &str) -> Error {
    Error::invalid(format!("the {name} is null"))
}
