//! The functions of `keras.ops` whose settings take more than a line of the table of steps.

use super::operands::Operands;
use super::operation::MAX_COUNT;
use crate::error::{Error, Result};
use crate::objects::Field as _;
use crate::ops::{self, Axes, Tensor};

/// The mean, weighted if there are weights: in the shape of the tensor, or along its axis.
pub(super) fn average(o: &Operands<'_>) -> Result<Tensor> {
    let (x, axes) = (o.tensor(0)?, o.axes()?);
    let Some(weights) = o.optional("weights", 1)? else { return Ok(ops::mean(&x, axes, false)) };
    let along = match &axes {
        Axes::These(axes) if axes.len() == 1 && weights.ndim() == 1 => axes[0],
        _ => return Ok(ops::average(&x, &weights, axes)),
    };
    let mut shape = vec![1; x.ndim()];
    let place = from_start(along, x.ndim());
    *shape.get_mut(place).ok_or_else(|| out_of_range("Average", along, &x))? = -1;
    Ok(ops::average(&x, &ops::reshape(&weights, &shape), axes))
}

/// An axis counted from the start; out of range if it is none.
fn from_start(axis: i64, dimensions: usize) -> usize {
    usize::try_from(if axis < 0 { axis + dimensions as i64 } else { axis }).unwrap_or(usize::MAX)
}

fn out_of_range(class: &str, axis: i64, x: &Tensor) -> Error {
    Error::argument(format!("{class}: axis {axis} is out of range for shape {:?}", x.shape()))
}

/// The tensor with the axes of a matrix, `axis1` and `axis2`, last.
pub(super) fn corner(o: &Operands<'_>) -> Result<Tensor> {
    permuted(o.class, &o.tensor(0)?, &[o.setting("axis1", 0)?, o.setting("axis2", 1)?], &[-2, -1])
}

/// The tensor with the axes `source` at the places `destination`.
pub(super) fn moved(o: &Operands<'_>) -> Result<Tensor> {
    let (source, destination): (Vec<i64>, Vec<i64>) =
        (o.setting("source", vec![0])?, o.setting("destination", vec![0])?);
    permuted(o.class, &o.tensor(0)?, &source, &destination)
}

fn permuted(class: &str, x: &Tensor, source: &[i64], destination: &[i64]) -> Result<Tensor> {
    let n = x.ndim();
    let mut moves: Vec<(usize, usize)> =
        destination.iter().zip(source).map(|(to, from)| (from_start(*to, n), from_start(*from, n))).collect();
    moves.sort_unstable();
    let mut order: Vec<usize> = (0..n).filter(|axis| moves.iter().all(|(_, from)| from != axis)).collect();
    for (to, from) in moves {
        if from >= n || to > order.len() {
            return Err(Error::argument(format!(
                "{class}: axes {source:?} cannot be at {destination:?} of shape {:?}",
                x.shape()
            )));
        }
        order.insert(to, from);
    }
    Ok(ops::transpose(x, &order.iter().map(|axis| *axis as i64).collect::<Vec<i64>>()))
}

/// `num` steps from a tensor to another, along a new axis.
pub(super) fn linspace(o: &Operands<'_>) -> Result<Tensor> {
    let (first, last) = (o.tensor(0)?, o.tensor(1)?);
    let (num, endpoint, axis) = (o.setting("num", 50_usize)?, o.setting("endpoint", true)?, o.setting("axis", 0)?);
    let mut shape = vec![1; first.ndim() + 1];
    let place = from_start(axis, shape.len());
    *shape.get_mut(place).ok_or_else(|| out_of_range(o.class, axis, &first))? = -1;
    let shares = ops::reshape(&ops::linspace(0.0, 1.0, num, endpoint), &shape);
    let wide = |x: &Tensor| ops::expand_dims(x, axis);
    Ok(wide(&first) + wide(&(&last - &first)) * shares)
}

/// The norm of vectors along axes.
pub(super) fn norm(o: &Operands<'_>) -> Result<Tensor> {
    let (order, axes) = (o.setting("ord", None::<f64>)?, o.axes()?);
    if order.is_some() && !matches!(&axes, Axes::These(axes) if axes.len() == 1) {
        return Err(Error::argument(format!("{}: ord is supported along one axis, not along {axes:?}", o.class)));
    }
    Ok(ops::norm(&o.tensor(0)?, order.unwrap_or(2.0), axes, o.keepdims()?))
}

/// Numbers appended to each dimension.
pub(super) fn padded(o: &Operands<'_>) -> Result<Tensor> {
    o.only("mode", "constant".to_owned())?;
    let (x, widths): (Tensor, Vec<Vec<usize>>) = (o.tensor(0)?, o.setting("pad_width", Vec::new())?);
    let pairs: Option<Vec<(usize, usize)>> =
        widths.iter().map(|pair| if let [low, high] = pair[..] { Some((low, high)) } else { None }).collect();
    match pairs.filter(|pairs| pairs.len() == x.ndim()) {
        Some(pairs) => Ok(ops::pad(&x, &pairs, o.number("constant_values", 1, 0.0)?)),
        None => Err(Error::argument(format!(
            "{}: pad_width {} is no pair for each dimension of shape {:?}",
            o.class,
            widths.to_json(),
            x.shape()
        ))),
    }
}

