//! Convolutions and pooling of tensors with channels last: `(batch, spatial.., channels)`.
//!
//! Padding is `valid` or `same`, as in Keras. Strides and dilations have a number for each spatial dimension.

use stablehlo::TensorType;
use stablehlo::ops::{Binary, ConvDimensionNumbers, Convolution, Precision, WindowDim};

use super::declare::operations;
use super::shape::{narrow, pad, slice, stack, to_shape};
use super::tensor::{Tensor, emit};
use crate::error::{Error, Result};

operations! {
    /// The convolution with a kernel `(spatial.., channels / groups, filters)`.
    ///
    /// # Errors
    /// If the numbers of dimensions or the padding do not fit.
    fn conv(inputs: &Tensor, kernel: &Tensor, strides: &[usize], padding: &str, dilation_rate: &[usize]) -> Result<Tensor> {
        let window = windows("conv", inputs, &kernel.shape()[..spatial(kernel)], strides, padding, dilation_rate)?;
        let groups = inputs.dim(-1) / kernel.dim(-2).max(1);
        Ok(convolution("conv", inputs, kernel, window, groups))
    }
    /// The convolution of each channel with kernels of its own `(spatial.., channels, multiplier)`.
    ///
    /// # Errors
    /// If the numbers of dimensions or the padding do not fit.
    fn depthwise_conv(
        inputs: &Tensor,
        kernel: &Tensor,
        strides: &[usize],
        padding: &str,
        dilation_rate: &[usize],
    ) -> Result<Tensor> {
        let size = &kernel.shape()[..spatial(kernel)];
        let window = windows("depthwise_conv", inputs, size, strides, padding, dilation_rate)?;
        let (channels, multiplier) = (kernel.dim(-2), kernel.dim(-1));
        let kernel = to_shape("depthwise_conv", kernel, &[size, &[1, channels * multiplier]].concat());
        Ok(convolution("depthwise_conv", inputs, &kernel, window, channels))
    }
    /// A [`depthwise_conv`], then a product with a kernel of size 1.
    ///
    /// # Errors
    /// If the numbers of dimensions or the padding do not fit.
    fn separable_conv(
        inputs: &Tensor,
        depthwise_kernel: &Tensor,
        pointwise_kernel: &Tensor,
        strides: &[usize],
        padding: &str,
        dilation_rate: &[usize],
    ) -> Result<Tensor> {
        let y = depthwise_conv(inputs, depthwise_kernel, strides, padding, dilation_rate)?;
        let ones = vec![1; strides.len()];
        conv(&y, pointwise_kernel, &ones, "valid", &ones)
    }
    /// The gradient of a convolution as a layer: the kernel is `(spatial.., filters, channels)`, and the
    /// image grows by the strides.
    ///
    /// # Errors
    /// If the numbers of dimensions or the padding do not fit.
    fn conv_transpose(
        inputs: &Tensor,
        kernel: &Tensor,
        strides: &[usize],
        padding: &str,
        dilation_rate: &[usize],
    ) -> Result<Tensor> {
        let size = kernel.shape()[..spatial(kernel)].to_vec();
        check_rank("conv_transpose", inputs, &[size.len(), strides.len(), dilation_rate.len()])?;
        check_padding("conv_transpose", padding)?;
        let dim = |i: usize| {
            let (stride, extent) = (strides[i] as i64, ((size[i] - 1) * dilation_rate[i] + 1) as i64);
            // The result has `stride` elements for each input with the padding same, otherwise all that are
            // reached.
            let same = padding == "same";
            let length = inputs.shape()[i + 1] as i64;
            let out = if same { length * stride } else { (length - 1) * stride + extent.max(stride) };
            let low = if same { (extent.max(stride) - stride) / 2 } else { 0 };
            let dilated = (length - 1) * stride + 1;
            let pad_low = extent - 1 - low;
            let pad_high = out + extent - 1 - dilated - pad_low;
            WindowDim { base_dilation: strides[i], window_dilation: dilation_rate[i], pad_low, pad_high, ..WindowDim::new(size[i]) }
        };
        let window: Vec<WindowDim> = (0..size.len()).map(dim).collect();
        let axes: Vec<i64> = (0..size.len() as i64).collect();
        let kernel = super::shape::swapaxes(&super::shape::flip(kernel, axes.as_slice()), -1, -2);
        Ok(convolution("conv_transpose", inputs, &kernel, window, 1))
    }
    /// The maximum in windows.
    ///
    /// # Errors
    /// If the numbers of dimensions or the padding do not fit.
    fn max_pool(inputs: &Tensor, pool_size: &[usize], strides: &[usize], padding: &str) -> Result<Tensor> {
        pooled("max_pool", inputs, Binary::Maximum, pool_size, strides, padding)
    }
    /// The mean of the elements in windows, without those of the padding.
    ///
    /// # Errors
    /// If the numbers of dimensions or the padding do not fit.
    fn average_pool(inputs: &Tensor, pool_size: &[usize], strides: &[usize], padding: &str) -> Result<Tensor> {
        let ones = inputs.filled(1.0);
        let sum = pooled("average_pool", inputs, Binary::Add, pool_size, strides, padding)?;
        Ok(sum / pooled("average_pool", &ones, Binary::Add, pool_size, strides, padding)?)
    }
    /// The means of as many parts of each spatial dimension as the output has.
    ///
    /// # Errors
    /// If the numbers of dimensions do not fit.
    fn adaptive_average_pool(inputs: &Tensor, output_size: &[usize]) -> Result<Tensor> {
        adaptive(inputs, output_size, |x, axis| super::reduce::mean(x, axis, true))
    }
    /// The maxima of as many parts of each spatial dimension as the output has.
    ///
    /// # Errors
    /// If the numbers of dimensions do not fit.
    fn adaptive_max_pool(inputs: &Tensor, output_size: &[usize]) -> Result<Tensor> {
        adaptive(inputs, output_size, |x, axis| super::reduce::max(x, axis, true))
    }
    /// The blocks of images `(batch, channels, height, width)` that a kernel covers, as columns `(batch,
    /// channels · kernel, places)`.
    fn unfold(input: &Tensor, kernel_size: [usize; 2], dilation: [usize; 2], padding: [usize; 2], stride: [usize; 2]) -> Tensor {
        let [n, c, h, w] = *input.shape() else { return input.fail(Error::shape("ops.unfold takes a batch of images")) };
        let x = pad(input, &[(0, 0), (0, 0), (padding[0], padding[0]), (padding[1], padding[1])], 0.0);
        let counts = [0, 1].map(|i| places([h, w][i], kernel_size[i], dilation[i], padding[i], stride[i]));
        let mut blocks = Vec::new();
        for offset in offsets(kernel_size, dilation) {
            let limit = [0, 1].map(|i| offset[i] + (counts[i] * stride[i]).saturating_sub(stride[i]) + 1);
            let block = x.map("unfold", |b, x| {
                b.slice(x, &[0, 0, offset[0], offset[1]], &[n, c, limit[0], limit[1]], &[1, 1, stride[0], stride[1]])
            });
            blocks.push(to_shape("unfold", &block, &[n, c, counts[0] * counts[1]]));
        }
        let all = stack(&blocks.iter().collect::<Vec<_>>(), 2).unwrap_or_else(|error| input.fail(error));
        to_shape("unfold", &all, &[n, c * kernel_size[0] * kernel_size[1], counts[0] * counts[1]])
    }
    /// The inverse arrangement of [`unfold`]: blocks that overlap are added.
    fn fold(
        x: &Tensor,
        output_size: [usize; 2],
        kernel_size: [usize; 2],
        dilation: [usize; 2],
        padding: [usize; 2],
        stride: [usize; 2],
    ) -> Tensor {
        let counts = [0, 1].map(|i| places(output_size[i], kernel_size[i], dilation[i], padding[i], stride[i]));
        let area = kernel_size[0] * kernel_size[1];
        let ([n, rows, columns], true) = (<[usize; 3]>::try_from(x.shape()).unwrap_or_default(), area > 0) else {
            return x.fail(Error::shape("ops.fold: the kernel is empty"));
        };
        if rows % area != 0 || columns != counts[0] * counts[1] || columns == 0 {
            let message = format!("ops.fold: shape {:?} does not fit a kernel of {kernel_size:?}", x.shape());
            return x.fail(Error::shape(message));
        }
        let c = rows / area;
        let blocks = to_shape("fold", x, &[n, c, area, counts[0], counts[1]]);
        let padded = [0, 1].map(|i| output_size[i] + 2 * padding[i]);
        let mut sum: Option<Tensor> = None;
        for (k, offset) in offsets(kernel_size, dilation).into_iter().enumerate() {
            let block = to_shape("fold", &narrow(&blocks, 2, k, 1), &[n, c, counts[0], counts[1]]);
            let high = [0, 1].map(|i| padded[i] as i64 - (offset[i] + (counts[i] - 1) * stride[i] + 1) as i64);
            let placed = block.map("fold", |b, x| {
                let zero = b.full(TensorType::scalar(b.ty(x).element), 0.0)?;
                let low = [0, 0, offset[0] as i64, offset[1] as i64];
                b.pad(x, zero, &low, &[0, 0, high[0], high[1]], &[0, 0, stride[0] - 1, stride[1] - 1])
            });
            sum = Some(sum.map_or(placed.clone(), |sum| sum + placed));
        }
        let Some(sum) = sum else { return x.clone() };
        slice(&sum, &[0, 0, padding[0], padding[1]], &[n, c, output_size[0], output_size[1]])
    }
}

