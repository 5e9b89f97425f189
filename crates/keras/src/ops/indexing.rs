//! Functions that read and write at indices, and those of shapes and types.

use stablehlo::ops::{Binary, Scatter};
use stablehlo::{ElementType, TensorType};

use super::arithmetic::minimum;
use super::declare::operations;
use super::dtype::from_name;
use super::elementwise::{ceil, cos, floor, sin};
use super::logic::{equal, isnan, less, where_};
use super::reduce::{argsort, sort, sum};
use super::search::take_along_axis;
use super::shape::{narrow, squeeze};
use super::tensor::{Tensor, emit};
use crate::error::Error;

operations! {
    /// Zeros in this shape, to which the values are added at indices, vectors along the last axis.
    fn scatter(indices: &Tensor, values: &Tensor, shape: &[usize]) -> Tensor {
        let zeros = values.map("zeros", |b, v| {
            let ty = TensorType::new(b.ty(v).element, shape);
            b.full(ty, 0.0)
        });
        written("scatter", &zeros, indices, values, Some(Binary::Add))
    }
    /// The elements at indices, vectors along the last axis, replaced by updates. A reduction, `add`, `max`,
    /// `min` or `mul`, combines both instead.
    fn scatter_update(inputs: &Tensor, indices: &Tensor, updates: &Tensor, reduction: Option<&str>) -> Tensor {
        let op = match reduction {
            None => None,
            Some("add") => Some(Binary::Add),
            Some("max") => Some(Binary::Maximum),
            Some("min") => Some(Binary::Minimum),
            Some("mul") => Some(Binary::Multiply),
            Some(other) => {
                let message = format!("ops.scatter_update: reduction is add, max, min or mul, not {other:?}");
                return inputs.fail(Error::argument(message));
            }
        };
        written("scatter_update", inputs, indices, updates, op)
    }
    /// The elements from the start indices on replaced by updates. Indices are a vector of integers, and
    /// clamped so that all updates are inside.
    fn slice_update(inputs: &Tensor, start_indices: &Tensor, updates: &Tensor) -> Tensor {
        let starts = start_indices.to(ElementType::I32);
        emit("slice_update", &[inputs, &updates.to(inputs.element()), &starts], |b, v| {
            let n = b.dims(v[0]).len();
            let mut scalars = Vec::new();
            for i in 0..n {
                let one = b.slice(v[2], &[i], &[i + 1], &[1])?;
                scalars.push(b.reshape(one, &[])?);
            }
            b.dynamic_update_slice(v[0], v[1], &scalars)
        })
    }
    /// The element with this index along the first axis, counted from the end if negative.
    fn get_item(x: &Tensor, key: i64) -> Tensor {
        let n = x.dim(0) as i64;
        let at = if key < 0 { key + n } else { key };
        if !(0..n).contains(&at) {
            return x.fail(Error::argument(format!("ops.get_item: index {key} is out of bounds for {:?}", x.shape())));
        }
        squeeze(&narrow(x, 0, at as usize, 1), 0)
    }
    /// The number of dimensions.
    fn ndim(x: &Tensor) -> usize { x.ndim() }
    /// The shape, including the batch.
    fn shape(x: &Tensor) -> Vec<usize> { x.shape().to_vec() }
    /// The number of elements.
    fn size(x: &Tensor) -> usize { x.size() }
    /// The element type by Keras's name.
    fn dtype(x: &Tensor) -> &'static str { x.dtype() }
    /// Converted to an element type by Keras's name; numbers beyond its range become its least or greatest.
    fn saturate_cast(x: &Tensor, dtype: &str) -> Tensor {
        let Some(element) = from_name(dtype) else { return super::elementwise::cast(x, dtype) };
        if !element.is_integer() || element.is_bool() {
            return super::elementwise::cast(x, dtype);
        }
        let bits = element.bits() as i32;
        let (low, high) = match element.is_signed() {
            true => (-(2.0f64.powi(bits - 1)), 2.0f64.powi(bits - 1) - 1.0),
            false => (0.0, 2.0f64.powi(bits) - 1.0),
        };
        // Where the bound is not a number of x's type, the conversion itself rounds it to one beyond.
        let wide = x.to(if x.element().is_float() && bits > 16 { ElementType::F64 } else { x.element() });
        let fits = |bound: f64| wide.element().is_float() || in_range(wide.element(), bound);
        let y = if fits(low) { super::arithmetic::maximum(&wide, &wide.filled(low)) } else { wide.clone() };
        let y = if fits(high) { minimum(&y, &y.filled(high)) } else { y };
        y.to(element)
    }
    /// The bits as another element type of the same width, by Keras's name.
    fn view(x: &Tensor, dtype: &str) -> Tensor {
        let Some(element) = from_name(dtype) else {
            return x.fail(Error::argument(format!("ops.view: there is no element type {dtype:?}")));
        };
        if element.bits() != x.element().bits() {
            let message = format!("ops.view: {} and {dtype} differ in width", x.dtype());
            return x.fail(Error::argument(message));
        }
        let dims = x.shape().to_vec();
        x.map("view", |b, x| b.bitcast_convert(x, TensorType::new(element, dims)))
    }
    /// Complex numbers of real and imaginary parts, which the last axis, of size 2, has.
    fn view_as_complex(x: &Tensor) -> Tensor {
        let part = |i: usize| squeeze(&narrow(x, -1, i, 1), -1);
        emit("view_as_complex", &[&part(0), &part(1)], |b, v| b.complex(v[0], v[1]))
    }
    /// Real and imaginary parts of complex numbers, along a new last axis.
    fn view_as_real(x: &Tensor) -> Tensor {
        let part = |y: Tensor| super::shape::expand_dims(&y, -1);
        super::shape::join("view_as_real", &part(super::elementwise::real(x)), &[&part(super::elementwise::imag(x))], -1)
    }
    /// Complex numbers of magnitude and angle.
    fn polar(abs_: &Tensor, angle: &Tensor) -> Tensor {
        let (re, im) = (abs_ * cos(angle), abs_ * sin(angle));
        emit("polar", &[&re, &im], |b, v| b.complex(v[0], v[1]))
    }
    /// Indices along an axis, `int32`: of elements that are not greater than the `kth` in order, then its
    /// own, then of the others.
    fn argpartition(x: &Tensor, kth: usize, axis: i64) -> Tensor {
        if kth >= x.dim(axis) {
            return x.fail(Error::argument(format!("ops.argpartition: kth {kth} of {} elements", x.dim(axis))));
        }
        // All indices in order are a partition at each place.
        argsort(x, axis)
    }
    /// The quantile `q`, in `[0, 1]`, without NaN along an axis, interpolated linearly; NaN if there is
    /// nothing else.
    fn nanquantile(x: &Tensor, q: f64, axis: i64, keepdims: bool) -> Tensor {
        let x = x.float();
        let sorted = sort(&where_(&isnan(&x), &x.filled(f64::INFINITY), &x), axis);
        let count = sum(&equal(&x, &x).to(ElementType::F32), axis, true);
        let last = &count - 1.0;
        let place = super::arithmetic::maximum(&(&last * q.clamp(0.0, 1.0)), &last.filled(0.0));
        let at = |place: &Tensor| take_along_axis(&sorted, &place.to(ElementType::I32), axis);
        let part = (&place - floor(&place)).to(x.element());
        let y = at(&floor(&place)) * (1.0 - &part) + at(&ceil(&place)) * &part;
        let y = where_(&less(&count, &count.filled(0.5)), &y.filled(f64::NAN), &y);
        if keepdims { y } else { squeeze(&y, axis) }
    }
    /// The percentile `q`, in `[0, 100]`, without NaN along an axis, interpolated linearly.
    fn nanpercentile(x: &Tensor, q: f64, axis: i64, keepdims: bool) -> Tensor {
        nanquantile(x, q / 100.0, axis, keepdims)
    }
    /// The median without NaN along an axis.
    fn nanmedian(x: &Tensor, axis: i64, keepdims: bool) -> Tensor { nanquantile(x, 0.5, axis, keepdims) }
}

