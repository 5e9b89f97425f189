//! Pooling over windows of one to three dimensions.

use stablehlo::ops::{Binary, WindowDim};
use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer};
use crate::layers::data_format::DataFormat;
use crate::layers::window::{Padding, Sizes, Window};
use crate::shape::Shape;

/// Checks that the window fits the input.
fn check_window<const N: usize>(window: &Window<N>, format: DataFormat, input: &Shape) -> Result<()> {
    if !window.is_valid() || window.padding == Padding::Causal {
        return Err(Error::argument(format!(
            "`pool_size` and `strides` cannot contain 0, and padding is valid or same. Received: pool_size={}, \
             strides={}, padding={}",
            window.size.text(),
            window.strides.text(),
            window.padding.name()
        )));
    }
    let (_, spatial) = format.split(input);
    let spatial = <[usize; N]>::try_from(spatial).map_err(|_| Error::shape(format!("{input} is no such image")))?;
    window.output(spatial).map(|_| ()).ok_or_else(|| {
        Error::shape(format!(
            "Computed output size would be zero or negative. Received: `inputs.shape={input}`, `pool_size={}`, \
             `strides={}`, `padding={}`.",
            window.size.text(),
            window.strides.text(),
            window.padding.name()
        ))
    })
}

/// The window dimensions of a whole batch, whose channels are last.
fn batch_window<const N: usize>(b: &FuncBuilder, x: Value, window: &Window<N>) -> Vec<WindowDim> {
    let spatial: [usize; N] = std::array::from_fn(|i| b.dims(x)[i + 1]);
    let one = || std::iter::once(WindowDim::new(1));
    one().chain(window.dims(spatial)).chain(one()).collect()
}

fn max<const N: usize>(b: &mut FuncBuilder, x: Value, window: &Window<N>) -> Result<Value> {
    let window = batch_window(b, x, window);
    Ok(b.reduce_window(Binary::Maximum, x, &window)?)
}

/// The mean of the elements of each window; padding does not count.
fn average<const N: usize>(b: &mut FuncBuilder, x: Value, window: &Window<N>) -> Result<Value> {
    let element = b.ty(x).element;
    let dims = batch_window(b, x, window);
    let x = b.convert(x, ElementType::F32)?;
    let sum = b.reduce_window(Binary::Add, x, &dims)?;
    let count = if window.padding == Padding::Same {
        let shape: Vec<usize> =
            b.dims(x).iter().enumerate().map(|(d, n)| if (1..=N).contains(&d) { *n } else { 1 }).collect();
        let ones = b.full(TensorType::new(ElementType::F32, shape), 1.0)?;
        let counts = b.reduce_window(Binary::Add, ones, &dims)?;
        let (kept, shape): (Vec<usize>, Vec<usize>) = ((1..=N).collect(), b.dims(sum).to_vec());
        let counts = b.reshape(counts, &shape[1..=N])?;
        b.broadcast_in_dim(counts, &kept, &shape)?
    } else {
        b.full_like(sum, window.size.0.iter().product::<usize>() as f64)?
    };
    let mean = b.divide(sum, count)?;
    Ok(b.convert(mean, element)?)
}

macro_rules! window_pooling {
    ($(#[$doc:meta])* $layer:ident $n:literal $pool:ident) => {
        crate::layer! {
            $(#[$doc])*
            $layer(
                /// The size of the windows.
                pool_size: [Sizes<$n>],
            ) {
                /// Strides of the windows. Default: the window size.
                strides: [Option<Sizes<$n>>] = None;
                /// Padding at the edges. Default: [`Padding::Valid`].
                padding: [Padding] = Padding::Valid;
                /// The place of the channels. Default: last.
                data_format: [DataFormat] = DataFormat::ChannelsLast;
            }
            // Keras writes the strides even if they equal the window size.
            config |layer, config| { config.set("strides", &layer.window().strides) }
        }

        impl $layer {
            fn window(&self) -> Window<$n> {
                let strides = self.strides.unwrap_or(self.pool_size);
                Window { size: self.pool_size, strides, dilation: Sizes([1; $n]), padding: self.padding }
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 2)
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                check_window(&self.window(), self.data_format, &inputs[0])
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                let x = self.data_format.value_to_last(cx.b, inputs[0])?;
                let y = $pool(cx.b, x, &self.window())?;
                self.data_format.value_from_last(cx.b, y)
            }
        }
    };
}

window_pooling! {
    /// The maximum of each window of a sequence: `y[n, i, c] = max over a of x[n, i·s + a, c]`.
    ///
    /// ```
    /// use keras::{Input, layers::MaxPooling1D};
    /// let y = MaxPooling1D::new(2).call(&Input::new([32, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 16, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MaxPooling1D 1 max
}

window_pooling! {
    /// The maximum of each window.
    ///
    /// `y[n, i, j, c] = max over a, b of x[n, i·s + a, j·s + b, c]`
    ///
    /// ```
    /// use keras::{Input, layers::MaxPooling2D};
    /// let x = Input::new([32, 32, 64]);
    /// let y = MaxPooling2D::new((2, 2)).call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 16, 16, 64)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MaxPooling2D 2 max
}

window_pooling! {
    /// The maximum of each window of a volume.
    ///
    /// ```
    /// use keras::{Input, layers::MaxPooling3D};
    /// let y = MaxPooling3D::new(2).call(&Input::new([8, 8, 8, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4, 4, 4, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MaxPooling3D 3 max
}

window_pooling! {
    /// The mean of each window of a sequence; padding does not count.
    ///
    /// ```
    /// use keras::{Input, layers::AveragePooling1D};
    /// let y = AveragePooling1D::new(2).call(&Input::new([32, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 16, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    AveragePooling1D 1 average
}

window_pooling! {
    /// The mean of each window; padding does not count.
    ///
    /// ```
    /// use keras::{Input, layers::{AveragePooling2D, Padding}};
    /// let y = AveragePooling2D::new((3, 3)).strides(2).padding(Padding::Same).call(&Input::new([7, 7, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4, 4, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    AveragePooling2D 2 average
}

window_pooling! {
    /// The mean of each window of a volume; padding does not count.
    ///
    /// ```
    /// use keras::{Input, layers::AveragePooling3D};
    /// let y = AveragePooling3D::new(2).call(&Input::new([8, 8, 8, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4, 4, 4, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    AveragePooling3D 3 average
}
