//! Pooling over all elements of each channel.

use stablehlo::ops::Binary;
use stablehlo::{ElementType, Value};

use crate::error::Result;
use crate::graph::{CallContext, InputSpec, Layer};
use crate::layers::data_format::DataFormat;

fn max(cx: &mut CallContext<'_>, x: Value, dims: &[usize]) -> Result<Value> {
    Ok(cx.b.reduce(Binary::Maximum, x, dims)?)
}

/// The mean, computed in `float32`; of a sequence, over the steps that count.
fn average(cx: &mut CallContext<'_>, x: Value, dims: &[usize]) -> Result<Value> {
    let mask = cx.mask(0).filter(|_| dims.len() == 1);
    let b = &mut *cx.b;
    if let Some(mask) = mask {
        let x = b.convert(x, ElementType::F32)?;
        let shape = b.dims(x).to_vec();
        let mask = b.convert(mask, ElementType::F32)?;
        let mask = b.broadcast_in_dim(mask, &[0, dims[0]], &shape)?;
        let masked = b.multiply(x, mask)?;
        let (sum, count) = (b.sum(masked, dims)?, b.sum(mask, dims)?);
        return Ok(b.divide(sum, count)?);
    }
    let count: usize = dims.iter().map(|d| b.dims(x)[*d]).product();
    let x = b.convert(x, ElementType::F32)?;
    let sum = b.sum(x, dims)?;
    let factor = b.full_like(sum, 1.0 / count as f64)?;
    Ok(b.multiply(sum, factor)?)
}

macro_rules! global_pooling {
    ($(#[$doc:meta])* $layer:ident $n:literal $pool:ident) => {
        crate::layer! {
            $(#[$doc])*
            $layer() {
                /// The place of the channels. Default: last.
                data_format: [DataFormat] = DataFormat::ChannelsLast;
                /// If true, the spatial dimensions remain with size 1. Default: false.
                keepdims: [bool] = false;
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 2)
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                let first = self.data_format.first_spatial();
                let spatial: Vec<usize> = (first..first + $n).collect();
                let mut y = $pool(cx, inputs[0], &spatial)?;
                if self.keepdims {
                    let dims = cx.b.dims(inputs[0]).iter().enumerate();
                    let kept: Vec<usize> = dims.map(|(d, n)| if spatial.contains(&d) { 1 } else { *n }).collect();
                    y = cx.b.reshape(y, &kept)?;
                }
                let compute = cx.compute();
                Ok(cx.b.convert(y, compute)?)
            }
        }
    };
}

global_pooling! {
    /// The maximum of each channel over the whole sequence.
    ///
    /// ```
    /// use keras::{Input, layers::GlobalMaxPooling1D};
    /// assert_eq!(GlobalMaxPooling1D::new().call(&Input::new([8, 4]))?.shape().to_string(), "(None, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    GlobalMaxPooling1D 1 max
}

global_pooling! {
    /// The maximum of each channel over the whole image.
    ///
    /// ```
    /// use keras::{Input, layers::GlobalMaxPooling2D};
    /// let y = GlobalMaxPooling2D::new().keepdims(true).call(&Input::new([8, 8, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 1, 1, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    GlobalMaxPooling2D 2 max
}

global_pooling! {
    /// The maximum of each channel over the whole volume.
    ///
    /// ```
    /// use keras::{Input, layers::GlobalMaxPooling3D};
    /// assert_eq!(GlobalMaxPooling3D::new().call(&Input::new([8, 8, 8, 4]))?.shape().to_string(), "(None, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    GlobalMaxPooling3D 3 max
}

global_pooling! {
    /// The mean of each channel over the whole sequence.
    ///
    /// ```
    /// use keras::{Input, layers::GlobalAveragePooling1D};
    /// assert_eq!(GlobalAveragePooling1D::new().call(&Input::new([8, 4]))?.shape().to_string(), "(None, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    GlobalAveragePooling1D 1 average
}

global_pooling! {
    /// The mean of each channel over the whole image: `y[n, c] = mean over i, j of x[n, i, j, c]`.
    ///
    /// ```
    /// use keras::{Input, layers::GlobalAveragePooling2D};
    /// let x = Input::new([8, 8, 256]);
    /// let y = GlobalAveragePooling2D::new().call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 256)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    GlobalAveragePooling2D 2 average
}

global_pooling! {
    /// The mean of each channel over the whole volume.
    ///
    /// ```
    /// use keras::{Input, layers::GlobalAveragePooling3D};
    /// assert_eq!(GlobalAveragePooling3D::new().call(&Input::new([4, 4, 4, 8]))?.shape().to_string(), "(None, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    GlobalAveragePooling3D 3 average
}
