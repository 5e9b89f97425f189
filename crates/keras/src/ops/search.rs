//! Functions that look values up, sort them into groups, or cut them into parts.

use stablehlo::ElementType;

use super::axes::{iota, row_of};
use super::create::one_hot;
use super::declare::operations;
use super::elementwise::{floor, sqrt, square, trunc};
use super::logic::{equal, greater, greater_equal, less, less_equal, where_};
use super::nn::relu;
use super::products::matmul;
use super::reduce::{any, argsort, cumsum, max, mean, min, prod, sort, sum};
use super::shape::{concatenate, expand_dims, moveaxis, ravel, reshape, slice, split, stack, swapaxes, transpose};
use super::tensor::Tensor;
use crate::error::{Error, Result};

fn sizes(dims: &[usize]) -> Vec<i64> {
    dims.iter().map(|n| *n as i64).collect()
}

/// The elements of a range along an axis.
fn range(x: &Tensor, axis: usize, start: usize, count: usize) -> Tensor {
    let (mut starts, mut shape) = (vec![0; x.ndim()], x.shape().to_vec());
    (starts[axis], shape[axis]) = (start, count);
    slice(x, &starts, &shape)
}

/// The values of each segment, combined; the first dimension are the rows. `empty` is neutral.
fn segments(
    data: &Tensor,
    ids: &Tensor,
    count: usize,
    empty: f64,
    combine: impl Fn(&Tensor, i64, bool) -> Tensor,
) -> Tensor {
    let rows = data.dim(0);
    let member = swapaxes(&one_hot(ids, count), 0, 1);
    let mut shape = sizes(&[count, rows]);
    shape.resize(1 + data.ndim(), 1);
    let member = greater(&reshape(&member, &shape), &reshape(&member, &shape).filled(0.5));
    let wide: Vec<usize> = [&[count], data.shape()].concat();
    let data = expand_dims(data, 0).broadcast(&wide);
    combine(&where_(&member.broadcast(&wide), &data, &data.filled(empty)), 1, false)
}

