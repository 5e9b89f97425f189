//! Functions of `keras.ops` on symbolic tensors.

use std::fmt;

use crate::error::{Error, Result};
use crate::graph::{Base, Common, InputSpec, Layer, Scope};
use crate::objects::{Config, Object};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

/// The module of Keras that the functions are in.
pub(crate) const MODULE: &str = "keras.src.ops.numpy";

/// A function of two tensors.
type Function = fn(&Tensor, &Tensor) -> Tensor;

/// The functions, by the class that Keras writes for them.
const FUNCTIONS: [(&str, Function); 2] = [("Add", ops::add), ("Multiply", ops::multiply)];

/// A function of `keras.ops` as a step of a model: what an expression of symbolic tensors, such as `x +
/// 3.0`, is in Keras. Its second argument is a tensor or a number.
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
    class: &'static str,
    function: Function,
    number: Option<f64>,
    name: Option<String>,
}

impl Operation {
    /// The sum of a tensor and a number, or of two tensors.
    pub fn add(number: impl Into<Option<f64>>) -> Self {
        Self { class: "Add", function: ops::add, number: number.into(), name: None }
    }

    /// The product of a tensor and a number, or of two tensors.
    pub fn multiply(number: impl Into<Option<f64>>) -> Self {
        Self { class: "Multiply", function: ops::multiply, number: number.into(), name: None }
    }

    /// Sets the name. Default: the function, numbered.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The function that Keras writes as this class, with the second argument if it is a number.
    pub(crate) fn from_class(class: &str, number: Option<f64>) -> Result<Self> {
        let row = FUNCTIONS.iter().find(|(name, _)| *name == class);
        let known = FUNCTIONS.map(|(name, _)| name).join(", ");
        let (class, function) = row.ok_or_else(|| {
            Error::argument(format!("there is no function {class:?} of symbolic tensors; there are {known}"))
        })?;
        Ok(Self { class, function: *function, number, name: None })
    }

    /// Calls the function and returns its symbolic result.
    ///
    /// # Errors
    /// If the shapes cannot be broadcast, or the number of arguments is not two.
    pub fn call(self, inputs: impl crate::graph::Inputs) -> Result<crate::graph::KerasTensor> {
        crate::graph::SharedLayer::new(self).call(inputs)
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operation").field("class", &self.class).field("number", &self.number).finish()
    }
}

impl Object for Operation {
    fn class_name(&self) -> &'static str {
        self.class
    }

    fn package(&self) -> Option<&'static str> {
        None
    }

    fn get_config(&self) -> Config {
        Config::new()
    }
}

impl Common for Operation {
    fn base(&self) -> Base {
        Base { name: self.name.clone(), ..Base::default() }
    }
}

impl Layer for Operation {
    fn module(&self) -> Option<&'static str> {
        Some(MODULE)
    }

    fn number(&self) -> Option<f64> {
        self.number
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::arguments(if self.number.is_some() { 1 } else { 2 })
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let arguments = inputs.len() + usize::from(self.number.is_some());
        if arguments == 2 {
            return Ok(());
        }
        Err(Error::argument(format!("{} takes two arguments, not {arguments}", self.class)))
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let second = match self.number {
            Some(number) => ops::full_like(&inputs[0], number),
            None => inputs[1].clone(),
        };
        Ok((self.function)(&inputs[0], &second))
    }
}
