//! The layout of the API's structs: `struct_size` first, then the chain of extensions, then fields in an
//! order that never changes.

/// A struct of the API that begins with `struct_size`.
///
/// # Safety
/// The struct is `#[repr(C)]`, its first field is `struct_size: usize`, and any bytes are a valid value of
/// it: fields are integers, raw pointers, optional function pointers, and structs and unions of these, but no
/// `bool` and no `enum`.
pub unsafe trait AbiStruct: Sized {
    /// The struct's name, for messages.
    const NAME: &'static str;
    /// The size up to the end of the last field, in bytes. Padding after it does not count: a later version
    /// may have a field there.
    const STRUCT_SIZE: usize;

    /// The struct with `struct_size` set and all other fields zero or null.
    fn new() -> Self {
        // SAFETY: the trait promises that any bytes are a valid value.
        let mut value: Self = unsafe { std::mem::zeroed() };
        // SAFETY: the trait promises that the first field is `struct_size`, and `repr(C)` puts it at the
        // start.
        unsafe { (&raw mut value).cast::<usize>().write(Self::STRUCT_SIZE) };
        value
    }

    /// Copies a struct of the other side, whose version may have fewer or more fields. Missing fields are
    /// zero or null; additional ones are ignored. `struct_size` is the other side's.
    ///
    /// # Safety
    /// `other` points to `struct_size` readable bytes, which begin with `struct_size` itself.
    unsafe fn copy(other: *const Self) -> Self {
        let mut own = Self::new();
        // SAFETY: the caller guarantees that `struct_size` is readable.
        let size = unsafe { other.cast::<usize>().read() }.clamp(size_of::<usize>(), Self::STRUCT_SIZE);
        // SAFETY: both structs have `size` bytes, a field has the same offset in every version, and any bytes
        // are a valid value.
        unsafe { std::ptr::copy_nonoverlapping(other.cast::<u8>(), (&raw mut own).cast::<u8>(), size) };
        own
    }
}

/// A C `bool` as a field. It is a byte because the other side may leave any value in it, and a Rust `bool`
/// must be 0 or 1.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PJRT_Bool(pub u8);

impl PJRT_Bool {
    /// Returns true if the byte is not 0, as C does.
    pub const fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for PJRT_Bool {
    fn from(value: bool) -> Self {
        Self(value.into())
    }
}

/// The size of the field that `access` returns. The closure is not called; only the type of its result is
/// used.
#[doc(hidden)]
pub const fn field_size<S, F>(_access: fn(&S) -> &F) -> usize {
    size_of::<F>()
}

/// The offset of the end of a struct's field, in bytes.
///
/// ```
/// use pjrt::abi::PJRT_Event_IsReady_Args;
/// assert_eq!(pjrt::field_end!(PJRT_Event_IsReady_Args, is_ready), 25);
/// ```
#[macro_export]
macro_rules! field_end {
    ($type:ty, $field:ident) => {
        ::core::mem::offset_of!($type, $field) + $crate::abi::layout::field_size(|s: &$type| &s.$field)
    };
}

/// Returns true if the `struct_size` of the struct that a pointer points to includes a field.
///
/// The macro dereferences the pointer, which requires an `unsafe` block. Only `struct_size` must be readable.
///
/// ```
/// use pjrt::abi::{AbiStruct, PJRT_ExecuteOptions};
/// let mut options = PJRT_ExecuteOptions::new();
/// options.struct_size = pjrt::field_end!(PJRT_ExecuteOptions, context); // as an older caller sets it
/// let pointer = &raw const options;
/// // SAFETY: the struct is alive.
/// assert!(unsafe { pjrt::has_field!(pointer, PJRT_ExecuteOptions, launch_id) });
/// assert!(unsafe { !pjrt::has_field!(pointer, PJRT_ExecuteOptions, call_location) });
/// ```
#[macro_export]
macro_rules! has_field {
    ($pointer:expr, $type:ty, $field:ident) => {
        $pointer.cast::<usize>().read() >= $crate::field_end!($type, $field)
    };
}

/// Structs that begin with `struct_size` and `extension_start`.
macro_rules! abi_structs {
    ($($(#[$meta:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        #[allow(missing_docs)] // The fields' names are the header's; the struct is documented.
        pub struct $name {
            pub struct_size: usize,
            pub extension_start: *mut $crate::abi::extension::PJRT_Extension_Base,
            $(pub $field: $type,)*
        }

        // SAFETY: `repr(C)`, begins with `struct_size`, and consists of integers, raw pointers, optional
        // function pointers and structs and unions of these, all of which may be any bytes.
        unsafe impl $crate::abi::layout::AbiStruct for $name {
            const NAME: &'static str = stringify!($name);
            // The last assignment is the result. A struct without fields of its own has no assignment.
            #[allow(unused_assignments, unused_mut)]
            const STRUCT_SIZE: usize = {
                let mut end = $crate::field_end!($name, extension_start);
                $(end = $crate::field_end!($name, $field);)*
                end
            };
        }
    )*};
}

/// C enums. The other side may pass any number, so they are numbers with named constants.
macro_rules! abi_enums {
    ($($(#[$meta:meta])* $name:ident { $($variant:ident = $value:literal),* $(,)? })*) => {$(
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name(pub u32);

        #[allow(missing_docs)] // The constants' names are the header's.
        impl $name {
            $(pub const $variant: Self = Self($value);)*

            /// The constant's name; `None` if the number is unknown.
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some(stringify!($variant)),)*
                    _ => None,
                }
            }
        }
    )*};
}

/// Opaque handles.
macro_rules! abi_opaque {
    ($($(#[$meta:meta])* $name:ident;)*) => {$(
        $(#[$meta])*
        #[repr(C)]
        pub struct $name {
            _content: [u8; 0],
            // Not `Send`, `Sync` or `Unpin`: a wrapper of the handle declares which of them hold.
            _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
        }
    )*};
}
