//! The declaration of functions: the names of `keras.ops` follow from it.

/// Declares public functions, and the constant `NAMES` with their names.
macro_rules! operations {
    ($( $(#[$doc:meta])* fn $name:ident $(<$($lifetime:lifetime),*>)? ($($arg:ident : $ty:ty),* $(,)?) -> $result:ty $body:block )*) => {
        /// The names of the functions in this file.
        pub(super) const NAMES: &[&str] = &[$(stringify!($name)),*];
        $( $(#[$doc])* pub fn $name $(<$($lifetime),*>)? ($($arg: $ty),*) -> $result $body )*
    };
}

/// Declares functions of two tensors.
macro_rules! of_two {
    ($( $name:ident $doc:literal |$x:ident, $y:ident| $body:expr; )*) => {
        $crate::ops::declare::operations! {
            $( #[doc = $doc] fn $name($x: &$crate::ops::Tensor, $y: &$crate::ops::Tensor) -> $crate::ops::Tensor { $body } )*
        }
    };
}

pub(super) use {of_two, operations};
