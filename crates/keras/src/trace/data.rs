//! The layout of data sets in programs, and batches taken from them.

use stablehlo::{FuncBuilder, TensorType, Value};

use crate::error::Result;

/// The type of a data set of type `ty` in a program: flat rows, `[rows, values per row]`. The bytes are the
/// same.
///
/// A device with tiled memory, such as a TPU (8 x 128), pads the last two dimensions. Images of `[32, 32, 3]`
/// would take four times their size; flat rows of 3072 values take no padding, and only the current batch is
/// reshaped.
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

/// Gathers the rows with these indices from `data`, a parameter of [`rows_type`], and reshapes each as in
/// `ty`.
pub(super) fn take(b: &mut FuncBuilder, data: Value, rows: Value, ty: &TensorType) -> Result<Value> {
    let batch = b.take_rows(data, rows)?;
    let dims: Vec<usize> = b.dims(rows)[..1].iter().chain(&ty.dims[1..]).copied().collect();
    Ok(if b.dims(batch) == dims { batch } else { b.reshape(batch, &dims)? })
}

/// Gathers the rows with these indices from each array.
pub(super) fn take_all<'t>(
    b: &mut FuncBuilder,
    data: &[Value],
    rows: Value,
    types: impl Iterator<Item = &'t TensorType>,
) -> Result<Vec<Value>> {
    data.iter().zip(types).map(|(data, ty)| take(b, *data, rows, ty)).collect()
}
