//! The layout of Keras 3's `.weights.h5` (`keras/src/saving/saving_lib.py`, class `H5IOStore`):
//! `layers/<class>[_<n>]/vars/<i>`, the layer's own name as an attribute of `vars`, a `vars` of the model
//! itself.

use super::compare;
use super::hdf5::{Attribute, Dataset, Group, Reader};
use super::naming::container_names;
use super::weights::ModelWeights;

const LAYERS: &str = "layers";
/// The name of [`LAYERS`] in Keras 2.13.
const OLD_LAYERS: &str = "_layer_checkpoint_dependencies";

pub(super) fn layout(model: &ModelWeights) -> Group<'_> {
    let names = container_names(model.layers.iter().map(|layer| layer.class_name.as_str()));
    let layers = model.layers.iter().zip(names).map(|(layer, name)| {
        let values = layer.weights.iter().enumerate();
        let datasets = values
            .map(|(i, weight)| Dataset { name: i.to_string(), shape: &weight.shape, data: &weight.data })
            .collect();
        Group { name, groups: vec![vars(&layer.name, datasets)], ..Group::default() }
    });
    let layers = Group { name: LAYERS.into(), groups: layers.collect(), ..Group::default() };
    Group { groups: vec![layers, vars(&model.name, Vec::new())], ..Group::default() }
}

fn vars<'a>(owner: &str, datasets: Vec<Dataset<'a>>) -> Group<'a> {
    let attributes = vec![("name".into(), Attribute::Text(owner.into()))];
    Group { name: "vars".into(), attributes, datasets, ..Group::default() }
}

/// Returns true if the file has this layout.
pub(super) fn is(file: &Reader) -> Result<bool, String> {
    Ok(container(file)?.is_some())
}

fn container(file: &Reader) -> Result<Option<&'static str>, String> {
    let groups = file.groups("")?;
    Ok([LAYERS, OLD_LAYERS].into_iter().find(|name| groups.iter().any(|group| group == name)))
}

/// The data of all weights in the order of the layers.
pub(super) fn read(file: &Reader, expected: &ModelWeights) -> Result<Vec<Vec<f32>>, String> {
    let container = container(file)?.unwrap_or(LAYERS);
    let mut in_file = file.groups(container)?;
    let names = container_names(expected.layers.iter().map(|layer| layer.class_name.as_str()));
    let mut data = Vec::new();
    for (layer, name) in expected.layers.iter().zip(&names) {
        let place = format!("{container}/{name}");
        let found_at = in_file.iter().position(|group| group == name);
        let found = match found_at {
            Some(at) => {
                in_file.swap_remove(at);
                vars_of(file, &place)?
            }
            None => Vec::new(),
        };
        if found_at.is_none() && !layer.weights.is_empty() {
            return Err(format!(
                "weights of another model: it has no {place}, which layer {} ({}) expects",
                layer.name, layer.class_name
            ));
        }
        data.extend(compare::read_layer(file, layer, &place, &found)?);
    }
    for name in in_file {
        let place = format!("{container}/{name}");
        if !vars_of(file, &place)?.is_empty() {
            return Err(format!("weights of another model: it has {place}, for which this model has no layer"));
        }
    }
    Ok(data)
}

/// The paths of a layer's data sets `0`, `1`, ..., in numeric order.
fn vars_of(file: &Reader, place: &str) -> Result<Vec<String>, String> {
    if !file.groups(place)?.iter().any(|group| group == "vars") {
        return Ok(Vec::new());
    }
    let mut names = file.datasets(&format!("{place}/vars"))?;
    names.sort_by_key(|name| (name.parse::<usize>().unwrap_or(usize::MAX), name.clone()));
    Ok(names.into_iter().map(|name| format!("{place}/vars/{name}")).collect())
}
