//! Functional models from configurations: layers, and the calls that connect them; and what the readers of
//! all models share.

use std::collections::{HashMap, VecDeque};

use serde_json::Value as Json;
use stablehlo::budget::Budget;

use super::model::Model;
use super::node::{NodeRef, TensorRef, inbound_nodes, keys, tensor_list};
use super::tf_operations::modern;
use crate::error::{Error, Result};
use crate::graph::{CallArguments, KerasTensor, SharedLayer};
use crate::objects::Registry;

pub(super) fn damaged(what: &str, reason: &str) -> Error {
    Error::argument(format!("the configuration of {what} {reason}"))
}

pub(super) fn text<'a>(json: &'a Json, key: &str) -> Option<&'a str> {
    json.get(key).and_then(Json::as_str)
}

/// The layers of a model's configuration.
pub(super) fn layers_of<'a>(config: &'a Json, model: &str) -> Result<&'a Vec<Json>> {
    // Keras 2.1 has a bare list of layers.
    let layers = config.get("layers").unwrap_or(config).as_array();
    layers.ok_or_else(|| damaged(&format!("model '{model}'"), "has no list of layers"))
}

/// A layer that is not built, or the tensor of an input.
pub(super) enum Read {
    Input(KerasTensor),
    Layer(SharedLayer),
}

/// The name of a layer.
pub(super) fn name_of(json: &Json) -> &str {
    let of_config = json.pointer("/config/name").and_then(Json::as_str);
    text(json, "name").or(of_config).unwrap_or("")
}

/// Takes a call of a layer from the budget: of a model, all calls that its program has.
pub(super) fn count_calls(layer: &SharedLayer, registry: &Registry) -> Result<()> {
    let calls = Model::inside(layer).map_or(1, Model::calls);
    let take = |budget: &Budget| budget.step(calls, format_args!("layer '{}' with {calls} calls", layer.name()));
    Ok(registry.budget().map_or(Ok(()), take)?)
}

/// A layer, the calls of it that the configuration lists, and the outputs of those that are done.
struct Entry {
    name: String,
    layer: Read,
    nodes: Vec<NodeRef>,
    outputs: Vec<Vec<KerasTensor>>,
    /// The index of its first call: in Keras 2, the first node of a model is that of its own inputs.
    first: usize,
}

fn is_model(layer: &SharedLayer) -> bool {
    matches!(layer.layer().class_name(), "Sequential" | "Functional")
}

/// The layers of a functional model that is being read.
struct Reader {
    model: String,
    entries: Vec<Entry>,
    /// The first layer of each name.
    by_name: HashMap<String, usize>,
}

/// The model of a configuration, given what reads its layers.
pub(super) fn read(config: &Json, registry: &Registry, layer: &dyn Fn(&Json) -> Result<Read>) -> Result<Model> {
    let name = text(config, "name").unwrap_or("functional").to_owned();
    let mut reader = Reader { model: name.clone(), entries: Vec::new(), by_name: HashMap::new() };
    for json in layers_of(config, &name)? {
        let json = modern(json)?;
        let json = &*json;
        let layer_name = name_of(json).to_owned();
        let layer = layer(json)?;
        let nodes = inbound_nodes(json).map_err(|e| e.at(format_args!("layer '{layer_name}'")))?;
        let outputs = match &layer {
            Read::Input(tensor) => vec![vec![tensor.clone()]],
            Read::Layer(_) => Vec::new(),
        };
        reader.by_name.entry(layer_name.clone()).or_insert(reader.entries.len());
        reader.entries.push(Entry { name: layer_name, layer, nodes, outputs, first: 0 });
    }
    reader.number_calls(config);
    reader.call_all(registry)?;
    let ends = |key: &str| -> Result<Vec<KerasTensor>> {
        let list = tensor_list(config.get(key).unwrap_or(&Json::Null));
        let list = list.ok_or_else(|| damaged(&format!("model '{name}'"), &format!("has no list {key}")))?;
        list.iter().map(|tensor| reader.tensor(tensor).ok_or_else(|| reader.missing(&tensor.0))).collect()
    };
    let model = Model::declare(name.clone(), ends("input_layers")?, ends("output_layers")?, false)?;
    let model = model.with_output_keys(keys(config.get("output_layers")));
    // Keras's order of the layers, which the configuration has, also depends on the names of outputs.
    let names: Vec<&str> = reader.entries.iter().map(|entry| entry.name.as_str()).collect();
    let in_order = model.network().layers.iter().map(SharedLayer::name).eq(names.iter().copied());
    if in_order { Ok(model) } else { model.in_order(&names) }
}

