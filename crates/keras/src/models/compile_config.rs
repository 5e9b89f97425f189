//! The training configuration in Keras's files.

use serde_json::{Value as Json, json};

use super::compile::{Compile, Metrics};
use super::spec::{LossSpec, Losses, MetricSpec, PerOutput, Spec};
use crate::error::{Error, Result};
use crate::json::{as_number, brief};
use crate::metrics;
use crate::objects::{Handle, Kind, Registry};
use crate::optimizers::Optimizer;

/// Settings of optimizers of Keras 2 that say nothing about the result, or nothing by default.
const OBSOLETE: [&str; 3] = ["jit_compile", "is_legacy_optimizer", "ema_overwrite_frequency"];

impl<K: Kind + ?Sized> Spec<Handle<K>> {
    fn to_json(&self) -> Json {
        match self {
            Self::Value(value) => value.serialize(),
            Self::Name(name) => name.as_str().into(),
        }
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Self> {
        match json.as_str() {
            Some(name) => Ok(Self::Name(name.to_owned())),
            None => registry.deserialize(json).map(Self::Value),
        }
    }
}

impl Compile {
    /// Keras's `get_compile_config()`.
    ///
    /// ```
    /// use keras::{Compile, objects::Registry, optimizers::Lion};
    /// let compile = Compile::new(Lion::new().learning_rate(0.5), "mse").metrics(["accuracy"]);
    /// let config = compile.config();
    /// assert_eq!((&config["loss"], &config["metrics"][0]), (&"mse".into(), &"accuracy".into()));
    /// let read = Compile::from_config(&config, &Registry::new())?;
    /// assert_eq!(read.config(), config);
    /// # Ok::<(), keras::Error>(())
    /// ```
    pub fn config(&self) -> Json {
        let [metrics, weighted_metrics] = self.all_metrics().map(Metrics::to_json);
        let loss_weights = self.weights_of_losses().map(|weights| weights.to_json(|weight| (*weight).into()));
        json!({
            "optimizer": self.optimizer().serialize(), "loss": self.losses().to_json(Spec::to_json),
            "loss_weights": loss_weights, "metrics": metrics, "weighted_metrics": weighted_metrics,
            "run_eagerly": false, "steps_per_execution": 1, "jit_compile": true,
        })
    }

    /// The configuration that [`config`](Self::config) or Keras has written, also that of Keras 1 and 2,
    /// whose `decay` of an optimizer becomes the schedule that it was, an
    /// [`InverseTimeDecay`](crate::optimizers::schedules::InverseTimeDecay). Keras 3 ignores it with a
    /// warning.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if an object is unknown, or for an optimizer with
    /// both a schedule and a decay.
    pub fn from_config(config: &Json, registry: &Registry) -> Result<Self> {
        let optimizer = config.get("optimizer_config").or_else(|| config.get("optimizer"));
        let optimizer = optimizer.map_or(Ok(Json::Null), modernized)?;
        let optimizer = registry.deserialize::<dyn Optimizer>(&optimizer)?;
        let loss = config.get("loss").filter(|loss| !loss.is_null());
        let loss = loss.ok_or_else(|| Error::argument("the training configuration has no loss"))?;
        let losses: Losses = PerOutput::from_json(loss, |loss| LossSpec::from_json(&of_keras_2(loss), registry))?;
        let mut compile = Self::new(optimizer, losses);
        let setting = |name: &str| config.get(name).filter(|value| !value.is_null());
        let number = |weight: &Json| {
            as_number(weight).ok_or_else(|| Error::argument(format!("the weight of a loss is {weight}")))
        };
        let weights = setting("loss_weights").map(|weights| PerOutput::from_json(weights, number));
        compile.set_loss_weights(weights.transpose()?);
        let metrics = |name| setting(name).map_or(Ok(Metrics::NONE), |metrics| Metrics::from_json(metrics, registry));
        compile.set_metrics([metrics("metrics")?, metrics("weighted_metrics")?]);
        Ok(compile)
    }
}

impl<T> PerOutput<T> {
    /// A value, a list, or an object of values by the names of outputs.
    fn to_json(&self, value: impl Fn(&T) -> Json) -> Json {
        match self {
            Self::All(all) => value(all),
            Self::Each(each) => each.iter().map(|of| of.as_ref().map(&value)).collect(),
            Self::Named(named) => Json::Object(named.iter().map(|(name, of)| (name.clone(), value(of))).collect()),
        }
    }

    fn from_json(json: &Json, value: impl Fn(&Json) -> Result<T>) -> Result<Self> {
        Ok(match json {
            Json::Array(each) => {
                let each = each.iter().map(|of| if of.is_null() { Ok(None) } else { value(of).map(Some) });
                Self::Each(each.collect::<Result<_>>()?)
            }
            Json::Object(named) if !named.contains_key("class_name") => {
                let present = named.iter().filter(|(_, of)| !of.is_null());
                Self::Named(present.map(|(name, of)| Ok((name.clone(), value(of)?))).collect::<Result<_>>()?)
            }
            _ => Self::All(value(json)?),
        })
    }
}

impl Metrics {
    const NONE: Self = Self::List(Vec::new());

