//! What several parts of the crate share.

mod rng;
pub(crate) mod trace;

pub use rng::Rng;
