//! The objects that can be named, and created from files.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value as Json;

use super::config::Config;
use super::object::{Declared, Handle, Kind, Row};
use crate::error::{Error, Result};
use crate::naming::{to_snake_case, unknown};

/// The objects of this crate, and those that a user has added.
///
/// ```
/// use keras::losses::Loss;
/// use keras::objects::Registry;
/// use keras::ops;
///
/// keras::loss! {
///     /// The fourth power of the error.
///     Quartic "quartic" {}
///     call |_loss, y_true, y_pred| {
///         let error = y_true - y_pred;
///         ops::mean(&(&error * &error * &error * &error), -1, false)
///     }
/// }
///
/// let mut registry = Registry::new();
/// registry.add::<Quartic>();
/// let loss = registry.from_name::<dyn Loss>("quartic")?;
/// assert_eq!(loss.serialize()["registered_name"], "Custom>Quartic");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// Rows of several kinds, the latest last.
    custom: Vec<Arc<dyn Any + Send + Sync>>,
}

impl Registry {
    /// The objects of this crate.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an object; its class name then means this one.
    pub fn add<T: Declared>(&mut self) -> &mut Self {
        self.custom.push(Arc::new(Row::<T::Kind>::of::<T>()));
        self
    }

    /// The rows of a kind: those that were added, the latest first, then those of this crate.
    pub fn rows<K: Kind + ?Sized>(&self) -> impl Iterator<Item = Row<K>> {
        let custom = self.custom.iter().rev().filter_map(|row| row.downcast_ref::<Row<K>>());
        custom.chain(K::built_in()).copied()
    }

    /// The object with this class name, function name (`mean_squared_error`), short name (`mse`) or registered
    /// name (`Custom>Quartic`), with the default settings.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none, with the names that there are, or
    /// if the object has required settings.
    pub fn from_name<K: Kind + ?Sized>(&self, name: &str) -> Result<Handle<K>> {
        (self.row::<K>(name)?.create)(&Config::new(), self)
    }

    /// The object that Keras has serialized, or that a name means.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no object of the name, or it has no such
    /// settings; the message names object, setting, and what is allowed.
    pub fn deserialize<K: Kind + ?Sized>(&self, json: &Json) -> Result<Handle<K>> {
        if let Some(name) = json.as_str() {
            return self.from_name(name);
        }
        let text = |key: &str| json.get(key).and_then(Json::as_str);
        let class = text("class_name").ok_or_else(|| {
            Error::argument(format!("a {} is a name, or an object with a class_name; this is {json}", K::NAME))
        })?;
        // Functions, such as losses and activations that were given by name, have their name as configuration.
        if let Some(function) = text("config") {
            return self.from_name(function);
        }
        let registered = text("registered_name").filter(|name| name.contains('>'));
        let config = Config::from_json(class, json.get("config").unwrap_or(&Json::Null))?;
        (self.row::<K>(registered.unwrap_or(class))?.create)(&config, self)
    }

    fn row<K: Kind + ?Sized>(&self, name: &str) -> Result<Row<K>> {
        let full = K::ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, class)| class);
        let is_named = |row: &Row<K>| match full.split_once('>') {
            Some((package, class)) => row.class_name == class && row.package == Some(package),
            None => row.class_name == full || to_snake_case(row.class_name) == full,
        };
        self.rows::<K>().find(is_named).ok_or_else(|| {
            let known: Vec<String> = self.rows::<K>().map(|row| to_snake_case(row.class_name)).collect();
            unknown(K::NAME, name, known.iter().map(String::as_str))
        })
    }
}
