//! The values of layer settings in Keras's `get_config`.

use serde_json::{Value as Json, json};

use super::window::{Padding, Pair};
use crate::activations::Activation;
use crate::objects::{Handle, Kind};

/// The value of a setting, serialized as in Keras's `get_config`.
pub(crate) trait Setting {
    /// The value as JSON.
    fn to_json(&self) -> Json;
}

macro_rules! plain_settings {
    ($($ty:ty),*) => { $(impl Setting for $ty { fn to_json(&self) -> Json { json!(self) } })* };
}
plain_settings!(bool, usize, i64, f64, Option<u64>);

impl Setting for Pair {
    fn to_json(&self) -> Json {
        json!([self.0, self.1])
    }
}

impl Setting for Option<Pair> {
    fn to_json(&self) -> Json {
        self.map_or(Json::Null, |p| p.to_json())
    }
}

impl Setting for Padding {
    fn to_json(&self) -> Json {
        json!(self.name())
    }
}

impl Setting for Activation {
    fn to_json(&self) -> Json {
        json!(self.name())
    }
}

impl<K: Kind + ?Sized> Setting for Handle<K> {
    fn to_json(&self) -> Json {
        self.serialize()
    }
}

impl<K: Kind + ?Sized> Setting for Option<Handle<K>> {
    fn to_json(&self) -> Json {
        self.as_ref().map_or(Json::Null, Handle::serialize)
    }
}
