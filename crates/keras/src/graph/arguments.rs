//! The arguments of calls.

/// What a call of a layer is given besides its inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallArguments {
    /// If false, the layer acts as in inference even in a training step: Keras's `training=False`. Default:
    /// as the program does.
    pub training: Option<bool>,
    /// If true, the queries of an attention see the keys up to their own step alone: Keras's
    /// `use_causal_mask`. Default: false.
    pub use_causal_mask: bool,
    /// If true, an embedding takes vectors and returns a score of each number: Keras's `reverse`. Default:
    /// false.
    pub reverse: bool,
}
