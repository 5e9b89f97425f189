//! Quantization of a model's layers.

use serde_json::Value as Json;

use super::files::merged;
use super::model::Model;
use super::variable::Variable;
use crate::dtype::{DTypePolicy, Quantization};
use crate::error::{Error, Result};
use crate::layers::QuantizationConfig;
use crate::objects::{Field, Registry};
use crate::saving::restore_assets;

/// The layers that can be quantized; of these, embeddings not to `float8`.
const LAYERS: [&str; 4] = ["Dense", "EinsumDense", "Embedding", "ReversibleEmbedding"];

impl Model {
    /// Quantizes the kernels of the layers `Dense`, `EinsumDense`, `Embedding` and `ReversibleEmbedding`,
    /// also of models inside of this one: Keras's `quantize("int8")`, `"int4"` or `"float8"`, with its
    /// defaults. The training configuration and the state of the optimizer are discarded; the registry has
    /// the layers of a user.
    ///
    /// ```
    /// use keras::{Input, Model, Quantization, layers::Dense, objects::Registry};
    /// let input = Input::new([4]);
    /// let mut model = Model::new(&input, &Dense::new(2).call(&input)?)?;
    /// model.quantize(Quantization::Int8, &Registry::new())?;
    /// let kernel = &model.variables()[0];
    /// assert!(kernel.int8 && kernel.values.iter().any(|value| value.abs() == 127.0));
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a layer is unknown to the registry, or its dtype policy is neither `float32` nor `mixed_bfloat16`.
    pub fn quantize(&mut self, mode: Quantization, registry: &Registry) -> Result<()> {
        let mut json = self.to_json();
        quantize_layers(&mut json["config"], mode, registry)?;
        restore_assets(&mut json, &mut &self.weights()).map_err(Error::argument)?;
        let mut quantized = Self::from_json(&json, registry)?;
        let mut values = Vec::new();
        for (old, new) in self.layers().iter().zip(quantized.layers()) {
            let old = self.variables_of(old);
            // A quantized layer has the products of low-rank factors in its numbers.
            let merged = merged(old);
            let before =
                |v: &Variable| old.iter().zip(&merged).find(|(old, _)| (&old.name, &old.part) == (&v.name, &v.part));
            let variables = quantized.variables_of(new);
            let mut made = Vec::new();
            for variable in variables.iter().filter(|v| v.int8) {
                if let Some((old, merged)) = before(variable).filter(|(old, _)| !old.int8) {
                    made.extend(new.layer().quantize(&old.name, merged, &old.shape)?);
                }
            }
            values.extend(variables.iter().map(|v| match (made.iter().find(|(name, _)| *name == v.name), before(v)) {
                (Some((_, values)), _) => values.clone(),
                (None, Some((old, _))) => old.values.clone(),
                (None, None) => v.values.clone(),
            }));
        }
        quantized.set_weights(values)?;
        *self = quantized;
        Ok(())
    }
}

/// Sets the policies of the layers in the configuration of a model, and of models inside of it.
fn quantize_layers(config: &mut Json, mode: Quantization, registry: &Registry) -> Result<()> {
    for layer in config.get_mut("layers").and_then(Json::as_array_mut).into_iter().flatten() {
        let class = layer["class_name"].as_str().unwrap_or_default();
        let is_table = class.ends_with("Embedding");
        if !LAYERS.contains(&class) || is_table && matches!(mode, Quantization::Float8 { .. }) {
            quantize_layers(&mut layer["config"], mode, registry)?;
            continue;
        }
        let policy = DTypePolicy::from_json(&layer["config"]["dtype"], registry)?.unwrap_or_default();
        if !policy.is_quantized() {
            let policy = policy.quantized(mode);
            let policy = policy.map_err(|e| e.at(format_args!("layer {}", layer["config"]["name"])))?;
            layer["config"]["dtype"] = policy.to_json();
            layer["config"]["quantization_config"] = QuantizationConfig::new(mode).to_json();
        }
    }
    Ok(())
}