/// A quantile, interpolated linearly.
pub(super) fn quantile(o: &Operands<'_>, function: fn(&Tensor, f64, i64, bool) -> Tensor) -> Result<Tensor> {
    o.only("method", "linear".to_owned())?;
    Ok(function(&o.tensor(0)?, o.number("q", 1, 0.5)?, o.axis()?, o.keepdims()?))
}

/// Elements moved along axes.
pub(super) fn rolled(o: &Operands<'_>) -> Result<Tensor> {
    let axes: Option<Vec<i64>> = o.setting("axis", None)?;
    let axes = axes.ok_or_else(|| Error::argument("Roll: axis is null, which joins the rows of the batch"))?;
    let shifts: Vec<i64> = o.setting("shift", vec![0])?;
    let shift = |at: usize| shifts.get(at).or(shifts.first()).copied().unwrap_or(0);
    Ok(axes.iter().enumerate().fold(o.tensor(0)?, |x, (at, axis)| ops::roll(&x, shift(at), *axis)))
}

/// The elements from `start_indices` on; a size of -1 is what is left.
pub(super) fn slice(o: &Operands<'_>) -> Result<Tensor> {
    let (x, sizes): (Tensor, Vec<i64>) = (o.tensor(0)?, o.setting("shape", Vec::new())?);
    let start: Vec<usize> = o.numbers(1)?.into_iter().map(|start| start as usize).collect();
    let size = |((start, size), length): ((&usize, &i64), &usize)| {
        usize::try_from(*size).unwrap_or(length.saturating_sub(*start))
    };
    let sizes: Vec<usize> = start.iter().zip(&sizes).zip(x.shape()).map(size).collect();
    if sizes.len() != x.ndim() {
        return Err(Error::argument(format!("{}: {} sizes for shape {:?}", o.class, sizes.len(), x.shape())));
    }
    Ok(ops::slice(&x, &start, &sizes))
}

/// Equal parts along an axis, or those between indices.
pub(super) fn split_at(o: &Operands<'_>) -> Result<Vec<Tensor>> {
    let (x, axis) = (o.tensor(0)?, o.setting("axis", 0)?);
    let list = o.json("indices_or_sections").as_u64().is_none();
    if !list {
        return Ok(ops::split(&x, o.setting("indices_or_sections", 1)?, axis));
    }
    let place = from_start(axis, x.ndim());
    let length = *x.shape().get(place).ok_or_else(|| out_of_range(o.class, axis, &x))?;
    let indices: Vec<usize> = o.setting("indices_or_sections", Vec::new())?;
    let (mut start, mut size) = (vec![0; x.ndim()], x.shape().to_vec());
    let mut parts = Vec::new();
    for index in indices.into_iter().chain([length]) {
        let end = index.clamp(start[place], length);
        size[place] = end - start[place];
        parts.push(ops::slice(&x, &start, &size));
        start[place] = end;
    }
    Ok(parts)
}

/// Each part of length 1 along an axis, which is left out.
pub(super) fn unstacked(o: &Operands<'_>) -> Result<Vec<Tensor>> {
    let (x, axis) = (o.tensor(0)?, o.setting("axis", 0)?);
    let length = *x.shape().get(from_start(axis, x.ndim())).ok_or_else(|| out_of_range(o.class, axis, &x))?;
    if length > MAX_COUNT {
        return Err(Error::argument(format!("{}: {length} parts, at most {MAX_COUNT} are supported", o.class)));
    }
    Ok(ops::unstack(&x, axis))
}

/// The sum of products over a number of axes, or over lists of them.
pub(super) fn tensordot(o: &Operands<'_>) -> Result<Tensor> {
    let (x, y) = (o.tensor(0)?, o.array(1)?);
    let axes: Vec<Vec<i64>> = o.setting("axes", vec![vec![2]])?;
    let (of_x, of_y) = match &axes[..] {
        [number] => {
            let number = number.first().copied().unwrap_or(2);
            ((x.ndim() as i64 - number..x.ndim() as i64).collect(), (0..number).collect())
        }
        [of_x, of_y] => (of_x.clone(), of_y.clone()),
        _ => return Err(Error::argument(format!("{}: axes is {}", o.class, axes.to_json()))),
    };
    Ok(ops::tensordot(&x, &y, &of_x, &of_y))
}

