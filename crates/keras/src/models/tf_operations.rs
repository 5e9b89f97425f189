//! Operations in legacy files as `.keras` files have them: the functions of TensorFlow of Keras 2, layers
//! `TFOpLambda` and `SlicingOpLambda`, and those of Keras 3, whose modules are left out there.

use std::borrow::Cow;

use serde_json::{Map, Value as Json, json};

use super::node::tensor_ref;
use crate::error::{Error, Result};
use crate::json::{as_number, brief};
use crate::symbolic::module_of;

/// A function of TensorFlow and the operation that does the same.
struct Function {
    /// The name behind `tf.`, as files have it.
    symbol: &'static str,
    /// The module behind `keras.src.ops.` and the class.
    operation: (&'static str, &'static str),
    /// The arguments after the first one that are tensors or numbers.
    operands: &'static [&'static str],
    /// The arguments that are settings of the operation.
    settings: &'static [Setting],
}

/// The name of an argument, that of the setting, and what the argument is if it is left out: JSON, empty if
/// Keras means the same by leaving it out.
type Setting = (&'static str, &'static str, &'static str);

const fn one(symbol: &'static str, module: &'static str, class: &'static str) -> Function {
    Function { symbol, operation: (module, class), operands: &[], settings: &[] }
}

const fn two(symbol: &'static str, class: &'static str) -> Function {
    Function { symbol, operation: ("numpy", class), operands: &["y"], settings: &[] }
}

const fn reduction(symbol: &'static str, module: &'static str, class: &'static str) -> Function {
    let settings = &[("axis", "axis", ""), ("keepdims", "keepdims", "")];
    Function { symbol, operation: (module, class), operands: &[], settings }
}

const fn set(
    symbol: &'static str,
    module: &'static str,
    class: &'static str,
    settings: &'static [Setting],
) -> Function {
    Function { symbol, operation: (module, class), operands: &[], settings }
}

const fn with(
    symbol: &'static str,
    class: &'static str,
    operands: &'static [&'static str],
    settings: &'static [Setting],
) -> Function {
    Function { symbol, operation: ("numpy", class), operands, settings }
}

const AXIS: Setting = ("axis", "axis", "");

