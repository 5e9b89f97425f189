//! Tables of the functions that only read a value of an object, or only destroy an object.

use std::ffi::c_char;

use pjrt::NamedValueList;
use pjrt::abi::PJRT_NamedValue;

/// Implements functions that return values of one object.
///
/// A line `Args: handle as Object => field = value;` reads the object behind the argument `handle`, and
/// stores `value` in the result `field`. The value can use the object under the name of the argument. Results
/// in two fields, such as a text and its size, are written `(first, second) = values`.
macro_rules! getters {
    ($($args:ident: $handle:ident as $object:ty =>
        $(($($fields:ident),+))? $($field:ident)? = $value:expr;)*) => {$(
        impl $crate::entry::Call for $args {
            unsafe fn call(&mut self, caller: $crate::caller::Caller<'_>) -> $crate::error::Result<()> {
                // SAFETY: the argument is a handle, which C callers pass null or alive. `Handle` ties its C
                // type to the object's type.
                let $handle = unsafe { caller.get::<$object>(self.$handle)? };
                // A value may be a constant. The handle is checked nevertheless.
                let _ = $handle;
                $(($(self.$fields),+) = $value;)?
                $(self.$field = $value;)?
                Ok(())
            }
        }
    )*};
}

/// Implements functions that destroy an object. In a line `Args: handle as Object;`, `handle` is the
/// argument.
macro_rules! destructors {
    ($($args:ident: $handle:ident as $object:ty;)*) => {$(
        impl $crate::entry::Call for $args {
            unsafe fn call(&mut self, caller: $crate::caller::Caller<'_>) -> $crate::error::Result<()> {
                // SAFETY: the argument is null, or a live handle that `into_handle` made: objects with other
                // handles have no function that destroys them. C callers do not use it afterwards.
                unsafe { caller.destroy::<$object>(self.$handle) };
                Ok(())
            }
        }
    )*};
}

/// A text in two fields: its start and its size.
pub(super) fn text(text: &str) -> (*const c_char, usize) {
    (text.as_ptr().cast(), text.len())
}

/// An array in two fields: its start and its length.
pub(super) fn array<T>(values: &[T]) -> (*const T, usize) {
    (values.as_ptr(), values.len())
}

/// Named values in two fields: their start and their number.
pub(super) fn named_values(values: &NamedValueList) -> (*const PJRT_NamedValue, usize) {
    (values.as_ptr(), values.len())
}

/// The deleter of results that an object of the plugin owns. It is never null, because callers do not check
/// that.
pub(super) unsafe extern "C" fn no_deletion<T>(_: *mut T) {}
