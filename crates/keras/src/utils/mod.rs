//! Utilities: random numbers, the progress bar, atomic writes, and pieces of programs.

mod atomic_file;
mod mersenne_twister;
pub mod progbar;
mod rng;
pub(crate) mod trace;

pub use atomic_file::{check_writable, write_atomically};
pub use mersenne_twister::MersenneTwister;
pub use progbar::Progbar;
pub use rng::Rng;
