//! Configurations of Keras 1 with the names of Keras 2.

use serde_json::{Map, Value as Json, json};

use crate::error::{Error, Result};
use crate::json::as_number;

/// Classes, and their names in Keras 2. Two more have no such layer: `Highway` and `MaxoutDense`.
const CLASSES: &[(&str, &str)] = &[
    ("ActivityRegularizer", "L1L2"),
    ("AtrousConvolution1D", "Conv1D"),
    ("AtrousConvolution2D", "Conv2D"),
    ("Convolution1D", "Conv1D"),
    ("Convolution2D", "Conv2D"),
    ("Convolution3D", "Conv3D"),
    ("L1L2Regularizer", "L1L2"),
    ("SeparableConvolution2D", "SeparableConv2D"),
    ("TimeDistributedDense", "Dense"),
    ("WeightRegularizer", "L1L2"),
];

/// Modes of a `Merge`, its setting that says along which axis, and the layer of Keras 2.
const MERGES: &[(&str, &str, &str)] = &[
    ("ave", "", "Average"),
    ("concat", "concat_axis", "Concatenate"),
    ("dot", "dot_axes", "Dot"),
    ("max", "", "Maximum"),
    ("mul", "", "Multiply"),
    ("sum", "", "Add"),
];

/// Settings of a class, or of all, and their names in Keras 2; those without one say nothing about the
/// result.
const SETTINGS: &[(&str, &str, &str)] = &[
    ("Embedding", "init", "embeddings_initializer"),
    ("Embedding", "input_dim", "input_dim"),
    ("Embedding", "output_dim", "output_dim"),
    ("Embedding", "W_constraint", "embeddings_constraint"),
    ("Embedding", "W_regularizer", "embeddings_regularizer"),
    ("InputLayer", "input_dtype", "dtype"),
    ("MaxNorm", "m", "max_value"),
    ("PReLU", "init", "alpha_initializer"),
    ("UpSampling1D", "length", "size"),
    ("", "atrous_rate", "dilation_rate"),
    ("", "b_constraint", "bias_constraint"),
    ("", "b_regularizer", "bias_regularizer"),
    ("", "bias", "use_bias"),
    ("", "border_mode", "padding"),
    ("", "consume_less", ""),
    ("", "dim_ordering", "data_format"),
    ("", "dropout_U", "recurrent_dropout"),
    ("", "dropout_W", "dropout"),
    ("", "filter_length", "kernel_size"),
    ("", "forget_bias_init", "unit_forget_bias"),
    ("", "init", "kernel_initializer"),
    ("", "inner_activation", "recurrent_activation"),
    ("", "inner_init", "recurrent_initializer"),
    ("", "input_dim", ""),
    ("", "input_dtype", ""),
    ("", "nb_filter", "filters"),
    ("", "output_dim", "units"),
    ("", "p", "rate"),
    ("", "pool_length", "pool_size"),
    ("", "sigma", "stddev"),
    ("", "stride", "strides"),
    ("", "subsample", "strides"),
    ("", "subsample_length", "strides"),
    ("", "U_regularizer", "recurrent_regularizer"),
    ("", "W_constraint", "kernel_constraint"),
    ("", "W_regularizer", "kernel_regularizer"),
    ("", "weights", ""),
];

/// The settings that are the sizes of a kernel, in their order.
const SIZES: [&str; 5] = ["kernel_dim1", "kernel_dim2", "kernel_dim3", "nb_row", "nb_col"];

/// Settings without which Keras 2 computes the same, and the values that mean that.
const ABSENT: [(&str, &str, i64); 2] = [("BatchNormalization", "mode", 0), ("Embedding", "dropout", 0)];