/// The tensor, normalized by its statistics, in the sizes of its axis, then scaled and moved.
pub(super) fn batch_normalized(o: &Operands<'_>) -> Result<Tensor> {
    let (x, axis, epsilon) = (o.tensor(0)?, o.axis()?, o.setting("epsilon", 1e-3)?);
    let mut shape = vec![1; x.ndim()];
    *shape.get_mut(from_start(axis, x.ndim())).ok_or_else(|| out_of_range(o.class, axis, &x))? = -1;
    let along = |y: Tensor| ops::reshape(&y, &shape);
    let mut y = ops::batch_normalization(&x, &along(o.array(1)?), &along(o.array(2)?), epsilon);
    // Keras's order: mean, variance, offset, scale.
    if let Some(scale) = o.optional("scale", 4)? {
        y = y * along(scale);
    }
    Ok(match o.optional("offset", 3)? {
        Some(offset) => y + along(offset),
        None => y,
    })
}

/// A normalized tensor, multiplied by its scale, and moved by `beta`.
pub(super) fn scaled(o: &Operands<'_>, mut y: Tensor, scale: &str) -> Result<Tensor> {
    if let Some(scale) = o.optional(scale, 1)? {
        y = y * scale;
    }
    Ok(match o.optional("beta", 2)? {
        Some(beta) => y + beta,
        None => y,
    })
}

/// The attention of queries on keys and values, `(batch, length, heads, size)`.
pub(super) fn dot_product_attention(o: &Operands<'_>) -> Result<Tensor> {
    let heads = |at: usize| Ok::<_, Error>(ops::swapaxes(&o.tensor(at)?, 1, 2));
    let (query, key, value) = (heads(0)?, heads(1)?, heads(2)?);
    let size = query.shape().last().copied().unwrap_or(1).max(1) as f64;
    let mut scores = ops::matmul(&query, &ops::swapaxes(&key, -2, -1)) * o.number("scale", 5, 1.0 / size.sqrt())?;
    if let Some(bias) = o.optional("bias", 3)? {
        scores = scores + bias;
    }
    if let Some(mask) = o.optional("mask", 4)? {
        scores = ops::where_(&mask, &scores, &ops::full_like(&scores, MASKED));
    }
    if o.setting("is_causal", false)? {
        let lower = ops::tril(&ops::ones_like(&scores), 0);
        scores = ops::where_(&lower, &scores, &ops::full_like(&scores, MASKED));
    }
    Ok(ops::swapaxes(&ops::matmul(&ops::softmax(&scores, -1), &value), 1, 2))
}

/// What the score of a masked pair becomes.
const MASKED: f64 = -1e9;

type Pool = fn(&Tensor, &[usize], &[usize], &str) -> Result<Tensor>;

/// Pooling with channels last.
pub(super) fn pooled(o: &Operands<'_>, function: Pool) -> Result<Tensor> {
    o.only("data_format", "channels_last".to_owned())?;
    let x = o.tensor(0)?;
    let size = o.sizes("pool_size", spatial(&x), 1)?;
    let set = !o.json("strides").is_null();
    let strides = if set { o.sizes("strides", spatial(&x), 1)? } else { size.clone() };
    function(&x, &size, &strides, &padding(o)?)
}

/// Pooling to a size, with channels last.
pub(super) fn adapted(o: &Operands<'_>, function: fn(&Tensor, &[usize]) -> Result<Tensor>) -> Result<Tensor> {
    o.only("data_format", "channels_last".to_owned())?;
    let x = o.tensor(0)?;
    function(&x, &o.sizes("output_size", spatial(&x), 1)?)
}

type Convolution = fn(&Tensor, &Tensor, &[usize], &str, &[usize]) -> Result<Tensor>;

/// A convolution with channels last.
pub(super) fn convolved(o: &Operands<'_>, function: Convolution) -> Result<Tensor> {
    o.only("data_format", "channels_last".to_owned())?;
    let (x, kernel) = (o.tensor(0)?, o.array(1)?);
    let (strides, dilation) = (o.sizes("strides", spatial(&x), 1)?, o.sizes("dilation_rate", spatial(&x), 1)?);
    function(&x, &kernel, &strides, &padding(o)?, &dilation)
}

/// A convolution of each channel, then one of size 1, with channels last.
pub(super) fn separable(o: &Operands<'_>) -> Result<Tensor> {
    o.only("data_format", "channels_last".to_owned())?;
    let (x, depthwise, pointwise) = (o.tensor(0)?, o.array(1)?, o.array(2)?);
    let (strides, dilation) = (o.sizes("strides", spatial(&x), 1)?, o.sizes("dilation_rate", spatial(&x), 1)?);
    ops::separable_conv(&x, &depthwise, &pointwise, &strides, &padding(o)?, &dilation)
}

/// The number of dimensions between the batch and the channels.
fn spatial(x: &Tensor) -> usize {
    x.ndim().saturating_sub(2)
}

fn padding(o: &Operands<'_>) -> Result<String> {
    o.setting("padding", "valid".to_owned())
}
