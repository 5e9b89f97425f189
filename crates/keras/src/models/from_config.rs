//! Models from configurations: those of Keras 3, and those inside of Keras 2's `.h5` files.

use serde_json::{Map, Value as Json};
use stablehlo::budget::Budget;

use super::functional::{self, Read, count_calls, damaged, layers_of, name_of, text};
use super::meanings::of_older_keras;
use super::model::Model;
use super::node::FUNCTIONS;
use super::policy_map;
use crate::error::{Error, Result};
use crate::graph::{Layer, SharedLayer};
use crate::json::memory;
use crate::layers::{self, InputLayer};
use crate::objects::{Config, Declared, Field, Handle, Registry};
use crate::partial_shape::PartialShape;
use crate::symbolic::Operation;

/// The depth to which models may be nested.
const MAX_DEPTH: usize = 32;

/// Settings of older versions of Keras that say nothing about the result.
const OBSOLETE: [&str; 11] = [
    "batch_input_shape",
    "time_major",
    "implementation",
    "input_length",
    "build_config",
    "shared_object_id",
    "query_shape",
    "key_shape",
    "value_shape",
    "softmax_robust_masking",
    "rng_type",
];

/// Layers of preparation, whose results Keras 2 gives a type that Keras 3 does not write.
const PREPARATIONS: [&str; 6] =
    ["Discretization", "HashedCrossing", "Hashing", "IntegerLookup", "StringLookup", "TextVectorization"];

impl Model {
    /// The model that [`to_json`](Self::to_json) or Keras has written, as a `Sequential` or `Functional` of
    /// Keras 3 or 2. The registry has the layers and functions of a user. The weights are initial ones.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense, objects::Registry};
    /// let input = Input::new([4]);
    /// let model = Model::new(&input, &Dense::new(2).call(&input)?)?;
    /// let copy = Model::from_json(&model.to_json(), &Registry::new())?;
    /// assert_eq!(copy.to_json(), model.to_json());
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the configuration is damaged, or a layer or one
    /// of its settings is unknown; the message names the layer and the setting.
    pub fn from_json(json: &Json, registry: &Registry) -> Result<Self> {
        let mut model = Self::declared_from_json(json, registry, &Budget::of_file(memory(json)))?;
        model.draw()?;
        Ok(model)
    }

    /// [`from_json`](Self::from_json) within a budget, without values of the weights.
    pub(super) fn declared_from_json(json: &Json, registry: &Registry, budget: &Budget) -> Result<Self> {
        let older = of_older_keras(json)?;
        let json = older.as_ref().unwrap_or(json);
        // Wrappers, such as a `TimeDistributed`, have models where others have layers.
        read_model(json, &registry.within(budget).with_reader::<dyn Layer>(layer_of_model), 0)
    }
}

fn read_model(json: &Json, registry: &Registry, depth: usize) -> Result<Model> {
    let class = json.get("class_name").and_then(Json::as_str).unwrap_or("");
    let config = json.get("config").ok_or_else(|| damaged("a model", "has no config"))?;
    let _level = registry.budget().map(|budget| budget.nested("a model")).transpose()?;
    if depth > MAX_DEPTH {
        return Err(damaged("a model", &format!("is nested more than {MAX_DEPTH} deep")));
    }
    match class {
        "Sequential" => sequential(config, registry, depth),
        "Functional" | "Model" => functional::read(config, registry, &|json| layer(json, registry, depth)),
        other => Err(Error::argument(format!(
            "the configuration is of the class {other:?}; there are Sequential, Functional, and Model of Keras 2"
        ))),
    }
}

/// True for the configuration of a model, also inside of another one.
fn has_layers(json: &Json) -> bool {
    let class = text(json, "class_name").unwrap_or("");
    matches!(class, "Sequential" | "Functional" | "Model") && json.pointer("/config/layers").is_some()
}

/// The layer inside of a wrapper, such as a `TimeDistributed`, if it is a model.
///
/// # Errors
/// Those of [`Model::from_json`].
pub(super) fn layer_of_model(json: &Json, registry: &Registry) -> Result<Option<Handle<dyn Layer>>> {
    if has_layers(json) { read_model(json, registry, 0).map(|model| Some(model.into())) } else { Ok(None) }
}

