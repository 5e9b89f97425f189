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

    /// The handle of an object that somebody here owns.
    fn as_handle(&self) -> *mut Self::C {
        std::ptr::from_ref(self).cast_mut().cast()
    }
}
