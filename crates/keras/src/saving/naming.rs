//! How Keras counts the layers of a container in a `.weights.h5` file (`keras/src/utils/naming.py`, `saving_lib.py`).

use std::collections::HashMap;

/// The name of each layer's group: its class in snake case, numbered from the second of a class on.
pub(super) fn container_names<'a>(class_names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut used: HashMap<String, usize> = HashMap::new();
    let unique = |class: &str| {
        let name = to_snake_case(class);
        let count = used.entry(name.clone()).and_modify(|n| *n += 1).or_insert(0);
        if *count == 0 { name } else { format!("{name}_{count}") }
    };
    class_names.into_iter().map(unique).collect()
}

/// `MaxPooling2D` becomes `max_pooling2d`, `ReLU` becomes `re_lu`.
fn to_snake_case(class: &str) -> String {
    let letters: Vec<char> = class.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut name = String::new();
    for (i, letter) in letters.iter().enumerate() {
        let after_small = i > 0 && letters[i - 1].is_ascii_lowercase();
        let starts_word = i > 0 && letters.get(i + 1).is_some_and(char::is_ascii_lowercase);
        if letter.is_ascii_uppercase() && (after_small || starts_word) {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
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

    #[test]
    fn layers_are_counted_by_class() {
        let names = container_names(["InputLayer", "Conv2D", "Dense", "Conv2D", "Conv2D"]);
        assert_eq!(names, ["input_layer", "conv2d", "dense", "conv2d_1", "conv2d_2"]);
    }
}
