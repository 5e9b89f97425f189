//! The drawing of a model's graph, in the forms of files.

use super::graph::Graph;
use super::model_plot::ModelPlot;
use super::scene::Scene;
use super::{dot, svg};
use crate::models::Model;

impl ModelPlot {
    /// The graph in Graphviz's language, as Keras's `model_to_dot` writes it. Layers are numbered in the
    /// order of their boxes.
    pub fn dot(&self, model: &Model) -> String {
        dot::text(&Graph::of(model, self), self.rankdir)
    }

    /// The drawing as an SVG: layers of boxes, whose edges do not run through others.
    ///
    /// A box is a `<g class="layer">` and an edge a `<path class="edge">`; their attributes `data-layer`,
    /// `data-from` and `data-to` are the names of layers.
    pub fn svg(&self, model: &Model) -> String {
        svg::text(&Scene::of(&Graph::of(model, self), self.rankdir))
    }
}