    fn to_json(&self) -> Json {
        match self {
            none if none.is_empty() => Json::Null,
            Self::List(list) => list.iter().map(Spec::to_json).collect(),
            Self::Each(each) => each.iter().map(|list| list.iter().map(Spec::to_json).collect::<Json>()).collect(),
            Self::Named(named) => {
                let list = |metrics: &Vec<MetricSpec>| metrics.iter().map(Spec::to_json).collect::<Json>();
                Json::Object(named.iter().map(|(name, metrics)| (name.clone(), list(metrics))).collect())
            }
        }
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Self> {
        let metric = |metric: &Json| MetricSpec::from_json(unwrapped(metric), registry);
        let list = |metrics: &Json| match metrics {
            Json::Array(metrics) => metrics.iter().filter(|m| !m.is_null()).map(metric).collect::<Result<Vec<_>>>(),
            one => Ok(vec![metric(one)?]),
        };
        match json {
            Json::Array(each) if each.iter().any(|of| of.is_array() || of.is_null()) => {
                let each = each.iter().map(|of| if of.is_null() { Ok(Vec::new()) } else { list(of) });
                Ok(Self::Each(each.collect::<Result<_>>()?))
            }
            Json::Array(_) => Ok(Self::List(list(json)?)),
            Json::Object(named) => {
                let named = named.iter().map(|(name, metrics)| Ok((name.clone(), list(metrics)?)));
                Ok(Self::Named(named.collect::<Result<_>>()?))
            }
            other => {
                Err(Error::argument(format!("the metrics are {}, expected a list of names and metrics", brief(other))))
            }
        }
    }
}

/// The training configuration of Keras 2 with the names of metrics as they were given: of several outputs it
/// has that of the output before them, as in `q_accuracy`.
pub(super) fn without_output_names(mut training: Json, outputs: &[String]) -> Json {
    for kind in ["metrics", "weighted_metrics"] {
        let each = training.get_mut(kind).and_then(Json::as_array_mut);
        let each = each.filter(|each| outputs.len() > 1 && each.len() == outputs.len());
        for (metrics, output) in each.into_iter().flatten().zip(outputs) {
            for metric in metrics.as_array_mut().into_iter().flatten() {
                let Some(name) = metric.pointer_mut("/config/name") else { continue };
                let given = name.as_str().and_then(|name| name.strip_prefix(output.as_str())?.strip_prefix('_'));
                if let Some(given) = given.map(str::to_owned) {
                    *name = given.into();
                }
            }
        }
    }
    training
}

/// A loss of Keras 2, which writes the name of its function and a reduction `auto`, as Keras 3 has it.
fn of_keras_2(loss: &Json) -> Json {
    let mut loss = loss.clone();
    if let Some(config) = loss.get_mut("config").and_then(Json::as_object_mut) {
        config.shift_remove("fn");
        if config.get("reduction").is_some_and(|reduction| reduction == "auto") {
            config.insert("reduction".into(), "sum_over_batch_size".into());
        }
    }
    loss
}

/// A metric of Keras 2, which writes a function as a `MeanMetricWrapper`, as Keras 3 has it: a name. It is
/// the one that the user gave, such as `acc`, under which values are logged; unless it is the user's own.
fn unwrapped(metric: &Json) -> &Json {
    let setting = |name: &str| metric.get("config").and_then(|config| config.get(name));
    // Whether there is such a metric does not depend on shapes.
    let is_known = |name: &Json| name.as_str().is_some_and(|name| metrics::resolve(name, &[1, 1], &[1, 1]).is_ok());
    match (metric.get("class_name").and_then(Json::as_str), setting("name"), setting("fn")) {
        (Some("MeanMetricWrapper"), Some(name), _) if is_known(name) => name,
        (Some("MeanMetricWrapper"), _, Some(function)) => function,
        _ => metric,
    }
}

/// An optimizer of Keras 2 as Keras 3 has it.
fn modernized(optimizer: &Json) -> Result<Json> {
    let mut optimizer = optimizer.clone();
    // Keras 2 writes its own optimizers as if they were a user's.
    let own = optimizer.get("class_name").and_then(Json::as_str).and_then(|class| class.strip_prefix("Custom>"));
    if let Some(own) = own.filter(|_| optimizer.get("registered_name").is_none()).map(str::to_owned) {
        optimizer["class_name"] = own.into();
    }
    if let Some(config) = optimizer.get_mut("config").and_then(Json::as_object_mut) {
        if let Some(rate) = config.remove("lr") {
            config.insert("learning_rate".into(), rate);
        }
        let decay = config.remove("decay").and_then(|decay| as_number(&decay)).unwrap_or(0.0);
        if decay != 0.0 {
            let rate = config.get("learning_rate").cloned().unwrap_or(Json::Null);
            config.insert("learning_rate".into(), decayed(&rate, decay)?);
        }
        let averages = config.get("use_ema") == Some(&Json::Bool(true));
        config.retain(|name, _| !OBSOLETE.contains(&name.as_str()) || averages && name.starts_with("ema"));
    }
    Ok(optimizer)
}

/// The learning rate of Keras 1 and 2 with a decay: `rate / (1 + decay · step)`.
fn decayed(rate: &Json, decay: f64) -> Result<Json> {
    let rate = as_number(rate).ok_or_else(|| {
        Error::argument(format!(
            "the optimizer has the decay {decay} of Keras 2 besides the learning rate {rate}, which is not a number; load the model without its training configuration, and compile it again"
        ))
    })?;
    let config = json!({ "initial_learning_rate": rate, "decay_steps": 1, "decay_rate": decay });
    Ok(json!({ "class_name": "InverseTimeDecay", "config": config }))
}
