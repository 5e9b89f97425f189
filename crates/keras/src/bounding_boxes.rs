//! `keras.utils.bounding_boxes`: boxes of objects in images, in programs.
//!
//! Boxes are `(boxes, 4)`, or a batch of them, `(batch, boxes, 4)`, of numbers with a fraction.
//!
//! ```
//! use keras::ops;
//! use keras::bounding_boxes::{BoxFormat, compute_iou, convert_format};
//! use stablehlo::{ElementType::F32, TensorType};
//! let boxes = [TensorType::new(F32, [3, 4]), TensorType::new(F32, [5, 4])];
//! let module = ops::program(&boxes, |x| {
//!     let corners = convert_format(&x[0], BoxFormat::CenterXywh, BoxFormat::Xyxy, None)?;
//!     Ok(vec![compute_iou(&corners, &x[1], BoxFormat::Xyxy, None, None)?])
//! })?;
//! assert_eq!(module.main().unwrap().result_types()[0].to_string(), "tensor<3x5xf32>");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::f64::consts::PI;

use crate::error::{Error, Result};
use crate::ops::{self, Tensor};

/// Keras's `backend.epsilon()`.
const EPSILON: f64 = 1e-7;

crate::choices! {
    /// The four numbers of a box. In relative formats they are fractions of the image's width and height.
    BoxFormat {
        /// Left, top, right, bottom.
        Xyxy = "xyxy",
        /// Top, left, bottom, right.
        Yxyx = "yxyx",
        /// Left, top, width, height.
        Xywh = "xywh",
        /// The center's x and y, width, height.
        CenterXywh = "center_xywh",
        /// The center's y and x, height, width.
        CenterYxhw = "center_yxhw",
        /// `xyxy`, relative.
        RelXyxy = "rel_xyxy",
        /// `yxyx`, relative.
        RelYxyx = "rel_yxyx",
        /// `xywh`, relative.
        RelXywh = "rel_xywh",
        /// `center_xywh`, relative.
        RelCenterXywh = "rel_center_xywh",
    }
}

impl BoxFormat {
    /// Returns true if the numbers are fractions of the image's size.
    pub fn is_relative(self) -> bool {
        self.name().starts_with("rel_")
    }

    /// The format of the same order in pixels.
    fn absolute(self) -> Self {
        match self {
            Self::RelXyxy => Self::Xyxy,
            Self::RelYxyx => Self::Yxyx,
            Self::RelXywh => Self::Xywh,
            Self::RelCenterXywh => Self::CenterXywh,
            other => other,
        }
    }
}

/// Height and width of an image, in pixels.
pub type ImageSize = Option<[usize; 2]>;

/// The columns of boxes, each with a last dimension of 1.
fn columns(boxes: &Tensor) -> Result<[Tensor; 4]> {
    let error = || Error::shape(format!("`boxes` must have a last dimension of 4, not shape {:?}", boxes.shape()));
    if boxes.ndim() == 0 || boxes.dim(-1) != 4 {
        return Err(error());
    }
    ops::split(boxes, 4, -1).try_into().map_err(|_| error())
}

fn joined(columns: &[Tensor; 4]) -> Result<Tensor> {
    ops::concatenate(&columns.each_ref(), -1)
}

/// Boxes in another format. The size of the image is needed between relative formats and others.
///
/// # Errors
/// The last dimension is not 4, or the size is missing.
pub fn convert_format(boxes: &Tensor, source: BoxFormat, target: BoxFormat, image: ImageSize) -> Result<Tensor> {
    if source == target {
        return Ok(boxes.clone());
    }
    let corners = to_corners(columns(boxes)?, source);
    let size = || -> Result<[f64; 4]> {
        let [height, width] = image.ok_or_else(|| {
            let (source, target) = (source.name(), target.name());
            Error::argument(format!("boxes from '{source}' to '{target}' need the image's height and width"))
        })?;
        Ok([width as f64, height as f64, width as f64, height as f64])
    };
    let corners = match (source.is_relative(), target.is_relative()) {
        (true, false) => scaled(corners, size()?),
        (false, true) => scaled(corners, size()?.map(|size| 1.0 / size)),
        _ => corners,
    };
    joined(&from_corners(corners, target))
}

