use stablehlo::Value;

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer};
use crate::ops::{self, Tensor};
use crate::partial_shape::PartialShape;
use crate::shape::Shape;

crate::layer! {
    /// Concatenates inputs along an axis.
    ///
    /// ```
    /// use keras::{Input, layers::{Concatenate, Dense}};
    /// let x = Input::new([8]);
    /// let (a, b) = (Dense::new(4).call(&x)?, Dense::new(2).call(&x)?);
    /// let y = Concatenate::new().call([&a, &b])?;
    /// assert_eq!(y.shape().to_string(), "(None, 6)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Concatenate() {
        /// The axis, including the batch; counted from the end if negative. Default: -1.
        axis: [i64] = -1;
    }
}

impl Layer for Concatenate {
    /// Steps count that count in one of the inputs; with some inputs masked, others count at every step.
    fn compute_mask(&self, inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
        if masks.iter().all(Option::is_none) {
            return Ok(None);
        }
        let of_input = |(x, mask): (&Tensor, &Option<Tensor>)| match mask {
            None => ops::equal(&ops::ones_like(x), &ops::ones_like(x)),
            Some(mask) if mask.ndim() < x.ndim() => ops::broadcast_to(&ops::expand_dims(mask, -1), x.shape()),
            Some(mask) => mask.clone(),
        };
        let masks: Vec<Tensor> = inputs.iter().zip(masks).map(of_input).collect();
        let masks = ops::concatenate(&masks.iter().collect::<Vec<_>>(), self.axis)?;
        Ok(Some(ops::any(&masks, -1, false)))
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(1)
    }

    /// As in Keras, the first input's, but for the axis.
    fn partial_output(&self, inputs: &[PartialShape]) -> Option<PartialShape> {
        let (first, others) = inputs.split_first()?;
        let axis = first.filled(1).axis(self.axis).ok()?.checked_sub(1)?;
        let mut dims = first.dims().to_vec();
        for other in others {
            let fits = |(i, (a, b)): (usize, (&Option<usize>, &Option<usize>))| {
                i == axis || a.is_none() || b.is_none() || a == b
            };
            if other.rank() != first.rank() || !first.dims().iter().zip(other.dims()).enumerate().all(fits) {
                return None;
            }
            dims[axis] = dims[axis].zip(other.dims()[axis]).map(|(a, b)| a.saturating_add(b));
        }
        Some(PartialShape::new(dims).with_batch_size(inputs.iter().find_map(PartialShape::batch_size)))
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let axis = inputs[0].axis(self.axis)?;
        if axis == 0 {
            return Err(Error::argument("A `Concatenate` layer cannot work along the batch. Received: axis=0"));
        }
        let dims = inputs[0].dims();
        for shape in &inputs[1..] {
            let fits = shape.dims().len() == dims.len()
                && (0..dims.len()).all(|d| d == axis - 1 || dims[d] == shape.dims()[d]);
            if !fits {
                let shapes: Vec<String> = inputs.iter().map(Shape::to_string).collect();
                return Err(Error::shape(format!(
                    "A `Concatenate` layer requires inputs with matching shapes except for the concatenation axis. \
                     Received: input_shape=[{}]",
                    shapes.join(", ")
                )));
            }
        }
        Ok(())
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let rank = cx.b.dims(inputs[0]).len() as i64;
        let axis = if self.axis < 0 { self.axis + rank } else { self.axis };
        Ok(cx.b.concatenate(inputs, axis as usize)?)
    }
}
