//! Models as layers of models.

use std::any::Any;
use std::sync::OnceLock;

use stablehlo::Value;

use super::model::Model;
use crate::error::Result;
use crate::graph::{Base, CallContext, Common, InputSpec, Inputs, KerasTensor, Layer, SharedLayer, WeightSpec};
use crate::initializers::Initializer;
use crate::objects::{Config, Handle, Object};
use crate::partial_shape::PartialShape;
use crate::saving::container_names;
use crate::shape::Shape;
use crate::utils::Rng;

impl Model {
    /// The model as a layer, with its weights as they are; the calls of the layer share them.
    ///
    /// ```
    /// use keras::{Input, Model, layers::{Add, Dense}};
    /// let x = Input::new([4]);
    /// let inner = Model::new(&x, &Dense::new(4).call(&x)?)?.shared();
    /// let (a, b) = (Input::new([4]), Input::new([4]));
    /// let sum = Add::new().call([&inner.call(&a)?, &inner.call(&b)?])?;
    /// let model = Model::new([&a.tensor(), &b.tensor()], &sum)?;
    /// assert_eq!(model.count_params(), 4 * 4 + 4);
    /// # Ok::<(), keras::Error>(())
    /// ```
    pub fn shared(&self) -> SharedLayer {
        SharedLayer::new(Handle::<dyn Layer>::from(self.clone()))
    }

    /// The model that a layer is; `None` for any other layer. Its weights are those that it had when it
    /// became a layer: the outer model has the present ones.
    pub fn of_layer(layer: &SharedLayer) -> Option<&Model> {
        let inner = ModelLayer::of(layer)?;
        Some(inner.drawn.get_or_init(|| {
            let mut model = inner.model.clone();
            // Weights that no initializer can have stay without values.
            let _ = if model.is_declared() { model.draw() } else { Ok(()) };
            model
        }))
    }

    /// The model that a layer is, whose weights may have no values: see [`Model::declare`].
    pub(crate) fn inside(layer: &SharedLayer) -> Option<&Model> {
        ModelLayer::of(layer).map(|layer| &layer.model)
    }

    /// Calls the model, as a layer, and returns its first output.
    ///
    /// # Errors
    /// If the inputs' shapes are not the model's.
    pub fn call(&self, inputs: impl Inputs) -> Result<KerasTensor> {
        self.shared().call(inputs)
    }
}

/// A model as a layer.
#[derive(Clone, Debug)]
struct ModelLayer {
    model: Model,
    /// The model with values of its weights, once somebody asks for it.
    drawn: OnceLock<Model>,
}

/// The model as the layer of a wrapper.
///
/// ```
/// use keras::{Input, Model, layers::{Conv2D, GlobalAveragePooling2D, TimeDistributed}};
/// let frame = Input::new([8, 8, 3]);
/// let features = GlobalAveragePooling2D::new().call(&Conv2D::new(4, 3).call(&frame)?)?;
/// let model = Model::new(&frame, &features)?;
/// let y = TimeDistributed::new(model).call(&Input::new([10, 8, 8, 3]))?;
/// assert_eq!(y.shape().to_string(), "(None, 10, 4)");
/// # Ok::<(), keras::Error>(())
/// ```
impl From<Model> for Handle<dyn Layer> {
    fn from(model: Model) -> Self {
        ModelLayer { model, drawn: OnceLock::new() }.into()
    }
}

impl Object for ModelLayer {
    fn class_name(&self) -> &'static str {
        self.model.class().1
    }

    fn package(&self) -> Option<&'static str> {
        None
    }

    fn get_config(&self) -> Config {
        // A model's configuration is always an object.
        Config::from_json(self.class_name(), &self.model.config()).unwrap_or_default()
    }
}

impl Common for ModelLayer {
    fn base(&self) -> Base {
        Base { name: Some(self.model.name().to_owned()), ..Base::default() }
    }
}

impl ModelLayer {
    fn of(layer: &SharedLayer) -> Option<&Self> {
        let any: &(dyn Any + 'static) = layer.layer();
        any.downcast_ref()
    }

    /// For each weight in the order of the layer, which has the trainable ones first, its index in the model.
    fn order(&self) -> Vec<usize> {
        let variables = self.model.variables();
        let mut order: Vec<usize> = (0..variables.len()).collect();
        order.sort_by_key(|i| !variables[*i].trainable);
        order
    }
}

impl Layer for ModelLayer {
    fn module(&self) -> Option<&'static str> {
        Some(self.model.class().0)
    }