fn scaled(columns: [Tensor; 4], factors: [f64; 4]) -> [Tensor; 4] {
    let mut factors = factors.into_iter();
    columns.map(|column| column * factors.next().unwrap_or(1.0))
}

/// Left, top, right, bottom.
fn to_corners([a, b, c, d]: [Tensor; 4], format: BoxFormat) -> [Tensor; 4] {
    let centered = |x: Tensor, y: Tensor, width: Tensor, height: Tensor| {
        let (width, height) = (width * 0.5, height * 0.5);
        [&x - &width, &y - &height, x + width, y + height]
    };
    match format.absolute() {
        BoxFormat::Yxyx => [b, a, d, c],
        BoxFormat::Xywh => [a.clone(), b.clone(), a + c, b + d],
        BoxFormat::CenterXywh => centered(a, b, c, d),
        BoxFormat::CenterYxhw => centered(b, a, d, c),
        _ => [a, b, c, d],
    }
}

fn from_corners([left, top, right, bottom]: [Tensor; 4], format: BoxFormat) -> [Tensor; 4] {
    let (width, height) = (&right - &left, &bottom - &top);
    let center = |start: &Tensor, size: &Tensor| start + size * 0.5;
    match format.absolute() {
        BoxFormat::Yxyx => [top, left, bottom, right],
        BoxFormat::Xywh => [left, top, width, height],
        BoxFormat::CenterXywh => [center(&left, &width), center(&top, &height), width, height],
        BoxFormat::CenterYxhw => [center(&top, &height), center(&left, &width), height, width],
        _ => [left, top, right, bottom],
    }
}

/// Boxes `xyxy` without what is outside of the image, or `rel_xyxy` if it has no size; labels of boxes of
/// which nothing is left are -1.
///
/// # Errors
/// The last dimension is not 4.
pub fn clip_to_image_size(boxes: &Tensor, labels: &Tensor, image: ImageSize) -> Result<(Tensor, Tensor)> {
    let [height, width] = image.map_or([1.0; 2], |size| size.map(|size| size as f64));
    let boxes = clipped(columns(boxes)?, height, width);
    let [left, top, right, bottom] = &boxes;
    let area = ops::squeeze(&((right - left) * (bottom - top)), -1);
    let is_left = ops::greater(&area, &ops::zeros_like(&area));
    let labels = ops::where_(&is_left, labels, &ops::full_like(labels, -1.0));
    Ok((joined(&boxes)?, labels))
}

fn clipped(columns: [Tensor; 4], height: f64, width: f64) -> [Tensor; 4] {
    let mut limits = [width, height].into_iter().cycle();
    columns.map(|column| ops::clip(&column, 0.0, limits.next().unwrap_or(0.0)))
}

/// Boxes `xyxy` as they are in a part of the image, without what is outside of it.
///
/// # Errors
/// The last dimension is not 4.
pub fn crop(boxes: &Tensor, [top, left]: [f64; 2], [height, width]: [f64; 2]) -> Result<Tensor> {
    let boxes = pad(boxes, [-top, -left])?;
    joined(&clipped(columns(&boxes)?, height, width))
}

/// Boxes `xyxy` in an image to which rows are added at the top, and columns at the left.
///
/// # Errors
/// The last dimension is not 4.
pub fn pad(boxes: &Tensor, [top, left]: [f64; 2]) -> Result<Tensor> {
    let mut offsets = [left, top].into_iter().cycle();
    joined(&columns(boxes)?.map(|column| column + offsets.next().unwrap_or(0.0)))
}

/// The differences of boxes from anchors, which a detector learns: those of the centers, in sizes of the
/// anchor, and the logarithms of the ratios of the sizes, in the order of `center_yxhw`; divided by the
/// variance.
///
/// # Errors
/// Those of [`convert_format`].
pub fn encode_box_to_deltas(
    [anchors, boxes]: [&Tensor; 2],
    [anchor_format, box_format]: [BoxFormat; 2],
    variance: Option<[f64; 4]>,
    image: ImageSize,
) -> Result<Tensor> {
    let parts = |boxes, format| columns(&convert_format(boxes, format, BoxFormat::CenterYxhw, image)?);
    let (anchors, boxes) = (parts(anchors, anchor_format)?, parts(boxes, box_format)?);
    let size = |x: &Tensor| ops::maximum(x, &ops::full_like(x, EPSILON));
    let [height, width] = [size(&anchors[2]), size(&anchors[3])];
    let deltas = [
        (&boxes[0] - &anchors[0]) / &height,
        (&boxes[1] - &anchors[1]) / &width,
        ops::log(&(size(&boxes[2]) / height)),
        ops::log(&(size(&boxes[3]) / width)),
    ];
    joined(&scaled(deltas, variance.unwrap_or([1.0; 4]).map(|variance| 1.0 / variance)))
}

