//! Values at places between or outside of pixels.

use stablehlo::ElementType;

use crate::error::{Error, Result};
use crate::ops::declare::operations;
use crate::ops::{self, Tensor};

operations! {
    /// The values of a tensor at places: `coordinates` has an index along each of its axes first, and then
    /// the shape of the result. Order 0 takes the nearest element, order 1 interpolates linearly. Outside of
    /// the tensor, `fill_mode` is `constant` (the value `fill_value`), `nearest`, `wrap`, `mirror` (about the
    /// middle of the last element) or `reflect` (about its edge).
    fn map_coordinates(
        inputs: &Tensor,
        coordinates: &Tensor,
        order: usize,
        fill_mode: &str,
        fill_value: f64,
    ) -> Tensor {
        mapped(inputs, coordinates, order, fill_mode, fill_value)
            .unwrap_or_else(|error| inputs.fail(error.at("ops.image.map_coordinates")))
    }
}

fn mapped(inputs: &Tensor, coordinates: &Tensor, order: usize, fill_mode: &str, fill_value: f64) -> Result<Tensor> {
    let rank = inputs.ndim();
    if coordinates.ndim() < 2 || coordinates.dim(0) != rank {
        let (places, shape) = (coordinates.shape(), inputs.shape());
        return Err(Error::shape(format!(
            "coordinates of shape {places:?} for a tensor of shape {shape:?}: expected ({rank}, places ..)"
        )));
    }
    let interpolation = *["nearest", "bilinear"]
        .get(order)
        .ok_or_else(|| Error::argument(format!("the order is 0 (nearest) or 1 (linear), not {order}")))?;
    let sampling = Sampling::new(interpolation, fill_mode, fill_value)?;
    let one = ops::expand_dims(&ops::expand_dims(inputs, 0), -1);
    let places: Vec<Tensor> = ops::unstack(coordinates, 0).iter().map(|place| ops::expand_dims(place, 0)).collect();
    Ok(ops::squeeze(&sampling.sample(&one, &places), [0, -1]))
}

/// How images are sampled at places between or outside of their pixels.
#[derive(Clone, Copy)]
pub(crate) struct Sampling {
    interpolates: bool,
    fill: Fill,
    fill_value: f64,
}

/// What is outside of an image `a b c d`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fill {
    /// `k k k k | a b c d | k k k k`
    Constant,
    /// `a a a a | a b c d | d d d d`
    Nearest,
    /// `a b c d | a b c d | a b c d`
    Wrap,
    /// `c d c b | a b c d | c b a b`
    Mirror,
    /// `d c b a | a b c d | d c b a`
    Reflect,
}

/// Rounded; halves away from 0.
fn rounded(x: &Tensor) -> Tensor {
    ops::sign(x) * ops::floor(&(ops::absolute(x) + 0.5))
}

/// An index, within an axis.
fn inside(index: &Tensor, size: usize) -> Tensor {
    ops::clip(index, 0.0, size.saturating_sub(1) as f64)
}

impl Sampling {
    /// By Keras's names; `fill_value` is outside of an image under `constant`.
    pub fn new(interpolation: &str, fill_mode: &str, fill_value: f64) -> Result<Self> {
        let interpolates = match interpolation {
            "nearest" => false,
            "bilinear" => true,
            _ => {
                let message = format!("interpolation is 'nearest' or 'bilinear', not {interpolation:?}");
                return Err(Error::argument(message));
            }
        };
        let fill = match fill_mode {
            "constant" => Fill::Constant,
            "nearest" => Fill::Nearest,
            "wrap" => Fill::Wrap,
            "mirror" => Fill::Mirror,
            "reflect" => Fill::Reflect,
            _ => {
                return Err(Error::argument(format!(
                    "fill_mode is 'constant', 'nearest', 'wrap', 'mirror' or 'reflect', not {fill_mode:?}"
                )));
            }
        };
        Ok(Self { interpolates, fill, fill_value })
    }

    /// The values of images `(batch, sizes .., channels)` at places, which have a coordinate for each axis of
    /// sizes, `(batch, places ..)` each: `(batch, places .., channels)`.
    pub fn sample(&self, x: &Tensor, places: &[Tensor]) -> Tensor {
        let places: Vec<Tensor> = places.iter().map(|place| place.to(ElementType::F32)).collect();
        if !self.interpolates {
            return self.elements(x, &places.iter().map(rounded).collect::<Vec<_>>());
        }
        let element = x.element();
        let x = x.float();
        let low: Vec<Tensor> = places.iter().map(ops::floor).collect();
        let part = |i: usize| ops::expand_dims(&(&places[i] - &low[i]), -1).to(x.element());
        let parts: Vec<Tensor> = (0..places.len()).map(part).collect();
        let mean = self.mean(&x, &low, &parts, Vec::new());
        if element.is_float() { mean } else { rounded(&mean).to(element) }
    }

    /// The mean of the elements around a place, whose indices along the first axes are `found`.
    fn mean(&self, x: &Tensor, low: &[Tensor], parts: &[Tensor], found: Vec<Tensor>) -> Tensor {
        let axis = found.len();
        let (Some(index), Some(part)) = (low.get(axis), parts.get(axis)) else { return self.elements(x, &found) };
        let with = |index: Tensor| -> Vec<Tensor> { found.iter().cloned().chain([index]).collect() };
        let below = self.mean(x, low, parts, with(index.clone()));
        let above = self.mean(x, low, parts, with(index + 1.0));
        below * (1.0 - part) + above * part
    }

    /// The elements at whole indices.
    fn elements(&self, x: &Tensor, indices: &[Tensor]) -> Tensor {
        let sizes = &x.shape()[1..=indices.len()];
        let batch: Vec<i64> =
            [x.dim(0) as i64].into_iter().chain(vec![1; indices.first().map_or(0, |i| i.ndim() - 1)]).collect();
        let mut row = ops::reshape(&ops::arange(0, x.dim(0) as i64, 1), &batch);
        for (index, size) in indices.iter().zip(sizes) {
            row = row * *size as f64 + self.folded(index, *size).to(ElementType::I32);
        }
        let found = ops::take(&ops::reshape(x, &[-1, x.dim(-1) as i64]), &row, 0);
        if self.fill != Fill::Constant {
            return found;
        }
        let within = indices.iter().zip(sizes).map(|(index, size)| ops::equal(index, &inside(index, *size)));
        let Some(within) = within.reduce(|a, b| ops::logical_and(&a, &b)) else { return found };
        ops::where_(&ops::expand_dims(&within, -1), &found, &ops::full_like(&found, self.fill_value))
    }

    /// Indices of the pixels that stand for those outside of an axis.
    fn folded(&self, index: &Tensor, size: usize) -> Tensor {
        let pixels = size as f64;
        let modulo = |period: f64| ops::mod_(index, &ops::full_like(index, period));
        let index = match self.fill {
            Fill::Constant | Fill::Nearest => index.clone(),
            Fill::Wrap => modulo(pixels),
            Fill::Mirror => {
                let period = (2.0 * pixels - 2.0).max(1.0);
                let folded = modulo(period);
                ops::minimum(&folded, &(period - &folded))
            }
            Fill::Reflect => {
                let folded = modulo(2.0 * pixels);
                ops::minimum(&folded, &((2.0 * pixels - 1.0) - &folded))
            }
        };
        inside(&index, size)
    }
}
