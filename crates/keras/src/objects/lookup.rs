//! Finding and creating objects by name, and from files.

use std::sync::Arc;

use serde_json::Value as Json;

use super::config::Config;
use super::field::Field;
use super::object::{Declared, Handle, Kind, Row};
use super::registry::Registry;
use crate::error::{Error, Result};
use crate::json::brief;
use crate::naming::{LISTED, alternatives, to_snake_case};

/// Reads objects of a kind that are not declared, such as a model where a layer may be; `None` for others.
type Reader<K> = fn(&Json, &Registry) -> Result<Option<Handle<K>>>;

impl Registry {
    /// Adds an object; its class name then means this one.
    pub fn add<T: Declared>(&mut self) -> &mut Self {
        self.push(Arc::new(Row::<T::Kind>::of::<T>()));
        self
    }

    /// The rows of a kind: those that were added, the latest first, then those of this crate.
    pub fn rows<K: Kind + ?Sized>(&self) -> impl Iterator<Item = Row<K>> {
        let custom = self.latest_first().filter_map(|row| row.downcast_ref::<Row<K>>());
        custom.chain(K::built_in()).copied()
    }

    /// The object with this class name, function name (`mean_squared_error`), short name (`mse`) or
    /// registered name (`Custom>Quartic`), with the default settings.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none, with the names that there are,
    /// or if the object has required settings.
    pub fn from_name<K: Kind + ?Sized>(&self, name: &str) -> Result<Handle<K>> {
        self.create(name, &Config::new())
    }

    /// The object with this name, as in [`from_name`](Self::from_name), with these settings.
    ///
    /// # Errors
    /// Those of [`from_name`](Self::from_name), and settings that the object does not have.
    pub fn create<K: Kind + ?Sized>(&self, name: &str, config: &Config) -> Result<Handle<K>> {
        (self.row::<K>(name)?.create)(config, self)
    }

    /// The object that Keras has serialized, or that a name means.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no object of the name, or it has no
    /// such settings; the message names object, setting, and what is allowed.
    pub fn deserialize<K: Kind + ?Sized>(&self, json: &Json) -> Result<Handle<K>> {
        if let Some(name) = json.as_str() {
            return self.from_name(name);
        }
        if let Some(object) = self.read_undeclared(json)? {
            return Ok(object);
        }
        let text = |key: &str| json.get(key).and_then(Json::as_str);
        let class = text("class_name").ok_or_else(|| {
            Error::argument(format!("a {} is a name, or an object with a class_name; this is {}", K::NAME, brief(json)))
        })?;
        // Functions, such as losses and activations that were given by name, have their name as
        // configuration.
        if let Some(function) = text("config") {
            return self.from_name(function);
        }
        let registered = text("registered_name").filter(|name| name.contains('>'));
        let config = Config::from_json(class, json.get("config").unwrap_or(&Json::Null))?;
        (self.row::<K>(registered.unwrap_or(class))?.create)(&config, self)
    }

    /// These objects, and those that a function reads.
    pub(crate) fn with_reader<K: Kind + ?Sized>(&self, read: Reader<K>) -> Self {
        let mut more = self.clone();
        more.push(Arc::new(read));
        more
    }

    /// The object that one of the functions reads, if it is not declared.
    fn read_undeclared<K: Kind + ?Sized>(&self, json: &Json) -> Result<Option<Handle<K>>> {
        let reader = self.latest_first().find_map(|row| row.downcast_ref::<Reader<K>>());
        reader.map_or(Ok(None), |read| read(json, self))
    }

    fn row<K: Kind + ?Sized>(&self, name: &str) -> Result<Row<K>> {
        let full = K::ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, class)| class);
        let is_named = |row: &Row<K>| match full.split_once('>') {
            Some((package, class)) => row.class_name == class && row.package == Some(package),
            None => row.class_name == full || to_snake_case(row.class_name) == full,
        };
        self.rows::<K>().find(is_named).ok_or_else(|| {
            // Files have names of classes, programs those of functions.
            let is_class = name.starts_with(|first: char| first.is_ascii_uppercase()) && !name.contains('>');
            let styled = |class: &str| if is_class { class.to_owned() } else { to_snake_case(class) };
            let known: Vec<String> = self.rows::<K>().map(|row| styled(row.class_name)).collect();
            let (kind, others) = (K::NAME, alternatives(name, known.iter().map(String::as_str)));
            let place = if known.len() > LISTED {
                format!(", which docs/coverage.md lists under {}; one of your own is added to the registry", K::MODULE)
            } else {
                String::new()
            };
            Error::argument(format!("there is no {kind} {name:?}; {others}{place}"))
        })
    }
}

impl<K: Kind + ?Sized> Field for Handle<K> {
    fn expected() -> String {
        format!("a {} or its name", K::NAME)
    }

    fn to_json(&self) -> Json {
        self.serialize()
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        if json.is_string() || json.is_object() { registry.deserialize(json).map(Some) } else { Ok(None) }
    }
}
