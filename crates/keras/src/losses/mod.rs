//! Losses: the functions that training minimizes.

mod crossentropy;
mod error;
mod loss;

pub(crate) use loss::TargetKind;
pub use loss::{Loss, resolve};
