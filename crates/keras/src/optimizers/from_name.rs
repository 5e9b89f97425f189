//! Optimizers by name.

use super::adam::Adam;
use super::adamw::AdamW;
use super::optimizer::Optimizer;
use super::rmsprop::RmsProp;
use super::sgd::Sgd;
use crate::error::{Error, Result};

/// Returns the optimizer with Keras's name or class name, in any case (`adam`, `SGD`), with Keras's defaults.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists the
/// names.
///
/// ```
/// let adam = keras::optimizers::from_name("adam")?;
/// assert_eq!(adam.slot_names(), ["momentum", "velocity"]);
/// assert_eq!(adam.learning_rate(), 1e-3);
/// # Ok::<(), keras::Error>(())
/// ```
pub fn from_name(name: &str) -> Result<Box<dyn Optimizer>> {
    match name.to_ascii_lowercase().as_str() {
        "sgd" => Ok(Box::new(Sgd::new())),
        "adam" => Ok(Box::new(Adam::new())),
        "adamw" => Ok(Box::new(AdamW::new())),
        "rmsprop" => Ok(Box::new(RmsProp::new())),
        _ => Err(Error::argument(format!("there is no optimizer {name:?}; there are sgd, adam, adamw, rmsprop"))),
    }
}