/// Gives all layers of a configuration the names of Keras 2.
///
/// # Errors
/// If a layer does what no layer of Keras 2 does; the message names the layer and the setting.
pub(super) fn modernize(json: &mut Json) -> Result<()> {
    match json {
        Json::Array(items) => items.iter_mut().try_for_each(modernize),
        Json::Object(map) => {
            map.values_mut().try_for_each(modernize)?;
            let Some(class) = map.get("class_name").and_then(Json::as_str).map(str::to_owned) else { return Ok(()) };
            let Some(Json::Object(config)) = map.get_mut("config") else { return Ok(()) };
            let name = config.get("name").and_then(Json::as_str).unwrap_or("").to_owned();
            let class = layer(&class, config).map_err(|e| e.at(format_args!("layer '{name}' of Keras 1")))?;
            map.insert("class_name".into(), class.into());
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Gives a layer's settings the names of Keras 2, and returns that of the class.
fn layer(class: &str, config: &mut Map<String, Json>) -> Result<String> {
    if class == "Merge" {
        return merge(config);
    }
    for (of, name, value) in ABSENT {
        if of == class && config.shift_remove(name).is_some_and(|given| as_number(&given) != Some(value as f64)) {
            return Err(Error::argument(format!("{class}: only {name}={value} is supported")));
        }
    }
    let sizes: Vec<Json> = SIZES.iter().filter_map(|name| config.shift_remove(*name)).collect();
    let old = std::mem::take(config);
    if !sizes.is_empty() {
        config.insert("kernel_size".into(), sizes.into());
    }
    for (name, value) in old {
        let row = SETTINGS.iter().find(|(of, old, _)| (of.is_empty() || *of == class) && *old == name);
        let name = row.map_or(name.as_str(), |(_, _, new)| new);
        if !name.is_empty() {
            config.insert(name.to_owned(), setting(class, name, value));
        }
    }
    let class = renamed(class);
    if class.contains("Conv") && config.get("data_format").is_some_and(|format| format == "channels_first") {
        return Err(Error::argument(format!(
            "{class}: kernels of dim_ordering=\"th\" are not read, only those of \"tf\""
        )));
    }
    Ok(class.to_owned())
}

fn renamed(class: &str) -> &str {
    CLASSES.iter().find(|(old, _)| *old == class).map_or(class, |(_, new)| new)
}

/// The layer of Keras 2 that does what a `Merge` does.
fn merge(config: &mut Map<String, Json>) -> Result<String> {
    let mode = config.get("mode").and_then(Json::as_str).unwrap_or("");
    let row = MERGES.iter().find(|(of, ..)| *of == mode).filter(|_| !config.contains_key("layers"));
    let (_, axis, class) = row.ok_or_else(|| {
        Error::argument(format!(
            "there is no Merge of mode {mode:?} here, nor one of models; write it in Keras 2 as a layer such as Concatenate"
        ))
    })?;
    let along = if *class == "Dot" { "axes" } else { "axis" };
    let axis = config.get(*axis).cloned();
    config.retain(|name, _| name == "name");
    config.extend(axis.map(|axis| (along.to_owned(), axis)));
    Ok((*class).to_owned())
}

/// The value of a setting as Keras 2 has it.
fn setting(class: &str, name: &str, value: Json) -> Json {
    let is_object = ["_regularizer", "_constraint"].iter().any(|end| name.ends_with(end));
    match (name, value) {
        ("data_format", Json::String(order)) => if order == "th" { "channels_first" } else { "channels_last" }.into(),
        ("unit_forget_bias", bias) => (bias == "one").into(),
        ("padding", Json::Array(ends)) if class == "ZeroPadding2D" && ends.len() == 4 => json!([ends[..2], ends[2..]]),
        (_, Json::Object(mut settings)) if is_object => match settings.shift_remove("name") {
            Some(Json::String(class)) => {
                let named = |(name, value): (String, Json)| {
                    let row = SETTINGS.iter().find(|(of, old, _)| *of == class && *old == name);
                    (row.map_or(name.clone(), |(_, _, new)| (*new).to_owned()), value)
                };
                let config: Map<String, Json> = settings.into_iter().map(named).collect();
                json!({ "class_name": renamed(&class), "config": config })
            }
            _ => Json::Object(settings),
        },
        (_, value) => value,
    }
}