/// The boxes of the differences that [`encode_box_to_deltas`] makes.
///
/// # Errors
/// Those of [`convert_format`].
pub fn decode_deltas_to_boxes(
    [anchors, deltas]: [&Tensor; 2],
    [anchor_format, box_format]: [BoxFormat; 2],
    variance: Option<[f64; 4]>,
    image: ImageSize,
) -> Result<Tensor> {
    let anchors = columns(&convert_format(anchors, anchor_format, BoxFormat::CenterYxhw, image)?)?;
    let [y, x, height, width] = scaled(columns(deltas)?, variance.unwrap_or([1.0; 4]));
    let boxes = [
        y * &anchors[2] + &anchors[0],
        x * &anchors[3] + &anchors[1],
        ops::exp(&height) * &anchors[2],
        ops::exp(&width) * &anchors[3],
    ];
    convert_format(&joined(&boxes)?, BoxFormat::CenterYxhw, box_format, image)
}

/// The areas that boxes of two sets have in common, divided by those that they cover together: `(n, m)`, or
/// `(batch, n, m)` if one of the sets has a batch. With a `mask` value, it stands where a box of one of the
/// sets has negative numbers alone.
///
/// # Errors
/// Those of [`convert_format`].
pub fn compute_iou(
    boxes1: &Tensor,
    boxes2: &Tensor,
    format: BoxFormat,
    mask: Option<f64>,
    image: ImageSize,
) -> Result<Tensor> {
    let parts = |boxes| columns(&convert_format(boxes, format, BoxFormat::Xyxy, image)?);
    let (first, second) = (parts(boxes1)?, parts(boxes2)?);
    let row = |column: &Tensor| ops::swapaxes(column, -1, -2);
    let positive = |x: Tensor| ops::maximum(&x, &ops::zeros_like(&x));
    let overlap = |start: usize, end: usize| {
        let end = ops::minimum(&first[end], &row(&second[end]));
        positive(end - ops::maximum(&first[start], &row(&second[start])))
    };
    let area = |[left, top, right, bottom]: &[Tensor; 4]| (right - left) * (bottom - top);
    let intersection = overlap(0, 2) * overlap(1, 3);
    let union = area(&first) + row(&area(&second)) - &intersection;
    let iou = intersection / (union + EPSILON);
    let Some(mask) = mask else { return Ok(iou) };
    let is_background = |columns: &[Tensor; 4]| {
        let greatest = columns[1..].iter().fold(columns[0].clone(), |all, column| ops::maximum(&all, column));
        ops::less(&greatest, &ops::zeros_like(&greatest))
    };
    let background = ops::logical_or(&is_background(&first), &row(&is_background(&second)));
    Ok(ops::where_(&background, &ops::full_like(&iou, mask), &iou))
}

