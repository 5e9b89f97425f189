//! What several parts of the crate share.

pub mod progbar;
mod rng;
pub(crate) mod trace;

pub use progbar::Progbar;
pub use rng::Rng;
