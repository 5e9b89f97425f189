//! Preprocessing of numbers and images without state.

use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::objects::Field;
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::layer! {
    /// `x · scale + offset`, with a number for all channels or one for each.
    ///
    /// ```
    /// use keras::{Input, layers::Rescaling};
    /// let x = Input::new([8, 8, 3]);
    /// assert_eq!(Rescaling::new(1.0 / 255.0).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    Rescaling(
        /// The factor.
        scale: [Factors],
    ) {
        /// The offset. Default: 0.
        offset: [Factors] = 0.0.into();
    }
}

/// A number for all channels, or one for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Factors(Vec<f64>);

impl From<f64> for Factors {
    fn from(all: f64) -> Self {
        Self(vec![all])
    }
}

impl From<Vec<f64>> for Factors {
    fn from(each: Vec<f64>) -> Self {
        Self(each)
    }
}

impl Field for Factors {
    fn expected() -> String {
        "a number, or a list of one for each channel".to_owned()
    }

    fn to_json(&self) -> serde_json::Value {
        match self.0[..] {
            [all] => all.into(),
            _ => self.0.clone().into(),
        }
    }

    fn from_json(json: &serde_json::Value, registry: &crate::objects::Registry) -> Result<Option<Self>> {
        Ok(Vec::from_json(json, registry)?.map(Self))
    }
}

impl Factors {
    /// One number, or those of the channels.
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// As a tensor that is broadcast to `x`.
    fn tensor(&self, x: &Tensor) -> Tensor {
        ops::row_of(x, &self.0).to(x.element())
    }
}

impl Layer for Rescaling {
    fn supports_masking(&self) -> bool {
        true
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        Ok(match (&self.scale.0[..], &self.offset.0[..]) {
            ([scale], [offset]) => x * *scale + *offset,
            _ => x * self.scale.tensor(x) + self.offset.tensor(x),
        })
    }
}

crate::layer! {
    /// The middle of an image.
    ///
    /// ```
    /// use keras::{Input, layers::CenterCrop};
    /// let y = CenterCrop::new(4, 6).call(&Input::new([9, 9, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4, 6, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    CenterCrop(
        /// The height of the result.
        height: [usize],
        /// The width of the result.
        width: [usize],
    ) {
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
}

impl Layer for CenterCrop {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        if self.height * self.width > 0 {
            return Ok(());
        }
        let (height, width, input) = (self.height, self.width, &inputs[0]);
        Err(Error::shape(format!("CenterCrop: {height} by {width} has no pixels; received images of {input}")))
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let (x, first) = (&inputs[0], self.data_format.first_spatial());
        let size = [self.height, self.width];
        if x.shape()[first] < self.height || x.shape()[first + 1] < self.width {
            let last = self.data_format.tensor_to_last(x);
            let resized = ops::image::resize(&last, size, "bilinear", false, true, false, 0.0);
            return Ok(self.data_format.tensor_from_last(&resized));
        }
        let (mut starts, mut sizes) = (vec![0; 4], x.shape().to_vec());
        for (axis, size) in (self.data_format.first_spatial()..).zip([self.height, self.width]) {
            (starts[axis], sizes[axis]) = ((sizes[axis] - size) / 2, size);
        }
        Ok(ops::slice(x, &starts, &sizes))
    }
}
