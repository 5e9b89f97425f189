//! The data set as programs hold it, and batches taken of it.

use stablehlo::{FuncBuilder, TensorType, Value};

use crate::Result;

/// The type that a program takes a data set of type `ty` as: `[rows, values of a row]`. The bytes are the same.
///
/// A device whose memory is tiled, such as a TPU's (8 x 128), fills up the last two dimensions. With images of
/// `[32, 32, 3]` the whole data set would take four times its size; with flat rows of 3072 it takes its size, and only a
/// batch of it is given its shape.
///
/// ```
/// use stablehlo::{ElementType, TensorType};
/// let images = TensorType::new(ElementType::Ui8, [50_000, 32, 32, 3]);
/// assert_eq!(keras::trace::rows_type(&images).dims, [50_000, 3072]);
/// let labels = TensorType::new(ElementType::I32, [50_000]);
/// assert_eq!(keras::trace::rows_type(&labels), labels);
/// ```
pub fn rows_type(ty: &TensorType) -> TensorType {
    match ty.dims.split_first() {
        Some((rows, row @ [_, _, ..])) => TensorType::new(ty.element, [*rows, row.iter().product()]),
        _ => ty.clone(),
    }
}

/// The rows of those numbers of `data`, a parameter of [`rows_type`]; each in the shape that it has in `ty`.
pub(super) fn take(b: &mut FuncBuilder, data: Value, rows: Value, ty: &TensorType) -> Result<Value> {
    let batch = b.take_rows(data, rows)?;
    let dims: Vec<usize> = b.dims(rows)[..1].iter().chain(&ty.dims[1..]).copied().collect();
    Ok(if b.dims(batch) == dims { batch } else { b.reshape(batch, &dims)? })
}
