//! A recurrent layer in both directions.

use stablehlo::Value;

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::layers::nested::named_parts;
use crate::naming::to_snake_case;
use crate::objects::{Handle, Registry};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::choices! {
    /// How the outputs of both directions become one.
    MergeMode {
        /// One after the other, along the last axis.
        Concat = "concat",
        /// Their sum.
        Sum = "sum",
        /// Their product.
        Mul = "mul",
        /// Their mean.
        Ave = "ave",
    }
}

crate::layer! {
    /// Applies a recurrent layer to a sequence, and another one to the sequence from its end.
    ///
    /// ```
    /// use keras::{Input, layers::{Bidirectional, LSTM}};
    /// let y = Bidirectional::new(LSTM::new(4).return_sequences(true)).call(&Input::new([10, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 10, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Bidirectional(
        /// The layer.
        layer: [Handle<dyn Layer>],
    ) {
        /// How the outputs become one. Default: one after the other.
        merge_mode: [MergeMode] = MergeMode::Concat;
        /// The layer for the sequence from its end. Default: the layer with `go_backwards`.
        backward_layer: [Option<Handle<dyn Layer>>] = None;
    }
    config |layer, config| {
        if let Ok([forward, backward]) = layer.directions() {
            config.set("layer", &forward);
            config.set("backward_layer", &backward);
        }
    }
}

impl Bidirectional {
    /// The layers for the sequence from its start and from its end, with Keras's names.
    fn directions(&self) -> Result<[Handle<dyn Layer>; 2]> {
        // A layer of a user, which the registry of this crate does not have, keeps its name.
        let forward = self.of_direction("forward_", false).unwrap_or_else(|_| self.layer.clone());
        let backward = self.backward_layer.clone().map_or_else(|| self.of_direction("backward_", true), Ok)?;
        Ok([forward, backward])
    }

    /// The layer, named after a direction.
    fn of_direction(&self, prefix: &str, reverses: bool) -> Result<Handle<dyn Layer>> {
        let mut config = self.layer.get_config();
        let goes_back = config.get("go_backwards").and_then(serde_json::Value::as_bool) == Some(true);
        config.set("go_backwards", &(goes_back != reverses));
        let name = self.layer.base().name.unwrap_or_else(|| to_snake_case(self.layer.class_name()));
        config.set("name", &format!("{prefix}{}", name.strip_prefix(prefix).unwrap_or(&name)));
        Registry::new().create(self.layer.class_name(), &config)
    }

    /// The layer with the output of masked steps as Keras sets it: zero if all steps are returned.
    fn zero_where_masked(&self, layer: &Handle<dyn Layer>) -> Result<Handle<dyn Layer>> {
        let mut config = layer.get_config();
        config.set("zero_output_for_mask", &self.flag("return_sequences"));
        Registry::new().create(layer.class_name(), &config)
    }

    fn flag(&self, name: &str) -> bool {
        self.layer.get_config().get(name).and_then(serde_json::Value::as_bool) == Some(true)
    }
}

impl Layer for Bidirectional {
    fn compute_mask(&self, _inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
        Ok(if self.flag("return_sequences") { masks.first().cloned().flatten() } else { None })
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(3)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        if self.layer.get_config().get("go_backwards").is_none() {
            let class = self.layer.class_name();
            return Err(Error::argument(format!("Bidirectional takes a recurrent layer, not {class}")));
        }
        self.layer.check(inputs)
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let [forward, backward] = self.directions()?;
        let mut weights = named_parts(forward.build(inputs)?, "forward_layer", &*forward);
        weights.extend(named_parts(backward.build(inputs)?, "backward_layer", &*backward));
        Ok(weights)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        self.forward_all(cx, inputs)?.first().copied().ok_or_else(|| Error::argument("a layer has an output"))
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        let (half, masks) = (cx.weight_count() / 2, cx.masks().to_vec());
        let [mut forward, mut backward] = self.directions()?;
        if cx.mask(0).is_some() {
            (forward, backward) = (self.zero_where_masked(&forward)?, self.zero_where_masked(&backward)?);
        }
        let ahead = cx.forward_layer(&*forward, 0..half, inputs, &masks)?;
        let mut backwards = cx.forward_layer(&*backward, half..2 * half, inputs, &masks)?;
        if self.flag("return_sequences") {
            backwards[0] = cx.b.reverse(backwards[0], &[1])?;
        }
        let merged = cx.trace(&[ahead[0], backwards[0]], |_, y| {
            let joined = |y: &[Tensor]| ops::concatenate(&[&y[0], &y[1]], -1);
            Ok(vec![match self.merge_mode {
                MergeMode::Concat => joined(y)?,
                MergeMode::Sum => &y[0] + &y[1],
                MergeMode::Mul => &y[0] * &y[1],
                MergeMode::Ave => (&y[0] + &y[1]) * 0.5,
            }])
        })?;
        Ok([&merged[..], &ahead[1..], &backwards[1..]].concat())
    }
}
