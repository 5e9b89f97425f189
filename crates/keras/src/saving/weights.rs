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
    /// The slot that has the number of steps, of an optimizer within a scale.
    pub counter: Option<SlotIndex>,
    /// The optimizers within it, each with its group in a `.weights.h5`, such as `inner_optimizer`.
    pub parts: Vec<(String, OptimizerWeights)>,
}

/// The slot of an optimizer's variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotIndex {
    /// Its number.
    pub slot: usize,
    /// The number of the trainable variable.
    pub variable: usize,
    /// True for a number that is the same for all parameters; files have it last.
    pub shared: bool,
}

impl OptimizerWeights {
    /// This optimizer, then those within it.
    pub(crate) fn with_parts(&self) -> Vec<&Self> {
        let parts = self.parts.iter().flat_map(|(_, part)| part.with_parts());
        std::iter::once(self).chain(parts).collect()
    }

    /// The number of its own variables in files: with that of steps, and the learning rate if it is one.
    pub(super) fn own_count(&self) -> usize {
        1 + usize::from(self.learning_rate.is_some()) + self.variables.len()
    }

    /// The number of its variables, with those of its parts.
    pub(super) fn count(&self) -> usize {
        self.with_parts().into_iter().map(Self::own_count).sum()
    }

    /// The number of values of its variables and those of its parts, and their bytes: as in Keras on
    /// TensorFlow, counters of steps are `int64`, all else is `float32`.
    pub(crate) fn size(&self) -> (u64, u64) {
        let of_one = |one: &Self| {
            let counters = 1 + one.variables.iter().filter(|v| v.path.ends_with("/step_counter")).count();
            let values = one.variables.iter().map(|v| v.data.len()).sum::<usize>();
            let values = 1 + usize::from(one.learning_rate.is_some()) + values;
            (values as u64, 4 * (values + counters) as u64)
        };
        let sizes = self.with_parts().into_iter().map(of_one);
        sizes.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }

    /// The elements and the shapes of the variables, its own ones first.
    pub(super) fn datasets(&self) -> Vec<(Data<'_>, &[usize])> {
        self.with_parts().into_iter().flat_map(Self::own_datasets).collect()
    }

    fn own_datasets(&self) -> impl Iterator<Item = (Data<'_>, &[usize])> {
        let iterations = Data::I32(self.iterations.clamp(0, i64::from(i32::MAX)) as i32);
        let rate = self.learning_rate.as_ref().map(|rate| (Data::F32(std::slice::from_ref(rate)), &[][..]));
        let variables = self.variables.iter().map(|v| (Data::F32(&v.data), v.shape.as_slice()));
        std::iter::once((iterations, &[][..])).chain(rate).chain(variables)
    }

    /// The paths of the variables, in the same order.
    pub(super) fn paths(&self) -> Vec<String> {
        let of_one = |one: &Self| {
            let named = |name: &str| format!("{}/{name}", one.name);
            let rate = one.learning_rate.map(|_| named("learning_rate"));
            let variables = one.variables.iter().map(|v| v.path.clone());
            std::iter::once(named("iteration")).chain(rate).chain(variables).collect::<Vec<_>>()
        };
        self.with_parts().into_iter().flat_map(of_one).collect()
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

    /// The values that the weights have.
    pub(super) fn values(&self) -> Vec<Vec<f32>> {
        self.weights.iter().map(|weight| weight.data.clone()).collect()
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
