//! Several optimizers, each for some of the weights.

use regex_lite::Regex;
use serde_json::{Map, Value as Json, json};

use super::learning_rate::LearningRate;
use super::optimizer::{Declaration, Optimizer, Part, Slot, Update};
use super::options::Options;
use crate::error::{Error, Result};
use crate::objects::{Config, Field, Handle, Registry};
use crate::ops::Tensor;

/// Which optimizer a weight has: that of the path, or of the regular expression that matches the whole path,
/// such as `encoder/.*`; otherwise the default.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimizerMap {
    default: Handle<dyn Optimizer>,
    patterns: Vec<(String, Handle<dyn Optimizer>)>,
}

impl OptimizerMap {
    /// The map of a default.
    pub fn new(default_optimizer: impl Into<Handle<dyn Optimizer>>) -> Self {
        Self { default: default_optimizer.into(), patterns: Vec::new() }
    }

    /// Sets the optimizer of weights with this path, or with paths that match this pattern.
    #[must_use]
    pub fn with(mut self, pattern: impl Into<String>, optimizer: impl Into<Handle<dyn Optimizer>>) -> Self {
        let (pattern, optimizer) = (pattern.into(), optimizer.into());
        self.patterns.retain(|(other, _)| *other != pattern);
        self.patterns.push((pattern, optimizer));
        self
    }

    /// The optimizers: those of patterns in their order, then the default.
    fn optimizers(&self) -> Vec<&Handle<dyn Optimizer>> {
        self.patterns.iter().map(|(_, optimizer)| optimizer).chain([&self.default]).collect()
    }

    /// The index among the optimizers of that of a weight.
    ///
    /// # Errors
    /// If several patterns match the path, or a pattern is no regular expression.
    fn index_of(&self, path: &str) -> Result<usize> {
        if let Some(exact) = self.patterns.iter().position(|(pattern, _)| pattern == path) {
            return Ok(exact);
        }
        let mut found = Vec::new();
        for (i, (pattern, _)) in self.patterns.iter().enumerate() {
            let whole = Regex::new(&format!("^(?:{pattern})$"))
                .map_err(|e| Error::argument(format!("OptimizerMap: {pattern:?} is no regular expression: {e}")))?;
            if whole.is_match(path) {
                found.push(i);
            }
        }
        match found[..] {
            [] => Ok(self.patterns.len()),
            [one] => Ok(one),
            _ => {
                let patterns: Vec<&str> = found.iter().map(|i| self.patterns[*i].0.as_str()).collect();
                Err(Error::argument(format!("OptimizerMap: '{path}' matches several patterns: {patterns:?}")))
            }
        }
    }
}

impl Field for OptimizerMap {
    fn expected() -> String {
        "an OptimizerMap with a default_optimizer".to_owned()
    }

    fn to_json(&self) -> Json {
        let patterns: Map<String, Json> =
            self.patterns.iter().map(|(pattern, optimizer)| (pattern.clone(), optimizer.serialize())).collect();
        json!({
            "module": "keras.optimizers", "class_name": "OptimizerMap", "registered_name": null,
            "config": { "default_optimizer": self.default.serialize(), "optimizer_map": patterns },
        })
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        let Some(map) = json.get("config").filter(|_| json["class_name"] == "OptimizerMap") else { return Ok(None) };
        let config = Config::from_json("OptimizerMap", map)?;
        let default: Handle<dyn Optimizer> = config.required("OptimizerMap", "default_optimizer", registry)?;
        let patterns = map.get("optimizer_map").and_then(Json::as_object).into_iter().flatten();
        let mut read = Self::new(default);
        for (pattern, optimizer) in patterns {
            read = read.with(pattern, registry.deserialize::<dyn Optimizer>(optimizer)?);
        }
        Ok(Some(read))
    }
}

crate::object! {
    /// An optimizer for each weight by its path, such as `dense/kernel`; each has its own learning rate.
    ///
    /// ```
    /// use keras::optimizers::{Adam, MultiOptimizer, OptimizerMap, SGD};
    /// let map = OptimizerMap::new(SGD::new().learning_rate(0.1)).with("encoder/.*", Adam::new());
    /// let compile = keras::Compile::new(MultiOptimizer::new(map), "mse");
    /// # let _ = compile;
    /// ```
    MultiOptimizer(
        /// Which optimizer a weight has.
        optimizer_map: [OptimizerMap],
    ): dyn Optimizer {
        /// Stored in Keras's configuration only, as that of the other optimizers. Default: none.
        loss_scale_factor: [Option<f64>] = None;
        /// The name. Default: `multi_optimizer`.
        name: [String] = "multi_optimizer".to_owned();
    }
    check |optimizer| { optimizer.checked_parts().map(drop) }
}

impl MultiOptimizer {
    fn checked_parts(&self) -> Result<Vec<Part<'_>>> {
        let of = |optimizer: &'_ Handle<dyn Optimizer>| {
            let class = optimizer.class_name();
            if optimizer.loss_scaling().is_some() || optimizer.parts().is_some() {
                return Err(Error::argument(format!("{class} cannot be used inside a MultiOptimizer")));
            }
            match optimizer.options().learning_rate {
                LearningRate::Constant(rate) => Ok(rate),
                LearningRate::Schedule(_) => Err(Error::argument(format!(
                    "MultiOptimizer: the learning rate of {class} is a schedule; only numbers are supported"
                ))),
            }
        };
        let optimizers = self.optimizer_map.optimizers();
        let rates = optimizers.iter().copied().map(of).collect::<Result<Vec<f64>>>()?;
        Ok(optimizers
            .into_iter()
            .zip(rates)
            .map(|(handle, learning_rate)| Part { optimizer: &**handle, learning_rate })
            .collect())
    }
}

impl Declaration for MultiOptimizer {
    fn options(&self) -> Options {
        Options {
            name: self.name.clone(),
            // As in Keras, it has none of its own.
            learning_rate: LearningRate::Constant(0.0),
            weight_decay: None,
            clipnorm: None,
            global_clipnorm: None,
            clipvalue: None,
            ema: None,
            gradient_accumulation_steps: None,
        }
    }

    /// The optimizers keep their learning rates.
    fn at_rate(&self, _learning_rate: LearningRate) -> Handle<dyn Optimizer> {
        self.clone().into()
    }
}

impl Optimizer for MultiOptimizer {
    fn slots(&self) -> Vec<Slot> {
        let of = |(i, optimizer): (usize, &Handle<dyn Optimizer>)| {
            optimizer.all_slots().into_iter().map(move |slot| Slot { owner: Some(i), ..slot })
        };
        self.optimizer_map.optimizers().into_iter().enumerate().flat_map(of).collect()
    }

    fn slot_shape(&self, slot: &Slot, param: &[usize], path: &str) -> Option<Vec<usize>> {
        let owner = slot.owner.filter(|owner| self.optimizer_map.index_of(path).ok() == Some(*owner))?;
        let optimizer = *self.optimizer_map.optimizers().get(owner)?;
        optimizer.slot_shape(&Slot { owner: None, ..*slot }, param, path)
    }

    fn parts(&self) -> Option<Result<Vec<Part<'_>>>> {
        Some(self.checked_parts())
    }

    fn part_of(&self, path: &str) -> Result<usize> {
        self.optimizer_map.index_of(path)
    }

    fn update(&self, _step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        Err(Error::argument("MultiOptimizer has no rule of its own; `apply` uses those of its optimizers"))
    }
}
