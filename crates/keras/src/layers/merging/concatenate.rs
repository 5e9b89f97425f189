use stablehlo::Value;

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer};
use crate::ops::{self, Tensor};
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
