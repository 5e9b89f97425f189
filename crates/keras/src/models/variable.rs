//! A weight with its values.

/// A weight of a model: its name, shape and values, kept on the host as `float32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The layer's name and its own, such as `conv2d/kernel`.
    pub path: String,
    /// Its name within the layer, such as `kernel`.
    pub name: &'static str,
    /// The whole shape.
    pub shape: Vec<usize>,
    /// Whether the optimizer changes it.
    pub trainable: bool,
    /// The values, row-major.
    pub values: Vec<f32>,
}
