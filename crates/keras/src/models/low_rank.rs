//! Low-rank adaptation of a model's layers.

use serde_json::{Value as Json, json};

use super::model::Model;
use crate::error::{Error, Result};
use crate::naming::unknown;
use crate::objects::Registry;
use crate::saving::restore_assets;

/// The layers that can be adapted.
const LAYERS: [&str; 3] = ["Dense", "EinsumDense", "Embedding"];

impl Model {
    /// Fixes the kernels of layers with these names and adds the product of two factors of this rank to each,
    /// which are trained: the `enable_lora` of Keras's layers. `alpha` is the number by which the product is
    /// multiplied, divided by the rank; by default it is the rank. Layers of models inside of this one stay
    /// as they are. The training configuration stays, the state of the optimizer is discarded; the registry
    /// has the layers of a user.
    ///
    /// A `.keras` file has the kernel with the product, as Keras's. When it is read, the factors are zeros,
    /// so that they are not trained further, as in Keras; a model without `lora_rank` in its layers can be
    /// adapted again. A legacy `.h5` file has the factors, from which a training goes on, also in Keras.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense, objects::Registry};
    /// let input = Input::new([64]);
    /// let mut model = Model::new(&input, &Dense::new(32).name("head").call(&input)?)?;
    /// model.enable_lora(&["head"], 2, None, &Registry::new())?;
    /// let trained = model.variables().iter().filter(|v| v.trainable).map(|v| v.path.as_str());
    /// assert_eq!(trained.collect::<Vec<_>>(), ["head/bias", "head/lora_kernel_a", "head/lora_kernel_b"]);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such layer, it is not a `Dense`,
    /// `EinsumDense` or `Embedding`, it is quantized, it has a constraint of its kernel, or it is adapted
    /// already; and if a layer is unknown to the registry.
    pub fn enable_lora(&mut self, layers: &[&str], rank: usize, alpha: Option<f64>, registry: &Registry) -> Result<()> {
        let mut json = self.to_json();
        let mut configs: Vec<&mut Json> =
            json.pointer_mut("/config/layers").and_then(Json::as_array_mut).into_iter().flatten().collect();
        for name in layers {
            let Some(layer) = configs.iter_mut().find(|layer| layer["config"]["name"] == *name) else {
                return Err(unknown("layer", name, self.layers().iter().map(|layer| layer.name())));
            };
            let class = layer["class_name"].as_str().unwrap_or_default();
            if !LAYERS.contains(&class) {
                return Err(Error::argument(format!("layer '{name}' is a {class}; lora is for {}", LAYERS.join(", "))));
            }
            let config = &mut layer["config"];
            if config.get("lora_rank").is_some() {
                return Err(Error::argument(format!(
                    "layer '{name}': lora is already enabled. This can only be done once per layer."
                )));
            }
            if self.layer(name).is_some_and(|layer| layer.layer().base().dtype.is_quantized()) {
                return Err(Error::argument(format!("layer '{name}' is quantized; adapt the model before")));
            }
            config["lora_rank"] = json!(rank);
            config["lora_alpha"] = json!(alpha.unwrap_or(rank as f64));
        }
        restore_assets(&mut json, &mut &self.weights()).map_err(Error::argument)?;
        let mut adapted = Self::from_json(&json, registry)?;
        let mut values = Vec::new();
        for (old, new) in self.layers().iter().zip(adapted.layers()) {
            let old = self.variables_of(old);
            for variable in adapted.variables_of(new) {
                let before = old.iter().find(|other| other.path == variable.path).unwrap_or(variable);
                values.push(before.values.clone());
            }
        }
        adapted.set_weights(values)?;
        if let Some(compiled) = self.compiled() {
            adapted.compile(compiled.clone())?;
        }
        *self = adapted;
        Ok(())
    }
}