const FUNCTIONS: &[Function] = &[
    one("identity", "numpy", "Copy"),
    one("math.abs", "numpy", "Absolute"),
    one("math.acos", "numpy", "Arccos"),
    one("math.asin", "numpy", "Arcsin"),
    one("math.atan", "numpy", "Arctan"),
    one("math.ceil", "numpy", "Ceil"),
    one("math.cos", "numpy", "Cos"),
    one("math.cosh", "numpy", "Cosh"),
    one("math.erf", "math", "Erf"),
    one("math.exp", "numpy", "Exp"),
    one("math.expm1", "numpy", "Expm1"),
    one("math.floor", "numpy", "Floor"),
    one("math.is_nan", "numpy", "Isnan"),
    one("math.log", "numpy", "Log"),
    one("math.log1p", "numpy", "Log1p"),
    one("math.logical_not", "numpy", "LogicalNot"),
    one("math.negative", "numpy", "Negative"),
    one("math.reciprocal", "numpy", "Reciprocal"),
    one("math.round", "numpy", "Round"),
    one("math.rsqrt", "math", "Rsqrt"),
    one("math.sigmoid", "nn", "Sigmoid"),
    one("math.sign", "numpy", "Sign"),
    one("math.sin", "numpy", "Sin"),
    one("math.sinh", "numpy", "Sinh"),
    one("math.softplus", "nn", "Softplus"),
    one("math.sqrt", "numpy", "Sqrt"),
    one("math.square", "numpy", "Square"),
    one("math.tan", "numpy", "Tan"),
    one("math.tanh", "numpy", "Tanh"),
    one("nn.elu", "nn", "Elu"),
    one("nn.relu", "nn", "Relu"),
    one("nn.relu6", "nn", "Relu6"),
    one("nn.selu", "nn", "Selu"),
    one("nn.silu", "nn", "Silu"),
    one("nn.softsign", "nn", "Softsign"),
    one("ones_like", "numpy", "OnesLike"),
    one("stop_gradient", "core", "StopGradient"),
    one("zeros_like", "numpy", "ZerosLike"),
    two("__operators__.add", "Add"),
    two("math.add", "Add"),
    two("math.atan2", "Arctan2"),
    two("math.divide", "TrueDivide"),
    two("math.equal", "Equal"),
    two("compat.v1.floor_div", "FloorDivide"),
    two("math.floordiv", "FloorDivide"),
    two("math.floormod", "Mod"),
    two("math.greater", "Greater"),
    two("math.greater_equal", "GreaterEqual"),
    two("math.less", "Less"),
    two("math.less_equal", "LessEqual"),
    two("math.logical_and", "LogicalAnd"),
    two("math.logical_or", "LogicalOr"),
    two("math.logical_xor", "LogicalXor"),
    two("math.maximum", "Maximum"),
    two("math.minimum", "Minimum"),
    two("math.multiply", "Multiply"),
    two("math.not_equal", "NotEqual"),
    two("math.pow", "Power"),
    two("math.subtract", "Subtract"),
    two("math.truediv", "TrueDivide"),
    reduction("math.reduce_all", "numpy", "All"),
    reduction("math.reduce_any", "numpy", "Any"),
    reduction("math.reduce_logsumexp", "math", "Logsumexp"),
    reduction("math.reduce_max", "numpy", "Max"),
    reduction("math.reduce_mean", "numpy", "Mean"),
    reduction("math.reduce_min", "numpy", "Min"),
    reduction("math.reduce_prod", "numpy", "Prod"),
    reduction("math.reduce_std", "numpy", "Std"),
    reduction("math.reduce_sum", "numpy", "Sum"),
    reduction("math.reduce_variance", "numpy", "Var"),
    set("cast", "core", "Cast", &[("dtype", "dtype", "")]),
    set("clip_by_value", "numpy", "Clip", &[("clip_value_min", "x_min", ""), ("clip_value_max", "x_max", "")]),
    set("concat", "numpy", "Concatenate", &[AXIS]),
    set("expand_dims", "numpy", "ExpandDims", &[AXIS]),
    set("math.argmax", "numpy", "Argmax", &[("axis", "axis", "0")]),
    set("math.argmin", "numpy", "Argmin", &[("axis", "axis", "0")]),
    set("math.cumsum", "numpy", "Cumsum", &[("axis", "axis", "0")]),
    set("math.l2_normalize", "nn", "Normalize", &[AXIS]),
    set("nn.gelu", "nn", "Gelu", &[("approximate", "approximate", "false")]),
    set("nn.leaky_relu", "nn", "LeakyRelu", &[("alpha", "negative_slope", "0.2")]),
    set("nn.log_softmax", "nn", "LogSoftmax", &[AXIS]),
    set("nn.softmax", "nn", "Softmax", &[AXIS]),
    set("one_hot", "nn", "OneHot", &[("depth", "num_classes", "")]),
    set("reshape", "numpy", "Reshape", &[("shape", "newshape", "")]),
    set("reverse", "numpy", "Flip", &[AXIS]),
    set("split", "numpy", "Split", &[("num_or_size_splits", "indices_or_sections", ""), ("axis", "axis", "0")]),
    set("compat.v1.squeeze", "numpy", "Squeeze", &[AXIS]),
    set("stack", "numpy", "Stack", &[AXIS]),
    set("tile", "numpy", "Tile", &[("multiples", "repeats", "")]),
    set("compat.v1.transpose", "numpy", "Transpose", &[("perm", "axes", "")]),
    set("unstack", "core", "Unstack", &[("num", "num", ""), AXIS]),
    with("__operators__.getitem", "GetItem", &["slice_spec"], &[]),
    with("compat.v1.gather", "Take", &["indices"], &[("axis", "axis", "0")]),
    with("compat.v1.pad", "Pad", &["constant_values"], &[("paddings", "pad_width", "")]),
    with("linalg.matmul", "Matmul", &["b"], &[]),
    with("where", "Where", &["x", "y"], &[]),
];

/// A layer of a configuration; a function of TensorFlow is the operation of Keras 3 that does the same, and
/// an operation has its module.
///
/// # Errors
/// If there is none, or it has no such argument.
pub(super) fn modern(layer: &Json) -> Result<Cow<'_, Json>> {
    let text = |place: &str| layer.pointer(place).and_then(Json::as_str).unwrap_or("");
    if !matches!(text("/class_name"), "TFOpLambda" | "SlicingOpLambda") {
        return Ok(with_module(layer));
    }
    let (name, symbol) = (text("/config/name"), text("/config/function"));
    let refused = |what: &str| {
        Error::argument(format!("layer '{name}' is TensorFlow's tf.{symbol}, {what}; write it as a layer of Keras"))
    };
    let function = FUNCTIONS.iter().find(|function| function.symbol == symbol);
    let function = function.ok_or_else(|| match symbol {
        "shape" | "compat.v1.shape" => refused("but sizes have to be numbers, -1 for the rest, as in a Reshape"),
        _ => refused("which is no operation of Keras here"),
    })?;
    let mut settings = Map::new();
    settings.insert("name".into(), name.into());
    let mut nodes = Vec::new();
    for node in layer["inbound_nodes"].as_array().into_iter().flatten() {
        let (mut arguments, mut named) = call(node).ok_or_else(|| refused("whose call cannot be read"))?;
        for operand in function.operands {
            let argument = named.shift_remove(*operand).unwrap_or(Json::Null);
            arguments.push(match *operand {
                "slice_spec" => key(&argument),
                "y" => array(argument),
                _ => argument,
            });
        }
        for (argument, setting, default) in function.settings {
            let given = named.shift_remove(*argument).filter(|given| !given.is_null());
            let value = given.or_else(|| default.parse().ok());
            let value = if *setting == "indices_or_sections" { value.map(sections) } else { value };
            settings.extend(value.map(|value| ((*setting).to_owned(), value)));
        }
        let says_something = |(name, value): &(&String, &Json)| match name.as_str() {
            // The name of an operation of TensorFlow.
            "name" => false,
            "mode" => *value != "CONSTANT",
            "beta" => as_number(value) != Some(1.0),
            _ => !matches!(value, Json::Null | Json::Bool(false)) && as_number(value) != Some(0.0),
        };
        if let Some((argument, value)) = named.iter().find(says_something) {
            return Err(refused(&format!(
                "whose argument {argument}={} is no argument of Keras's operation",
                brief(value)
            )));
        }
        nodes.push(json!({ "args": arguments, "kwargs": {} }));
    }
    let (module, class) = function.operation;
    Ok(Cow::Owned(json!({
        "module": format!("keras.src.ops.{module}"), "class_name": class, "registered_name": class,
        "name": name, "config": settings, "inbound_nodes": nodes,
    })))
}

