//! Functions of `keras.ops` as steps of models: what expressions of symbolic tensors, such as `x + 3.0`, are.

use std::fmt;

use serde_json::{Map, Value as Json, json};
use stablehlo::Value;

use super::argument::Argument;
use super::operands::Operands;
use crate::error::{Error, Result};
use crate::graph::{Base, CallArguments, CallContext, Common, InputSpec, KerasTensor, Layer, Scope, SharedLayer};
use crate::layers::reshaped;
use crate::objects::{Config, Object, Registry};
use crate::ops::Tensor;
use crate::partial_shape::PartialShape;
use crate::shape::Shape;

/// The parts, copies and indices that a function makes, at most: a file could ask for more than there is
/// memory.
pub(super) const MAX_COUNT: usize = 1 << 20;

/// A function, as Keras writes it.
#[derive(Debug)]
pub(super) struct Function {
    /// The module of Keras that it is in.
    pub module: &'static str,
    /// The class that Keras writes for it.
    pub class: &'static str,
    pub formula: fn(&Operands<'_>) -> Result<Vec<Tensor>>,
}

/// A function of `keras.ops` as a step of a model. Files have it among the layers, by its class.
#[derive(Clone)]
pub(crate) struct Operation {
    pub(super) function: &'static Function,
    /// The arguments in their order; those that are given by name have one.
    pub(super) arguments: Vec<(Option<String>, Argument<()>)>,
    pub(super) settings: Config,
    pub(super) name: Option<String>,
}

impl Operation {
    /// The step that calls a function, and the tensors that it is called with.
    fn of_call(
        function: &'static Function,
        arguments: &[Argument],
        settings: &[(&str, Json)],
    ) -> (SharedLayer, Vec<KerasTensor>) {
        let tensors = arguments.iter().flat_map(Argument::tensors).cloned().collect();
        let pattern = |argument: &Argument| match argument {
            Argument::Tensor(_) => Argument::Tensor(()),
            Argument::List(list) => Argument::List(vec![(); list.len()]),
            Argument::Constant(constant) => Argument::Constant(constant.clone()),
        };
        let arguments = arguments.iter().map(|argument| (None, pattern(argument))).collect();
        let mut config = Config::new();
        for (name, value) in settings {
            config.set_json(name, value.clone());
        }
        (SharedLayer::new(Self { function, arguments, settings: config, name: None }), tensors)
    }

    /// The number of tensors among the arguments.
    fn tensors(&self) -> usize {
        self.arguments.iter().map(|(_, argument)| argument.tensors().len()).sum()
    }

    /// The arguments with these tensors.
    fn with_tensors<T>(&self, tensors: impl IntoIterator<Item = T>) -> Result<Vec<(Option<&str>, Argument<T>)>> {
        let mut tensors = tensors.into_iter();
        let mut filled = Vec::with_capacity(self.arguments.len());
        for (name, argument) in &self.arguments {
            let missing = || Error::argument(format!("{} takes more tensors than it is given", self.function.class));
            filled.push((name.as_deref(), argument.with(&mut tensors).ok_or_else(missing)?));
        }
        Ok(filled)
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
        let (mut placed, mut named) = (Vec::new(), Map::new());
        for (name, argument) in self.with_tensors(tensors.iter().cloned()).ok()? {
            let json = match argument {
                Argument::Tensor(tensor) => tensor,
                Argument::List(list) => Json::Array(list),
                Argument::Constant(constant) => constant,
            };
            match name {
                Some(name) => drop(named.insert(name.to_owned(), json)),
                None => placed.push(json),
            }
        }
        Some(json!({ "args": placed, "kwargs": named }))
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::arguments(self.tensors())
    }

    /// A shape that has the batch as -1, for inputs of unknown sizes, which may have as many elements.
    fn partial_output(&self, inputs: &[PartialShape]) -> Option<PartialShape> {
        let is_reshape = self.function.class == "Reshape";
        let shape = is_reshape.then(|| self.settings.optional::<Vec<i64>>("Reshape", "newshape", &Registry::new()));
        match (inputs, shape?.ok()??.as_slice()) {
            ([input], [-1, row @ ..]) => reshaped(input, row).filter(PartialShape::is_known),
            _ => None,
        }
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
        let arguments = self.with_tensors(inputs.iter().cloned())?;
        let operands = Operands::new(self.function.class, arguments, &self.settings);
        let results = (self.function.formula)(&operands)?;
        operands.check_read()?;
        Ok(results)
    }
}

/// The result of a function on symbolic tensors. What is wrong with the call is an error of what takes it.
pub(super) fn step(function: &'static Function, arguments: &[Argument], settings: &[(&str, Json)]) -> KerasTensor {
    let (layer, tensors) = Operation::of_call(function, arguments, settings);
    layer.call_or_invalid(tensors)
}

/// The results of a function of several.
pub(super) fn steps(
    function: &'static Function,
    arguments: &[Argument],
    settings: &[(&str, Json)],
) -> Result<Vec<KerasTensor>> {
    let (layer, tensors) = Operation::of_call(function, arguments, settings);
    layer.call_with(tensors, CallArguments::default())
}
