//! Attention.

mod dot_attention;
mod grouped_query_attention;
mod heads;
mod multi_head_attention;

pub use dot_attention::{AdditiveAttention, Attention, ScoreMode};
pub use grouped_query_attention::GroupQueryAttention;
pub use multi_head_attention::MultiHeadAttention;
