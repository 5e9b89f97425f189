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

/// Arguments by name that are masks of the inputs with these indices. `mask` is that of the first one, or a
/// list of those of all.
const INPUT_MASKS: [&str; 4] = ["query_mask", "value_mask", "key_mask", "mask"];

/// Other arguments by name that are known, of layers that are no operations.
const KNOWN: [&str; 5] = ["training", "use_causal_mask", "reverse", "return_attention_scores", "attention_mask"];

/// Arguments by name that are inputs, in the order in which layers take them.
const INPUT_ARGUMENTS: [&str; 8] = ["inputs", "query", "value", "key", "target", "source", "sequence", "initial_state"];

/// The calls of a layer. Arguments whose tensors are masks that operations of these names compute are left
/// out.
pub(super) fn inbound_nodes(layer: &Json, masks: &[String]) -> Result<Vec<NodeRef>> {
    let read = |node: &Json| match node {
        Json::Object(_) if is_operation(layer) => of_operation(node),
        Json::Object(_) => of_keras_3(node, masks),
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
fn of_keras_3(node: &Json, masks: &[String]) -> Result<NodeRef> {
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
    for (name, value) in named {
        let mut tensors = Vec::new();
        collect(value, &mut tensors)?;
        if !tensors.is_empty() && tensors.iter().all(|(of, ..)| masks.contains(of)) {
            continue;
        }
        let set = !tensors.is_empty() || value.as_bool() == Some(true);
        let known = [&KNOWN[..], &INPUT_MASKS, &INPUT_ARGUMENTS].concat().contains(&name.as_str());
        if set && !known {
            return Err(Error::argument(format!("the argument '{name}' of a call is not supported")));
        }
    }
    explicit_masks(named, masks, &mut found)?;
    Ok(found)
}

/// Adds the masks among the arguments, but for those that operations of these names compute.
fn explicit_masks(named: &Map<String, Json>, computed: &[String], found: &mut NodeRef) -> Result<()> {
    let given = |name: &str| named.get(name).unwrap_or(&Json::Null);
    let explicit = |mask: &Json| -> Result<Vec<TensorRef>> {
        let mut tensors = Vec::new();
        collect(mask, &mut tensors)?;
        tensors.retain(|(of, ..)| !computed.contains(of));
        Ok(tensors)
    };
    let attention = explicit(given("attention_mask"))?;
    found.arguments.attention_mask = !attention.is_empty();
    found.inputs.extend(attention);
    let mask = given("mask").pointer("/items").unwrap_or(given("mask"));
    for (input, set) in found.arguments.input_masks.iter_mut().enumerate() {
        let of_all = mask.get(input).filter(|_| mask.is_array());
        let of_first = Some(mask).filter(|mask| input == 0 && !mask.is_array());
        let own = of_all.or(of_first).filter(|mask| !mask.is_null());
        let tensors = explicit(own.unwrap_or(given(INPUT_MASKS[input])))?;
        *set = !tensors.is_empty();
        found.inputs.extend(tensors);
    }
    Ok(())
}

/// The modules of Keras whose classes are functions of tensors.
pub(super) const FUNCTIONS: &str = "keras.src.ops.";

/// Functions that Keras computes masks with.
const OF_MASKS: [&str; 7] = ["NotEqual", "Any", "LogicalOr", "ExpandDims", "ZerosLike", "OnesLike", "Concatenate"];

/// The names of the operations that compute the masks of an `Embedding` or a `Masking`, of a model with these
/// outputs. Keras lists them among the layers; here masks follow from the layers. All other operations are
/// steps of the model.
///
/// # Errors
/// If an operation that is a step is unknown.
pub(super) fn mask_operations(layers: &[Json], outputs: &[TensorRef]) -> Result<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    // Keras lists a layer after those whose outputs it takes.
    for operation in layers.iter().filter(|layer| is_operation(layer)) {
        let class = operation["class_name"].as_str().unwrap_or("");
        let mut tensors = Vec::new();
        collect(operation.pointer("/inbound_nodes/0/args").unwrap_or(&Json::Null), &mut tensors)?;
        let of_masks = OF_MASKS.contains(&class)
            && (starts_mask(operation, layers) || tensors.iter().any(|(of, ..)| names.contains(of)));
        // The mask of an input that has none.
        let of_all = matches!(class, "ZerosLike" | "OnesLike" | "ConvertToTensor");
        if of_masks || of_all {
            names.push(name_of(operation).to_owned());
        }
    }
    let uses = layers.iter().map(|layer| Ok((name_of(layer), used_by(layer)?))).collect::<Result<Vec<_>>>()?;
    // What a step takes, or the model returns, is a step itself.
    loop {
        let is_used = |name: &String| {
            outputs.iter().any(|(of, ..)| of == name)
                || uses.iter().any(|(user, used)| used.contains(name) && !names.iter().any(|mask| mask == user))
        };
        let kept: Vec<String> = names.iter().filter(|name| !is_used(name)).cloned().collect();
        if kept.len() == names.len() {
            break;
        }
        names = kept;
    }
    let step = |layer: &&Json| is_operation(layer) && !names.iter().any(|name| name == name_of(layer));
    match layers.iter().filter(step).find(|layer| !Operation::is_known(layer)) {
        None => Ok(names),
        Some(layer) => Err(Error::argument(format!(
            "'{}' is the operation {}, which cannot be a step of a model here; a layer of one's own can",
            name_of(layer),
            layer["class_name"].as_str().unwrap_or("")
        ))),
    }
}

fn name_of(layer: &Json) -> &str {
    layer["name"].as_str().or_else(|| layer["class_name"].as_str()).unwrap_or("")
}

/// The names of the layers whose outputs a layer takes, other than as the masks of its inputs.
fn used_by(layer: &Json) -> Result<Vec<String>> {
    let mut tensors = Vec::new();
    for node in nodes(layer) {
        collect(node.get("args").unwrap_or(&Json::Null), &mut tensors)?;
        for (name, value) in node.get("kwargs").and_then(Json::as_object).into_iter().flatten() {
            let is_mask = name.ends_with("mask") && name != "attention_mask";
            if is_operation(layer) || !is_mask {
                collect(value, &mut tensors)?;
            }
        }
    }
    Ok(tensors.into_iter().map(|(of, ..)| of).collect())
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
    layers.iter().filter(masks).any(|layer| nodes(layer).iter().any(|node| input(node) == first))
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
        // Keras orders them by their names.
        Json::Object(named) => {
            let mut named: Vec<_> = named.iter().collect();
            named.sort_by_key(|(name, _)| *name);
            named.into_iter().map(|(_, tensor)| tensor_ref(tensor)).collect()
        }
        _ => None,
    }
}

/// `[layer, call, output]`.
fn tensor_ref(json: &Json) -> Option<TensorRef> {
    let index = |at: usize| json.get(at).and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
    Some((json.get(0)?.as_str()?.to_owned(), index(1)?, index(2)?))
}
