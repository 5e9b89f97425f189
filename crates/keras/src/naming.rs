//! Keras's naming rules: automatic names of layers and models, and conversions between class and function
//! names.
//!
//! An automatic name is the class in snake case, numbered from the second object on. The counter is the only
//! global state of this crate, as in Keras, so names are unique across the models of a program.
//! [`reset_uids`] resets it, for tests and for code that builds the same model twice.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::error::Error;

static UIDS: LazyLock<Mutex<HashMap<String, usize>>> = LazyLock::new(Mutex::default);

/// A new name for an object of this class: `conv2d`, then `conv2d_1`, and so on.
pub fn auto_name(class_name: &str) -> String {
    let prefix = to_snake_case(class_name);
    // No panic can leave the map inconsistent, so a poisoned lock is usable.
    let mut uids = UIDS.lock().unwrap_or_else(PoisonError::into_inner);
    let count = uids.entry(prefix.clone()).or_insert(0);
    let name = if *count == 0 { prefix } else { format!("{prefix}_{count}") };
    *count += 1;
    name
}

/// Resets the counter: the next convolution is `conv2d` again.
pub fn reset_uids() {
    UIDS.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// Converts a class name to snake case: `MaxPooling2D` becomes `max_pooling2d`.
///
/// ```
/// assert_eq!(keras::naming::to_snake_case("GlobalAveragePooling2D"), "global_average_pooling2d");
/// assert_eq!(keras::naming::to_snake_case("ReLU"), "re_lu");
/// ```
pub fn to_snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut out = String::with_capacity(chars.len() + 4);
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|j| chars[j]);
        let begins_word = chars.get(i + 1).is_some_and(|n| n.is_ascii_lowercase());
        if c.is_ascii_uppercase() && before.is_some_and(|b| begins_word || b.is_ascii_lowercase()) {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// The known name that a mistyped one most resembles, in any case and without regard to hyphens, underscores
/// and spaces; `None` if more than a third of the letters differ in all of them.
///
/// ```
/// use keras::naming::nearest;
/// assert_eq!(nearest("Fashion-Minst", ["mnist", "fashion_mnist"]), Some("fashion_mnist"));
/// assert_eq!(nearest("imagenet", ["mnist", "fashion_mnist"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A name of a damaged file can be of any length.
    if name.len() > LONGEST_NAME {
        return None;
    }
    let plain = |name: &str| name.to_lowercase().replace(['-', '_', ' '], "");
    let mistyped = plain(name);
    let distance = |known: &&str| strsim::osa_distance(&mistyped, &plain(known));
    let near = |known: &&str| 3 * distance(known) <= mistyped.len().max(known.len());
    known.into_iter().filter(near).min_by_key(distance)
}

/// The longest name that is compared with others, in bytes.
const LONGEST_NAME: usize = 100;

/// The most names that a message lists.
pub(crate) const LISTED: usize = 60;

/// What there is in place of an unknown name, as the rest of a message: the nearest name first.
pub(crate) fn alternatives<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let list = if known.len() > LISTED { format!("{} others", known.len()) } else { known.join(", ") };
    match nearest(name, known) {
        Some(near) => format!("did you mean {near:?}? There are {list}"),
        None => format!("there are {list}"),
    }
}

/// The error of a name that is not among the known ones.
pub(crate) fn unknown<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Error {
    Error::argument(format!("there is no {kind} {name:?}; {}", alternatives(name, known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_name_is_recognized() {
        for (name, known, near) in [
            ("adamm", &["adamax", "adam", "adam_w"][..], Some("adam")),
            ("mean_square_error", &["mean_absolute_error", "mean_squared_error"], Some("mean_squared_error")),
            ("LSMT", &["GRU", "LSTM"], Some("LSTM")),
            ("max-pooling-2d", &["MaxPooling1D", "MaxPooling2D"], Some("MaxPooling2D")),
            ("cube", &["elu", "celu", "relu"], None),
            ("", &["relu"], None),
        ] {
            assert_eq!(nearest(name, known.iter().copied()), near, "{name}");
        }
        assert_eq!(nearest(&"a".repeat(1 << 20), ["a"]), None);
    }

    #[test]
    fn classes_are_named_as_in_keras() {
        // The results of keras.src.utils.naming.to_snake_case, 3.15.1.
        for (class, name) in [
            ("InputLayer", "input_layer"),
            ("Conv2D", "conv2d"),
            ("Conv2DTranspose", "conv2d_transpose"),
            ("MaxPooling2D", "max_pooling2d"),
            ("GlobalAveragePooling2D", "global_average_pooling2d"),
            ("BatchNormalization", "batch_normalization"),
            ("ReLU", "re_lu"),
            ("PReLU", "p_re_lu"),
            ("LSTM", "lstm"),
            ("GRUCell", "gru_cell"),
        ] {
            assert_eq!(to_snake_case(class), name);
        }
    }
}
