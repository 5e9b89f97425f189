//! Objects as handles: boxed on the way out, borrowed on the way in.

use crate::error::{Error, Result};

/// A Rust object behind an opaque C handle.
///
/// # Safety
/// A handle of type `C` that callers get from this plugin is always made by [`Handle::into_handle`] of this type, or points
/// to an object of this type that its owner keeps.
pub unsafe trait Handle: Sized {
    /// The handle's C type.
    type C;
    /// What it is called in messages.
    const NAME: &'static str;

    /// Hands the object out; the caller gives it back to [`destroy`].
    fn into_handle(self) -> *mut Self::C {
        Box::into_raw(Box::new(self)).cast()
    }

    /// The handle of an object that somebody here owns.
    fn as_handle(&self) -> *mut Self::C {
        std::ptr::from_ref(self).cast_mut().cast()
    }
}

/// The object behind a handle.
///
/// The API asks of callers that a handle lives during the call it is passed to, so the borrow may last as long as the
/// arguments are looked at. All objects are shared: what changes in them stands behind locks.
pub fn get<'a, H: Handle>(handle: *const H::C) -> Result<&'a H> {
    // SAFETY: non-null handles are live objects of this type: the promise of `Handle` and of the API's callers.
    unsafe { handle.cast::<H>().as_ref() }.ok_or_else(|| Error::invalid(format!("the {} is null", H::NAME)))
}

/// Frees an object; null is allowed.
pub fn destroy<H: Handle>(handle: *mut H::C) {
    if !handle.is_null() {
        // SAFETY: callers give back, once, what `into_handle` gave them.
        drop(unsafe { Box::from_raw(handle.cast::<H>()) });
    }
}

/// A caller's array; empty where the pointer is null.
pub fn slice<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if first.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: the API's callers pass `count` readable elements that live during the call.
    unsafe { std::slice::from_raw_parts(first, count) }
}

/// A caller's text.
pub fn text<'a>(first: *const std::ffi::c_char, size: usize, what: &str) -> Result<&'a str> {
    std::str::from_utf8(slice(first.cast::<u8>(), size))
        .map_err(|e| Error::invalid(format!("{what} is not UTF-8: {e}")))
}
