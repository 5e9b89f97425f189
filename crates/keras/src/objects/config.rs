//! The settings of an object, as Keras's `get_config` returns them.

use serde_json::{Map, Value as Json};

use super::field::Field;
use super::registry::Registry;
use crate::error::{Error, Result};
use crate::json::brief;
use crate::naming::alternatives;

/// The settings of an object by name, as Keras's `get_config` returns them.
///
/// ```
/// use keras::objects::{Config, Registry};
/// let mut config = Config::new();
/// config.set("delta", &2.0);
/// assert_eq!(config.optional::<f64>("Huber", "delta", &Registry::new())?, Some(2.0));
/// let error = config.optional::<bool>("Huber", "delta", &Registry::new()).unwrap_err();
/// assert_eq!(error.to_string(), "Huber: setting 'delta' is 2.0, expected true or false");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    settings: Map<String, Json>,
}

impl Config {
    /// No settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// The settings of the object with this class name from the `config` of its serialized form.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if it is not an object of JSON; null has no
    /// settings.
    pub fn from_json(object: &str, json: &Json) -> Result<Self> {
        match json {
            Json::Null => Ok(Self::new()),
            Json::Object(settings) => Ok(Self { settings: settings.clone() }),
            other => {
                let found = brief(other);
                Err(Error::argument(format!("{object}: the configuration is {found}, expected an object")))
            }
        }
    }

    /// Sets a value.
    pub fn set<T: Field>(&mut self, name: &str, value: &T) {
        self.settings.insert(name.to_owned(), value.to_json());
    }

    /// Sets a value that is JSON already.
    pub fn set_json(&mut self, name: &str, value: Json) {
        self.settings.insert(name.to_owned(), value);
    }

    /// Removes a setting that the object's class in Keras does not have.
    pub fn remove(&mut self, name: &str) {
        self.settings.shift_remove(name);
    }

    /// The value of a setting, `None` without one.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.settings.get(name)
    }

    /// The names of the settings.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.settings.keys().map(String::as_str)
    }

    /// The settings as JSON.
    pub fn into_json(self) -> Json {
        Json::Object(self.settings)
    }

    /// The settings as a map of JSON.
    pub fn into_map(self) -> Map<String, Json> {
        self.settings
    }

    /// The value of a setting of the object with this class name. `None` if it is absent, or null where null
    /// is no value of the type.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the value is of another type; the message names
    /// object, setting, value, and what is expected.
    pub fn optional<T: Field>(&self, object: &str, name: &str, registry: &Registry) -> Result<Option<T>> {
        let Some(json) = self.settings.get(name) else { return Ok(None) };
        let read = T::from_json(json, registry).map_err(|e| e.at(format_args!("{object}: setting '{name}'")))?;
        match read {
            Some(value) => Ok(Some(value)),
            None if json.is_null() => Ok(None),
            None => {
                let (found, expected) = (brief(json), T::expected());
                Err(Error::argument(format!("{object}: setting '{name}' is {found}, expected {expected}")))
            }
        }
    }

    /// The value of a setting without a default.
    ///
    /// # Errors
    /// Those of [`optional`](Self::optional), and that the setting is absent.
    pub fn required<T: Field>(&self, object: &str, name: &str, registry: &Registry) -> Result<T> {
        self.optional(object, name, registry)?.ok_or_else(|| {
            let expected = T::expected();
            Error::argument(format!("{object}: setting '{name}' is missing, expected {expected}"))
        })
    }

    /// Checks that all settings are among these. A setting that is null is no setting.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) with the settings that there are.
    pub fn check_names(&self, object: &str, known: &[&str]) -> Result<()> {
        let strange = self.settings.iter().find(|(name, value)| !value.is_null() && !known.contains(&name.as_str()));
        match strange {
            None => Ok(()),
            Some((name, _)) => {
                let others = alternatives(name, known.iter().copied());
                Err(Error::argument(format!("{object} has no setting '{name}'; {others}")))
            }
        }
    }

    /// Checks a setting of which one value is supported; absent and null mean that value. `"computed"`
    /// supports all: Keras writes what follows from the other settings.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if it has another value.
    pub fn check_fixed(&self, object: &str, name: &str, supported: &Json) -> Result<()> {
        match self.settings.get(name) {
            Some(value) if !value.is_null() && value != supported && supported != "computed" => {
                let found = brief(value);
                Err(Error::argument(format!("{object}: setting '{name}' is {found}, only {supported} is supported")))
            }
            _ => Ok(()),
        }
    }
}