/// The number of places of a kernel along a dimension.
fn places(size: usize, kernel: usize, dilation: usize, padding: usize, stride: usize) -> usize {
    let extent = dilation * kernel.saturating_sub(1) + 1;
    (size + 2 * padding).checked_sub(extent).map_or(0, |rest| rest / stride.max(1) + 1)
}

/// The offsets of a kernel's elements.
fn offsets(kernel: [usize; 2], dilation: [usize; 2]) -> Vec<[usize; 2]> {
    (0..kernel[0]).flat_map(|i| (0..kernel[1]).map(move |j| [i * dilation[0], j * dilation[1]])).collect()
}

/// The number of spatial dimensions of a kernel.
fn spatial(kernel: &Tensor) -> usize {
    kernel.ndim().saturating_sub(2)
}

fn check_rank(name: &str, inputs: &Tensor, sizes: &[usize]) -> Result<()> {
    if sizes.iter().all(|n| n + 2 == inputs.ndim() && *n > 0) {
        return Ok(());
    }
    let shape = inputs.shape();
    Err(Error::shape(format!("ops.{name}: sizes of {sizes:?} spatial dimensions for inputs of shape {shape:?}")))
}

fn check_padding(name: &str, padding: &str) -> Result<()> {
    if ["valid", "same"].contains(&padding) {
        return Ok(());
    }
    Err(Error::argument(format!("ops.{name}: padding is 'valid' or 'same', not {padding:?}")))
}

