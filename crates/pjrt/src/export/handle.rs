//! Handles: Rust objects behind opaque C pointers.

use std::sync::Arc;

/// A Rust object behind an opaque C handle.
///
/// # Safety
/// Every handle of type `C` that this plugin returns is made by [`Handle::into_handle`] or
/// [`Handle::as_handle`] of this type, so that a live handle points to a live object of this type. No other
/// type has the same `C`.
pub unsafe trait Handle: Sized {
    /// The handle's C type.
    type C;
    /// The object's name in messages.
    const NAME: &'static str;

    /// Boxes the object and hands it over to the caller, who destroys it later.
    fn into_handle(self) -> *mut Self::C {
        Box::into_raw(Box::new(self)).cast()
    }

    /// The handle of an object that the plugin keeps owning. The owner must not hold the object in a `Box`:
    /// moving a `Box` invalidates pointers to its content. An [`Arc`] can be moved.
    fn as_handle(&self) -> *mut Self::C {
        std::ptr::from_ref(self).cast_mut().cast()
    }
}

/// A Rust object that handles share: each of them is an [`Arc`] of it in a box.
///
/// # Safety
/// As [`Handle`], for `Arc<Self>`.
pub unsafe trait SharedHandle {
    /// The handle's C type.
    type C;
    /// The object's name in messages.
    const NAME: &'static str;
}

// SAFETY: `SharedHandle` requires the same.
unsafe impl<T: SharedHandle> Handle for Arc<T> {
    type C = T::C;
    const NAME: &'static str = T::NAME;
}

/// A list of pointers that callers read: handles of objects that the list's owner keeps alive, or texts.
///
/// The elements are pointers and not integers, because a pointer that is read from an integer has no
/// provenance.
pub struct Pointers<T>(Box<[*mut T]>);

// SAFETY: the list does not dereference its pointers.
unsafe impl<T> Send for Pointers<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Pointers<T> {}

impl<T> Pointers<T> {
    /// The pointers.
    pub fn as_slice(&self) -> &[*mut T] {
        &self.0
    }
}

impl<T> FromIterator<*mut T> for Pointers<T> {
    fn from_iter<I: IntoIterator<Item = *mut T>>(pointers: I) -> Self {
        Self(pointers.into_iter().collect())
    }
}
