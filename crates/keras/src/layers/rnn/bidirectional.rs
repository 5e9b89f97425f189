//! A recurrent layer in both directions.

use stablehlo::Value;

use super::recurrence::first;
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
    /// Applies a recurrent layer to a sequence, and another one to the sequence from its end. Further inputs
    /// are the initial states of the one, then those of the other.
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
        /// How the outputs become one; `None` leaves them two outputs. Default: one after the other.
        merge_mode: [Option<MergeMode>] = Some(MergeMode::Concat);
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
        let forward = self.of_direction("forward_", |goes_back| goes_back).unwrap_or_else(|_| self.layer.clone());
        let backward = self.backward_layer.clone().map_or_else(|| self.of_direction("backward_", |_| true), Ok)?;
        Ok([forward, backward])
    }

    /// The layer, named after a direction.
    fn of_direction(&self, prefix: &str, direction: impl Fn(bool) -> bool) -> Result<Handle<dyn Layer>> {
        let mut config = self.layer.get_config();
        config.set("go_backwards", &direction(flag(&*self.layer, "go_backwards")));
        let name = self.layer.base().name.unwrap_or_else(|| to_snake_case(self.layer.class_name()));
        config.set("name", &format!("{prefix}{}", name.strip_prefix(prefix).unwrap_or(&name)));
        Registry::new().create(self.layer.class_name(), &config)
    }

    /// The inputs of both directions: the sequence, and half of the states each.
    fn of_directions<T: Clone>(inputs: &[T]) -> [Vec<T>; 2] {
        let (sequence, states) = inputs.split_at(1);
        let (forward, backward) = states.split_at(states.len() / 2);
        [[sequence, forward].concat(), [sequence, backward].concat()]
    }

    /// The layer with the output of masked steps as Keras sets it: zero if all steps are returned.
    fn zero_where_masked(&self, layer: &Handle<dyn Layer>) -> Result<Handle<dyn Layer>> {
        let mut config = layer.get_config();
        config.set("zero_output_for_mask", &flag(&*self.layer, "return_sequences"));
        Registry::new().create(layer.class_name(), &config)
    }

    /// Checks that the layers fit each other, as Keras does.
    fn check_directions(&self, [forward, backward]: &[Handle<dyn Layer>; 2]) -> Result<()> {
        let class = [forward, backward].map(|layer| layer.class_name());
        if [forward, backward].iter().any(|layer| layer.get_config().get("go_backwards").is_none()) {
            return Err(Error::argument(format!("Bidirectional takes recurrent layers, not {class:?}")));
        }
        let both = |name: &str| [forward, backward].map(|layer| flag(&**layer, name));
        let [ahead, back] = both("go_backwards");
        if ahead == back {
            return Err(Error::argument(format!(
                "Bidirectional: one of its layers reads the sequence from the end; both have go_backwards={ahead}"
            )));
        }
        for name in ["stateful", "return_sequences", "return_state"] {
            let [ahead, back] = both(name);
            if ahead != back {
                return Err(Error::argument(format!(
                    "Bidirectional: both layers have the same {name}; it is {ahead} and {back}"
                )));
            }
        }
        Ok(())
    }
}

/// A setting of a layer that is true or false.
fn flag(layer: &dyn Layer, name: &str) -> bool {
    layer.get_config().get(name).and_then(serde_json::Value::as_bool) == Some(true)
}

impl Layer for Bidirectional {
    fn takes_masks_of_arguments(&self) -> bool {
        false
    }

    fn compute_mask(&self, _inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
        Ok(if flag(&*self.layer, "return_sequences") { masks.first().cloned().flatten() } else { None })
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::arguments(1)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let directions = self.directions()?;
        self.check_directions(&directions)?;
        if inputs.len().is_multiple_of(2) {
            let states = inputs.len() - 1;
            return Err(Error::shape(format!("Bidirectional takes initial states for both layers, not {states}")));
        }
        directions.iter().zip(Self::of_directions(inputs)).try_for_each(|(layer, inputs)| layer.check(&inputs))
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let [forward, backward] = self.directions()?;
        let [ahead, back] = Self::of_directions(inputs);
        let mut weights = named_parts(forward.build(&ahead)?, "forward_layer", &*forward);
        weights.extend(named_parts(backward.build(&back)?, "backward_layer", &*backward));
        Ok(weights)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        first(self.forward_all(cx, inputs)?)
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        let mask = cx.mask(0);
        let [mut forward, mut backward] = self.directions()?;
        let [ahead, back] = Self::of_directions(inputs);
        let shapes: Vec<Shape> = ahead.iter().map(|input| Shape::new(&cx.b.dims(*input)[1..])).collect();
        let rows = cx.b.dims(inputs[0])[0];
        let sequence = shapes[0].clone().with_batch_size(Some(rows));
        let (count, all) = (forward.build(&[&[sequence], &shapes[1..]].concat())?.len(), cx.weight_count());
        if mask.is_some() {
            (forward, backward) = (self.zero_where_masked(&forward)?, self.zero_where_masked(&backward)?);
        }
        let ahead = cx.forward_layer(&*forward, 0..count, &ahead, &[mask])?;
        let mut backwards = cx.forward_layer(&*backward, count..all, &back, &[mask])?;
        let sequences = flag(&*self.layer, "return_sequences");
        if sequences {
            backwards[0] = cx.b.reverse(backwards[0], &[1])?;
        }
        let merged = match self.merge_mode {
            Some(mode) => cx.trace(&[ahead[0], backwards[0]], |_, y| {
                Ok(vec![match mode {
                    MergeMode::Concat => ops::concatenate(&[&y[0], &y[1]], -1)?,
                    MergeMode::Sum => &y[0] + &y[1],
                    MergeMode::Mul => &y[0] * &y[1],
                    MergeMode::Ave => (&y[0] + &y[1]) * 0.5,
                }])
            })?,
            None => {
                cx.set_output_masks(vec![mask.filter(|_| sequences); 2]);
                vec![ahead[0], backwards[0]]
            }
        };
        Ok([&merged[..], &ahead[1..], &backwards[1..]].concat())
    }
}
