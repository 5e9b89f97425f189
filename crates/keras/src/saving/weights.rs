//! The weights of a model, independent of the file format.

use super::hdf5::Data;

/// The weights of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelWeights {
    /// The model's name.
    pub name: String,
    /// All layers in the model's order, including those without weights, which count for positions.
    pub layers: Vec<LayerWeights>,
}

/// The state of an optimizer, as files have it.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimizerWeights {
    /// The optimizer's name.
    pub name: String,
    /// The number of steps that are done.
    pub iterations: i64,
    /// The learning rate, if no schedule computes it.
    pub learning_rate: Option<f32>,
    /// The other variables, in the order of Keras 3's.
    pub variables: Vec<WeightValue>,
    /// The slot of each of these.
    pub slots: Vec<SlotIndex>,
}

/// The slot of an optimizer's variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotIndex {
    /// Its number.
    pub slot: usize,
    /// True for a number that is the same for all parameters; files have it last.
    pub shared: bool,
}

impl OptimizerWeights {
    /// The index of each variable, its elements and its shape.
    pub(super) fn datasets(&self) -> impl Iterator<Item = (usize, Data<'_>, &[usize])> {
        let iterations = Data::I32(self.iterations.clamp(0, i64::from(i32::MAX)) as i32);
        let rate = self.learning_rate.as_ref().map(|rate| (Data::F32(std::slice::from_ref(rate)), &[][..]));
        let variables = self.variables.iter().map(|v| (Data::F32(&v.data), v.shape.as_slice()));
        let all = std::iter::once((iterations, &[][..])).chain(rate).chain(variables);
        all.enumerate().map(|(i, (data, shape))| (i, data, shape))
    }

    /// The paths of the variables.
    pub(super) fn paths(&self) -> Vec<String> {
        let named = |name: &str| format!("{}/{name}", self.name);
        let rate = self.learning_rate.map(|_| named("learning_rate"));
        let variables = self.variables.iter().map(|v| v.path.clone());
        std::iter::once(named("iteration")).chain(rate).chain(variables).collect()
    }
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
    /// Numbers that are no weights of Keras's, such as those of the terms of a vocabulary; the paths are the
    /// names of their data sets.
    pub states: Vec<WeightValue>,
    /// Files in `.keras` archives, each with its path below the layer's folder.
    pub assets: Vec<(String, String)>,
}

impl LayerWeights {
    /// The weights of a layer.
    pub fn new(name: impl Into<String>, class_name: impl Into<String>, weights: Vec<WeightValue>) -> Self {
        let (name, class_name) = (name.into(), class_name.into());
        Self { name, class_name, weights, states: Vec::new(), assets: Vec::new() }
    }
}

/// A weight in float32, the type in which Keras stores weights under every common dtype policy but those of
/// quantized layers.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightValue {
    /// The path in Keras, such as `conv2d_1/kernel`.
    pub path: String,
    /// The part of the layer that has it: groups of a `.weights.h5` between the layer's and `vars`, such as
    /// `cell`; empty for the layer itself.
    pub part: String,
    /// The shape; empty for a scalar.
    pub shape: Vec<usize>,
    /// The elements, row-major.
    pub data: Vec<f32>,
    /// True for the whole numbers of a quantized layer, which files have as `int8`.
    pub int8: bool,
}

impl WeightValue {
    /// A weight with its path, shape and elements.
    pub fn new(path: impl Into<String>, shape: impl Into<Vec<usize>>, data: impl Into<Vec<f32>>) -> Self {
        Self { path: path.into(), part: String::new(), shape: shape.into(), data: data.into(), int8: false }
    }

    /// Sets the part of the layer that has the weight.
    #[must_use]
    pub fn part(mut self, part: impl Into<String>) -> Self {
        self.part = part.into();
        self
    }

    /// Sets whether files have it as `int8`.
    #[must_use]
    pub fn int8(mut self, int8: bool) -> Self {
        self.int8 = int8;
        self
    }

    /// The elements as files have them.
    pub(super) fn data(&self) -> Data<'_> {
        if self.int8 { Data::I8(&self.data) } else { Data::F32(&self.data) }
    }
}
