//! What several parts of the crate share.

pub mod progbar;
mod rng;
pub(crate) mod trace;

pub use progbar::Progbar;
pub use rng::Rng;

/// Keras's name of a class, from that of its function: `he_normal` is `HeNormal`.
pub(crate) fn camel_case(name: &str) -> String {
    let capitalised = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').filter(|word| word.is_char_boundary(1)).map(capitalised).collect()
}
