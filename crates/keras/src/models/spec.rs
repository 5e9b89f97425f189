//! What `compile` takes: values or names, for all outputs or by output.

use crate::error::{Error, Result};
use crate::losses::Loss;
use crate::metrics::Metric;
use crate::objects::Handle;

/// A value, or its name in Keras.
#[derive(Clone, Debug)]
pub enum Spec<T> {
    /// The value.
    Value(T),
    /// The name.
    Name(String),
}

/// A loss, or its name in Keras.
pub type LossSpec = Spec<Handle<dyn Loss>>;

/// A metric, or its name in Keras.
pub type MetricSpec = Spec<Handle<dyn Metric>>;

impl<T> From<&str> for Spec<T> {
    fn from(name: &str) -> Self {
        Self::Name(name.into())
    }
}

impl<T> From<String> for Spec<T> {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl<T: Loss> From<T> for LossSpec {
    fn from(loss: T) -> Self {
        Self::Value(loss.into())
    }
}

impl From<Handle<dyn Loss>> for LossSpec {
    fn from(loss: Handle<dyn Loss>) -> Self {
        Self::Value(loss)
    }
}

impl<T: Metric> From<T> for MetricSpec {
    fn from(metric: T) -> Self {
        Self::Value(metric.into())
    }
}

impl From<Handle<dyn Metric>> for MetricSpec {
    fn from(metric: Handle<dyn Metric>) -> Self {
        Self::Value(metric)
    }
}

impl<T: Clone> Spec<T> {
    /// The value, or the one that `resolve` finds by the name.
    pub(super) fn resolve(&self, resolve: impl FnOnce(&str) -> Result<T>) -> Result<T> {
        match self {
            Self::Value(value) => Ok(value.clone()),
            Self::Name(name) => resolve(name),
        }
    }
}

/// A setting of a model's outputs.
///
/// ```
/// use keras::models::Losses;
/// use keras::{Compile, losses::Huber, optimizers::Adam};
/// let same = Compile::new(Adam::new(), "mse");
/// let each = Compile::new(Adam::new(), ["mse", "mae"]).loss_weights([1.0, 0.5]);
/// let named = Losses::named([("price", Huber::new().into()), ("sold", "binary_crossentropy".into())]);
/// let by_name = Compile::new(Adam::new(), named).output_metrics("sold", ["accuracy"]);
/// # let _ = (same, each, by_name);
/// ```
#[derive(Clone, Debug)]
pub enum PerOutput<T> {
    /// The same for all outputs.
    All(T),
    /// One for each output; `None` for an output without it.
    Each(Vec<Option<T>>),
    /// By the names of the outputs, which are those of their layers. Outputs that are not named have none.
    Named(Vec<(String, T)>),
}

/// The losses of a model's outputs.
pub type Losses = PerOutput<LossSpec>;

impl<T> PerOutput<T> {
    /// By the names of the outputs.
    pub fn named<N: Into<String>>(settings: impl IntoIterator<Item = (N, T)>) -> Self {
        Self::Named(settings.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    /// The setting of the output with this index and name.
    pub(super) fn of(&self, index: usize, name: &str) -> Option<&T> {
        match self {
            Self::All(value) => Some(value),
            Self::Each(values) => values.get(index).and_then(Option::as_ref),
            Self::Named(values) => values.iter().find(|(of, _)| of == name).map(|(_, value)| value),
        }
    }

    /// Checks that the setting, called `what`, fits outputs of these names.
    pub(super) fn check(&self, what: &str, outputs: &[(String, Vec<usize>)]) -> Result<()> {
        let names = || outputs.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
        match self {
            Self::Each(values) if values.len() != outputs.len() => {
                let (given, names) = (values.len(), names());
                Err(Error::argument(format!("{what}: {given} were given for the outputs {names:?}; each takes one")))
            }
            Self::Named(values) => match values.iter().find(|(name, _)| !names().contains(&name.as_str())) {
                Some((name, _)) => {
                    let names = names();
                    Err(Error::argument(format!("{what}: there is no output '{name}'; the outputs are {names:?}")))
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

impl<T: Loss> From<T> for Losses {
    fn from(loss: T) -> Self {
        Self::All(loss.into())
    }
}

impl From<Handle<dyn Loss>> for Losses {
    fn from(loss: Handle<dyn Loss>) -> Self {
        Self::All(loss.into())
    }
}

impl From<LossSpec> for Losses {
    fn from(loss: LossSpec) -> Self {
        Self::All(loss)
    }
}

impl From<&str> for Losses {
    fn from(name: &str) -> Self {
        Self::All(name.into())
    }
}

impl From<String> for Losses {
    fn from(name: String) -> Self {
        Self::All(name.into())
    }
}

impl<L: Into<LossSpec>, const N: usize> From<[L; N]> for Losses {
    fn from(losses: [L; N]) -> Self {
        Self::Each(losses.into_iter().map(|loss| Some(loss.into())).collect())
    }
}

impl From<f64> for PerOutput<f64> {
    fn from(value: f64) -> Self {
        Self::All(value)
    }
}

impl<const N: usize> From<[f64; N]> for PerOutput<f64> {
    fn from(values: [f64; N]) -> Self {
        Self::Each(values.into_iter().map(Some).collect())
    }
}
