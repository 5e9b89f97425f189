//! Objects as handles: boxed on the way out; [`Caller`](crate::caller::Caller) borrows them on the way in.

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

    /// Hands the object out; the caller gives it back to be destroyed.
    fn into_handle(self) -> *mut Self::C {
        Box::into_raw(Box::new(self)).cast()
    }

    /// The handle of an object that somebody here owns; in an [`Arc`](std::sync::Arc), since a `Box` that is moved claims
    /// its object for itself.
    fn as_handle(&self) -> *mut Self::C {
        std::ptr::from_ref(self).cast_mut().cast()
    }
}

/// A list of pointers that stays as it is, for callers to read: handles of objects that the list's owner keeps, or texts.
///
/// They are kept as pointers, not as numbers: a number that is read as a pointer may reach nothing.
pub struct Pointers<T>(Box<[*mut T]>);

// SAFETY: the list only hands its pointers on; whoever follows one answers for that (see `Handle`).
unsafe impl<T> Send for Pointers<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Pointers<T> {}

impl<T> Pointers<T> {
    /// The first of the list.
    pub fn as_ptr(&self) -> *const *mut T {
        self.0.as_ptr()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl<T> FromIterator<*mut T> for Pointers<T> {
    fn from_iter<I: IntoIterator<Item = *mut T>>(pointers: I) -> Self {
        Self(pointers.into_iter().collect())
    }
}
