//! Images of another size.

use crate::error::Result;
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::ops::Tensor;
use crate::ops::image::Resize;
use crate::shape::Shape;

crate::choices! {
    /// The pixels of a resized image.
    ResizingInterpolation {
        /// The nearest pixel.
        Nearest = "nearest",
        /// The weighted mean of the neighboring pixels.
        Bilinear = "bilinear",
        /// A cubic convolution of 4 by 4 pixels (Keys, 1981).
        Bicubic = "bicubic",
        /// A windowed sinc of radius 3.
        Lanczos3 = "lanczos3",
        /// A windowed sinc of radius 5.
        Lanczos5 = "lanczos5",
    }
}

crate::layer! {
    /// Resizes images, as Keras on JAX does.
    ///
    /// ```
    /// use keras::{Input, layers::Resizing};
    /// let y = Resizing::new(4, 6).call(&Input::new([9, 9, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4, 6, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Resizing(
        /// The height of the result.
        height: [usize],
        /// The width of the result.
        width: [usize],
    ) {
        /// The pixels of the result. Default: bilinear.
        interpolation: [ResizingInterpolation] = ResizingInterpolation::Bilinear;
        /// If true, the image is first cropped around its center to the ratio of height and width of the
        /// result. Default: false.
        crop_to_aspect_ratio: [bool] = false;
        /// If true, the image is first padded on both sides to that ratio. Default: false.
        pad_to_aspect_ratio: [bool] = false;
        /// The value of the padding. Default: 0.
        fill_value: [f64] = 0.0;
        /// If true, an image that gets smaller is smoothed: pixels of the result are means of all the pixels
        /// that they replace. Default: false.
        antialias: [bool] = false;
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
    fixed { "fill_mode": "constant" }
}

impl Resizing {
    fn resize(&self) -> Resize<'_> {
        Resize {
            size: [self.height, self.width],
            interpolation: self.interpolation.name(),
            antialias: self.antialias,
            crop_to_aspect_ratio: self.crop_to_aspect_ratio,
            pad_to_aspect_ratio: self.pad_to_aspect_ratio,
            fill_value: self.fill_value,
        }
    }
}

impl Layer for Resizing {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let (_, spatial) = self.data_format.split(&inputs[0]);
        self.resize().check([spatial[0], spatial[1]]).map_err(|error| error.at("Resizing"))
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        self.resize().apply(&inputs[0], self.data_format.first_spatial()).map_err(|error| error.at("Resizing"))
    }
}
