//! How structs of the API are laid out: `struct_size` first, then the chain of extensions, then fields in an order that
//! never changes.

/// A struct of the API that begins with `struct_size`.
///
/// # Safety
/// The struct is `#[repr(C)]`, its first field is `struct_size: usize`, and any bytes are a valid value of it: fields are
/// integers, raw pointers, optional function pointers, and structs and unions of these, but no `bool` and no `enum`.
pub unsafe trait AbiStruct: Sized {
    /// The struct's name, for messages.
    const NAME: &'static str;
    /// Bytes up to the end of the last field. Padding behind it does not count: a later version may use it.
    const STRUCT_SIZE: usize;

    /// The struct with `struct_size` set and everything else zero or null.
    fn new() -> Self {
        // SAFETY: the trait promises that any bytes are a valid value.
        let mut value: Self = unsafe { std::mem::zeroed() };
        // SAFETY: the trait promises that the first field is `struct_size`, and `repr(C)` puts it at the start.
        unsafe { (&raw mut value).cast::<usize>().write(Self::STRUCT_SIZE) };
        value
    }

    /// Copies a struct of the other side, which may know a shorter or longer one: what is missing stays zero or null, what
    /// is too much is left out. `struct_size` is the other side's.
    ///
    /// # Safety
    /// `other` points to `struct_size` readable bytes, the first of which are `struct_size` itself.
    unsafe fn copy(other: *const Self) -> Self {
        let mut own = Self::new();
        // SAFETY: as the caller says.
        let size = unsafe { other.cast::<usize>().read() }.clamp(size_of::<usize>(), Self::STRUCT_SIZE);
        // SAFETY: both have `size` bytes, fields of one name lie at the same place in every version, and any bytes are a
        // valid value.
        unsafe { std::ptr::copy_nonoverlapping(other.cast::<u8>(), (&raw mut own).cast::<u8>(), size) };
        own
    }
}

/// A C `bool` as a field. It is a byte, since the other side may leave there any byte, or none at all, where a Rust `bool`
/// has to be 0 or 1.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PJRT_Bool(pub u8);

impl PJRT_Bool {
    /// Whether the byte is not 0, which is what C asks.
    pub const fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for PJRT_Bool {
    fn from(yes: bool) -> Self {
        Self(yes.into())
    }
}

/// The size of the field that `access` reaches; the type of the closure's result is all that counts.
#[doc(hidden)]
pub const fn size_behind<S, F>(_access: fn(&S) -> &F) -> usize {
    size_of::<F>()
}

/// Bytes from the start of a struct to the end of one of its fields.
///
/// ```
/// use pjrt::abi::PJRT_Event_IsReady_Args;
/// assert_eq!(pjrt::field_end!(PJRT_Event_IsReady_Args, is_ready), 25);
/// ```
#[macro_export]
macro_rules! field_end {
    ($type:ty, $field:ident) => {
        ::core::mem::offset_of!($type, $field) + $crate::abi::layout::size_behind(|s: &$type| &s.$field)
    };
}

/// Whether the struct behind a pointer reaches up to and including a field, by its `struct_size`.
///
/// The pointer is read, so the macro stands in an `unsafe` block; only `struct_size` has to be readable.
///
/// ```
/// use pjrt::abi::{AbiStruct, PJRT_ExecuteOptions};
/// let mut options = PJRT_ExecuteOptions::new();
/// options.struct_size = pjrt::field_end!(PJRT_ExecuteOptions, context); // as an older caller would say
/// let pointer = &raw const options;
/// // SAFETY: the pointer is to a live struct.
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
        #[allow(missing_docs)] // The fields' names are the header's; the struct says what they are for.
        pub struct $name {
            pub struct_size: usize,
            pub extension_start: *mut $crate::abi::extension::PJRT_Extension_Base,
            $(pub $field: $type,)*
        }

        // SAFETY: `repr(C)`, begins with `struct_size`, and consists of integers, raw pointers, optional function pointers and
        // structs and unions of these, all of which may be any bytes.
        unsafe impl $crate::abi::layout::AbiStruct for $name {
            const NAME: &'static str = stringify!($name);
            // The last field wins; a struct without fields of its own has none to assign.
            #[allow(unused_assignments, unused_mut)]
            const STRUCT_SIZE: usize = {
                let mut end = $crate::field_end!($name, extension_start);
                $(end = $crate::field_end!($name, $field);)*
                end
            };
        }
    )*};
}

/// C enums: any number may come from the other side, so they are numbers with named constants.
macro_rules! abi_enums {
    ($($(#[$meta:meta])* $name:ident { $($variant:ident = $value:literal),* $(,)? })*) => {$(
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name(pub u32);

        #[allow(missing_docs)] // The constants' names are the header's.
        impl $name {
            $(pub const $variant: Self = Self($value);)*

            /// The constant's name, if the number has one.
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some(stringify!($variant)),)*
                    _ => None,
                }
            }
        }
    )*};
}

/// Handles whose inside only the plugin knows.
macro_rules! abi_opaque {
    ($($(#[$meta:meta])* $name:ident;)*) => {$(
        $(#[$meta])*
        #[repr(C)]
        pub struct $name {
            _inside: [u8; 0],
            // Not `Send`, `Sync` or `Unpin` by itself: whoever wraps the handle has to say what holds.
            _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
        }
    )*};
}
