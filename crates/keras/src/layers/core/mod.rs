//! Core layers.

mod activation;
mod dense;
mod einsum_dense;
mod embedding;
mod identity;
mod input;
mod int4;
mod lambda;
mod low_rank;
mod masking;
mod quantization;
mod quantized_table;
mod reversible_embedding;
mod rounding;

pub use activation::Activation;
pub use dense::Dense;
pub use einsum_dense::EinsumDense;
pub use embedding::Embedding;
pub use identity::Identity;
pub use input::{Input, InputLayer};
pub use lambda::Lambda;
pub use masking::Masking;
pub use quantization::QuantizationConfig;
pub use reversible_embedding::ReversibleEmbedding;
