//! The layout of legacy weight files (`keras/src/legacy/saving/legacy_h5_format.py`): the attribute
//! `layer_names`, and for each layer a group with the attribute `weight_names` and the weights at their
//! paths. A complete legacy model has the same layout in its group `model_weights`. In files of Keras 2 the
//! weights' names end in `:0`, which is not stripped.

use std::collections::HashMap;

use super::hdf5::{Attribute, Dataset, Group, Reader};
use super::partial::Reading;
use super::weights::{LayerWeights, ModelWeights, OptimizerWeights, WeightValue};
use super::{compare, cudnn, keras_1};

/// The attribute with the version of Keras.
const KERAS_VERSION_NAME: &str = "keras_version";
const LAYER_NAMES: &str = "layer_names";
const WEIGHT_NAMES: &str = "weight_names";
/// The group of weights that belong to no layer; models of this crate have none.
const MODEL_WEIGHTS: &str = "model_weights";
const OPTIMIZER_WEIGHTS: &str = "optimizer_weights";
const MODEL_CONFIG: &str = "model_config";
const TRAINING_CONFIG: &str = "training_config";
const TOP_LEVEL: &str = "top_level_model_weights";

/// The version of Keras whose layout is written.
pub(super) const KERAS_VERSION: &str = "3.15.1";
/// The convention of convolution kernels: TensorFlow's. Old versions of Keras convert other conventions.
const BACKEND: &str = "tensorflow";

/// The size in bytes at which Keras splits lists of names; HDF5 limits attributes to 64 KiB.
const MAX_ATTRIBUTE_BYTES: usize = 64_512;

pub(super) fn layout(model: &ModelWeights) -> Group<'_> {
    let mut attributes = names(LAYER_NAMES, model.layers.iter().map(|layer| layer.name.as_str()).collect());
    attributes.push(("backend".into(), Attribute::Ascii(BACKEND.into())));
    attributes.push((KERAS_VERSION_NAME.into(), Attribute::Ascii(KERAS_VERSION.into())));
    let mut layers: Vec<&LayerWeights> = model.layers.iter().collect();
    layers.sort_by(|a, b| a.name.cmp(&b.name));
    let mut groups: Vec<Group<'_>> = layers.into_iter().map(|layer| layer_group(&layer.name, &layer.weights)).collect();
    groups.push(layer_group(TOP_LEVEL, &[]));
    Group { attributes, groups, ..Group::default() }
}

fn layer_group<'a>(name: &str, weights: &'a [WeightValue]) -> Group<'a> {
    let attributes = names(WEIGHT_NAMES, weights.iter().map(|weight| weight.path.as_str()).collect());
    let mut group = Group { name: name.into(), attributes, ..Group::default() };
    for weight in weights {
        let (folder, last) = weight.path.rsplit_once('/').unwrap_or(("", &weight.path));
        let inner = folder.split('/').filter(|part| !part.is_empty()).fold(&mut group, Group::child);
        inner.datasets.push(Dataset { name: last.into(), shape: &weight.shape, data: weight.data() });
    }
    group
}

/// A list of names as one attribute, or, if it is too long, as several attributes with numbered names.
fn names(attribute: &str, values: Vec<&str>) -> Vec<(String, Attribute)> {
    let longest = values.iter().map(|value| value.len()).max().unwrap_or(0).max(16);
    let in_one = (MAX_ATTRIBUTE_BYTES / longest).max(1);
    if values.len() <= in_one {
        let values = values.into_iter().map(str::to_string).collect();
        return vec![(attribute.into(), Attribute::AsciiList(values))];
    }
    let parts = values.chunks(in_one).enumerate();
    let list = |part: &[&str]| Attribute::AsciiList(part.iter().map(|value| value.to_string()).collect());
    parts.map(|(number, part)| (format!("{attribute}{number}"), list(part))).collect()
}

/// A file with a whole model: its configuration, that of its training, its weights, and its optimizer's
/// variables.
pub(super) fn whole<'a>(
    config: &str,
    training: Option<&str>,
    model: &'a ModelWeights,
    optimizer: Option<&'a OptimizerWeights>,
) -> Group<'a> {
    let mut attributes = vec![
        ("backend".into(), Attribute::Ascii(BACKEND.into())),
        (KERAS_VERSION_NAME.into(), Attribute::Ascii(KERAS_VERSION.into())),
        (MODEL_CONFIG.into(), Attribute::Text(config.into())),
    ];
    attributes.extend(training.map(|config| (TRAINING_CONFIG.into(), Attribute::Text(config.into()))));
    let mut root = Group { attributes, ..Group::default() };
    root.groups.push(Group { name: MODEL_WEIGHTS.into(), ..layout(model) });
    if let Some(optimizer) = optimizer {
        let paths = optimizer.paths();
        let attributes = names(WEIGHT_NAMES, paths.iter().map(String::as_str).collect());
        let mut group = Group { name: OPTIMIZER_WEIGHTS.into(), attributes, ..Group::default() };
        for (path, (data, shape)) in paths.iter().zip(optimizer.datasets()) {
            let (folder, last) = path.rsplit_once('/').unwrap_or(("", path));
            let inner = folder.split('/').filter(|part| !part.is_empty()).fold(&mut group, Group::child);
            inner.datasets.push(Dataset { name: last.into(), shape, data });
        }
        root.groups.push(group);
    }
    root
}

/// The configurations of a whole model, and of its training.
pub(super) fn configs(file: &Reader) -> Result<(Option<String>, Option<String>), String> {
    let names = file.attribute_names("")?;
    let text = |name: &str| if names.iter().any(|n| n == name) { file.text("", name) } else { Ok(None) };
    Ok((text(MODEL_CONFIG)?, text(TRAINING_CONFIG)?))
}

