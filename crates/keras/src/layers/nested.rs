//! Layers that contain layers.

use std::borrow::Cow;

use crate::graph::{Layer, WeightSpec};
use crate::naming::to_snake_case;

/// The weights of an inner layer as those of the outer one, in a part with this name.
pub(super) fn named_parts(weights: Vec<WeightSpec>, part: &str, layer: &dyn Layer) -> Vec<WeightSpec> {
    let base = layer.base();
    let name = base.name.unwrap_or_else(|| to_snake_case(layer.class_name()));
    let named = |spec: WeightSpec| {
        let inner = match &*spec.part {
            "" => part.to_owned(),
            inner => format!("{part}/{inner}"),
        };
        let name = format!("{name}/{}", spec.name);
        WeightSpec {
            part: Cow::Owned(inner),
            name: Cow::Owned(name),
            trainable: spec.trainable && base.trainable,
            ..spec
        }
    };
    weights.into_iter().map(named).collect()
}