/// Reads a layer by its class.
///
/// # Errors
/// Those of the layer, with its name.
fn layer(json: &Json, registry: &Registry, depth: usize) -> Result<Read> {
    read_layer(json, registry, depth).map_err(|e| e.at(format_args!("layer '{}'", name_of(json))))
}

fn read_layer(json: &Json, registry: &Registry, depth: usize) -> Result<Read> {
    if has_layers(json) {
        return Ok(Read::Layer(read_model(json, registry, depth + 1)?.shared()));
    }
    let class = text(json, "class_name").unwrap_or("");
    // The layer's settings are copied twice while it is made.
    let _copies = registry.budget().map(|budget| budget.lend(2 * memory(json), "the configuration")).transpose()?;
    let mut json = json.clone();
    if let Some(config) = json.get_mut("config").and_then(Json::as_object_mut) {
        check_time_major(class, config)?;
        modernize(class, config);
        check_vocabulary(class, config)?;
        policy_map::resolve(config, registry)?;
    }
    if class == "InputLayer" {
        let config = Config::from_json(class, json.get("config").unwrap_or(&Json::Null))?;
        let input = InputLayer::from_config(&config, registry)?;
        let shape = input.batch_shape.clone();
        return Ok(Read::Input(SharedLayer::new(input).as_input(shape)));
    }
    if class == "ThresholdedReLU" {
        json["class_name"] = "ReLU".into();
    }
    let module = text(&json, "module").unwrap_or("");
    let layer: Handle<dyn Layer> = if module.starts_with(FUNCTIONS) {
        Operation::from_json(&json)?.into()
    } else if module.starts_with(layers::MODULES) {
        layers::unexported_layers().deserialize(&json)?
    } else {
        registry.deserialize(&json)?
    };
    Ok(Read::Layer(SharedLayer::new(layer)))
}

/// Refuses a layer whose terms are not in the file, since all would be unknown ones.
fn check_vocabulary(class: &str, config: &Map<String, Json>) -> Result<()> {
    let number = |name: &str| config.get(name).and_then(Json::as_u64);
    let (terms, unknown) = (number("vocabulary_size").unwrap_or(0), number("num_oov_indices").unwrap_or(1));
    let is_int = config.get("output_mode").is_some_and(|mode| mode == "int");
    let mask = is_int && config.get("mask_token").is_none_or(|mask| !mask.is_null());
    if config.get("vocabulary") != Some(&Json::Null) || terms <= unknown.saturating_add(u64::from(mask)) {
        return Ok(());
    }
    Err(Error::argument(format!(
        "{class}: the file has no vocabulary, which had {terms} terms; a .h5 file has no place for one that `adapt` has \
         computed: save a .keras file, or give the layer its `vocabulary`"
    )))
}

/// Refuses sequences with their steps before the batch, which layers of Keras 2 could take.
fn check_time_major(class: &str, config: &Map<String, Json>) -> Result<()> {
    if config.get("time_major") == Some(&true.into()) {
        return Err(Error::argument(format!(
            "{class} with time_major=true takes (steps, batch, features); Keras 3 has no such setting: put a Permute \
             before and after a layer without it"
        )));
    }
    for inner in ["layer", "backward_layer"].iter().filter_map(|inner| config.get(*inner)) {
        if let Some(config) = inner.get("config").and_then(Json::as_object) {
            check_time_major(text(inner, "class_name").unwrap_or(""), config)?;
        }
    }
    Ok(())
}

