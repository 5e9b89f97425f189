//! Automatic names, as Keras gives them: the class in snake case, numbered from the second on.
//!
//! The counter is the one global state of this crate, as it is of Keras: names stay unique across the models of a
//! program. [`reset_uids`] starts over, for tests and for code that builds the same model twice.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

static UIDS: LazyLock<Mutex<HashMap<String, usize>>> = LazyLock::new(Mutex::default);

/// A new name for an object of that class: `conv2d`, then `conv2d_1`, and so on.
pub fn auto_name(class_name: &str) -> String {
    let prefix = to_snake_case(class_name);
    // A panic elsewhere cannot leave the map half-written, so a poisoned lock is as good as any.
    let mut uids = UIDS.lock().unwrap_or_else(PoisonError::into_inner);
    let count = uids.entry(prefix.clone()).or_insert(0);
    let name = if *count == 0 { prefix } else { format!("{prefix}_{count}") };
    *count += 1;
    name
}

/// Forgets all names given so far: the next convolution is `conv2d` again.
pub fn reset_uids() {
    UIDS.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// `MaxPooling2D` becomes `max_pooling2d`: an underscore before a capital that begins a word.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_named_as_in_keras() {
        // Made by keras.src.utils.naming.to_snake_case, 3.15.1.
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
