//! A model of the same layers.

use super::model::Model;
use crate::error::{Error, Result};
use crate::objects::Registry;
use crate::saving::restore_assets;

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
