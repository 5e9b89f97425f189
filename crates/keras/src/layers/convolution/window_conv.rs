//! What all convolutions share: checks of their windows, and the operation.

use stablehlo::ops::{ConvDimensionNumbers, Convolution, Precision, WindowDim};
use stablehlo::{FuncBuilder, Value};

use crate::error::{Error, Result};
use crate::layers::data_format::DataFormat;
use crate::layers::window::{Padding, Window};
use crate::shape::Shape;

/// A kernel `[spatial.., channels / groups, filters]`.
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    pub value: Value,
    pub groups: usize,
}

impl<const N: usize> Window<N> {
    /// Refuses sizes of 0, and causal padding of images.
    pub(super) fn check_settings(&self) -> Result<()> {
        if !self.is_valid() {
            return Err(Error::argument(format!(
                "`kernel_size`, `strides` and `dilation_rate` cannot contain 0. Received: kernel_size={}, strides={}, \
                 dilation_rate={}",
                self.size.text(),
                self.strides.text(),
                self.dilation.text()
            )));
        }
        if self.padding == Padding::Causal && N != 1 {
            return Err(Error::argument("Causal padding is only supported for `Conv1D` and `SeparableConv1D`."));
        }
        Ok(())
    }
}

/// Checks that the window fits the input.
pub(super) fn check_window<const N: usize>(
    window: &Window<N>,
    format: DataFormat,
    input: &Shape,
    kernel: &[usize],
) -> Result<()> {
    window.check_settings()?;
    let (_, spatial) = format.split(input);
    let spatial = <[usize; N]>::try_from(spatial).map_err(|_| Error::shape(format!("{input} is no such image")))?;
    window.output(spatial).map(|_| ()).ok_or_else(|| {
        Error::shape(format!(
            "Computed output size would be zero or negative. Received: `inputs shape={input}`, `kernel \
             shape={kernel:?}`, `dilation_rate={}`, `strides={}`, `padding={}`.",
            window.dilation.text(),
            window.strides.text(),
            window.padding.name()
        ))
    })
}

/// The convolution of `x`, whose channels are last.
pub(super) fn convolve<const N: usize>(
    b: &mut FuncBuilder,
    x: Value,
    kernel: Kernel,
    window: &Window<N>,
) -> Result<Value> {
    let spatial: [usize; N] = std::array::from_fn(|i| b.dims(x)[i + 1]);
    convolve_with(b, x, kernel, window.dims(spatial).to_vec())
}

/// The convolution with these window dimensions.
pub(super) fn convolve_with(b: &mut FuncBuilder, x: Value, kernel: Kernel, window: Vec<WindowDim>) -> Result<Value> {
    let attrs = Convolution {
        dims: channels_last(window.len()),
        window,
        feature_group_count: kernel.groups,
        batch_group_count: 1,
        precision: [Precision::Default; 2],
    };
    Ok(b.convolution(x, kernel.value, attrs)?)
}

/// The roles of the dimensions of images and kernels with channels last.
fn channels_last(spatial: usize) -> ConvDimensionNumbers {
    let of_image: Vec<usize> = (1..=spatial).collect();
    ConvDimensionNumbers {
        input_batch: 0,
        input_feature: spatial + 1,
        input_spatial: of_image.clone(),
        kernel_input_feature: spatial,
        kernel_output_feature: spatial + 1,
        kernel_spatial: (0..spatial).collect(),
        output_batch: 0,
        output_feature: spatial + 1,
        output_spatial: of_image,
    }
}
