//! Arrays of labels, and normalized ones.

use crate::array::Array;
use crate::error::{Error, ErrorKind, Result};

/// All values, in the order of the rows.
fn values(x: &Array) -> Vec<f32> {
    (0..x.rows()).filter_map(|row| x.row(row)).flatten().collect()
}

/// Class numbers as vectors with a 1 at their place, along a new last axis. A last axis of size 1 is dropped,
/// and so are fractions; without `num_classes` there is one class more than the greatest number.
///
/// ```
/// use keras::utils::to_categorical;
/// let y = to_categorical(&vec![0, 2].into(), Some(3))?;
/// assert_eq!((y.dims(), y.as_f32()), (&[2, 3][..], Some(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0][..])));
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Data`] if a number is not one of a class.
pub fn to_categorical(x: &Array, num_classes: Option<usize>) -> Result<Array> {
    let numbers: Vec<f32> = values(x).into_iter().map(f32::trunc).collect();
    let greatest = numbers.iter().fold(-1.0f32, |greatest, number| greatest.max(*number));
    let classes = num_classes.unwrap_or((greatest + 1.0) as usize);
    if let Some(wrong) = numbers.iter().find(|number| !(0.0..classes as f32).contains(*number)) {
        return Err(Error::new(
            ErrorKind::Data,
            format!("to_categorical: there is no class {wrong} of {classes}; classes are counted from 0"),
        ));
    }
    let mut dims = x.dims().to_vec();
    if dims.len() > 1 && dims.last() == Some(&1) {
        dims.pop();
    }
    dims.push(classes);
    let mut vectors = vec![0.0f32; numbers.len() * classes];
    for (row, number) in numbers.into_iter().enumerate() {
        vectors[row * classes + number as usize] = 1.0;
    }
    Array::new(dims, vectors)
}

/// The vectors along an axis, divided by their norm: 1 for the sum of magnitudes, 2 for the length, infinity
/// for the greatest magnitude, or another order above 0. Vectors of zeros stay as they are.
///
/// ```
/// use keras::{Array, utils::normalize};
/// let x = normalize(&Array::new([1, 2], vec![3.0f32, 4.0])?, -1, 2.0)?;
/// assert_eq!(x.as_f32(), Some(&[0.6, 0.8][..]));
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Argument`] if there is no such axis, or no such norm.
pub fn normalize(x: &Array, axis: i64, order: f64) -> Result<Array> {
    let dims = x.dims();
    let from_front = if axis < 0 { axis + dims.len() as i64 } else { axis };
    let axis = usize::try_from(from_front).ok().filter(|axis| *axis < dims.len());
    let Some(axis) = axis.filter(|_| order > 0.0) else {
        return Err(Error::argument(format!(
            "normalize takes an axis of {dims:?} and an order above 0, not {from_front} and {order}"
        )));
    };
    let mut values = values(x);
    let (size, stride) = (dims[axis], dims[axis + 1..].iter().product::<usize>());
    let starts = (0..values.len()).filter(|at| at / stride.max(1) % size.max(1) == 0);
    for start in starts.collect::<Vec<usize>>() {
        let magnitudes = (0..size).map(|i| f64::from(values[start + i * stride].abs()));
        let norm = match order {
            f64::INFINITY => magnitudes.fold(0.0, f64::max),
            order => magnitudes.map(|x| x.powf(order)).sum::<f64>().powf(1.0 / order),
        };
        if norm > 0.0 {
            (0..size).for_each(|i| values[start + i * stride] = (f64::from(values[start + i * stride]) / norm) as f32);
        }
    }
    Array::new(dims, values)
}
