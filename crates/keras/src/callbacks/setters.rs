//! The macro that declares the builder methods of callbacks.

/// Declares a setter for each field.
macro_rules! setters {
    ($($(#[doc = $doc:literal])* $setter:ident($type:ty) => $($field:ident).+;)*) => {
        $(
            $(#[doc = $doc])*
            #[must_use]
            pub fn $setter(mut self, $setter: $type) -> Self {
                self.$($field).+ = $setter;
                self
            }
        )*
    };
}
pub(super) use setters;
