//! Model files of Keras.

use std::path::Path;

use keras::models::load_model_compiled_if_possible;
use keras::objects::Registry;
use keras::trace::DataTypes;
use keras::{DTypePolicy, Model};
use stablehlo::{ElementType, TensorType};

use super::failure::Failure;

/// The endings of files with a whole model.
const MODELS: [&str; 3] = ["keras", "h5", "hdf5"];
/// The ends of the names of files that have weights alone.
const WEIGHTS: [&str; 2] = [".weights.h5", ".safetensors"];

/// True if the name is that of a whole model.
pub fn is_model(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    MODELS.contains(&extension.as_str()) && !is_weights(path)
}

fn is_weights(path: &Path) -> bool {
    WEIGHTS.iter().any(|end| path.to_string_lossy().ends_with(end))
}

/// Loads a whole model. A training configuration that cannot be read is left out, with a note.
pub fn open(path: &Path) -> Result<Model, Failure> {
    if is_weights(path) {
        return Err(Failure::usage(format!("{} has weights and no model", path.display()))
            .hint("save the whole model: model.save(\"model.keras\")"));
    }
    let (model, reason) = load_model_compiled_if_possible(path, &Registry::new())?;
    if let Some(reason) = reason {
        process::say(format_args!("note: the model is loaded without its training configuration: {reason}"));
    }
    Ok(model)
}

/// Loads a whole model for a verb that has a dtype policy for networks by name. A model of a file has those
/// of its layers.
pub fn open_with_own_policies(path: &Path, policy: DTypePolicy) -> Result<Model, Failure> {
    if policy != DTypePolicy::default() {
        return Err(Failure::usage(format!("--dtype {policy}: {} has the policies of its layers", path.display()))
            .hint("set the policy in Keras before the model is built, as in keras.config.set_dtype_policy"));
    }
    open(path)
}

/// The types of a model's inputs.
pub fn input_types(model: &Model, rows: usize) -> Result<Vec<TensorType>, Failure> {
    let inputs = model.inputs().iter();
    inputs.map(|input| Ok(TensorType::new(ElementType::F32, input.shape().with_rows(rows)?))).collect()
}

/// Height, width and channels of the images that a model takes; `None` if it takes no images, or those of any
/// size.
pub fn image_shape(model: &Model) -> Option<[usize; 3]> {
    match model.inputs() {
        [one] => one.shape().known().ok()?.dims().try_into().ok(),
        _ => None,
    }
}

/// The types of the rows on which a model that is compiled is trained.
pub fn data_types(model: &Model, rows: usize) -> Result<DataTypes, Failure> {
    let compiled = model.compiled().ok_or_else(|| Failure::new("the model is not compiled"))?;
    let y = compiled.target_types(&model.output_shapes(rows)?)?;
    Ok(DataTypes { x: input_types(model, rows)?, y, weights: Vec::new() })
}

/// Checks the name of a file for [`save`].
pub fn check_name(path: &Path) -> Result<(), Failure> {
    if is_model(path) || is_weights(path) {
        return Ok(());
    }
    Err(Failure::usage(format!("{}: the ending does not tell the form", path.display()))
        .hint("name the file .keras or .h5 for the whole model, or .weights.h5 or .safetensors for its weights"))
}

/// Saves the whole model, or its weights, as the name tells.
pub fn save(model: &Model, path: &Path) -> Result<(), Failure> {
    check_name(path)?;
    let saved = if is_weights(path) { model.save_weights(path) } else { model.save(path) };
    saved.map_err(Failure::from)
}
