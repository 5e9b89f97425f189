//! Sequences of one length.

use crate::array::{Array, Values};
use crate::error::{Error, Result};

/// An end of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The start.
    Pre,
    /// The end.
    Post,
}

/// Sequences of numbers as rows of one length: longer ones are cut at the side `truncating`, shorter ones are
/// filled up with `value` at the side `padding`. Without `maxlen` the length is that of the longest sequence.
/// Keras's defaults are [`Side::Pre`] for both, and 0.
///
/// ```
/// use keras::utils::{Side, pad_sequences};
/// let rows = pad_sequences(&[vec![1], vec![2, 3, 4]], Some(2), Side::Pre, Side::Post, 0)?;
/// assert_eq!((rows.row(0), rows.row(1)), (Some(vec![0.0, 1.0]), Some(vec![2.0, 3.0])));
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if `maxlen` is 0.
pub fn pad_sequences<T: Copy, S: AsRef<[T]>>(
    sequences: &[S],
    maxlen: Option<usize>,
    padding: Side,
    truncating: Side,
    value: T,
) -> Result<Array>
where
    Vec<T>: Into<Values>,
{
    if maxlen == Some(0) {
        return Err(Error::argument("pad_sequences: maxlen is at least 1"));
    }
    let length = maxlen.unwrap_or_else(|| sequences.iter().map(|s| s.as_ref().len()).max().unwrap_or(0));
    let mut rows = Vec::with_capacity(sequences.len() * length);
    for sequence in sequences {
        let sequence: &[T] = sequence.as_ref();
        let rest = sequence.len().saturating_sub(length);
        let kept = if truncating == Side::Pre { &sequence[rest..] } else { &sequence[..sequence.len() - rest] };
        let filling = vec![value; length - kept.len()];
        let parts = if padding == Side::Pre { [&filling[..], kept] } else { [kept, &filling[..]] };
        rows.extend(parts.concat());
    }
    Array::new([sequences.len(), length], rows)
}
