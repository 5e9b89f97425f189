//! The weights of a model, independent of the file format.

/// The weights of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelWeights {
    /// The model's name.
    pub name: String,
    /// All layers in the model's order, including those without weights, which count for positions.
    pub layers: Vec<LayerWeights>,
}

/// The weights of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerWeights {
    /// The layer's name, such as `conv2d_1`.
    pub name: String,
    /// The layer's class in Keras, such as `Conv2D`.
    pub class_name: String,
    /// The weights in Keras's order: those created as trainable first, then the others.
    pub weights: Vec<WeightValue>,
}

impl LayerWeights {
    /// The weights of a layer.
    pub fn new(name: impl Into<String>, class_name: impl Into<String>, weights: Vec<WeightValue>) -> Self {
        Self { name: name.into(), class_name: class_name.into(), weights }
    }
}

/// A weight in float32, the type in which Keras stores weights under every common dtype policy.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightValue {
    /// The path in Keras, such as `conv2d_1/kernel`.
    pub path: String,
    /// The shape; empty for a scalar.
    pub shape: Vec<usize>,
    /// The elements, row-major.
    pub data: Vec<f32>,
}

impl WeightValue {
    /// A weight with its path, shape and elements.
    pub fn new(path: impl Into<String>, shape: impl Into<Vec<usize>>, data: impl Into<Vec<f32>>) -> Self {
        Self { path: path.into(), shape: shape.into(), data: data.into() }
    }
}
