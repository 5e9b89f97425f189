//! Which layers are trained.

use std::collections::HashMap;

use serde_json::Value as Json;

use super::model::Model;
use crate::error::{Error, Result};
use crate::graph::SharedLayer;
use crate::objects::Registry;
use crate::saving::restore_assets;

impl Model {
    /// Sets whether training updates the weights of the layers that `which` picks: Keras's `layer.trainable`.
    /// Of a layer that has layers, such as a model, it is set for all of these.
    ///
    /// A batch normalization that is not trained takes its moving averages, as in inference. The training
    /// configuration stays, and the state of the optimizer is discarded: it is that of other weights. The
    /// registry has the layers of a user.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense, objects::Registry};
    /// let input = Input::new([4]);
    /// let hidden = Dense::new(8).name("hidden").call(&input)?;
    /// let mut model = Model::new(&input, &Dense::new(2).name("head").call(&hidden)?)?;
    /// model.set_trainable(false, |layer| layer.name() != "head", &Registry::new())?;
    /// let trained = model.variables().iter().filter(|v| v.trainable).map(|v| v.path.as_str());
    /// assert_eq!(trained.collect::<Vec<&str>>(), ["head/kernel", "head/bias"]);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) for a layer that is unknown to the registry, or
    /// that has no configuration, as a [`Lambda`](crate::layers::Lambda).
    pub fn set_trainable(
        &mut self,
        trainable: bool,
        which: impl Fn(&SharedLayer) -> bool,
        registry: &Registry,
    ) -> Result<()> {
        let picked: Vec<&str> = self.layers().iter().filter(|layer| which(layer)).map(SharedLayer::name).collect();
        let mut json = self.to_json();
        for layer in json.pointer_mut("/config/layers").and_then(Json::as_array_mut).into_iter().flatten() {
            let name = layer.pointer("/config/name").and_then(Json::as_str);
            if name.is_some_and(|name| picked.contains(&name)) {
                set(layer, trainable);
            }
        }
        restore_assets(&mut json, &mut &self.weights()).map_err(Error::argument)?;
        let mut changed = Self::from_json(&json, registry)?;
        // A layer that is a model lists trainable weights first, so the order may be another one.
        let values: HashMap<&str, &Vec<f32>> = self.variables().iter().map(|v| (v.path.as_str(), &v.values)).collect();
        let values = changed.variables().iter().map(|v| values.get(v.path.as_str()).map_or(&v.values, |v| v).clone());
        changed.set_weights(values.collect())?;
        changed.compiled = self.compiled.take();
        changed.notes = std::mem::take(&mut self.notes);
        *self = changed;
        Ok(())
    }
}

/// Sets it in the configuration of a layer and in those of the layers in it.
fn set(layer: &mut Json, trainable: bool) {
    let Some(config) = layer.get_mut("config").and_then(Json::as_object_mut) else { return };
    for (key, value) in config {
        match key.as_str() {
            "trainable" => *value = trainable.into(),
            "layers" | "cells" => value.as_array_mut().into_iter().flatten().for_each(|inner| set(inner, trainable)),
            "layer" | "backward_layer" | "cell" => set(value, trainable),
            _ => {}
        }
    }
}
