//! The calls of layers in the configurations of Keras 3 and 2.

use serde_json::Value as Json;

use crate::error::{Error, Result};
use crate::graph::CallArguments;

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

/// The calls of a layer.
pub(super) fn inbound_nodes(layer: &Json) -> Result<Vec<NodeRef>> {
    let nodes = layer.get("inbound_nodes").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    nodes.iter().map(|node| if node.is_object() { of_keras_3(node) } else { of_keras_2(node) }).collect()
}

/// A call with `args` and `kwargs`, in which tensors are objects.
fn of_keras_3(node: &Json) -> Result<NodeRef> {
    let mut found = NodeRef::default();
    collect(node.get("args").unwrap_or(&Json::Null), &mut found.inputs)?;
    let Some(named) = node.get("kwargs").and_then(Json::as_object) else { return Ok(found) };
    for name in INPUT_ARGUMENTS {
        collect(named.get(name).unwrap_or(&Json::Null), &mut found.inputs)?;
    }
    found.arguments.training = named.get("training").and_then(Json::as_bool);
    for (name, value) in named {
        let mut tensors = Vec::new();
        collect(value, &mut tensors)?;
        let set = !tensors.is_empty() || value.as_bool() == Some(true);
        if set && name != "training" && !INPUT_ARGUMENTS.contains(&name.as_str()) {
            return Err(Error::argument(format!("the argument '{name}' of a call is not supported")));
        }
    }
    Ok(found)
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
        Json::Object(named) => named.values().map(tensor_ref).collect(),
        _ => None,
    }
}

/// `[layer, call, output]`.
fn tensor_ref(json: &Json) -> Option<TensorRef> {
    let index = |at: usize| json.get(at).and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
    Some((json.get(0)?.as_str()?.to_owned(), index(1)?, index(2)?))
}
