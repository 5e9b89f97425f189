//! Gradients within a formula.

use super::tensor::{Tensor, emit_all};

/// The gradients of a scalar with respect to tensors from which the formula computes it: what `jax.grad` and
/// TensorFlow's `GradientTape` are to Keras in Python. Keras has no such function; its backends have.
///
/// ```
/// use keras::ops::{self, Axes};
/// use stablehlo::{ElementType::F32, Literal, TensorType, interpret};
/// let module = ops::program(&[TensorType::new(F32, [3])], |x| {
///     let loss = ops::sum(&ops::square(&x[0]), Axes::All, false);
///     Ok(ops::gradients(&loss, &[&x[0]]))
/// })?;
/// let gradient = interpret::evaluate(&module, &[Literal::from_vec([3], [1.0f32, -2.0, 3.0])?])?;
/// assert_eq!(gradient[0].to_vec::<f32>()?, [2.0, -4.0, 6.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn gradients(loss: &Tensor, of: &[&Tensor]) -> Vec<Tensor> {
    let operands: Vec<&Tensor> = [loss].into_iter().chain(of.iter().copied()).collect();
    let mut gradients = emit_all("gradients", &operands, |b, v| b.gradient(v[0], &v[1..]));
    // After an error there is one, which is invalid.
    if let Some(first) = gradients.first().cloned() {
        gradients.resize(of.len(), first);
    }
    gradients
}
