//! Penalties and constraints of weights.

use stablehlo::{FuncBuilder, Value};

use crate::error::{Error, Result};
use crate::models::Model;
use crate::ops;

/// The sum of the penalties of all trainable weights, an `f32` scalar; `None` if no weight has one.
pub(super) fn penalty(b: &mut FuncBuilder, model: &Model, variables: &[Value]) -> Result<Option<Value>> {
    let mut total: Option<Value> = None;
    for ((spec, variable), value) in model.weight_specs().zip(model.variables()).zip(variables) {
        let Some(regularizer) = spec.regularizer.as_ref().filter(|_| variable.trainable) else { continue };
        let penalty = ops::traced(b, &[*value], |w| Ok(vec![regularizer.call(&w[0])?]));
        let penalty = penalty.map_err(|e| e.at(format_args!("the regularizer of {}", variable.path)))?[0];
        if !b.dims(penalty).is_empty() {
            let (path, shape) = (&variable.path, b.dims(penalty));
            return Err(Error::shape(format!("the regularizer of {path} is of shape {shape:?}, not a scalar")));
        }
        total = Some(match total {
            Some(total) => b.add(total, penalty)?,
            None => penalty,
        });
    }
    Ok(total)
}

/// Replaces the trainable weights that have a constraint by what it allows.
pub(super) fn constrain(b: &mut FuncBuilder, model: &Model, variables: &mut [Value]) -> Result<()> {
    for ((spec, variable), value) in model.weight_specs().zip(model.variables()).zip(variables) {
        let Some(constraint) = spec.constraint.as_ref().filter(|_| variable.trainable) else { continue };
        let kept = ops::traced(b, &[*value], |w| Ok(vec![constraint.call(&w[0])?]));
        let kept = kept.map_err(|e| e.at(format_args!("the constraint of {}", variable.path)))?[0];
        if b.ty(kept) != b.ty(*value) {
            let (path, given, expected) = (&variable.path, b.ty(kept), b.ty(*value));
            return Err(Error::shape(format!("the constraint of {path} is {given}, not {expected}")));
        }
        *value = kept;
    }
    Ok(())
}
