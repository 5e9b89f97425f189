//! Conversions of colors.

use stablehlo::ElementType;

use super::batch::of_images;
use crate::error::{Error, Result};
use crate::ops::declare::operations;
use crate::ops::shape::narrow;
use crate::ops::{self, Tensor};

operations! {
    /// The brightness of colors, by the weights of ITU-R BT.601, in one channel. Images of one channel are
    /// returned as they are.
    fn rgb_to_grayscale(images: &Tensor) -> Tensor {
        of_images("rgb_to_grayscale", 2, images, |x| {
            if x.dim(-1) == 1 {
                return Ok(x.clone());
            }
            check_channels(x)?;
            let colors = x.float();
            let weights = ops::array(&[0.2989, 0.5870, 0.1140], &[3]).to(colors.element());
            Ok(ops::expand_dims(&ops::tensordot(&colors, &weights, &[-1], &[0]), -1).to(x.element()))
        })
    }
    /// Hue, saturation and value of colors from 0 to 1, as channels from 0 to 1.
    fn rgb_to_hsv(images: &Tensor) -> Tensor {
        of_images("rgb_to_hsv", 2, images, |x| {
            check_floats(x)?;
            ops::concatenate(&hsv_of_rgb(x).each_ref(), -1)
        })
    }
    /// Colors of hue, saturation and value.
    fn hsv_to_rgb(images: &Tensor) -> Tensor {
        of_images("hsv_to_rgb", 2, images, |x| {
            check_floats(x)?;
            rgb_of_hsv([0, 1, 2].map(|i| narrow(x, -1, i, 1)))
        })
    }
}

fn check_channels(x: &Tensor) -> Result<()> {
    if x.dim(-1) == 3 {
        return Ok(());
    }
    Err(Error::shape(format!("expected images of 3 channels, not shape {:?}", x.shape())))
}

fn check_floats(x: &Tensor) -> Result<()> {
    if !x.element().is_float() {
        let message = format!("expected a floating-point type, not {}; `ops::cast` converts", x.dtype());
        return Err(Error::shape(message));
    }
    check_channels(x)
}

/// The distance from 1 to the next number of a floating-point type.
fn epsilon(element: ElementType) -> f64 {
    match element {
        ElementType::Bf16 => 2f64.powi(-7),
        ElementType::F16 => 2f64.powi(-10),
        ElementType::F64 => f64::EPSILON,
        _ => f64::from(f32::EPSILON),
    }
}

/// Hue, saturation and value of colors, a channel each.
pub(crate) fn hsv_of_rgb(x: &Tensor) -> [Tensor; 3] {
    let tiny = ops::less(&ops::absolute(x), &ops::full_like(x, epsilon(x.element())));
    let x = ops::where_(&tiny, &ops::zeros_like(x), x);
    let [r, g, b] = [0, 1, 2].map(|i| narrow(&x, -1, i, 1));
    let value = ops::maximum(&ops::maximum(&r, &g), &b);
    let range = &value - ops::minimum(&ops::minimum(&r, &g), &b);
    let (zero, one) = (ops::zeros_like(&value), ops::ones_like(&value));
    let (bright, colored) = (ops::greater(&value, &zero), ops::greater(&range, &zero));
    let saturation = ops::where_(&bright, &(&range / ops::where_(&bright, &value, &one)), &zero);
    let norm = 1.0 / (ops::where_(&colored, &range, &one) * 6.0);
    let of_green = &norm * (&b - &r) + 2.0 / 6.0;
    let of_blue = &norm * (&r - &g) + 4.0 / 6.0;
    let hue = ops::where_(&ops::equal(&value, &g), &of_green, &of_blue);
    let hue = ops::where_(&ops::equal(&value, &r), &(&norm * (&g - &b)), &hue);
    let below = ops::less(&hue, &zero).to(hue.element());
    [ops::where_(&colored, &hue, &zero) + below, saturation, value]
}

/// Colors of hue, saturation and value, a channel each.
pub(crate) fn rgb_of_hsv([hue, saturation, value]: [Tensor; 3]) -> Result<Tensor> {
    let sixths = (&hue - ops::floor(&hue)) * 6.0;
    let part = |x: &Tensor| ops::clip(x, 0.0, 1.0);
    let parts = [
        part(&(ops::absolute(&(&sixths - 3.0)) - 1.0)),
        part(&(2.0 - ops::absolute(&(&sixths - 2.0)))),
        part(&(2.0 - ops::absolute(&(&sixths - 4.0)))),
    ];
    let colors = parts.map(|part| &value * (1.0 - &saturation + &saturation * part));
    ops::concatenate(&colors.each_ref(), -1)
}
