//! MPI, as far as training on several hosts needs it: exchanges of bytes between all processes.
//!
//! The library is loaded at run time and called through the standard ABI of MPI 5.0 (chapter 20), so that no
//! C compiler and no header is needed, and one program runs with MPICH, Intel MPI and Open MPI.
//! [`World::join`] finds the library, starts MPI and checks that the launcher's processes are all there;
//! [`launcher`] reads what the launcher says.
//!
//! MPI's collectives leave the order of sums to the library. This crate moves bytes only.

mod abi;
mod error;
pub mod launcher;
mod library;
mod world;

pub use error::{Error, ErrorKind, Result};
pub use launcher::Launcher;
pub use world::World;
