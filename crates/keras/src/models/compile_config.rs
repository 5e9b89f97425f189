//! The training configuration in Keras's files.

use serde_json::{Value as Json, json};

use super::compile::{Compile, Spec};
use crate::error::{Error, Result};
use crate::objects::{Handle, Kind, Registry};
use crate::optimizers::Optimizer;

/// Settings of optimizers of Keras 2 that say nothing about the result, or nothing by default.
const OBSOLETE: [&str; 4] = ["decay", "jit_compile", "is_legacy_optimizer", "ema_overwrite_frequency"];

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
        let metrics: Vec<Json> = self.metric_specs().iter().map(Spec::to_json).collect();
        json!({
            "optimizer": self.optimizer().serialize(), "loss": self.loss_spec().to_json(), "loss_weights": null,
            "metrics": if metrics.is_empty() { Json::Null } else { metrics.into() }, "weighted_metrics": null,
            "run_eagerly": false, "steps_per_execution": 1, "jit_compile": true,
        })
    }

    /// The configuration that [`config`](Self::config) or Keras has written, also that of Keras 2.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if an object is unknown, or there are losses or
    /// metrics of several outputs.
    pub fn from_config(config: &Json, registry: &Registry) -> Result<Self> {
        let optimizer = match config.get("optimizer_config") {
            Some(old) => registry.deserialize::<dyn Optimizer>(&modernized(old))?,
            None => registry.deserialize::<dyn Optimizer>(config.get("optimizer").unwrap_or(&Json::Null))?,
        };
        let loss = config.get("loss").filter(|loss| !loss.is_null());
        let loss = loss.ok_or_else(|| Error::argument("the training configuration has no loss"))?;
        let loss = Spec::from_json(loss, registry)?;
        let metrics = match config.get("metrics") {
            None | Some(Json::Null) => Vec::new(),
            Some(Json::Array(metrics)) => {
                metrics.iter().map(|metric| Spec::from_json(metric, registry)).collect::<Result<_>>()?
            }
            Some(other) => {
                return Err(Error::argument(format!("the metrics are {other}, expected a list of names and metrics")));
            }
        };
        for unsupported in ["loss_weights", "weighted_metrics"] {
            if let Some(value) = config.get(unsupported).filter(|value| !value.is_null()) {
                return Err(Error::argument(format!("{unsupported} of {value} are not supported, only null is")));
            }
        }
        Ok(Self::new(optimizer, loss).metrics::<super::compile::MetricSpec>(metrics))
    }
}

/// An optimizer of Keras 2 as Keras 3 has it.
fn modernized(optimizer: &Json) -> Json {
    let mut optimizer = optimizer.clone();
    if let Some(config) = optimizer.get_mut("config").and_then(Json::as_object_mut) {
        if let Some(rate) = config.remove("lr") {
            config.insert("learning_rate".into(), rate);
        }
        let averages = config.get("use_ema") == Some(&Json::Bool(true));
        config.retain(|name, _| !OBSOLETE.contains(&name.as_str()) || averages && name.starts_with("ema"));
    }
    optimizer
}
