//! The arguments of functions: tensors, lists of them, and what is none.

use serde_json::{Value as Json, json};

use crate::graph::{Inputs, KerasTensor};
use crate::layers::Input;

/// An argument of a function: of those of [`symbolic`](crate::symbolic), a tensor, a list of tensors, or
/// numbers.
///
/// ```
/// use keras::{Input, symbolic};
/// let x = Input::new([3]);
/// let tensor_and_number = symbolic::maximum(&x, 0.5);
/// let list = symbolic::concatenate([&x.tensor(), &tensor_and_number], -1);
/// assert_eq!(symbolic::take(list, [5, 0], 1).shape().to_string(), "(None, 2)");
/// ```
#[derive(Clone, Debug)]
pub enum Argument<T = KerasTensor> {
    /// A tensor.
    Tensor(T),
    /// A list of tensors.
    List(Vec<T>),
    /// What is no tensor, as Keras writes it in configurations.
    Constant(Json),
}

impl<T> Argument<T> {
    /// The tensors.
    pub(super) fn tensors(&self) -> &[T] {
        match self {
            Self::Tensor(tensor) => std::slice::from_ref(tensor),
            Self::List(tensors) => tensors,
            Self::Constant(_) => &[],
        }
    }

    /// The same argument with the next tensors of others; `None` if there are too few.
    pub(super) fn with<U>(&self, tensors: &mut impl Iterator<Item = U>) -> Option<Argument<U>> {
        Some(match self {
            Self::Tensor(_) => Argument::Tensor(tensors.next()?),
            Self::List(list) => Argument::List(list.iter().map(|_| tensors.next()).collect::<Option<_>>()?),
            Self::Constant(constant) => Argument::Constant(constant.clone()),
        })
    }
}

impl From<KerasTensor> for Argument {
    fn from(tensor: KerasTensor) -> Self {
        Self::Tensor(tensor)
    }
}

impl From<&KerasTensor> for Argument {
    fn from(tensor: &KerasTensor) -> Self {
        Self::Tensor(tensor.clone())
    }
}

impl From<&Input> for Argument {
    fn from(input: &Input) -> Self {
        Self::Tensor(input.tensor())
    }
}

impl<const N: usize> From<[&KerasTensor; N]> for Argument {
    fn from(tensors: [&KerasTensor; N]) -> Self {
        Self::List(tensors.tensors())
    }
}

impl From<Vec<KerasTensor>> for Argument {
    fn from(tensors: Vec<KerasTensor>) -> Self {
        Self::List(tensors)
    }
}

impl From<f64> for Argument {
    fn from(number: f64) -> Self {
        Self::Constant(number.into())
    }
}

impl<const N: usize> From<[i64; N]> for Argument {
    fn from(numbers: [i64; N]) -> Self {
        Self::Constant(json!(numbers.as_slice()))
    }
}
