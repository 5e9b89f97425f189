//! Dtype policies by the paths of layers, Keras's `DTypePolicyMap`, in the settings of a layer.

use serde_json::{Map, Value as Json};

use crate::dtype::DTypePolicy;
use crate::error::{Error, Result};
use crate::json::brief;
use crate::objects::{Field, Registry};

/// Replaces a map in a layer's setting `dtype` by the policy of this layer.
///
/// # Errors
/// If one of its policies is unknown, or if it has several for this layer.
pub(super) fn resolve(config: &mut Map<String, Json>, registry: &Registry) -> Result<()> {
    let Some(dtype) = config.get("dtype").filter(|dtype| dtype["class_name"] == "DTypePolicyMap") else {
        return Ok(());
    };
    let name = config.get("name").and_then(Json::as_str).unwrap_or("");
    let policy = policy_of(&dtype["config"], name, registry)?;
    config.insert("dtype".into(), policy.to_json());
    Ok(())
}

/// The policy of a layer.
///
/// A key is the path of a layer, of which the last part is its name, or a pattern. The paths of layers of
/// nested models depend on how these were built, so names decide. Patterns, and paths of layers within this
/// one, are not searched: their policies must be the layer's.
fn policy_of(map: &Json, name: &str, registry: &Registry) -> Result<DTypePolicy> {
    let default = policy(&map["default_policy"], registry)?;
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (key, json) in map["policy_map"].as_object().into_iter().flatten() {
        let policy = policy(json, registry)?;
        let is_path = key.chars().all(|c| c.is_alphanumeric() || "_-/".contains(c));
        if is_path && key.rsplit('/').next() == Some(name) {
            own.push(policy);
        } else if !is_path || key.strip_prefix(name).is_some_and(|rest| rest.starts_with('/')) {
            others.push(policy);
        }
    }
    let chosen = own.first().copied().unwrap_or(default);
    if own.iter().chain(&others).all(|policy| *policy == chosen) {
        return Ok(chosen);
    }
    Err(Error::argument(format!(
        "the DTypePolicyMap has several policies for the layer '{name}', its layers or by patterns; set one policy \
         for each layer in Keras"
    )))
}

/// A policy of the map; Keras writes none for the default policy of the program that reads it.
fn policy(json: &Json, registry: &Registry) -> Result<DTypePolicy> {
    if json.is_null() || json.pointer("/config/name").is_some_and(Json::is_null) {
        return Ok(DTypePolicy::default());
    }
    DTypePolicy::from_json(json, registry)?.ok_or_else(|| {
        let expected = DTypePolicy::expected();
        Error::argument(format!("the DTypePolicyMap has {}, expected {expected}", brief(json)))
    })
}
