//! The arguments of calls.

use crate::error::{Error, Result};

/// What a call of a layer is given besides its inputs. Explicit masks are tensors that follow the inputs,
/// first that of an attention, then those of inputs: zero or false where something does not count.
///
/// ```
/// use keras::graph::CallArguments;
/// use keras::layers::{LSTM, MultiHeadAttention};
/// use keras::{Input, symbolic};
/// let (x, pairs) = (Input::new([5, 8]), Input::new([5, 5]));
/// let masked = CallArguments { attention_mask: true, return_attention_scores: true, ..Default::default() };
/// let inputs = [&x.tensor(), &x.tensor(), &pairs.tensor()];
/// let outputs = MultiHeadAttention::new(2, 4).shared().call_with(inputs, masked)?;
/// assert_eq!(outputs[1].shape().to_string(), "(None, 2, 5, 5)");
///
/// let counts = symbolic::any(symbolic::not_equal(&outputs[0], 0.0), -1, false);
/// let masked = CallArguments::default().with_mask_of(0);
/// let last = LSTM::new(3).shared().call_with([&outputs[0], &counts], masked)?;
/// assert_eq!(last[0].shape().to_string(), "(None, 3)");
/// # Ok::<(), keras::Error>(())
/// ```
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
    /// If true, the tensor after the inputs says which keys each query sees, `(batch, queries, keys)`:
    /// Keras's `attention_mask`. Default: false.
    pub attention_mask: bool,
    /// The inputs, counted from 0, whose masks follow; they are used in place of the masks that the inputs
    /// have. Keras's `mask` of a recurrent layer is that of input 0, its `query_mask`, `value_mask` and
    /// `key_mask` those of 0, 1 and 2. Default: none.
    pub input_masks: [bool; MASKED_INPUTS],
    /// If true, an attention has its scores as a second output: Keras's `return_attention_scores`. Default:
    /// false.
    pub return_attention_scores: bool,
}

/// The number of inputs that may have explicit masks.
const MASKED_INPUTS: usize = 8;

impl CallArguments {
    /// These arguments with the mask of one more input. Masks follow in the order of their inputs.
    #[must_use]
    pub fn with_mask_of(mut self, input: usize) -> Self {
        if let Some(set) = self.input_masks.get_mut(input) {
            *set = true;
        }
        self
    }

    /// The number of the tensors of a call, of so many, that are its inputs; the others are masks.
    ///
    /// # Errors
    /// If there are fewer tensors than masks, or the mask of an input that there is not.
    pub(crate) fn inputs_of(&self, tensors: usize) -> Result<usize> {
        let masks = usize::from(self.attention_mask) + self.input_masks.iter().filter(|set| **set).count();
        let last = self.input_masks.iter().rposition(|set| *set).map_or(0, |last| last + 1);
        tensors.checked_sub(masks).filter(|inputs| *inputs >= last).ok_or_else(|| {
            Error::argument(format!("a call of {tensors} tensors cannot have {masks} masks; they follow the inputs"))
        })
    }
}
