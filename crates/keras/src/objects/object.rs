//! What an object is: class name, configuration, kind; and the handle by which objects are passed.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::config::Config;
use super::registry::Registry;
use crate::error::Result;

/// An object that Keras registers. [`object!`](crate::object) implements it.
pub trait Object: Any + fmt::Debug + Send + Sync {
    /// Keras's class name, such as `MeanSquaredError`.
    fn class_name(&self) -> &'static str;

    /// The package of an object of a user; `None` for those of Keras.
    fn package(&self) -> Option<&'static str>;

    /// All settings.
    fn get_config(&self) -> Config;
}

/// A kind of objects, such as `dyn Loss`: the trait that they have in common.
pub trait Kind: Object {
    /// The kind in messages, such as `loss`.
    const NAME: &'static str;
    /// Keras's module, such as `keras.losses`.
    const MODULE: &'static str;
    /// Short names, each with its class name.
    const ALIASES: &'static [(&'static str, &'static str)];

    /// The objects of this crate.
    fn built_in() -> &'static [Row<Self>];

    /// The module in Keras's files of an object that [`MODULE`](Self::MODULE) does not export. Default: none.
    fn own_module(&self) -> Option<&'static str> {
        None
    }
}

/// An object with a declaration, from which it can be created. [`object!`](crate::object) implements it.
pub trait Declared: Object + Sized {
    /// The kind, such as `dyn Loss`.
    type Kind: Kind + ?Sized;
    /// Keras's class name.
    const CLASS_NAME: &'static str;
    /// The package of an object of a user; `None` for those of Keras.
    const PACKAGE: Option<&'static str>;
    /// The names of the settings.
    const SETTINGS: &'static [&'static str];

    /// The object with these settings; those that are absent have their defaults. Settings that are objects
    /// themselves are looked up in the registry.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if a setting is unknown, missing or not allowed;
    /// the message names object, setting, and what is allowed.
    fn from_config(config: &Config, registry: &Registry) -> Result<Self>;

    /// The object behind its kind.
    fn into_handle(self) -> Handle<Self::Kind>;
}

/// An object of a kind, shared: clones are the same object. Handles are equal if class and settings are.
pub struct Handle<K: ?Sized>(Arc<K>);

impl<K: ?Sized> Handle<K> {
    /// A handle of an object.
    pub fn new(object: Arc<K>) -> Self {
        Self(object)
    }
}

impl<K: Kind + ?Sized> Handle<K> {
    /// The object as Keras serializes it: module, class name, configuration and registered name.
    pub fn serialize(&self) -> Json {
        let (class, package) = (self.class_name(), self.package());
        let module = self.own_module().unwrap_or(K::MODULE);
        let registered = match package {
            Some(package) => Some(format!("{package}>{class}")),
            None => registered_name(module, class).map(str::to_owned),
        };
        json!({
            "module": package.is_none().then_some(module),
            "class_name": class,
            "config": self.get_config().into_json(),
            "registered_name": registered,
        })
    }
}

/// The registered name in Keras's files of one of Keras's classes: those that the package does not export
/// have one.
pub(crate) fn registered_name<'n>(module: &str, class: &'n str) -> Option<&'n str> {
    module.starts_with("keras.src.").then_some(class)
}

impl<K: ?Sized> From<&Handle<K>> for Handle<K> {
    fn from(handle: &Self) -> Self {
        handle.clone()
    }
}

impl<K: ?Sized> Clone for Handle<K> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K: ?Sized> Deref for Handle<K> {
    type Target = K;

    fn deref(&self) -> &K {
        &self.0
    }
}

impl<K: Object + ?Sized> fmt::Debug for Handle<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<K: Object + ?Sized> PartialEq for Handle<K> {
    fn eq(&self, other: &Self) -> bool {
        self.class_name() == other.class_name()
            && self.package() == other.package()
            && self.get_config() == other.get_config()
    }
}

/// A row of the registry: a class, and how its objects are created.
pub struct Row<K: ?Sized> {
    /// Keras's class name.
    pub class_name: &'static str,
    /// The package of an object of a user; `None` for those of Keras.
    pub package: Option<&'static str>,
    /// The names of the settings.
    pub settings: &'static [&'static str],
    /// Creates an object from its settings.
    pub create: fn(&Config, &Registry) -> Result<Handle<K>>,
}

impl<K: ?Sized> Clone for Row<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: ?Sized> Copy for Row<K> {}

impl<K: ?Sized> fmt::Debug for Row<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Row").field("class_name", &self.class_name).field("package", &self.package).finish()
    }
}

impl<K: Kind + ?Sized> Row<K> {
    /// The row of a declared object.
    pub const fn of<T: Declared<Kind = K>>() -> Self {
        Self {
            class_name: T::CLASS_NAME,
            package: T::PACKAGE,
            settings: T::SETTINGS,
            create: |config, registry| Ok(T::from_config(config, registry)?.into_handle()),
        }
    }
}