/// An operation of a legacy file with its module. Layers of the same class, such as `Add`, say whether they
/// are trained, or their calls are lists, as before Keras 3.
fn with_module(layer: &Json) -> Cow<'_, Json> {
    let is_there = |place: &str| layer.pointer(place).is_some();
    let is_operation = is_there("/inbound_nodes/0/args") && !is_there("/module") && !is_there("/config/trainable");
    let class = layer.get("class_name").and_then(Json::as_str).filter(|_| is_operation);
    class.and_then(module_of).map_or(Cow::Borrowed(layer), |module| {
        let mut layer = layer.clone();
        layer["module"] = module.into();
        Cow::Owned(layer)
    })
}

/// The first argument of a call, and the others by their names. The first is `[layer, call, output, others]`,
/// a constant `["_CONSTANT_VALUE", -1, value, others]`, or a list of these.
fn call(node: &Json) -> Option<(Vec<Json>, Map<String, Json>)> {
    let named = |item: &Json| item.get(3).and_then(Json::as_object).cloned().unwrap_or_default();
    let first = |item: &Json| match item.get(0)?.as_str()? {
        "_CONSTANT_VALUE" => item.get(2).cloned(),
        _ => Some(argument(&json!([item.get(0)?, item.get(1)?, item.get(2)?]))),
    };
    let (value, named) = match node.get(0)? {
        Json::String(_) => (first(node)?, named(node)),
        item => (node.as_array()?.iter().map(first).collect::<Option<_>>()?, named(item)),
    };
    Some((vec![value], named.into_iter().map(|(name, value)| (name, argument(&value))).collect()))
}

/// An argument with its tensors as Keras 3 has them, and tuples as lists.
fn argument(json: &Json) -> Json {
    match json {
        Json::Array(_) if tensor_ref(json).is_some() => {
            json!({ "class_name": "__keras_tensor__", "config": { "keras_history": json } })
        }
        Json::Array(items) => items.iter().map(argument).collect(),
        Json::Object(tuple) if tuple.get("class_name").is_some_and(|class| class == "__tuple__") => {
            argument(tuple.get("items").unwrap_or(&Json::Null))
        }
        other => other.clone(),
    }
}

/// The indices between parts of these sizes, or the number of equal parts.
fn sections(sizes: Json) -> Json {
    let Json::Array(sizes) = sizes else { return sizes };
    let mut end = 0;
    let ends = sizes.iter().map(|size| {
        end += size.as_i64().unwrap_or(0);
        Json::from(end)
    });
    ends.take(sizes.len().saturating_sub(1)).collect()
}

/// An operand; a list of numbers is an array, since functions of Keras take no lists as operands.
fn array(operand: Json) -> Json {
    fn is_numbers(json: &Json) -> bool {
        json.as_array().map_or(json.is_number(), |items| items.iter().all(is_numbers))
    }
    if !operand.is_array() || !is_numbers(&operand) {
        return operand;
    }
    json!({ "class_name": "__numpy__", "config": { "value": operand, "dtype": "float32" } })
}

/// The key of `x[key]`: slices are objects with `start`, `stop` and `step`, the ellipsis is one without.
fn key(json: &Json) -> Json {
    match json {
        Json::Array(parts) => parts.iter().map(key).collect(),
        Json::Object(slice) if slice.contains_key("start") => json!({ "class_name": "__slice__", "config": slice }),
        Json::Object(_) => json!({ "class_name": "__ellipsis__", "config": {} }),
        other => other.clone(),
    }
}
