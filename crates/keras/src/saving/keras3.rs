//! The layout of Keras 3's `.weights.h5` (`keras/src/saving/saving_lib.py`, class `H5IOStore`):
//! `layers/<class>[_<n>]/vars/<i>`, the layer's own name as an attribute of `vars`, a `vars` of the model
//! itself.

use std::collections::BTreeSet;

use super::compare;
use super::hdf5::{Attribute, Dataset, Group, Reader};
use super::naming::container_names;
use super::partial::Reading;
use super::weights::{LayerWeights, ModelWeights, OptimizerWeights, WeightValue};

pub(super) const LAYERS: &str = "layers";
const VARS: &str = "vars";
/// The data set of the weights of a vocabulary's terms.
pub(crate) const IDF_WEIGHTS: &str = "idf_weights";
const OPTIMIZER: &str = "optimizer";
/// The name of [`LAYERS`] in Keras 2.13.
const OLD_LAYERS: &str = "_layer_checkpoint_dependencies";

pub(super) fn layout(model: &ModelWeights) -> Group<'_> {
    let names = container_names(model.layers.iter().map(|layer| layer.class_name.as_str()));
    let layers = model.layers.iter().zip(names).map(|(layer, name)| {
        let mut group = Group { name, groups: vec![vars(&layer.name, Vec::new())], ..Group::default() };
        for weight in &layer.weights {
            let part = parts_of(weight).fold(&mut group, Group::child);
            if !part.groups.iter().any(|inner| inner.name == VARS) {
                part.groups.push(vars(&weight.part, Vec::new()));
            }
            let vars = part.child(VARS);
            for weight in copied_before(layer, weight).into_iter().chain([weight]) {
                let name = vars.datasets.len().to_string();
                vars.datasets.push(Dataset { name, shape: &weight.shape, data: weight.data() });
            }
        }
        for state in &layer.states {
            let part = parts_of(state).fold(&mut group, Group::child);
            let dataset = Dataset { name: state.path.clone(), shape: &state.shape, data: state.data() };
            part.child(VARS).datasets.push(dataset);
        }
        group
    });
    let layers = Group { name: LAYERS.into(), groups: layers.collect(), ..Group::default() };
    Group { groups: vec![layers, vars(&model.name, Vec::new())], ..Group::default() }
}

/// The weight that files have once more, before this one: a `SpectralNormalization` has the kernel of its
/// layer as a weight of its own, too.
fn copied_before<'a>(layer: &'a LayerWeights, weight: &WeightValue) -> Option<&'a WeightValue> {
    let is_vector = weight.path.rsplit('/').next() == Some("vector_u");
    let inner = parts_of(weight).chain(["layer"]);
    // The kernel is the first weight of any layer that has one.
    layer.weights.iter().find(|of_layer| is_vector && parts_of(of_layer).eq(inner.clone()))
}

/// The groups between a layer's and the `vars` of a weight.
fn parts_of(weight: &WeightValue) -> impl Iterator<Item = &str> + Clone {
    weight.part.split('/').filter(|part| !part.is_empty())
}

fn vars<'a>(owner: &str, datasets: Vec<Dataset<'a>>) -> Group<'a> {
    let attributes = vec![("name".into(), Attribute::Text(owner.into()))];
    Group { name: VARS.into(), attributes, datasets, ..Group::default() }
}

/// The group of an optimizer's variables.
pub(super) fn optimizer(weights: &OptimizerWeights) -> Group<'_> {
    let mut group = Group { name: OPTIMIZER.into(), ..Group::default() };
    add_optimizer(&mut group, weights);
    group
}

/// Adds the variables of an optimizer to its group. Those of its parts are also in groups of their own.
fn add_optimizer<'a>(group: &mut Group<'a>, weights: &'a OptimizerWeights) {
    let datasets = weights.datasets().into_iter().enumerate();
    let datasets = datasets.map(|(i, (data, shape))| Dataset { name: i.to_string(), shape, data });
    group.groups.push(vars(&weights.name, datasets.collect()));
    for (path, part) in &weights.parts {
        add_optimizer(path.split('/').fold(&mut *group, Group::child), part);
    }
}