operations! {
    /// For each element, the number of bins, in ascending order, that are not above it, `int32`.
    fn digitize(x: &Tensor, bins: &[f64]) -> Tensor {
        let x = expand_dims(x, -1);
        sum(&greater_equal(&x, &row_of(&x, bins)).to(ElementType::I32), -1, false)
    }
    /// The index at which each value is inserted to keep the sequence sorted, `int32`: after equal elements
    /// if `right`, otherwise before them.
    fn searchsorted(sorted_sequence: &Tensor, values: &Tensor, right: bool) -> Tensor {
        let values = expand_dims(values, -1);
        let before = if right { less_equal(sorted_sequence, &values) } else { less(sorted_sequence, &values) };
        sum(&before.to(ElementType::I32), -1, false)
    }
    /// True where an element is one of `x2`.
    fn isin(x1: &Tensor, x2: &Tensor) -> Tensor {
        any(&equal(&expand_dims(x1, -1), &ravel(x2)), -1, false)
    }
    /// The elements with these indices along an axis; the other dimensions of both are the same.
    fn take_along_axis(x: &Tensor, indices: &Tensor, axis: i64) -> Tensor {
        let (x, indices) = (moveaxis(x, axis, -1), moveaxis(indices, axis, -1));
        let hits = one_hot(&indices, x.dim(-1));
        let hits = greater(&hits, &hits.filled(0.5));
        let wide = expand_dims(&x, -2).broadcast(hits.shape());
        moveaxis(&sum(&where_(&hits, &wide, &wide.filled(0.0)), -1, false), -1, axis)
    }
    /// The integral along an axis by trapezoids of width `dx`.
    fn trapezoid(y: &Tensor, dx: f64, axis: i64) -> Tensor {
        let Some(d) = y.axis(axis) else { return y.clone() };
        let n = y.shape()[d].saturating_sub(1);
        let y = y.float();
        sum(&((range(&y, d, 1, n) + range(&y, d, 0, n)) * (0.5 * dx)), d as i64, false)
    }
    /// The powers of each element, from the highest on, or from the zeroth on if `increasing`.
    fn vander(x: &Tensor, n: usize, increasing: bool) -> Tensor {
        let mut powers = vec![x.filled(1.0)];
        while powers.len() < n.max(1) {
            powers.push(&powers[powers.len() - 1] * x);
        }
        if !increasing { powers.reverse(); }
        let all: Vec<Tensor> = powers.iter().map(|power| expand_dims(power, -1)).collect();
        concatenate(&all.iter().collect::<Vec<_>>(), -1).unwrap_or_else(|error| x.fail(error))
    }
    /// Parts along an axis, of which the first are larger by one if the elements cannot be divided evenly.
    fn array_split(x: &Tensor, sections: usize, axis: i64) -> Vec<Tensor> {
        let (Some(d), true) = (x.axis(axis), sections > 0) else {
            return vec![x.fail(Error::argument("ops.array_split: there is at least one section"))];
        };
        let (least, larger) = (x.shape()[d] / sections, x.shape()[d] % sections);
        let begin = |i: usize| i * least + i.min(larger);
        (0..sections).map(|i| range(x, d, begin(i), begin(i + 1) - begin(i))).collect()
    }
    /// Equal parts along the second axis, or the only one.
    fn hsplit(x: &Tensor, sections: usize) -> Vec<Tensor> { split(x, sections, if x.ndim() == 1 { 0 } else { 1 }) }
    /// Equal parts along the first axis.
    fn vsplit(x: &Tensor, sections: usize) -> Vec<Tensor> { split(x, sections, 0) }
    /// Equal parts along the third axis.
    fn dsplit(x: &Tensor, sections: usize) -> Vec<Tensor> { split(x, sections, 2) }
    /// Joined along the third axis; vectors and matrices get one.
    ///
    /// # Errors
    /// If the list is empty.
    fn dstack(xs: &[&Tensor]) -> Result<Tensor> {
        let deep = |x: &&Tensor| match x.ndim() {
            0 | 1 => reshape(x, &[1, -1, 1]),
            2 => expand_dims(x, -1),
            _ => (*x).clone(),
        };
        let all: Vec<Tensor> = xs.iter().map(deep).collect();
        concatenate(&all.iter().collect::<Vec<_>>(), 2)
    }
    /// The Euclidean distances between the rows of `x1` and those of `x2`.
    fn cdist(x1: &Tensor, x2: &Tensor) -> Tensor {
        sqrt(&sum(&square(&(expand_dims(x1, -2) - expand_dims(x2, -3))), -1, false))
    }
    /// For each element, that of the first choice whose condition is true, or a number.
    fn select(conditions: &[&Tensor], choices: &[&Tensor], default: f64) -> Result<Tensor> {
        let first = choices.first().ok_or_else(|| Error::argument("ops.select: there is at least one choice"))?;
        let cases = conditions.iter().zip(choices).rev();
        Ok(cases.fold(first.filled(default), |rest, (condition, choice)| where_(condition, choice, &rest)))
    }
    /// The complex conjugate, which is the number itself: tensors are real.
    fn conjugate(x: &Tensor) -> Tensor { x.clone() }
    /// The complex conjugate, which is the number itself: tensors are real.
    fn conj(x: &Tensor) -> Tensor { x.clone() }
    /// The remainder of a division, of the dividend's sign.
    fn fmod(x1: &Tensor, x2: &Tensor) -> Tensor { x1 - trunc(&(x1 / x2)) * x2 }
    /// Blocks of an image `(.., height, width, channels)` as channels.
    fn space_to_depth(x: &Tensor, block_size: usize) -> Tensor {
        let [n, h, w, c] = x.shape() else { return x.fail(Error::shape("ops.space_to_depth takes a batch of images")) };
        let b = block_size.max(1);
        let blocks = reshape(x, &sizes(&[*n, h / b, b, w / b, b, *c]));
        reshape(&transpose(&blocks, &[0, 1, 3, 2, 4, 5]), &sizes(&[*n, h / b, w / b, b * b * c]))
    }
    /// Channels of an image `(.., height, width, channels)` as blocks.
    fn depth_to_space(x: &Tensor, block_size: usize) -> Tensor {
        let [n, h, w, c] = x.shape() else { return x.fail(Error::shape("ops.depth_to_space takes a batch of images")) };
        let b = block_size.max(1);
        let blocks = reshape(x, &sizes(&[*n, *h, *w, b, b, c / (b * b)]));
        reshape(&transpose(&blocks, &[0, 1, 3, 2, 4, 5]), &sizes(&[*n, h * b, w * b, c / (b * b)]))
    }
    /// A softmax that may be zero, along an axis: `relu(x - limit)`. Of the `k` greatest elements, which
    /// are those that the projection onto the simplex keeps, Keras's limit is the sum of the cumulative
    /// sums, less one, divided by `k`: that of the projection for `k = 1`.
    fn sparsemax(x: &Tensor, axis: i64) -> Tensor {
        let x = moveaxis(x, axis, -1);
        let rank = iota(&x, x.ndim() - 1).to(x.element()) + 1.0;
        let sorted = -sort(&-&x, -1);
        let kept = greater(&(&sorted * &rank), &(cumsum(&sorted, -1) - 1.0));
        let count = sum(&kept.to(x.element()), -1, true);
        // In how many cumulative sums each element is; the gradient passes through the elements alone.
        let place = argsort(&argsort(&-&x, -1), -1).to(x.element());
        let times = relu(&(&count - place));
        let limit = (sum(&(times * &x), -1, true) - 1.0) / count;
        moveaxis(&relu(&(x - limit)), -1, axis)
    }
    /// The correlation coefficients of the rows.
    fn corrcoef(x: &Tensor) -> Tensor {
        let x = x.float();
        let centered = &x - mean(&x, -1, true);
        let covariance = matmul(&centered, &swapaxes(&centered, 0, 1));
        let deviations = sqrt(&sum(&square(&centered), -1, true));
        covariance / (&deviations * swapaxes(&deviations, 0, 1))
    }
    /// The sum of the rows of each segment.
    fn segment_sum(data: &Tensor, segment_ids: &Tensor, num_segments: usize) -> Tensor {
        segments(data, segment_ids, num_segments, 0.0, sum)
    }
    /// The product of the rows of each segment.
    fn segment_prod(data: &Tensor, segment_ids: &Tensor, num_segments: usize) -> Tensor {
        segments(data, segment_ids, num_segments, 1.0, prod)
    }
    /// The maximum of the rows of each segment.
    fn segment_max(data: &Tensor, segment_ids: &Tensor, num_segments: usize) -> Tensor {
        segments(data, segment_ids, num_segments, f64::NEG_INFINITY, max)
    }
    /// The minimum of the rows of each segment.
    fn segment_min(data: &Tensor, segment_ids: &Tensor, num_segments: usize) -> Tensor {
        segments(data, segment_ids, num_segments, f64::INFINITY, min)
    }
    /// The sequences of a length that begin every `stride` elements along the last axis.
    fn extract_sequences(x: &Tensor, sequence_length: usize, sequence_stride: usize) -> Tensor {
        let last = x.ndim().saturating_sub(1);
        let starts = (0..(x.dim(-1) + 1).saturating_sub(sequence_length)).step_by(sequence_stride.max(1));
        let parts: Vec<Tensor> = starts.map(|start| range(x, last, start, sequence_length)).collect();
        stack(&parts.iter().collect::<Vec<_>>(), -2).unwrap_or_else(|error| x.fail(error))
    }
    /// The coordinates of flat indices in an array of this shape, a tensor for each dimension.
    fn unravel_index(indices: &Tensor, shape: &[usize]) -> Vec<Tensor> {
        let coordinate = |d: usize| {
            let (stride, size) = (shape[d + 1..].iter().product::<usize>() as f64, shape[d] as f64);
            let flat = floor(&(indices.to(ElementType::F64) / stride));
            (&flat - floor(&(&flat / size)) * size).to(indices.element())
        };
        (0..shape.len()).map(coordinate).collect()
    }
}
