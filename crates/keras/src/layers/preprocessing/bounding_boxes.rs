//! Lists of bounding boxes of one length.

use stablehlo::Value;

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, Scope};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::layer! {
    /// Bounding boxes cut or padded to one number for each image.
    ///
    /// In Keras it takes `{"images", "bounding_boxes": {"boxes", "labels"}}`. Here the inputs are these in
    /// this order, and so are the outputs: images alone pass as they are; images, boxes `(boxes, 4)` and
    /// labels `(boxes,)` become three outputs; boxes and labels become two.
    ///
    /// ```
    /// use keras::{Input, layers::MaxNumBoundingBoxes};
    /// let (boxes, labels) = (Input::new([7, 4]), Input::new([7]));
    /// let layer = MaxNumBoundingBoxes::new(10).shared();
    /// let outputs = layer.call_with([&boxes.tensor(), &labels.tensor()], Default::default())?;
    /// assert_eq!(outputs[0].shape().to_string(), "(None, 10, 4)");
    /// assert_eq!(outputs[1].shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MaxNumBoundingBoxes(
        /// The number of boxes of the result.
        max_number: [usize],
    ) {
        /// The value of boxes and labels that are added. Default: -1.
        fill_value: [i64] = -1;
    }
    fixed { "data_format": "channels_last" }
    // Keras reads it, but does not write it.
    config |layer, config| {
        if layer.fill_value == -1 {
            config.remove("fill_value");
        }
    }
}

impl MaxNumBoundingBoxes {
    /// Boxes or labels, cut or padded along their second axis.
    fn limited(&self, x: &Tensor) -> Tensor {
        let kept = x.dim(1).min(self.max_number);
        let (mut sizes, mut widths) = (x.shape().to_vec(), vec![(0, 0); x.ndim()]);
        (sizes[1], widths[1]) = (kept, (0, self.max_number - kept));
        ops::pad(&ops::slice(x, &vec![0; x.ndim()], &sizes), &widths, self.fill_value as f64)
    }
}

impl Layer for MaxNumBoundingBoxes {
    fn input_spec(&self) -> InputSpec {
        InputSpec::arguments(1)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let boxes = match inputs {
            [_] => return Ok(()),
            [boxes, labels] | [_, boxes, labels] => (boxes.dims(), labels.dims()),
            _ => (&[][..], &[][..]),
        };
        match boxes {
            ([of_boxes, 4], [of_labels]) if of_boxes == of_labels && (1..=1 << 20).contains(&self.max_number) => Ok(()),
            _ => Err(Error::shape(format!(
                "MaxNumBoundingBoxes takes images, boxes (boxes, 4) and labels (boxes,), and a positive max_number. \
                 Received: max_number={}, inputs {inputs:?}",
                self.max_number
            ))),
        }
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        let images = inputs.len() % 2;
        cx.trace(inputs, |_: &mut Scope, x| {
            Ok(x.iter().enumerate().map(|(i, x)| if i < images { x.clone() } else { self.limited(x) }).collect())
        })
    }
}