/// True if an integer type has this number.
fn in_range(element: ElementType, number: f64) -> bool {
    let bits = element.bits() as i32;
    let (low, high) = if element.is_signed() {
        (-(2.0f64.powi(bits - 1)), 2.0f64.powi(bits - 1) - 1.0)
    } else {
        (0.0, 2.0f64.powi(bits) - 1.0)
    };
    (low..=high).contains(&number)
}

/// The scatter of updates at index vectors along the last axis of `indices`.
fn written(name: &str, x: &Tensor, indices: &Tensor, updates: &Tensor, op: Option<Binary>) -> Tensor {
    if indices.ndim() == 0 || indices.dim(-1) > x.ndim() {
        let message = format!("ops.{name}: indices of shape {:?} for {:?}", indices.shape(), x.shape());
        return x.fail(Error::shape(message));
    }
    let (depth, leading) = (indices.dim(-1), indices.ndim() - 1);
    let shape = [&indices.shape()[..leading], &x.shape()[depth..]].concat();
    let updates = updates.to(x.element()).broadcast(&shape);
    // Negative indices count from the end.
    let indices = indices.to(ElementType::I32);
    let sizes: Vec<f64> = x.shape()[..depth].iter().map(|n| *n as f64).collect();
    let from_end = &indices + super::axes::row_of(&indices, &sizes).to(ElementType::I32);
    let indices = where_(&less(&indices, &indices.filled(0.0)), &from_end, &indices);
    let attrs = Scatter {
        update_window_dims: (leading..shape.len()).collect(),
        inserted_window_dims: (0..depth).collect(),
        scatter_dims_to_operand_dims: (0..depth).collect(),
        index_vector_dim: leading,
        ..Scatter::default()
    };
    emit(name, &[x, &indices, &updates], |b, v| b.scatter(op, v[0], v[1], v[2], attrs))
}
