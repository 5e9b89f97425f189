//! A model of the same layers, or of others in their place.

use std::any::Any;

use super::from_config::layer_of_model;
use super::input_shapes::Ends;
use super::model::Model;
use crate::error::{Error, Result};
use crate::graph::{CallArguments, KerasTensor, Layer, SharedLayer};
use crate::objects::{Handle, Registry};
use crate::saving::restore_assets;
use crate::symbolic::Operation;

/// A model of the same layers and names, with weights of its own that are drawn again; it is not compiled.
/// `Model::clone` copies the weights, too.
///
/// ```
/// use keras::{Input, Model, layers::Dense, models::clone_model, objects::Registry};
/// let input = Input::new([4]);
/// let mut model = Model::new(&input, &Dense::new(2).name("classes").call(&input)?)?;
/// model.set_variable("classes/bias", vec![1.0, 2.0])?;
/// let other = clone_model(&model, &Registry::new())?;
/// assert_eq!(other.to_json(), model.to_json());
/// assert_eq!(other.variables()[1].values, [0.0, 0.0]);
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// If a layer of the model is not in the registry.
pub fn clone_model(model: &Model, registry: &Registry) -> Result<Model> {
    let mut json = model.to_json();
    restore_assets(&mut json, &mut &model.weights()).map_err(Error::argument)?;
    Model::from_json(&json, registry)
}

/// A layer of the same class, settings and name, with weights of its own. A layer that prepares inputs on the
/// host has none, and is itself.
///
/// # Errors
/// If the class is not in the registry.
pub fn clone_layer(layer: &SharedLayer, registry: &Registry) -> Result<SharedLayer> {
    if layer.layer().preparation().is_some() {
        return Ok(layer.clone());
    }
    let copy: Handle<dyn Layer> = registry.with_reader::<dyn Layer>(layer_of_model).deserialize(&layer.serialize())?;
    Ok(SharedLayer::new(copy))
}

/// What is in place of a layer of a model: see [`clone_model_with`].
pub type CloneFunction<'a> = &'a mut dyn FnMut(&SharedLayer) -> Result<SharedLayer>;

/// What calls a layer in place of [`SharedLayer::call_with`]: see [`clone_model_with`].
pub type CallFunction<'a> =
    &'a mut dyn FnMut(&SharedLayer, Vec<KerasTensor>, CallArguments) -> Result<Vec<KerasTensor>>;

/// A model on the same inputs with other layers: Keras's `clone_model` with a `clone_function`, which is
/// called for each layer but inputs, and a `call_function`, which calls what it returned and may call more
/// layers. Layers that stay the same keep their weights; those of others are drawn. The result is not
/// compiled.
///
/// ```
/// use keras::layers::{Dense, Dropout};
/// use keras::{Input, Model, graph::SharedLayer, models::clone_model_with};
/// let input = Input::new([4]);
/// let model = Model::new(&input, &Dense::new(2).name("classes").call(&input)?)?;
/// let mut same = |layer: &SharedLayer| Ok(layer.clone());
/// let with_dropout = clone_model_with(&model, &mut same, Some(&mut |layer, inputs, arguments| {
///     let outputs = layer.call_with(inputs, arguments)?;
///     Ok(vec![Dropout::new(0.5).call(&outputs[0])?])
/// }))?;
/// assert_eq!(with_dropout.layers().len(), 3);
/// assert_eq!(with_dropout.variables(), model.variables());
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// Those of the functions, of layers that do not take what they are called with, and
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) for a `call_function` with a sequential model.
pub fn clone_model_with(
    model: &Model,
    clone_function: CloneFunction<'_>,
    mut call_function: Option<CallFunction<'_>>,
) -> Result<Model> {
    if model.is_sequential() && call_function.is_some() {
        let message =
            "`call_function` argument is not supported with Sequential models: its layers are listed, not called";
        return Err(Error::argument(format!("{message}. Received model '{}'", model.name())));
    }
    let mut clones: Vec<(SharedLayer, SharedLayer)> = Vec::new();
    let mut clone_of = |layer: &SharedLayer| -> Result<SharedLayer> {
        if let Some((_, clone)) = clones.iter().find(|(known, _)| known.is(layer)) {
            return Ok(clone.clone());
        }
        let any: &(dyn Any + 'static) = layer.layer();
        let clone = if any.is::<Operation>() { layer.clone() } else { clone_function(layer)? };
        clones.push((layer.clone(), clone.clone()));
        Ok(clone)
    };
    let Ends { sources, outputs } = model.repeat_calls(|call, inputs| {
        if call.is_input() {
            return Ok(vec![call.clone()]);
        }
        let clone = clone_of(call.layer())?;
        match &mut call_function {
            Some(call_function) => call_function(&clone, inputs, call.arguments()),
            None => clone.call_with(inputs, call.arguments()),
        }
    })?;
    let clone = Model::assemble(model.name().to_owned(), sources, outputs, model.is_sequential())?;
    let mut clone = clone.with_output_keys(model.output_keys().to_vec());
    let of_layer = |layer: &SharedLayer| match model.network().layer_index(layer).is_some() {
        true => model.variables_of(layer).to_vec(),
        false => clone.variables_of(layer).to_vec(),
    };
    let variables = clone.network().layers.iter().flat_map(of_layer);
    let weights: Vec<Vec<f32>> = variables.map(|variable| variable.values).collect();
    clone.set_weights(weights)?;
    Ok(clone)
}