impl Reader {
    /// Finds the index of the first call of each model. The configuration of Keras 2 does not say whether it
    /// is 0 or 1: it is the lowest to which others refer.
    fn number_calls(&mut self, config: &Json) {
        let ends = tensor_list(config.get("output_layers").unwrap_or(&Json::Null)).unwrap_or_default();
        let mut lowest: HashMap<&str, usize> = HashMap::new();
        let used = self.entries.iter().flat_map(|entry| &entry.nodes).flat_map(|node| &node.inputs);
        for (name, call, _) in used.chain(&ends) {
            let known = lowest.entry(name).or_insert(*call);
            *known = (*known).min(*call);
        }
        let first = |entry: &Entry| match &entry.layer {
            Read::Layer(layer) if is_model(layer) => lowest.get(entry.name.as_str()).copied().unwrap_or(0).min(1),
            _ => 0,
        };
        let firsts: Vec<usize> = self.entries.iter().map(first).collect();
        self.entries.iter_mut().zip(firsts).for_each(|(entry, first)| entry.first = first);
    }

    /// Calls the layers in an order in which inputs come before their uses: one that waits for an output of
    /// another is looked at again when that has been called.
    fn call_all(&mut self, registry: &Registry) -> Result<()> {
        let mut queue: VecDeque<usize> = (0..self.entries.len()).collect();
        let mut waiting: HashMap<usize, Vec<usize>> = HashMap::new();
        while let Some(at) = queue.pop_front() {
            loop {
                let entry = &self.entries[at];
                let Some(node) = entry.nodes.get(entry.outputs.len()) else { break };
                let Read::Layer(layer) = &entry.layer else { break };
                if let Some(missing) = node.inputs.iter().find(|tensor| self.tensor(tensor).is_none()) {
                    let other = *self.by_name.get(&missing.0).ok_or_else(|| self.missing(&entry.name))?;
                    waiting.entry(other).or_default().push(at);
                    break;
                }
                let inputs: Vec<KerasTensor> = node.inputs.iter().filter_map(|tensor| self.tensor(tensor)).collect();
                // Keras writes `training=False` for each dropout, and does as the whole model does.
                let training = node.arguments.training.filter(|_| is_model(layer));
                let arguments = CallArguments { training, ..node.arguments };
                count_calls(layer, registry)?;
                let outputs = layer.call_with(inputs, arguments)?;
                self.entries[at].outputs.push(outputs);
                queue.extend(waiting.remove(&at).unwrap_or_default());
            }
        }
        let is_done =
            |entry: &&Entry| matches!(entry.layer, Read::Input(_)) || entry.outputs.len() == entry.nodes.len();
        match self.entries.iter().find(|entry| !is_done(entry)) {
            Some(entry) => Err(self.missing(&entry.name)),
            None => Ok(()),
        }
    }

    fn tensor(&self, (layer, node, tensor): &TensorRef) -> Option<KerasTensor> {
        let entry = &self.entries[*self.by_name.get(layer)?];
        entry.outputs.get(node.checked_sub(entry.first)?)?.get(*tensor).cloned()
    }

    fn missing(&self, layer: &str) -> Error {
        damaged(
            &format!("model '{}'", self.model),
            &format!("is inconsistent: layer '{layer}' is not there, or takes a tensor that no layer returns"),
        )
    }
}
