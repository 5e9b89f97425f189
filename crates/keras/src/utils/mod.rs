//! Utilities: labels and sequences as arrays, random numbers, the progress bar, atomic writes, locks of
//! folders, and pieces of programs.

mod atomic_file;
mod folder_lock;
mod mersenne_twister;
mod numerical;
pub mod progbar;
mod rng;
mod sequences;
pub(crate) mod trace;

pub use atomic_file::{check_writable, replace_file, write_atomically};
pub use folder_lock::FolderLock;
pub use mersenne_twister::MersenneTwister;
pub use numerical::{normalize, to_categorical};
pub use progbar::Progbar;
pub use rng::Rng;
pub use sequences::{Side, pad_sequences};
