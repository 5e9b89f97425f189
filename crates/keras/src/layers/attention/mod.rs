//! Attention.

mod dot_attention;
mod multi_head_attention;

pub use dot_attention::{AdditiveAttention, Attention, ScoreMode};
pub use multi_head_attention::MultiHeadAttention;
