//! Sliding windows.

use super::context::OpContext;
use crate::error::Result;
use crate::ops::WindowDim;
use crate::types::{ElementType, TensorType};

/// The size of the result along a dimension of size `input`: [`WindowDim::output_size`] for unchecked
/// attributes.
pub(super) fn output_size(cx: &OpContext, w: &WindowDim, input: usize) -> Result<usize> {
    cx.require(w.stride > 0 && w.base_dilation > 0 && w.window_dilation > 0, || {
        format!(
            "stride {}, base dilation {} and window dilation {} have to be positive",
            w.stride, w.base_dilation, w.window_dilation
        )
    })?;
    let dilate = |n: usize, by: usize| if n == 0 { 0 } else { (n as i128 - 1) * by as i128 + 1 };
    let padded = dilate(input, w.base_dilation) + w.pad_low as i128 + w.pad_high as i128;
    let window = dilate(w.size, w.window_dilation);
    // Sizes of the padded input and the window are limited to 63 bits, so that later passes can compute in
    // i64.
    cx.require(padded <= i64::MAX as i128 && window <= i64::MAX as i128, || {
        format!("a window of {window} over {padded} elements is larger than the address space")
    })?;
    Ok(if padded < window || padded <= 0 { 0 } else { ((padded - window) / w.stride as i128) as usize + 1 })
}

fn windowed(cx: &OpContext, x: &TensorType, window: &[WindowDim]) -> Result<Vec<usize>> {
    cx.check_len("window_dimensions", window.len(), x.rank())?;
    window
        .iter()
        .zip(&x.dims)
        .map(|(w, d)| {
            cx.require(w.size > 0 && !w.reversal, || {
                "window dimensions have to be positive, and cannot be reversed".into()
            })?;
            output_size(cx, w, *d)
        })
        .collect()
}

pub(super) fn reduce_window(cx: &OpContext, window: &[WindowDim]) -> Result<Vec<TensorType>> {
    let (inputs, inits) = cx.inputs_and_inits()?;
    let x = inputs[0];
    cx.require(inputs.iter().all(|t| t.dims == x.dims), || "inputs have to be of the same shape".into())?;
    let scalars: Vec<TensorType> = inputs.iter().map(|t| TensorType::scalar(t.element)).collect();
    cx.require(inits.iter().zip(&scalars).all(|(i, s)| *i == s), || {
        "initial values have to be scalars of the inputs' element types".into()
    })?;
    let dims = windowed(cx, x, window)?;
    cx.check_region(0, &[&scalars[..], &scalars].concat(), &scalars)?;
    Ok(inputs.iter().map(|t| TensorType::new(t.element, dims.clone())).collect())
}

pub(super) fn select_and_scatter(cx: &OpContext, window: &[WindowDim]) -> Result<TensorType> {
    let [x, source, init] = cx.expect_operands()?;
    let scalar = TensorType::scalar(x.element);
    cx.require(window.iter().all(|w| w.base_dilation == 1 && w.window_dilation == 1), || {
        "its windows cannot be dilated".into()
    })?;
    let expected = TensorType::new(x.element, windowed(cx, x, window)?);
    cx.require(*source == expected, || format!("the source has to have type {expected}"))?;
    cx.require(*init == scalar, || format!("the initial value has to have type {scalar}"))?;
    let pair = [scalar.clone(), scalar.clone()];
    cx.check_region(0, &pair, &[TensorType::scalar(ElementType::I1)])?;
    cx.check_region(1, &pair, &[scalar])?;
    Ok(x.clone())
}
