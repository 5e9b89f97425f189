//! The axes that functions work along.

use serde_json::Value as Json;
use stablehlo::{ElementType, TensorType};

use super::tensor::Tensor;
use crate::error::Result;
use crate::objects::{Field, Registry};

/// The axes of a reduction, counted from the end if negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Axes {
    /// All axes.
    All,
    /// These axes.
    These(Vec<i64>),
}

impl From<i64> for Axes {
    fn from(axis: i64) -> Self {
        Self::These(vec![axis])
    }
}

impl<const N: usize> From<[i64; N]> for Axes {
    fn from(axes: [i64; N]) -> Self {
        Self::These(axes.to_vec())
    }
}

impl From<&[i64]> for Axes {
    fn from(axes: &[i64]) -> Self {
        Self::These(axes.to_vec())
    }
}

impl Field for Axes {
    fn expected() -> String {
        "an axis, a list of axes, or null for all".to_owned()
    }

    fn to_json(&self) -> Json {
        match self {
            Self::All => Json::Null,
            Self::These(axes) if axes.len() == 1 => axes[0].to_json(),
            Self::These(axes) => axes.to_json(),
        }
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        if json.is_null() { Ok(Some(Self::All)) } else { Ok(Vec::from_json(json, registry)?.map(Self::These)) }
    }
}

impl Axes {
    /// The dimensions of `x`; `None` after an error.
    pub(super) fn dims(&self, x: &Tensor) -> Option<Vec<usize>> {
        match self {
            Self::All => Some((0..x.ndim()).collect()),
            Self::These(axes) => {
                let mut dims = axes.iter().map(|a| x.axis(*a)).collect::<Option<Vec<usize>>>()?;
                dims.sort_unstable();
                dims.dedup();
                Some(dims)
            }
        }
    }

    /// The number of elements that are combined to one.
    pub(super) fn count(&self, x: &Tensor) -> f64 {
        self.dims(x).map_or(1.0, |dims| dims.iter().map(|d| x.shape()[*d]).product::<usize>() as f64)
    }
}

/// The index along a dimension in the shape of `x`, `int32`.
pub(super) fn iota(x: &Tensor, dimension: usize) -> Tensor {
    let dims = x.shape().to_vec();
    x.map("arange", |b, _| b.iota(TensorType::new(ElementType::I32, dims), dimension))
}

/// The index along an axis in the shape and type of `x`.
pub(crate) fn index_along(x: &Tensor, axis: usize) -> Tensor {
    iota(x, axis).to(x.element())
}

/// These numbers, `float32`, as a tensor of one dimension in the program of `like`.
pub(crate) fn row_of(like: &Tensor, numbers: &[f64]) -> Tensor {
    let values: Vec<f32> = numbers.iter().map(|n| *n as f32).collect();
    like.map("array", |b, _| b.constant(stablehlo::Literal::from_vec([values.len()], values)?))
}
