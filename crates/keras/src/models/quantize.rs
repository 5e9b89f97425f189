//! Quantization of a model's layers.

use serde_json::Value as Json;

use super::files::merged;
use super::model::Model;
use crate::dtype::DTypePolicy;
use crate::error::{Error, Result};
use crate::layers::QuantizationConfig;
use crate::objects::{Field, Registry};
use crate::saving::restore_assets;

/// The layers that can be quantized.
const LAYERS: [&str; 3] = ["Dense", "EinsumDense", "Embedding"];

impl Model {
    /// Quantizes the kernels of the layers `Dense`, `EinsumDense` and `Embedding` to `int8`, and their inputs
    /// as they are computed: Keras's `quantize("int8")`. Layers of models inside of this one stay as they
    /// are. The training configuration and the state of the optimizer are discarded; the registry has the
    /// layers of a user.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense, objects::Registry};
    /// let input = Input::new([4]);
    /// let mut model = Model::new(&input, &Dense::new(2).call(&input)?)?;
    /// model.quantize(&Registry::new())?;
    /// let kernel = &model.variables()[0];
    /// assert!(kernel.int8 && kernel.values.iter().any(|value| value.abs() == 127.0));
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a layer is unknown to the registry, or its dtype policy is neither `float32` nor `mixed_bfloat16`.
    pub fn quantize(&mut self, registry: &Registry) -> Result<()> {
        let mut json = self.to_json();
        for layer in json.pointer_mut("/config/layers").and_then(Json::as_array_mut).into_iter().flatten() {
            if LAYERS.iter().any(|class| layer["class_name"] == *class) {
                let policy = DTypePolicy::from_json(&layer["config"]["dtype"], registry)?.unwrap_or_default();
                if !policy.is_quantized() {
                    layer["config"]["dtype"] =
                        policy.int8().map_err(|e| e.at(format_args!("layer {}", layer["config"]["name"])))?.to_json();
                    layer["config"]["quantization_config"] = QuantizationConfig { inputs: true }.to_json();
                }
            }
        }
        restore_assets(&mut json, &mut &self.weights()).map_err(Error::argument)?;
        let mut quantized = Self::from_json(&json, registry)?;
        let mut values = Vec::new();
        for (old, new) in self.layers().iter().zip(quantized.layers()) {
            let old = self.variables_of(old);
            // A quantized layer has the products of low-rank factors in its numbers.
            let merged = merged(old);
            let mut factors = None;
            for variable in quantized.variables_of(new) {
                let before = old.iter().zip(&merged).find(|(other, _)| other.name == variable.name);
                values.push(match before {
                    Some((before, merged)) if variable.int8 && !before.int8 => {
                        let (numbers, of_outputs) = new.layer().quantize(merged, &before.shape)?;
                        factors = Some(of_outputs);
                        numbers
                    }
                    Some((before, _)) => before.values.clone(),
                    None => factors.take().unwrap_or_else(|| variable.values.clone()),
                });
            }
        }
        quantized.set_weights(values)?;
        *self = quantized;
        Ok(())
    }
}
