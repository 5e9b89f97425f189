//! The flag that sets the sizes that a model leaves open.

use clap::Args;
use keras::{Model, Shape};

use super::failure::Failure;

/// The sizes of inputs that a model leaves open.
#[derive(Args, Clone, Debug)]
pub struct InputShapeArgs {
    /// Sizes of a row of the model's input, if the model leaves some open, such as 128 or 224x224x3; of
    /// several inputs one list for each, separated by commas.
    #[arg(long, value_name = "N[xN...]", value_delimiter = ',', value_parser = shape)]
    input_shape: Vec<Shape>,
}

impl InputShapeArgs {
    /// The model with these sizes.
    pub fn of(&self, model: Model) -> Result<Model, Failure> {
        match self.input_shape.is_empty() {
            true => known(model),
            false => Ok(model.with_input_shapes(&self.input_shape)?),
        }
    }

    /// The model with these sizes, or as it is without any.
    pub fn if_given(&self, model: Model) -> Result<Model, Failure> {
        if self.input_shape.is_empty() { Ok(model) } else { self.of(model) }
    }
}

/// The model, if it leaves no sizes open.
fn known(model: Model) -> Result<Model, Failure> {
    let Some(open) = model.inputs().iter().find(|input| !input.shape().is_known()) else { return Ok(model) };
    let (name, shape) = (open.layer().name(), open.shape());
    let message = format!("model '{}': input '{name}' has shape {shape}, and sizes are needed here", model.name());
    Err(Failure::usage(message).hint("set the sizes of a row, as in --input-shape 224x224x3"))
}

/// Reads sizes such as `224x224x3`.
fn shape(text: &str) -> Result<Shape, String> {
    let sizes: Result<Vec<usize>, _> = text.split('x').map(str::parse).collect();
    let sizes = sizes.ok().filter(|sizes| sizes.iter().all(|size| (1..=i32::MAX as usize).contains(size)));
    sizes.map(Shape::new).ok_or_else(|| "expected sizes from 1 on, such as 128 or 224x224x3".to_owned())
}
