//! The calls of layers in the configurations of Keras 3 and 2.

use serde_json::{Map, Value as Json};

use crate::error::{Error, Result};
use crate::graph::CallArguments;
use crate::layers::Operation;

/// A tensor: its layer, the index of the call among the layer's, and of the output among the call's.
pub(super) type TensorRef = (String, usize, usize);

/// A call of a layer: its inputs, in order, and what else it is given.
#[derive(Debug, Default)]
pub(super) struct NodeRef {
    pub inputs: Vec<TensorRef>,
    pub arguments: CallArguments,
}

/// Arguments by name that are inputs, in the order in which layers take them.
const INPUT_ARGUMENTS: [&str; 8] = ["inputs", "query", "value", "key", "target", "source", "sequence", "initial_state"];

/// The calls of a layer. Arguments whose tensors are masks that operations of these names compute are left
/// out.
pub(super) fn inbound_nodes(layer: &Json, masks: &[String]) -> Result<Vec<NodeRef>> {
    let nodes = layer.get("inbound_nodes").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    nodes.iter().map(|node| if node.is_object() { of_keras_3(node, masks) } else { of_keras_2(node) }).collect()
}

/// A call with `args` and `kwargs`, in which tensors are objects.
fn of_keras_3(node: &Json, masks: &[String]) -> Result<NodeRef> {
    let mut found = NodeRef::default();
    collect(node.get("args").unwrap_or(&Json::Null), &mut found.inputs)?;
    let Some(named) = node.get("kwargs").and_then(Json::as_object) else { return Ok(found) };
    for name in INPUT_ARGUMENTS {
        collect(named.get(name).unwrap_or(&Json::Null), &mut found.inputs)?;
    }
    found.arguments.training = named.get("training").and_then(Json::as_bool);
    // Only attentions have such an argument.
    found.arguments.use_causal_mask = named.get("use_causal_mask").and_then(Json::as_bool) == Some(true);
    found.arguments.reverse = named.get("reverse").and_then(Json::as_bool) == Some(true);
    for (name, value) in named {
        let mut tensors = Vec::new();
        collect(value, &mut tensors)?;
        if !tensors.is_empty() && tensors.iter().all(|(of, ..)| masks.contains(of)) {
            continue;
        }
        let set = !tensors.is_empty() || value.as_bool() == Some(true);
        let known = ["training", "use_causal_mask", "reverse"].contains(&name.as_str());
        if set && !known && !INPUT_ARGUMENTS.contains(&name.as_str()) {
            return Err(Error::argument(format!("the argument '{name}' of a call is not supported")));
        }
    }
    Ok(found)
}

/// The modules of Keras whose classes are functions of tensors.
pub(super) const FUNCTIONS: &str = "keras.src.ops.";

/// Functions that Keras computes masks with.
const OF_MASKS: [&str; 7] = ["NotEqual", "Any", "LogicalOr", "ExpandDims", "ZerosLike", "OnesLike", "Concatenate"];

/// The names of the operations that compute masks. Keras lists them among the layers; here masks follow from
/// the layers. All other operations are steps of the model.
///
/// # Errors
/// If an operation is unknown and not that of the mask of an `Embedding` or a `Masking`, as if a mask is
/// given explicitly.
pub(super) fn mask_operations(layers: &[Json]) -> Result<Vec<String>> {
    let is_function = |layer: &&Json| layer["module"].as_str().is_some_and(|m| m.starts_with(FUNCTIONS));
    let mut names: Vec<String> = Vec::new();
    // Keras lists a layer after those whose outputs it takes.
    for operation in layers.iter().filter(is_function) {
        let class = operation["class_name"].as_str().unwrap_or("");
        let name = operation["name"].as_str().unwrap_or(class).to_owned();
        let mut tensors = Vec::new();
        collect(operation.pointer("/inbound_nodes/0/args").unwrap_or(&Json::Null), &mut tensors)?;
        let of_masks = OF_MASKS.contains(&class)
            && (starts_mask(operation, layers) || tensors.iter().any(|(of, ..)| names.contains(of)));
        // The mask of an input that has none.
        let of_all = matches!(class, "ZerosLike" | "OnesLike" | "ConvertToTensor");
        if of_masks || of_all {
            names.push(name);
        } else if !Operation::is_known(operation) {
            return Err(Error::argument(format!(
                "'{name}' is the operation {class}, which cannot be a step of a model here; a layer of one's own can"
            )));
        }
    }
    Ok(names)
}

