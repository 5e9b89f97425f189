//! Layers that turn strings and integers into numbers: by a hash, or by a vocabulary. They work on the host,
//! since programs have no strings.

mod encoding;
mod fingerprint;
mod hashing;
mod index_lookup;
mod layers;
mod text_vectorization;
mod vocabulary;

pub use encoding::LookupMode;
pub use hashing::{HashedCrossing, Hashing, MaskValue, ResultType, Salt};
pub use layers::{IntegerLookup, OovMethod, StringLookup};
pub use text_vectorization::{Ngrams, Split, Standardize, TextVectorization};
pub use vocabulary::{Term, Vocabulary};