/// The paths of the optimizer's variables.
pub(super) fn optimizer_vars(file: &Reader) -> Result<Vec<String>, String> {
    vars_of(file, OPTIMIZER)
}

/// Returns true if the file has this layout.
pub(super) fn is(file: &Reader) -> Result<bool, String> {
    Ok(container(file)?.is_some())
}

fn container(file: &Reader) -> Result<Option<&'static str>, String> {
    for name in [LAYERS, OLD_LAYERS] {
        if file.has_group("", name)? {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// The data of all weights in the order of the layers.
pub(super) fn read(file: &Reader, expected: &ModelWeights, reading: &mut Reading<'_>) -> Result<Vec<Vec<f32>>, String> {
    let container = container(file)?.unwrap_or(LAYERS);
    let mut in_file: BTreeSet<String> = file.groups(container)?.iter().cloned().collect();
    let names = container_names(expected.layers.iter().map(|layer| layer.class_name.as_str()));
    let mut data = Vec::new();
    for (layer, name) in expected.layers.iter().zip(&names) {
        let place = format!("{container}/{name}");
        data.extend(match in_file.take(name) {
            _ if reading.keeps(&layer.name) => layer.values(),
            None if layer.weights.is_empty() => Vec::new(),
            None => {
                let reason = format!("it has no {place}, which layer {} ({}) expects", layer.name, layer.class_name);
                reading.mismatch(&layer.name, reason)?;
                layer.values()
            }
            Some(_) => {
                let found = found_weights(file, &place, layer)?;
                compare::read_layer(file, layer, &place, &found, reading)?
            }
        });
    }
    for name in in_file {
        let place = format!("{container}/{name}");
        if !vars_of(file, &place)?.is_empty() {
            reading.left_over(&format!("it has {place}, for which this model has no layer"))?;
        }
    }
    Ok(data)
}

/// The paths of the data sets of a layer and of its parts, in the order of the layer's weights; those that
/// are left over come last.
fn found_weights(file: &Reader, place: &str, layer: &LayerWeights) -> Result<Vec<String>, String> {
    let mut parts: Vec<(&str, std::vec::IntoIter<String>)> = vec![("", vars_of(file, place)?.into_iter())];
    let mut found = Vec::new();
    for weight in &layer.weights {
        let at = match parts.iter().position(|(part, _)| *part == weight.part) {
            Some(at) => at,
            None => {
                parts.push((&weight.part, vars_of_part(file, place, &weight.part)?.into_iter()));
                parts.len() - 1
            }
        };
        if copied_before(layer, weight).is_some() && parts[at].1.len() > 1 {
            parts[at].1.next();
        }
        found.extend(parts[at].1.next());
    }
    found.extend(parts.into_iter().flat_map(|(_, rest)| rest));
    // Keras numbers weights; it names the weights of a vocabulary's terms, which are read with the
    // vocabulary.
    found.retain(|path| !path.ends_with(IDF_WEIGHTS));
    Ok(found)
}

/// The paths of the data sets of a part of a layer. Keras 2 has the names of attributes that are private in
/// Python, such as `_query_dense`.
fn vars_of_part(file: &Reader, place: &str, part: &str) -> Result<Vec<String>, String> {
    let own = vars_of(file, &format!("{place}/{part}"))?;
    if !own.is_empty() {
        return Ok(own);
    }
    let private = match part.rsplit_once('/') {
        Some((outer, name)) => format!("{place}/{outer}/_{name}"),
        None => format!("{place}/_{part}"),
    };
    vars_of(file, &private)
}

/// The paths of a layer's data sets `0`, `1`, ..., in numeric order.
fn vars_of(file: &Reader, place: &str) -> Result<Vec<String>, String> {
    let mut parent = String::new();
    for group in place.split('/').chain([VARS]) {
        if !file.has_group(&parent, group)? {
            return Ok(Vec::new());
        }
        parent = if parent.is_empty() { group.to_owned() } else { format!("{parent}/{group}") };
    }
    let mut names = file.datasets(&format!("{place}/vars"))?;
    names.sort_by_key(|name| (name.parse::<usize>().unwrap_or(usize::MAX), name.clone()));
    Ok(names.into_iter().map(|name| format!("{place}/vars/{name}")).collect())
}
