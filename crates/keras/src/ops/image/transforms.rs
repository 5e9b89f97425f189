//! Affine and projective maps of images.

use stablehlo::ElementType;

use super::batch::of_images;
use super::sampling::Sampling;
use crate::error::{Error, Result};
use crate::ops::declare::operations;
use crate::ops::{self, Tensor};

operations! {
    /// Images, of which each pixel takes the value at the column `a0 · column + a1 · row + a2` and the row
    /// `b0 · column + b1 · row + b2`. A transform is `[a0, a1, a2, b0, b1, b2, c0, c1]`, one for all images
    /// or one for each; as in Keras on JAX, `c0` and `c1` count as 0. Interpolation is `nearest` or
    /// `bilinear`; for the modes see [`map_coordinates`](super::map_coordinates).
    fn affine_transform(
        images: &Tensor,
        transform: &Tensor,
        interpolation: &str,
        fill_mode: &str,
        fill_value: f64,
    ) -> Tensor {
        of_images("affine_transform", 2, images, |x| {
            let sampling = Sampling::new(interpolation, fill_mode, fill_value)?;
            check_transforms(x, transform, &[8])?;
            let numbers = ops::unstack(&ops::reshape(transform, &[-1, 8]), -1);
            let numbers: Vec<Tensor> = numbers.iter().map(|n| ops::reshape(n, &[-1, 1, 1, 1])).collect();
            let [a0, a1, a2, b0, b1, b2, c0, c1] = eight(numbers)?;
            Ok(projected(x, [a0, a1, a2, b0, b1, b2, ops::zeros_like(&c0), ops::zeros_like(&c1)], sampling))
        })
    }
    /// Images whose four points `start_points` are moved to `end_points` by a projective map. Both are of
    /// shape `(4, 2)`, or `(batch, 4, 2)` with points for each image, columns before rows. Interpolation is
    /// `nearest` or `bilinear`, and `fill_value` is outside of an image.
    fn perspective_transform(
        images: &Tensor,
        start_points: &Tensor,
        end_points: &Tensor,
        interpolation: &str,
        fill_value: f64,
    ) -> Tensor {
        of_images("perspective_transform", 2, images, |x| {
            let sampling = Sampling::new(interpolation, "constant", fill_value)?;
            let points = |points: &Tensor| -> Result<Tensor> {
                check_transforms(x, points, &[4, 2])?;
                Ok(ops::reshape(&points.to(ElementType::F32), &[-1, 4, 2]))
            };
            Ok(projected(x, homography(&points(start_points)?, &points(end_points)?)?, sampling))
        })
    }
}

/// Checks that there is one transform of this shape for all images, or one for each.
fn check_transforms(x: &Tensor, transforms: &Tensor, one: &[usize]) -> Result<()> {
    let of_each = [&x.shape()[..1], one].concat();
    if transforms.shape() == one || transforms.shape() == of_each {
        return Ok(());
    }
    Err(Error::shape(format!("expected shape {one:?} or {of_each:?} for the map, not {:?}", transforms.shape())))
}

fn eight(numbers: Vec<Tensor>) -> Result<[Tensor; 8]> {
    <[Tensor; 8]>::try_from(numbers).map_err(|_| Error::shape("a map has eight numbers"))
}

/// The images, of which each pixel `(column, row)` takes the value at `(a0 · column + a1 · row + a2, b0 ·
/// column + b1 · row + b2) / (c0 · column + c1 · row + 1)`; the eight numbers are `(batch, 1, 1, 1)` each.
pub(crate) fn projected(x: &Tensor, [a0, a1, a2, b0, b1, b2, c0, c1]: [Tensor; 8], sampling: Sampling) -> Tensor {
    let (h, w) = (x.dim(1) as i64, x.dim(2) as i64);
    let row = ops::reshape(&ops::arange(0, h, 1), &[1, h, 1]).to(ElementType::F32);
    let column = ops::reshape(&ops::arange(0, w, 1), &[1, 1, w]).to(ElementType::F32);
    let number = |y: &Tensor| ops::squeeze(y, -1).to(ElementType::F32);
    let plane = |a: &Tensor, b: &Tensor| number(a) * &column + number(b) * &row;
    let scale = plane(&c0, &c1) + 1.0;
    let columns = (plane(&a0, &a1) + number(&a2)) / &scale;
    let rows = (plane(&b0, &b1) + number(&b2)) / &scale;
    sampling.sample(x, &[rows, columns])
}

/// The eight numbers of the projective map of points `end` to points `start`, `(batch, 4, 2)` each.
fn homography(start: &Tensor, end: &Tensor) -> Result<[Tensor; 8]> {
    let (from, to) = (ops::unstack(end, -1), ops::unstack(start, -1));
    let (zero, one) = (ops::zeros_like(&from[0]), ops::ones_like(&from[0]));
    let equations = |i: usize| {
        let own = [&from[0], &from[1], &one];
        let none = [&zero, &zero, &zero];
        let products = [-(&to[i] * &from[0]), -(&to[i] * &from[1])];
        let columns = if i == 0 { [own, none].concat() } else { [none, own].concat() };
        ops::stack(&[&columns[..], &[&products[0], &products[1]]].concat(), -1)
    };
    let matrix = ops::concatenate(&[&equations(0)?, &equations(1)?], 1)?;
    let right = ops::expand_dims(&ops::concatenate(&[&to[0], &to[1]], -1)?, -1);
    let solution = ops::unstack(&ops::solve(&matrix, &right), 1);
    eight(solution.iter().map(|y| ops::reshape(y, &[-1, 1, 1, 1])).collect())
}
