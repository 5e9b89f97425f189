//! What the box of a layer says.

use crate::dtype::keras_name;
use crate::graph::{KerasTensor, Network, SharedLayer};
use crate::models::{Model, is_trainable};
use crate::partial_shape::PartialShape;
use serde_json::Value as Json;

use super::model_plot::ModelPlot;

/// What the box of a layer says.
#[derive(Debug)]
pub(super) struct Label {
    /// The layer's name, also if it is not shown.
    pub name: String,
    pub shows_name: bool,
    pub class: String,
    pub activation: Option<String>,
    /// The cells of the last line.
    pub cells: Vec<Cell>,
    /// The number of columns that Keras gives to the lines before.
    pub columns: usize,
}

/// A cell of the last line.
#[derive(Debug)]
pub(super) enum Cell {
    /// A fact and its value.
    Fact(&'static str, String),
    Trainable(bool),
}

impl Label {
    /// The label of a layer of a network.
    pub fn of(layer: &SharedLayer, network: &Network, plot: &ModelPlot) -> Self {
        let class = layer.layer().class_name();
        let (inputs, outputs) = ends(layer, network);
        let mut cells = Vec::new();
        if plot.show_shapes {
            if class != "InputLayer" {
                cells.push(Cell::Fact("Input shape", listed(inputs.iter().map(|t| t.shape().to_string()))));
            }
            cells.push(Cell::Fact("Output shape", listed(outputs.iter().map(|(shape, _)| shape.to_string()))));
        }
        if plot.show_dtype {
            let names = outputs.iter().map(|(_, dtype)| dtype.clone());
            let dtypes = match outputs.len() {
                1 => listed(names),
                _ => listed(names.map(|dtype| format!("'{dtype}'"))),
            };
            cells.push(Cell::Fact("Output dtype", dtypes));
        }
        if plot.show_trainable && !layer.weights().is_empty() {
            cells.push(Cell::Trainable(is_trainable(layer)));
        }
        let columns =
            usize::from(plot.show_dtype) + usize::from(plot.show_trainable) + 2 * usize::from(plot.show_shapes);
        Self {
            name: layer.name().to_owned(),
            shows_name: plot.show_layer_names,
            class: class.to_owned(),
            activation: activation(layer).filter(|_| plot.show_layer_activations),
            cells,
            columns: columns.max(1),
        }
    }
}

/// The inputs of a layer's first call, and its outputs with their types; of a model its own.
fn ends(layer: &SharedLayer, network: &Network) -> (Vec<KerasTensor>, Vec<(PartialShape, String)>) {
    let typed = |tensor: &KerasTensor| (tensor.shape().clone(), dtype(tensor.layer()));
    if let Some(model) = Model::inside(layer) {
        return (model.inputs().to_vec(), model.outputs().iter().map(typed).collect());
    }
    let first = network.calls_of(layer).min_by_key(|call| call.node_index());
    let Some(call) = first else { return (Vec::new(), Vec::new()) };
    let outputs = call.shapes_of_call().iter().map(|shape| (shape.clone(), dtype(layer)));
    (call.inputs().to_vec(), outputs.collect())
}

/// Keras's name of the element type of a layer's output.
fn dtype(layer: &SharedLayer) -> String {
    let given = layer.layer().get_config().into_json().get("dtype").and_then(Json::as_str).map(str::to_owned);
    match given {
        Some(dtype) if layer.layer().class_name() == "InputLayer" => dtype,
        _ => keras_name(layer.layer().base().dtype.compute()).to_owned(),
    }
}

/// The name of a layer's activation.
fn activation(layer: &SharedLayer) -> Option<String> {
    let config = layer.layer().get_config().into_json();
    let activation = config.get("activation")?;
    let name = [Some(activation), activation.get("config"), activation.get("class_name")];
    name.into_iter().flatten().find_map(Json::as_str).map(str::to_owned)
}

/// One value, or a list of several, or a question mark.
fn listed(values: impl Iterator<Item = String>) -> String {
    let values: Vec<String> = values.collect();
    match &values[..] {
        [] => "?".to_owned(),
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    }
}
