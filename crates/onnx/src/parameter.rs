//! What the parameters of a program are in a model.

/// What a parameter of a program is in the model.
#[derive(Clone, Copy, Debug)]
pub enum Parameter<'a> {
    /// An input.
    Input {
        /// Its name.
        name: &'a str,
    },
    /// An initializer.
    Weight {
        /// Its name.
        name: &'a str,
        /// Its elements in the type of the parameter, little-endian.
        bytes: &'a [u8],
    },
}
