//! What a function of `keras.ops` is called with as a step of a model.

use std::cell::RefCell;

use serde_json::Value as Json;

use super::argument::Argument;
use crate::error::{Error, Result};
use crate::json::{as_number, brief};
use crate::objects::{Config, Field, Registry};
use crate::ops::{self, Axes, Tensor};

/// The arguments and settings of a call. It notes what a function reads, for
/// [`check_read`](Self::check_read).
pub(super) struct Operands<'a> {
    pub class: &'static str,
    /// The arguments in their order; those that are given by name have one.
    arguments: Vec<(Option<&'a str>, Argument<Tensor>)>,
    settings: &'a Config,
    read_arguments: RefCell<Vec<usize>>,
    read_settings: RefCell<Vec<&'static str>>,
}

impl<'a> Operands<'a> {
    pub fn new(class: &'static str, arguments: Vec<(Option<&'a str>, Argument<Tensor>)>, settings: &'a Config) -> Self {
        Self { class, arguments, settings, read_arguments: RefCell::default(), read_settings: RefCell::default() }
    }

    fn error(&self, what: &str) -> Error {
        Error::argument(format!("{} as a step of a model: {what}", self.class))
    }

    fn argument(&self, at: usize) -> Option<&Argument<Tensor>> {
        self.read_arguments.borrow_mut().push(at);
        self.arguments.get(at).map(|(_, argument)| argument)
    }

    /// The argument at a place. A number is a tensor like the first one.
    pub fn tensor(&self, at: usize) -> Result<Tensor> {
        let missing = || self.error(&format!("argument {at} is no tensor and no number"));
        match self.argument(at).ok_or_else(missing)? {
            Argument::Tensor(tensor) => Ok(tensor.clone()),
            Argument::List(_) => Err(missing()),
            Argument::Constant(json) => match (as_number(json), self.first()) {
                (Some(number), Some(like)) if number.fract() == 0.0 => Ok(ops::full_like(like, number)),
                (Some(number), Some(like)) => Ok(ops::full_like(&like.to(stablehlo::ElementType::F32), number)),
                _ => self.array(at),
            },
        }
    }

    /// The first tensor.
    fn first(&self) -> Option<&Tensor> {
        self.arguments.iter().find_map(|(_, argument)| match argument {
            Argument::Tensor(tensor) => Some(tensor),
            Argument::List(tensors) => tensors.first(),
            Argument::Constant(_) => None,
        })
    }

    /// The argument at a place, of which a number has no dimensions.
    pub fn array(&self, at: usize) -> Result<Tensor> {
        match self.argument(at) {
            Some(Argument::Tensor(tensor)) => Ok(tensor.clone()),
            Some(Argument::Constant(json)) => {
                let (shape, values) = array(json).ok_or_else(|| self.error(&format!("{} is no array", brief(json))))?;
                Ok(ops::convert_to_tensor(&values, &shape))
            }
            _ => Err(self.error(&format!("argument {at} is no array"))),
        }
    }

    /// The place of an argument that may be given by name; `None` if it is null or not given.
    fn place(&self, name: &str, at: usize) -> Option<usize> {
        let named = self.arguments.iter().position(|(given, _)| *given == Some(name));
        let place = named.or_else(|| self.arguments.get(at).filter(|(given, _)| given.is_none()).map(|_| at))?;
        let null = matches!(self.arguments[place].1, Argument::Constant(Json::Null));
        (!null).then_some(place)
    }

    /// An argument that may be absent, by its name and its place.
    pub fn optional(&self, name: &str, at: usize) -> Result<Option<Tensor>> {
        self.place(name, at).map(|place| self.array(place)).transpose()
    }

    /// A number by its name and its place, or its default.
    pub fn number(&self, name: &str, at: usize, default: f64) -> Result<f64> {
        let Some(place) = self.place(name, at) else { return Ok(default) };
        match self.argument(place) {
            Some(Argument::Constant(json)) => as_number(json)
                .ok_or_else(|| self.error(&format!("{name} is {}, only a number is supported", brief(json)))),
            _ => Err(self.error(&format!("{name} is a tensor, only a number is supported"))),
        }
    }

    /// The numbers of an array that is no tensor.
    pub fn numbers(&self, at: usize) -> Result<Vec<f64>> {
        let numbers = match self.argument(at) {
            Some(Argument::Constant(json)) => array(json).map(|(_, values)| values),
            _ => None,
        };
        numbers.ok_or_else(|| self.error(&format!("argument {at} is no array of numbers")))
    }

    /// An argument that is no tensor.
    pub fn constant(&self, at: usize) -> &Json {
        match self.argument(at) {
            Some(Argument::Constant(json)) => json,
            _ => &Json::Null,
        }
    }

    /// All arguments, and those of lists.
    pub fn tensors(&self) -> Result<Vec<Tensor>> {
        let mut tensors = Vec::new();
        for at in 0..self.arguments.len() {
            match self.argument(at) {
                Some(Argument::List(list)) => tensors.extend(list.iter().cloned()),
                _ => tensors.push(self.tensor(at)?),
            }
        }
        Ok(tensors)
    }

    /// An argument in `int32`.
    pub fn integers(&self, at: usize) -> Result<Tensor> {
        Ok(ops::cast(&self.tensor(at)?, "int32"))
    }

    /// A setting, or its default if it is absent or null.
    pub fn setting<T: Field>(&self, name: &'static str, default: T) -> Result<T> {
        self.read_settings.borrow_mut().push(name);
        Ok(self.settings.optional(self.class, name, &Registry::new())?.unwrap_or(default))
    }

    /// A setting as Keras writes it, null if it is absent.
    pub fn json(&self, name: &'static str) -> &Json {
        self.read_settings.borrow_mut().push(name);
        self.settings.get(name).unwrap_or(&Json::Null)
    }

    /// A setting of which one value is supported, which is the default.
    pub fn only<T: Field + PartialEq>(&self, name: &'static str, supported: T) -> Result<()> {
        let expected = supported.to_json();
        match self.setting::<Option<T>>(name, None)? {
            Some(value) if value != supported => {
                Err(self.error(&format!("{name} is {}, only {expected} is supported", value.to_json())))
            }
            _ => Ok(()),
        }
    }

    /// The axis, -1 if it is not set.
    pub fn axis(&self) -> Result<i64> {
        match self.setting::<Option<i64>>("axis", Some(-1))? {
            Some(axis) => Ok(axis),
            None => Err(self.error("axis is null, which joins the rows of the batch; give an axis")),
        }
    }

    pub fn axes(&self) -> Result<Axes> {
        self.setting("axis", Axes::All)
    }

    pub fn keepdims(&self) -> Result<bool> {
        self.setting("keepdims", false)
    }

    /// A size for each of the dimensions; a single one is that of all.
    pub fn sizes(&self, name: &'static str, dimensions: usize, default: usize) -> Result<Vec<usize>> {
        let sizes: Vec<usize> = self.setting(name, vec![default])?;
        Ok(if let [size] = sizes[..] { vec![size; dimensions] } else { sizes })
    }

    /// A result in the setting `dtype`, if it is set.
    pub fn in_dtype(&self, y: Tensor) -> Result<Tensor> {
        Ok(match self.setting::<Option<String>>("dtype", None)? {
            Some(dtype) => ops::cast(&y, &dtype),
            None => y,
        })
    }

    /// Refuses what the function has not read and is neither null nor false: it would change the result.
    pub fn check_read(&self) -> Result<()> {
        let says_something = |json: &Json| !matches!(json, Json::Null | Json::Bool(false));
        for (at, (name, argument)) in self.arguments.iter().enumerate() {
            let unread = !self.read_arguments.borrow().contains(&at);
            if unread && !matches!(argument, Argument::Constant(json) if !says_something(json)) {
                let name = name.map_or_else(|| at.to_string(), |name| format!("'{name}'"));
                return Err(self.error(&format!("argument {name} is not supported")));
            }
        }
        let read = self.read_settings.borrow();
        for (name, value) in self.settings.clone().into_map() {
            if says_something(&value) && !read.contains(&name.as_str()) {
                return Err(self.error(&format!("{name}={} is not supported", brief(&value))));
            }
        }
        Ok(())
    }
}

/// The shape and the numbers of an array: a number, lists of them, or an array of NumPy or of a backend.
fn array(json: &Json) -> Option<(Vec<usize>, Vec<f64>)> {
    let value = match json.get("class_name").and_then(Json::as_str) {
        Some("__numpy__" | "__tensor__") => json.pointer("/config/value")?,
        Some("__tuple__") => json.get("items")?,
        _ => json,
    };
    let Json::Array(items) = value else {
        let number = as_number(value).or_else(|| value.as_bool().map(|truth| f64::from(u8::from(truth))));
        return Some((Vec::new(), vec![number?]));
    };
    let parts: Vec<(Vec<usize>, Vec<f64>)> = items.iter().map(array).collect::<Option<_>>()?;
    let inner = parts.first().map_or_else(Vec::new, |(shape, _)| shape.clone());
    let even = parts.iter().all(|(shape, _)| *shape == inner);
    let values = parts.into_iter().flat_map(|(_, values)| values).collect();
    even.then(|| ([vec![items.len()], inner].concat(), values))
}
