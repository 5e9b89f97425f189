//! The drawing of a model's graph.

use std::path::Path;

use clap::{Args, ValueEnum};
use keras::Model;
use keras::visualization::{ModelPlot, RankDir};

use crate::cli::failure::Failure;

/// What the drawing of a model's graph shows.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of a model's graph")]
pub struct GraphArgs {
    /// Show the shapes of inputs and outputs.
    #[arg(long)]
    show_shapes: bool,
    /// Show the element types of outputs.
    #[arg(long)]
    show_dtype: bool,
    /// Show the activations of layers.
    #[arg(long)]
    show_layer_activations: bool,
    /// Show whether training updates the layers' weights.
    #[arg(long)]
    show_trainable: bool,
    /// Show the classes of layers without their names.
    #[arg(long)]
    hide_layer_names: bool,
    /// Show the layers of nested models in frames.
    #[arg(long)]
    expand_nested: bool,
    /// From top to bottom or from left to right [default: TB].
    #[arg(long, value_enum, value_name = "DIRECTION", ignore_case = true)]
    rankdir: Option<Direction>,
}

/// Graphviz's names of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Direction {
    #[value(name = "TB")]
    Tb,
    #[value(name = "LR")]
    Lr,
}

impl GraphArgs {
    /// Returns true if an option is given.
    pub fn is_any(&self) -> bool {
        let flags = [
            self.show_shapes,
            self.show_dtype,
            self.show_layer_activations,
            self.show_trainable,
            self.hide_layer_names,
            self.expand_nested,
            self.rankdir.is_some(),
        ];
        flags.contains(&true)
    }

    /// Draws the graph in the form that the output's name tells: `.svg`, or `.dot` for Graphviz.
    pub fn draw(&self, model: &Model, output: &Path) -> Result<String, Failure> {
        let plot = ModelPlot::new()
            .show_shapes(self.show_shapes)
            .show_dtype(self.show_dtype)
            .show_layer_activations(self.show_layer_activations)
            .show_trainable(self.show_trainable)
            .show_layer_names(!self.hide_layer_names)
            .expand_nested(self.expand_nested)
            .rankdir(match self.rankdir {
                Some(Direction::Lr) => RankDir::LeftRight,
                _ => RankDir::TopBottom,
            });
        match output.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase().as_str() {
            "svg" => Ok(plot.svg(model)),
            "dot" | "gv" => Ok(plot.dot(model)),
            _ => Err(Failure::usage(format!("{}: the ending does not tell the form of a graph", output.display()))
                .hint("name the file .svg, or .dot for Graphviz")),
        }
    }
}