/// True for a comparison with the value that a layer with the same input masks.
fn starts_mask(operation: &Json, layers: &[Json]) -> bool {
    if operation["class_name"] != "NotEqual" {
        return false;
    }
    let input = |node: &Json| node.pointer("/args/0/config/keras_history").cloned();
    let first = operation.pointer("/inbound_nodes/0").and_then(input);
    let value = operation.pointer("/inbound_nodes/0/args/1").and_then(Json::as_f64);
    let masks = |layer: &&Json| match layer["class_name"].as_str() {
        Some("Embedding") => layer.pointer("/config/mask_zero") == Some(&true.into()) && value == Some(0.0),
        Some("Masking") => layer.pointer("/config/mask_value").and_then(Json::as_f64) == value,
        _ => false,
    };
    layers.iter().filter(masks).any(|layer| {
        let nodes = layer["inbound_nodes"].as_array().map_or(&[][..], Vec::as_slice);
        nodes.iter().any(|node| input(node) == first)
    })
}

/// The tensors of an argument, in its order.
fn collect(argument: &Json, tensors: &mut Vec<TensorRef>) -> Result<()> {
    match argument {
        Json::Array(items) => items.iter().try_for_each(|item| collect(item, tensors)),
        Json::Object(object) => match object.get("class_name").and_then(Json::as_str) {
            Some("__keras_tensor__") => {
                let history = argument.pointer("/config/keras_history").and_then(tensor_ref);
                tensors.push(history.ok_or_else(|| Error::argument("a tensor of a call has no keras_history"))?);
                Ok(())
            }
            Some("__tuple__") => collect(object.get("items").unwrap_or(&Json::Null), tensors),
            _ => object.values().try_for_each(|value| collect(value, tensors)),
        },
        _ => Ok(()),
    }
}

/// A call as a list of tensors, each a list of layer, call, output and named arguments.
fn of_keras_2(node: &Json) -> Result<NodeRef> {
    let list = tensor_list(node).ok_or_else(|| Error::argument(format!("the inputs of a call are {node}")))?;
    let mut found = NodeRef { inputs: list, ..NodeRef::default() };
    let lists = node.as_array().map_or(&[][..], Vec::as_slice);
    for named in lists.iter().chain([node]).filter_map(|item| item.get(3)).filter_map(Json::as_object) {
        for (name, value) in named {
            match (name.as_str(), value) {
                ("training", _) => found.arguments.training = value.as_bool(),
                ("use_causal_mask", Json::Bool(causal)) => found.arguments.use_causal_mask = *causal,
                (_, Json::Array(_)) if INPUT_ARGUMENTS.contains(&name.as_str()) => {
                    found.inputs.extend(tensor_list(value).unwrap_or_default());
                }
                (_, Json::Null | Json::Bool(false)) => {}
                _ => return Err(Error::argument(format!("the argument '{name}' of a call is not supported"))),
            }
        }
    }
    Ok(found)
}

/// One tensor, a list of tensors, or tensors by name.
pub(super) fn tensor_list(json: &Json) -> Option<Vec<TensorRef>> {
    match json {
        Json::Array(_) if tensor_ref(json).is_some() => Some(tensor_ref(json).into_iter().collect()),
        Json::Array(items) => items.iter().map(tensor_ref).collect(),
        Json::Object(named) => keys(Some(json)).iter().map(|key| tensor_ref(&named[key])).collect(),
        _ => None,
    }
}

/// The keys of tensors by name, in the order of Keras, which is that of the names; none for a list.
pub(super) fn keys(tensors: Option<&Json>) -> Vec<String> {
    let mut keys: Vec<String> = tensors.and_then(Json::as_object).into_iter().flat_map(Map::keys).cloned().collect();
    keys.sort();
    keys
}

/// `[layer, call, output]`.
fn tensor_ref(json: &Json) -> Option<TensorRef> {
    let index = |at: usize| json.get(at).and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
    Some((json.get(0)?.as_str()?.to_owned(), index(1)?, index(2)?))
}