/// The complete IoU of each box with the one at its place: less by the distance of the centers and by the
/// difference of the shapes.
///
/// # Errors
/// Those of [`convert_format`]; relative formats are refused, as in Keras.
pub fn compute_ciou(boxes1: &Tensor, boxes2: &Tensor, format: BoxFormat) -> Result<Tensor> {
    let parts = |boxes| columns(&convert_format(boxes, format, BoxFormat::Xyxy, None)?);
    if format.is_relative() {
        return Err(Error::argument("compute_ciou takes boxes in pixels: convert them by `convert_format`"));
    }
    let (first, second) = (parts(boxes1)?, parts(boxes2)?);
    let size = |[left, top, right, bottom]: &[Tensor; 4]| [right - left, bottom - top + EPSILON];
    let ([width1, height1], [width2, height2]) = (size(&first), size(&second));
    let overlap = |start: usize, end: usize| {
        let length = ops::minimum(&first[end], &second[end]) - ops::maximum(&first[start], &second[start]);
        ops::maximum(&length, &ops::zeros_like(&length))
    };
    let intersection = overlap(0, 2) * overlap(1, 3);
    let union = &width1 * &height1 + &width2 * &height2 - &intersection + EPSILON;
    let iou = intersection / (union + EPSILON);
    let hull = |start: usize, end: usize| {
        ops::square(&(ops::maximum(&first[end], &second[end]) - ops::minimum(&first[start], &second[start])))
    };
    let distance_along = |start: usize, end: usize| {
        ops::square(&((&first[start] + &first[end]) * 0.5 - (&second[start] + &second[end]) * 0.5))
    };
    let distance = (distance_along(0, 2) + distance_along(1, 3)) / (hull(0, 2) + hull(1, 3) + EPSILON);
    let angle = ops::arctan(&(width2 / height2)) - ops::arctan(&(width1 / height1));
    let shape = ops::square(&angle) * (4.0 / (PI * PI));
    let weight = &shape / (&shape - &iou + (1.0 + EPSILON));
    Ok(ops::squeeze(&(iou - (distance + shape * weight)), -1))
}

/// How images are moved, rotated, enlarged and sheared: each has a number for each image, `(batch,)`.
#[derive(Clone, Debug)]
pub struct BoxTransform {
    /// The rotation, in degrees.
    pub angle: Tensor,
    /// The movement to the right and down, in widths and heights.
    pub translate: [Tensor; 2],
    /// The factor.
    pub scale: Tensor,
    /// The shears along x and y, in degrees.
    pub shear: [Tensor; 2],
    /// The point that stays, x and y, in widths and heights; Keras's default is 0.5 and 0.5.
    pub center: [f64; 2],
}

/// The boxes `xyxy`, `(batch, boxes, 4)`, around those of images that are transformed.
///
/// # Errors
/// The shape is another one.
pub fn affine_transform(boxes: &Tensor, transform: &BoxTransform, [height, width]: [usize; 2]) -> Result<Tensor> {
    let [left, top, right, bottom] = columns(boxes)?;
    if boxes.ndim() != 3 {
        return Err(Error::shape(format!("`boxes` must be (batch, boxes, 4), not {:?}", boxes.shape())));
    }
    // Numbers of an image beside the columns of its boxes.
    let of_image = |x: &Tensor| ops::reshape(x, &[-1, 1, 1]);
    let radians = |x: &Tensor| of_image(x) * (-PI / 180.0);
    let (rotation, scale) = (radians(&transform.angle), of_image(&transform.scale));
    let [shear_x, shear_y] = [radians(&transform.shear[0]), radians(&transform.shear[1])];
    let (width, height) = (width as f64 - 1.0, height as f64 - 1.0);
    let (center_x, center_y) = (transform.center[0] * width, transform.center[1] * height);
    let moved_x = of_image(&transform.translate[0]) * -width + center_x;
    let moved_y = of_image(&transform.translate[1]) * -height + center_y;
    // The inverse of rotation, shear and scale.
    let rotated = &rotation - &shear_y;
    let (cos, tan) = (ops::cos(&shear_y), ops::tan(&shear_x));
    let a = ops::cos(&rotated) / &cos;
    let b = &a * &tan + ops::sin(&rotation);
    let c = ops::negative(&(ops::sin(&rotated) / cos));
    let d = ops::cos(&rotation) - &c * tan;
    let (a0, a1) = (d * &scale, ops::negative(&b) * &scale);
    let (b0, b1) = (ops::negative(&c) * &scale, a * scale);
    let at = |x: &Tensor, y: &Tensor| {
        let (x, y) = (x - &moved_x, y - &moved_y);
        [&a0 * &x + &a1 * &y + center_x, &b0 * x + &b1 * y + center_y]
    };
    let corners = [at(&left, &top), at(&right, &top), at(&right, &bottom), at(&left, &bottom)];
    let extreme = |axis: usize, of: fn(&Tensor, &Tensor) -> Tensor| {
        corners[1..].iter().fold(corners[0][axis].clone(), |all, corner| of(&all, &corner[axis]))
    };
    let (least, most) = (ops::minimum, ops::maximum);
    joined(&[extreme(0, least), extreme(1, least), extreme(0, most), extreme(1, most)])
}