/// Settings of older versions of Keras as Keras 3 has them.
fn modernize(class: &str, config: &mut Map<String, Json>) {
    if class == "InputLayer" {
        for old in ["batch_input_shape", "shape"] {
            if let (false, Some(shape)) = (config.contains_key("batch_shape"), config.remove(old)) {
                config.insert("batch_shape".into(), shape);
            }
        }
    }
    config.retain(|name, _| !OBSOLETE.contains(&name.as_str()));
    // Layers of Keras 2 inherit settings of convolutions, without a meaning.
    let without_groups =
        ["Separable", "Depthwise"].iter().any(|kind| class.starts_with(kind)) || class.ends_with("Transpose");
    if without_groups && config.get("groups") == Some(&1.into()) {
        config.shift_remove("groups");
    }
    if class.starts_with("Separable") {
        for inherited in ["kernel_initializer", "kernel_regularizer", "kernel_constraint"] {
            config.shift_remove(inherited);
        }
    }
    if class == "LeakyReLU"
        && let Some(slope) = config.shift_remove("alpha")
    {
        config.insert("negative_slope".into(), slope);
    }
    if class == "ThresholdedReLU"
        && let Some(theta) = config.shift_remove("theta")
    {
        config.insert("threshold".into(), theta);
    }
    if PREPARATIONS.contains(&class) && config.get("dtype").is_some_and(|dtype| dtype == "int64" || dtype == "string") {
        config.shift_remove("dtype");
    }
    // Settings that Keras 3 does not have any more, without effect.
    for (of, name, value) in
        [("CategoryEncoding", "sparse", false.into()), ("SpatialDropout", "noise_shape", Json::Null)]
    {
        if class.starts_with(of) && config.get(name) == Some(&value) {
            config.shift_remove(name);
        }
    }
    let is_inner = |name: &str| ["layer", "backward_layer", "cell", "cells"].contains(&name);
    // The layers of a wrapper, and the cells of stacked ones.
    for inner in config.iter_mut().filter(|(name, _)| is_inner(name)).flat_map(|(_, inner)| match inner {
        Json::Array(cells) => cells.as_mut_slice(),
        layer => std::slice::from_mut(layer),
    }) {
        let class = text(inner, "class_name").unwrap_or("").to_owned();
        if let Some(config) = inner.get_mut("config").and_then(Json::as_object_mut) {
            modernize(&class, config);
        }
    }
    // Initializers of Keras 2 had an element type.
    for (_, initializer) in config.iter_mut().filter(|(name, _)| name.ends_with("_initializer")) {
        if let Some(settings) = initializer.get_mut("config").and_then(Json::as_object_mut) {
            settings.remove("dtype");
        }
    }
    // Keras 2 has a list of one axis.
    if class.ends_with("Normalization")
        && let Some(Json::Array(axes)) = config.get("axis")
        && let [axis] = axes.as_slice()
    {
        config.insert("axis".into(), axis.clone());
    }
}

/// The shape of a sequential model's input, from the first place that has one.
fn input_shape(config: &Json, first: &Json, registry: &Registry) -> Result<PartialShape> {
    let places = [first.pointer("/config/batch_input_shape"), config.get("build_input_shape")];
    for place in places.into_iter().flatten() {
        if let Some(shape) = PartialShape::from_json(place, registry)? {
            return Ok(shape);
        }
    }
    Err(damaged("a Sequential", "has no input shape: build the model, or begin it with an Input, before saving it"))
}

fn sequential(config: &Json, registry: &Registry, depth: usize) -> Result<Model> {
    let name = text(config, "name").unwrap_or("sequential").to_owned();
    let layers = layers_of(config, &name)?;
    let mut layers = layers.iter();
    let first = layers.as_slice().first().ok_or_else(|| damaged(&format!("model '{name}'"), "has no layers"))?;
    let input = match text(first, "class_name") {
        Some("InputLayer") => match layers.next().map(|json| layer(json, registry, depth)).transpose()? {
            Some(Read::Input(tensor)) => tensor,
            _ => return Err(damaged(&format!("model '{name}'"), "has no input layer")),
        },
        _ => crate::layers::Input::new(input_shape(config, first, registry)?).tensor(),
    };
    let mut last = input.clone();
    for json in layers {
        last = match layer(json, registry, depth)? {
            Read::Layer(layer) => {
                count_calls(&layer, registry)?;
                layer.call(&last)?
            }
            Read::Input(_) => return Err(damaged(&format!("model '{name}'"), "has an input after its first layer")),
        };
    }
    Model::declare(name, vec![input], vec![last], true)
}
