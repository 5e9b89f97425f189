//! Functions of `keras.ops` on symbolic tensors.

use std::fmt;

use serde_json::{Map, Value as Json, json};
use stablehlo::Value;

use super::functions::{ADD, Function, MULTIPLY, find};
use super::operands::{Operand, Operands};
use crate::error::{Error, Result};
use crate::graph::{Base, CallContext, Common, InputSpec, Layer, Scope};
use crate::objects::{Config, Object};
use crate::ops::Tensor;
use crate::shape::Shape;

/// A function of `keras.ops` as a step of a model: what an expression of symbolic tensors, such as `x +
/// 3.0`, is in Keras. An argument is a tensor, a list of tensors, or a number.
///
/// ```
/// use keras::{Input, Model, layers::Operation};
/// let x = Input::new([4]);
/// let y = Operation::add(3.0).call(&x)?;
/// let z = Operation::multiply(None).call([&x.tensor(), &y])?;
/// assert_eq!(Model::new(&x, &z)?.to_json()["config"]["layers"][1]["module"], "keras.src.ops.numpy");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone)]
pub struct Operation {
    function: &'static Function,
    /// The arguments in their order; those that are given by name have one.
    arguments: Vec<(Option<String>, Argument)>,
    settings: Config,
    name: Option<String>,
}

/// An argument of a call.
#[derive(Clone, Debug)]
enum Argument {
    /// The next of the tensors.
    Tensor,
    /// A list of the next so many tensors.
    List(usize),
    /// What is no tensor, as Keras writes it.
    Constant(Json),
}

/// True for tensors in the arguments of configurations.
fn is_tensor(json: &Json) -> bool {
    json.get("class_name").is_some_and(|class| class == "__keras_tensor__")
}

impl Operation {
    /// The sum of a tensor and a number, or of two tensors.
    pub fn add(number: impl Into<Option<f64>>) -> Self {
        Self::of_two(&ADD, number.into())
    }

    /// The product of a tensor and a number, or of two tensors.
    pub fn multiply(number: impl Into<Option<f64>>) -> Self {
        Self::of_two(&MULTIPLY, number.into())
    }

    fn of_two(function: &'static Function, number: Option<f64>) -> Self {
        let second = number.map_or(Argument::Tensor, |number| Argument::Constant(number.into()));
        let arguments = vec![(None, Argument::Tensor), (None, second)];
        Self { function, arguments, settings: Config::new(), name: None }
    }

    /// Sets the name. Default: the function, numbered.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// True if a layer's configuration is that of a function that is known here.
    pub(crate) fn is_known(layer: &Json) -> bool {
        let text = |key: &str| layer.get(key).and_then(Json::as_str).unwrap_or("");
        find(text("module"), text("class_name")).is_some()
    }

    /// The function that a layer's configuration describes, with the constants of its call.
    pub(crate) fn from_json(layer: &Json) -> Result<Self> {
        let text = |key: &str| layer.get(key).and_then(Json::as_str).unwrap_or("");
        let function = find(text("module"), text("class_name")).ok_or_else(|| {
            Error::argument(format!("there is no function {}.{} of tensors", text("module"), text("class_name")))
        })?;
        let argument = |json: &Json| match json {
            tensor if is_tensor(tensor) => Argument::Tensor,
            Json::Array(items) if !items.is_empty() && items.iter().all(is_tensor) => Argument::List(items.len()),
            other => Argument::Constant(other.clone()),
        };
        let placed = layer.pointer("/inbound_nodes/0/args").and_then(Json::as_array).into_iter().flatten();
        let named = layer.pointer("/inbound_nodes/0/kwargs").and_then(Json::as_object).into_iter().flatten();
        let placed = placed.map(|json| (None, argument(json)));
        let arguments = placed.chain(named.map(|(name, json)| (Some(name.clone()), argument(json)))).collect();
        let mut settings = Config::from_json(function.class, layer.get("config").unwrap_or(&Json::Null))?.into_map();
        let name = settings.remove("name").and_then(|name| name.as_str().map(str::to_owned));
        Ok(Self { function, arguments, settings: Config::from_json(function.class, &Json::Object(settings))?, name })
    }

    /// Calls the function and returns its symbolic result.
    ///
    /// # Errors
    /// If the shapes cannot be broadcast, or the number of tensors is not that of the function.
    pub fn call(self, inputs: impl crate::graph::Inputs) -> Result<crate::graph::KerasTensor> {
        crate::graph::SharedLayer::new(self).call(inputs)
    }

    /// The number of tensors among the arguments.
    fn tensors(&self) -> usize {
        let count = |argument: &Argument| match argument {
            Argument::Tensor => 1,
            Argument::List(tensors) => *tensors,
            Argument::Constant(_) => 0,
        };
        self.arguments.iter().map(|(_, argument)| count(argument)).sum()
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operation").field("class", &self.function.class).field("arguments", &self.arguments).finish()
    }
}

impl Object for Operation {
    fn class_name(&self) -> &'static str {
        self.function.class
    }

    fn package(&self) -> Option<&'static str> {
        None
    }

    fn get_config(&self) -> Config {
        self.settings.clone()
    }
}

impl Common for Operation {
    fn base(&self) -> Base {
        Base { name: self.name.clone(), ..Base::default() }
    }
}

impl Layer for Operation {
    fn module(&self) -> Option<&'static str> {
        Some(self.function.module)
    }

    fn call_arguments(&self, tensors: &[Json]) -> Option<Json> {
        let mut tensors = tensors.iter().cloned();
        let (mut placed, mut named) = (Vec::new(), Map::new());
        for (name, argument) in &self.arguments {
            let json = match argument {
                Argument::Tensor => tensors.next().unwrap_or(Json::Null),
                Argument::List(count) => tensors.by_ref().take(*count).collect(),
                Argument::Constant(constant) => constant.clone(),
            };
            match name {
                Some(name) => drop(named.insert(name.clone(), json)),
                None => placed.push(json),
            }
        }
        Some(json!({ "args": placed, "kwargs": named }))
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::arguments(self.tensors())
    }

    fn converts_inputs(&self) -> bool {
        false
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let (given, expected) = (inputs.len(), self.tensors());
        if given == expected && expected > 0 {
            return Ok(());
        }
        Err(Error::argument(format!("{} takes {expected} tensors, not {given}", self.function.class)))
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        self.results(inputs)?.into_iter().next().ok_or_else(|| Error::argument("a function has a result"))
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        cx.trace(inputs, |_, inputs| self.results(inputs))
    }
}

impl Operation {
    /// The results of the function on tensors.
    fn results(&self, inputs: &[Tensor]) -> Result<Vec<Tensor>> {
        let mut tensors = inputs.iter().cloned();
        let mut arguments = Vec::with_capacity(self.arguments.len());
        for (name, argument) in &self.arguments {
            let missing = || Error::argument(format!("{} takes more tensors than it is given", self.function.class));
            let operand = match argument {
                Argument::Tensor => Operand::Tensor(tensors.next().ok_or_else(missing)?),
                Argument::List(count) => Operand::List(tensors.by_ref().take(*count).collect()),
                Argument::Constant(constant) => Operand::Constant(constant),
            };
            arguments.push((name.as_deref(), operand));
        }
        let operands = Operands::new(self.function.class, arguments, &self.settings);
        let results = (self.function.formula)(&operands)?;
        operands.check_read()?;
        Ok(results)
    }
}