/// The windows over the spatial dimensions; of the padding same, the odd element is at the end.
fn windows(
    name: &str,
    inputs: &Tensor,
    size: &[usize],
    strides: &[usize],
    padding: &str,
    dilation: &[usize],
) -> Result<Vec<WindowDim>> {
    check_rank(name, inputs, &[size.len(), strides.len(), dilation.len()])?;
    check_padding(name, padding)?;
    if size.iter().chain(strides).chain(dilation).any(|n| *n == 0) {
        return Err(Error::argument(format!("ops.{name}: sizes, strides and dilations are at least 1")));
    }
    let dim = |i: usize| {
        let mut dim = WindowDim { stride: strides[i], window_dilation: dilation[i], ..WindowDim::new(size[i]) };
        if padding == "same" {
            let input = inputs.shape()[i + 1];
            let extent = input.div_ceil(strides[i]).saturating_sub(1) * strides[i] + (size[i] - 1) * dilation[i] + 1;
            let total = extent.saturating_sub(input) as i64;
            (dim.pad_low, dim.pad_high) = (total / 2, total - total / 2);
        }
        dim
    };
    Ok((0..size.len()).map(dim).collect())
}

fn convolution(name: &str, x: &Tensor, kernel: &Tensor, window: Vec<WindowDim>, groups: usize) -> Tensor {
    let (x, kernel) = super::broadcast::common_type(x, kernel);
    let n = window.len();
    let of_image: Vec<usize> = (1..=n).collect();
    let dims = ConvDimensionNumbers {
        input_batch: 0,
        input_feature: n + 1,
        input_spatial: of_image.clone(),
        kernel_input_feature: n,
        kernel_output_feature: n + 1,
        kernel_spatial: (0..n).collect(),
        output_batch: 0,
        output_feature: n + 1,
        output_spatial: of_image,
    };
    let attrs = Convolution {
        dims,
        window,
        feature_group_count: groups,
        batch_group_count: 1,
        precision: [Precision::Default; 2],
    };
    emit(name, &[&x, &kernel], |b, v| b.convolution(v[0], v[1], attrs))
}

fn pooled(name: &str, x: &Tensor, op: Binary, size: &[usize], strides: &[usize], padding: &str) -> Result<Tensor> {
    let spatial = windows(name, x, size, strides, padding, &vec![1; size.len()])?;
    let one = || std::iter::once(WindowDim::new(1));
    let window: Vec<WindowDim> = one().chain(spatial).chain(one()).collect();
    Ok(x.map(name, |b, x| b.reduce_window(op, x, &window)))
}

/// Pools parts of each spatial dimension, which overlap where the sizes are no multiples.
fn adaptive(x: &Tensor, output_size: &[usize], pool: impl Fn(&Tensor, i64) -> Tensor) -> Result<Tensor> {
    check_rank("adaptive_pool", x, &[output_size.len()])?;
    let mut axes = output_size.iter().zip(1i64..);
    axes.try_fold(x.clone(), |x, (out, axis)| {
        let size = x.dim(axis);
        let part = |i: usize| {
            let (start, end) = (i * size / out, ((i + 1) * size).div_ceil(*out));
            pool(&narrow(&x, axis, start, end - start), axis)
        };
        let parts: Vec<Tensor> = (0..*out).map(part).collect();
        super::shape::concatenate(&parts.iter().collect::<Vec<_>>(), axis)
    })
}
