//! The keys of `x[key]`.

use std::ops::{Range, RangeFrom, RangeFull, RangeTo};

use serde_json::{Value as Json, json};

/// What a key says about one dimension, the batch being the first: an index, a range of indices, or one of
/// these variants. Negative numbers count from the end.
///
/// ```
/// use keras::symbolic::{Index, get_item};
/// use keras::Input;
/// let x = Input::new([4, 6]);
/// let shape = |y: keras::KerasTensor| y.shape().to_string();
/// assert_eq!(shape(get_item(&x, (.., 0))), "(None, 6)");
/// assert_eq!(shape(get_item(&x, (Index::Ellipsis, 1..-1))), "(None, 4, 4)");
/// assert_eq!(shape(get_item(&x, (.., Index::NewAxis, Index::Step(2)))), "(None, 1, 2, 6)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// The element with this index; the dimension is left out of the result.
    At(i64),
    /// From the first number up to, but not with, the second; `None` is an end of the dimension.
    Range(Option<i64>, Option<i64>),
    /// Each element with a distance of this number to the one before; backwards if it is negative.
    Step(i64),
    /// A new dimension of size 1.
    NewAxis,
    /// All dimensions that the other parts of the key do not name.
    Ellipsis,
}

impl From<i64> for Index {
    fn from(index: i64) -> Self {
        Self::At(index)
    }
}

impl From<RangeFull> for Index {
    fn from(_: RangeFull) -> Self {
        Self::Range(None, None)
    }
}

impl From<Range<i64>> for Index {
    fn from(range: Range<i64>) -> Self {
        Self::Range(Some(range.start), Some(range.end))
    }
}

impl From<RangeFrom<i64>> for Index {
    fn from(range: RangeFrom<i64>) -> Self {
        Self::Range(Some(range.start), None)
    }
}

impl From<RangeTo<i64>> for Index {
    fn from(range: RangeTo<i64>) -> Self {
        Self::Range(None, Some(range.end))
    }
}

impl Index {
    /// The index as Keras writes it.
    fn to_json(self) -> Json {
        let slice = |start: Option<i64>, stop: Option<i64>, step: Option<i64>| {
            let config = json!({ "start": start, "stop": stop, "step": step });
            json!({ "class_name": "__slice__", "config": config })
        };
        match self {
            Self::At(index) => index.into(),
            Self::Range(start, stop) => slice(start, stop, None),
            Self::Step(step) => slice(None, None, Some(step)),
            Self::NewAxis => Json::Null,
            Self::Ellipsis => json!({ "class_name": "__ellipsis__", "config": {} }),
        }
    }
}

/// A key of up to five dimensions: a tuple of what converts to an [`Index`].
pub trait Key {
    /// The parts, in the order of the dimensions.
    fn indices(self) -> Vec<Index>;
}

macro_rules! keys {
    ($(($($part:ident),*))*) => {$(
        impl<$($part: Into<Index>),*> Key for ($($part,)*) {
            #[allow(non_snake_case, reason = "each part has the name of its type")]
            fn indices(self) -> Vec<Index> {
                let ($($part,)*) = self;
                vec![$($part.into()),*]
            }
        }
    )*};
}

keys! { (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) }

/// The key as Keras writes it.
pub(super) fn to_json(key: impl Key) -> Json {
    key.indices().into_iter().map(Index::to_json).collect()
}
