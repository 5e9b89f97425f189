//! Margins of images.

use super::batch::of_images;
use crate::error::{Error, Result};
use crate::ops::declare::operations;
use crate::ops::{self, Tensor};

operations! {
    /// Zeros around images: exactly two of `top_padding`, `bottom_padding` and `target_height` are given, and
    /// two of `left_padding`, `right_padding` and `target_width`.
    fn pad_images(
        images: &Tensor,
        top_padding: Option<usize>,
        left_padding: Option<usize>,
        bottom_padding: Option<usize>,
        right_padding: Option<usize>,
        target_height: Option<usize>,
        target_width: Option<usize>,
    ) -> Tensor {
        of_images("pad_images", 2, images, |x| {
            let names = ["top_padding", "bottom_padding", "target_height"];
            let [top, bottom, _] = padded(names, [top_padding, bottom_padding, target_height], x.dim(1))?;
            let names = ["left_padding", "right_padding", "target_width"];
            let [left, right, _] = padded(names, [left_padding, right_padding, target_width], x.dim(2))?;
            Ok(ops::pad(x, &[(0, 0), (top, bottom), (left, right), (0, 0)], 0.0))
        })
    }
    /// A part of images: exactly two of `top_cropping`, `bottom_cropping` and `target_height` are given, and
    /// two of `left_cropping`, `right_cropping` and `target_width`.
    fn crop_images(
        images: &Tensor,
        top_cropping: Option<usize>,
        left_cropping: Option<usize>,
        bottom_cropping: Option<usize>,
        right_cropping: Option<usize>,
        target_height: Option<usize>,
        target_width: Option<usize>,
    ) -> Tensor {
        of_images("crop_images", 2, images, |x| {
            let names = ["top_cropping", "bottom_cropping", "target_height"];
            let [top, _, height] = cropped(names, [top_cropping, bottom_cropping, target_height], x.dim(1))?;
            let names = ["left_cropping", "right_cropping", "target_width"];
            let [left, _, width] = cropped(names, [left_cropping, right_cropping, target_width], x.dim(2))?;
            Ok(ops::slice(x, &[0, top, left, 0], &[x.dim(0), height, width, x.dim(3)]))
        })
    }
}

/// The paddings of both sides and the size with them.
fn padded(names: [&str; 3], given: [Option<usize>; 3], size: usize) -> Result<[usize; 3]> {
    let rest = |target: usize, side: usize| target.checked_sub(size)?.checked_sub(side);
    solved(names, given, size, rest, |sides| size.checked_add(sides))
}

/// The croppings of both sides and the size between them.
fn cropped(names: [&str; 3], given: [Option<usize>; 3], size: usize) -> Result<[usize; 3]> {
    let rest = |target: usize, side: usize| size.checked_sub(target)?.checked_sub(side);
    solved(names, given, size, rest, |sides| size.checked_sub(sides))
}

/// Two sides and a target size, of which two are given. `rest` is a side, by the target and the other side;
/// `target` that of the sum of both sides.
fn solved(
    names: [&str; 3],
    given: [Option<usize>; 3],
    size: usize,
    rest: impl Fn(usize, usize) -> Option<usize>,
    target: impl Fn(usize) -> Option<usize>,
) -> Result<[usize; 3]> {
    let found = match given {
        [Some(before), Some(after), None] => {
            before.checked_add(after).and_then(target).map(|target| [before, after, target])
        }
        [Some(before), None, Some(target)] => rest(target, before).map(|after| [before, after, target]),
        [None, Some(after), Some(target)] => rest(target, after).map(|before| [before, after, target]),
        _ => return Err(Error::argument(format!("exactly two of {} have to be given", names.join(", ")))),
    };
    let text = || {
        names
            .iter()
            .zip(given)
            .map(|(name, value)| format!("{name} {}", value.map_or("absent".into(), |v| v.to_string())))
    };
    found.ok_or_else(|| {
        let text: Vec<String> = text().collect();
        Error::shape(format!("{} do not fit images of {size} pixels", text.join(", ")))
    })
}
