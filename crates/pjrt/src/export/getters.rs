//! Tables of the functions that only read a value of an object, or only destroy an object.

use std::ffi::c_char;

use crate::abi::PJRT_NamedValue;
use crate::named_value::NamedValueList;

/// Implements functions that return values of one object.
///
/// A line `Args: handle as Object => field = value;` reads the object behind the argument `handle`, and
/// stores `value` in the result `field`. The value can use the object under the name of the argument. Results
/// in two fields, such as a text and its size, are written `(first, second) = values`.
#[macro_export]
macro_rules! getters {
    ($plugin:ident; $($args:ident: $handle:ident as $object:ty =>
        $(($($fields:ident),+))? $($field:ident)? = $value:expr;)*) => {$(
        impl $crate::export::Call<$plugin> for $args {
            unsafe fn call(&mut self, caller: $crate::export::Caller<'_>) -> Result<(), <$plugin as $crate::export::Implementation>::Error> {
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
#[macro_export]
macro_rules! destructors {
    ($plugin:ident; $($args:ident: $handle:ident as $object:ty;)*) => {$(
        impl $crate::export::Call<$plugin> for $args {
            unsafe fn call(&mut self, caller: $crate::export::Caller<'_>) -> Result<(), <$plugin as $crate::export::Implementation>::Error> {
                // SAFETY: the argument is null, or a live handle that `into_handle` made: objects with other
                // handles have no function that destroys them. C callers do not use it afterwards.
                unsafe { caller.destroy::<$object>(self.$handle) };
                Ok(())
            }
        }
    )*};
}

/// A text in two fields: its start and its size.
pub fn text(text: &str) -> (*const c_char, usize) {
    (text.as_ptr().cast(), text.len())
}

/// An array in two fields: its start and its length.
pub fn array<T>(values: &[T]) -> (*const T, usize) {
    (values.as_ptr(), values.len())
}

/// Named values in two fields: their start and their number.
pub fn named_values(values: &NamedValueList) -> (*const PJRT_NamedValue, usize) {
    (values.as_ptr(), values.len())
}

/// The deleter of results that an object of the plugin owns. It is never null, because callers do not check
/// that.
///
/// # Safety
/// Always safe: it does nothing. Its type is that of the API's deleters.
pub unsafe extern "C" fn no_deletion<T>(_: *mut T) {}
