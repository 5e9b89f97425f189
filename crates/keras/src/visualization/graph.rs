//! The graph of a drawing: boxes of layers, frames of nested models, and edges, as Keras's `model_to_dot` has
//! them.

use std::collections::{HashMap, HashSet};

use super::label::Label;
use super::model_plot::ModelPlot;
use crate::graph::{KerasTensor, SharedLayer};
use crate::models::Model;

/// The boxes and frames of a model, and the edges between boxes, each once.
#[derive(Debug)]
pub(super) struct Graph {
    pub items: Vec<Item>,
    /// The numbers of two boxes, which may be inside of frames.
    pub edges: Vec<(usize, usize)>,
}

/// A box or a frame.
#[derive(Debug)]
pub(super) enum Item {
    /// A layer, with its number among all boxes of the drawing.
    Layer(usize, Label),
    /// A nested model, with its name.
    Model(String, Graph),
}

impl Graph {
    /// The graph of a model.
    pub fn of(model: &Model, plot: &ModelPlot) -> Self {
        Builder { plot, boxes: Vec::new(), numbers: HashMap::new() }.graph(model)
    }

    /// The numbers of all boxes, those in frames included.
    pub fn boxes(&self) -> Vec<usize> {
        let of_item = |item: &Item| match item {
            Item::Layer(number, _) => vec![*number],
            Item::Model(_, graph) => graph.boxes(),
        };
        self.items.iter().flat_map(of_item).collect()
    }
}

struct Builder<'a> {
    plot: &'a ModelPlot,
    /// The layers that have a box, in the order of their numbers.
    boxes: Vec<SharedLayer>,
    /// Their numbers by their ids.
    numbers: HashMap<usize, usize>,
}

impl Builder<'_> {
    fn graph(&mut self, model: &Model) -> Graph {
        let mut items = Vec::new();
        for layer in model.layers() {
            items.push(match Model::inside(layer).filter(|_| self.plot.expand_nested) {
                Some(inner) => Item::Model(inner.name().to_owned(), self.graph(inner)),
                None => Item::Layer(self.number(layer), Label::of(layer, model.network(), self.plot)),
            });
        }
        let (mut edges, mut seen) = (Vec::new(), HashSet::new());
        // The input of a sequential model has no box.
        for layer in model.layers().iter().skip(usize::from(model.is_sequential())) {
            let mut calls: Vec<&KerasTensor> = model.network().calls_of(layer).collect();
            calls.sort_by_key(|call| call.node_index());
            for call in calls {
                for (index, input) in call.inputs().iter().enumerate() {
                    let (source, target) = match self.plot.expand_nested {
                        true => (source(input), target(layer, index)),
                        false => (input.layer(), layer),
                    };
                    let edge = (self.number(source), self.number(target));
                    if seen.insert(edge) {
                        edges.push(edge);
                    }
                }
            }
        }
        Graph { items, edges }
    }

    fn number(&mut self, layer: &SharedLayer) -> usize {
        *self.numbers.entry(layer.id()).or_insert_with(|| {
            self.boxes.push(layer.clone());
            self.boxes.len() - 1
        })
    }
}

/// The layer that computes a tensor, inside of the model that returns it.
fn source(tensor: &KerasTensor) -> &SharedLayer {
    let mut tensor = tensor;
    while let Some(inner) = Model::inside(tensor.layer()).and_then(|model| model.outputs().get(tensor.tensor_index())) {
        tensor = inner;
    }
    tensor.layer()
}

/// The layer that takes an input of a layer, inside of the model that the layer may be.
fn target(layer: &SharedLayer, input: usize) -> &SharedLayer {
    let mut layer = layer;
    while let Some(model) = Model::inside(layer) {
        let input = model.inputs().get(input).map(KerasTensor::layer);
        let inner = if model.is_sequential() { model.layers().first() } else { input };
        let Some(inner) = inner else { break };
        layer = inner;
    }
    layer
}
