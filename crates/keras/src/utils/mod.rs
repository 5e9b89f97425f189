//! Utilities: labels and sequences as arrays, random numbers, the progress bar, atomic writes, and pieces of
//! programs.

mod atomic_file;
mod mersenne_twister;
mod numerical;
pub mod progbar;
mod rng;
mod sequences;
pub(crate) mod trace;

pub use atomic_file::{check_writable, write_atomically};
pub use mersenne_twister::MersenneTwister;
pub use numerical::{normalize, to_categorical};
pub use progbar::Progbar;
pub use rng::Rng;
pub use sequences::{Side, pad_sequences};