    fn input_spec(&self) -> InputSpec {
        match self.model.inputs().len() {
            1 => InputSpec::default(),
            inputs => InputSpec::at_least(inputs),
        }
    }

    /// Those of inputs of the model's own shapes. Without them models in models are traced anew at each
    /// level.
    fn known_outputs(&self, inputs: &[PartialShape]) -> Option<Vec<PartialShape>> {
        let is_own = self.model.inputs().iter().map(KerasTensor::shape).eq(inputs);
        is_own.then(|| self.model.outputs().iter().map(|output| output.shape().clone()).collect())
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        if self.model.prepares() {
            return Err(crate::Error::argument(
                "a model whose inputs are prepared on the host, such as texts, cannot be a layer; call its layers",
            ));
        }
        let expected: Vec<&PartialShape> = self.model.inputs().iter().map(KerasTensor::shape).collect();
        let mut pairs = expected.iter().zip(inputs);
        if expected.len() == inputs.len() && pairs.all(|(expected, input)| expected.accepts(input.dims())) {
            return Ok(());
        }
        let list = |shapes: Vec<String>| shapes.join(", ");
        let expected = list(expected.iter().map(ToString::to_string).collect());
        let given = list(inputs.iter().map(ToString::to_string).collect());
        Err(crate::Error::shape(format!("the model takes inputs of shapes {expected}, not {given}")))
    }

    fn build(&self, _inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let containers = container_names(self.model.layers().iter().map(|layer| layer.layer().class_name()));
        let (mut specs, is_declared) = (Vec::new(), self.model.is_declared());
        for (layer, container) in self.model.layers().iter().zip(containers) {
            let own = layer.weights().iter().zip(self.model.variables_of(layer));
            for (number, (spec, variable)) in own.enumerate() {
                let part = match &*spec.part {
                    "" => format!("layers/{container}"),
                    inner => format!("layers/{container}/{inner}"),
                };
                specs.push(WeightSpec {
                    name: format!("{}/{}", layer.name(), spec.name).into(),
                    part: part.into(),
                    number: spec.number.or(Some(number)),
                    initializer: match is_declared {
                        true => spec.initializer.clone(),
                        false => Handle::<dyn Initializer>::from(Values(variable.values.clone())),
                    },
                    trainable: variable.trainable,
                    ..spec.clone()
                });
            }
        }
        specs.sort_by_key(|spec| !spec.trainable);
        Ok(specs)
    }

    fn quantize(&self, name: &str, values: &[f32], shape: &[usize]) -> Result<Vec<(String, Vec<f32>)>> {
        let named = |layer: &&SharedLayer| name.strip_prefix(layer.name()).is_some_and(|rest| rest.starts_with('/'));
        let Some(layer) = self.model.layers().iter().find(named) else {
            return Err(crate::Error::argument(format!("model '{}' has no weight {name}", self.model.name())));
        };
        let quantized = layer.layer().quantize(&name[layer.name().len() + 1..], values, shape)?;
        Ok(quantized.into_iter().map(|(weight, values)| (format!("{}/{weight}", layer.name()), values)).collect())
    }

    fn converts_inputs(&self) -> bool {
        false
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        self.forward_all(cx, inputs)?.first().copied().ok_or_else(|| crate::Error::argument("a model without output"))
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        let order = self.order();
        let mut places: Vec<(usize, usize)> = order.iter().enumerate().map(|(at, of_model)| (*of_model, at)).collect();
        places.sort_unstable();
        let mut variables = places.iter().map(|(_, at)| cx.weight(*at)).collect::<Result<Vec<Value>>>()?;
        let before = variables.clone();
        let outputs = cx.forward_network(self.model.network(), inputs, &mut variables)?;
        for (at, of_model) in order.iter().enumerate() {
            if variables[*of_model] != before[*of_model] {
                cx.update_weight(at, variables[*of_model]);
            }
        }
        Ok(outputs)
    }
}

/// The given values.
#[derive(Clone, Debug)]
struct Values(Vec<f32>);

impl Object for Values {
    fn class_name(&self) -> &'static str {
        "Values"
    }

    fn package(&self) -> Option<&'static str> {
        None
    }

    fn get_config(&self) -> Config {
        Config::new()
    }
}

impl Initializer for Values {
    fn values(&self, _shape: &[usize], _rng: &mut Rng) -> Result<Vec<f32>> {
        Ok(self.0.clone())
    }
}