/// The version of Keras that wrote the file; 1 if the file has none, as those of its first versions.
pub(super) fn keras_version(file: &Reader) -> Result<String, String> {
    let names = file.attribute_names("")?;
    let is_there = names.iter().any(|name| name == KERAS_VERSION_NAME);
    let version = if is_there { file.text("", KERAS_VERSION_NAME)? } else { None };
    Ok(version.unwrap_or_else(|| "1.0".to_owned()))
}

/// The paths of the optimizer's variables.
pub(super) fn optimizer_vars(file: &Reader) -> Result<Vec<String>, String> {
    if !file.has_group("", OPTIMIZER_WEIGHTS)? {
        return Ok(Vec::new());
    }
    let names = read_names(file, OPTIMIZER_WEIGHTS, WEIGHT_NAMES)?;
    Ok(names.into_iter().map(|name| format!("{OPTIMIZER_WEIGHTS}/{name}")).collect())
}

/// The group that contains the layers: the root, `model_weights`, or none.
pub(super) fn root(file: &Reader) -> Result<Option<&'static str>, String> {
    for group in ["", MODEL_WEIGHTS] {
        if group.is_empty() || file.has_group("", group)? {
            let attributes = file.attribute_names(group)?;
            if attributes.iter().any(|name| name == LAYER_NAMES || name == &format!("{LAYER_NAMES}0")) {
                return Ok(Some(group));
            }
        }
    }
    Ok(None)
}

/// The weights of a layer of a file.
struct Saved {
    name: String,
    /// The paths of the data sets.
    weights: Vec<String>,
    /// The layer's group, for messages.
    place: String,
}

/// The data of all weights in the order of the layers.
pub(super) fn read(
    file: &Reader,
    root: &str,
    expected: &ModelWeights,
    reading: &mut Reading<'_>,
) -> Result<Vec<Vec<f32>>, String> {
    let mut saved = Vec::new();
    for name in read_names(file, root, LAYER_NAMES)? {
        let place = if root.is_empty() { name.clone() } else { format!("{root}/{name}") };
        let names = read_names(file, &place, WEIGHT_NAMES)?;
        let weights = names.iter().map(|name| format!("{place}/{name}")).collect();
        saved.push(Saved { name, weights, place });
    }
    if reading.options.is_by_name() {
        return read_by_name(file, &saved, expected, reading);
    }
    saved.retain(|layer| !layer.weights.is_empty());
    let layers: Vec<&LayerWeights> = expected.layers.iter().filter(|layer| !layer.weights.is_empty()).collect();
    let first = match (layers.get(saved.len()), saved.get(layers.len())) {
        (Some(missing), _) => format!("without is {} ({})", missing.name, missing.class_name),
        (_, Some(left_over)) => format!("left over is {}", left_over.place),
        _ => String::new(),
    };
    let mut data = Vec::new();
    for (layer, saved) in layers.iter().zip(&saved) {
        data.extend(read_layer(file, layer, saved, reading)?);
    }
    if !first.is_empty() {
        return Err(format!(
            "weights of another model: it has weights for {} layers, the model has {}; the first {first}",
            saved.len(),
            layers.len()
        ));
    }
    Ok(data)
}

/// The data of the layers whose names the file has; the others keep their values.
fn read_by_name(
    file: &Reader,
    saved: &[Saved],
    expected: &ModelWeights,
    reading: &mut Reading<'_>,
) -> Result<Vec<Vec<f32>>, String> {
    let mut data = Vec::new();
    let by_name: HashMap<&str, &Saved> = saved.iter().rev().map(|saved| (saved.name.as_str(), saved)).collect();
    for layer in &expected.layers {
        match by_name.get(layer.name.as_str()) {
            Some(saved) => data.extend(read_layer(file, layer, saved, reading)?),
            None if layer.weights.is_empty() => {}
            None => {
                reading.skip(&layer.name, "the file has no layer of this name".to_owned());
                data.extend(layer.values());
            }
        }
    }
    Ok(data)
}

/// The data of a layer. As in Keras, mismatches of shapes are those of single weights.
fn read_layer(
    file: &Reader,
    layer: &LayerWeights,
    saved: &Saved,
    reading: &mut Reading<'_>,
) -> Result<Vec<Vec<f32>>, String> {
    if let Some(data) = keras_1::read_layer(file, layer, &saved.weights)? {
        return Ok(data);
    }
    if let Some(data) = cudnn::read_layer(file, layer, &saved.weights)? {
        return Ok(data);
    }
    if !reading.skips_mismatches() || saved.weights.len() != layer.weights.len() {
        return compare::read_layer(file, layer, &saved.place, &saved.weights, reading);
    }
    let mut data = Vec::new();
    for (weight, path) in layer.weights.iter().zip(&saved.weights) {
        let found = file.shape(path)?;
        if found == weight.shape {
            data.push(file.read(path)?);
        } else {
            let (path, shape) = (&weight.path, &weight.shape);
            reading.mismatch(&layer.name, format!("{path} has shape {shape:?}, and {found:?} in the file"))?;
            data.push(weight.data.clone());
        }
    }
    Ok(data)
}

/// Reads a list of names that may be split into several attributes.
fn read_names(file: &Reader, group: &str, attribute: &str) -> Result<Vec<String>, String> {
    if let Some(names) = file.texts(group, attribute)? {
        return Ok(names);
    }
    let mut names = Vec::new();
    for number in 0.. {
        match file.texts(group, &format!("{attribute}{number}"))? {
            Some(part) => names.extend(part),
            None => break,
        }
    }
    Ok(names)
}
