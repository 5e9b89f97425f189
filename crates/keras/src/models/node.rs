//! The calls of layers in the configurations of Keras 3 and 2.

use serde_json::{Map, Value as Json};

use crate::error::{Error, Result};
use crate::graph::CallArguments;
use crate::json::brief;

/// A tensor: its layer, the index of the call among the layer's, and of the output among the call's.
pub(super) type TensorRef = (String, usize, usize);

/// A call of a layer: its inputs, in order, and what else it is given.
#[derive(Debug, Default)]
pub(super) struct NodeRef {
    pub inputs: Vec<TensorRef>,
    pub arguments: CallArguments,
}

/// Arguments by name that are masks of the inputs with these indices.
const INPUT_MASKS: [&str; 3] = ["query_mask", "value_mask", "key_mask"];

/// Arguments by name that are true or false.
const FLAGS: [&str; 4] = ["training", "use_causal_mask", "reverse", "return_attention_scores"];

/// Arguments by name that are inputs, in the order in which layers take them.
const INPUT_ARGUMENTS: [&str; 8] = ["inputs", "query", "value", "key", "target", "source", "sequence", "initial_state"];

/// The calls of a layer.
pub(super) fn inbound_nodes(layer: &Json) -> Result<Vec<NodeRef>> {
    let read = |node: &Json| match node {
        Json::Object(_) if is_operation(layer) => of_operation(node),
        Json::Object(_) => of_keras_3(node),
        _ => of_keras_2(node),
    };
    nodes(layer).iter().map(read).collect()
}

fn nodes(layer: &Json) -> &[Json] {
    layer.get("inbound_nodes").and_then(Json::as_array).map_or(&[][..], Vec::as_slice)
}

fn is_operation(layer: &Json) -> bool {
    layer["module"].as_str().is_some_and(|module| module.starts_with(FUNCTIONS))
}

/// A call of an operation, of which all tensors are inputs.
fn of_operation(node: &Json) -> Result<NodeRef> {
    let mut found = NodeRef::default();
    for part in ["args", "kwargs"] {
        collect(node.get(part).unwrap_or(&Json::Null), &mut found.inputs)?;
    }
    Ok(found)
}

/// A call with `args` and `kwargs`, in which tensors are objects.
fn of_keras_3(node: &Json) -> Result<NodeRef> {
    let mut found = NodeRef::default();
    collect(node.get("args").unwrap_or(&Json::Null), &mut found.inputs)?;
    let Some(named) = node.get("kwargs").and_then(Json::as_object) else { return Ok(found) };
    for name in INPUT_ARGUMENTS {
        collect(named.get(name).unwrap_or(&Json::Null), &mut found.inputs)?;
    }
    let is_true = |name: &str| named.get(name).and_then(Json::as_bool) == Some(true);
    found.arguments.training = named.get("training").and_then(Json::as_bool);
    found.arguments.reverse = is_true("reverse");
    // Only attentions have such arguments.
    found.arguments.use_causal_mask = is_true("use_causal_mask");
    found.arguments.return_attention_scores = is_true("return_attention_scores");
    let known = [&FLAGS[..], &INPUT_MASKS, &INPUT_ARGUMENTS, &["mask", "attention_mask"]].concat();
    for (name, value) in named.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
        let mut tensors = Vec::new();
        collect(value, &mut tensors)?;
        if !tensors.is_empty() || value.as_bool() == Some(true) {
            return Err(Error::argument(format!("the argument '{name}' of a call is not supported")));
        }
    }
    add_masks(named, &mut found)?;
    Ok(found)
}

/// Adds the masks among the arguments. Keras writes all of them, also those that follow from the layers.
fn add_masks(named: &Map<String, Json>, found: &mut NodeRef) -> Result<()> {
    let given = |name: &str| named.get(name).unwrap_or(&Json::Null);
    let mut add = |mask: &Json| -> Result<bool> {
        let before = found.inputs.len();
        collect(mask, &mut found.inputs)?;
        Ok(found.inputs.len() > before)
    };
    found.arguments.attention_mask = add(given("attention_mask"))?;
    // A tuple is an object in `.h5` files.
    let mask = given("mask");
    let masks = match mask.get("items").unwrap_or(mask) {
        Json::Null => INPUT_MASKS.map(given).to_vec(),
        Json::Array(of_all) => of_all.iter().collect(),
        of_first => vec![of_first],
    };
    if masks.len() > found.arguments.input_masks.len() {
        return Err(Error::argument(format!("a call has the masks of {} inputs, which are too many", masks.len())));
    }
    for (set, mask) in found.arguments.input_masks.iter_mut().zip(masks) {
        *set = add(mask)?;
    }
    Ok(())
}

/// The modules of Keras whose classes are functions of tensors.
pub(super) const FUNCTIONS: &str = "keras.src.ops.";

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
    let list = tensor_list(node).ok_or_else(|| Error::argument(format!("the inputs of a call are {}", brief(node))))?;
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
        // Outputs may be nested, as a cell's are.
        Json::Array(items) => Some(items.iter().map(tensor_list).collect::<Option<Vec<_>>>()?.concat()),
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
pub(super) fn tensor_ref(json: &Json) -> Option<TensorRef> {
    let index = |at: usize| json.get(at).and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
    Some((json.get(0)?.as_str()?.to_owned(), index(1)?, index(2)?))
}
