//! Keras's names of the layers in a `.weights.h5` file (`keras/src/utils/naming.py`, `saving_lib.py`).

use std::collections::HashMap;

use crate::naming::to_snake_case;

/// The classes that have another name in Python than in configurations.
const PYTHON_CLASSES: [(&str, &str); 1] = [("GroupQueryAttention", "GroupedQueryAttention")];

/// The name of a class in Python, which files of weights and summaries have.
pub(crate) fn python_class(class: &str) -> &str {
    PYTHON_CLASSES.iter().find(|(name, _)| *name == class).map_or(class, |(_, name)| name)
}

/// The name of each layer's group: the class in snake case, numbered from the second layer of a class on.
pub(crate) fn container_names<'a>(class_names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut used: HashMap<String, usize> = HashMap::new();
    let unique = |class: &str| {
        let name = to_snake_case(python_class(class));
        let count = used.entry(name.clone()).and_modify(|n| *n += 1).or_insert(0);
        if *count == 0 { name } else { format!("{name}_{count}") }
    };
    class_names.into_iter().map(unique).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_counted_by_class() {
        let names = container_names(["InputLayer", "Conv2D", "Dense", "Conv2D", "Conv2D"]);
        assert_eq!(names, ["input_layer", "conv2d", "dense", "conv2d_1", "conv2d_2"]);
    }

    #[test]
    fn a_class_has_its_name_in_python() {
        // As Keras 3.15.1 writes it.
        assert_eq!(container_names(["GroupQueryAttention"]), ["grouped_query_attention"]);
    }
}
