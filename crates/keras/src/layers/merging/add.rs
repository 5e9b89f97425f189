use stablehlo::Value;

use super::merge::either;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer};
use crate::ops::Tensor;
use crate::partial_shape::PartialShape;
use crate::shape::Shape;

crate::layer! {
    /// The elementwise sum of two or more inputs; dimensions of size 1 are broadcast.
    ///
    /// ```
    /// use keras::{Activation, Input, layers::{Add, Dense}};
    /// let x = Input::new([64]);
    /// let y = Dense::new(64).activation(Activation::Relu).call(&x)?;
    /// let residual = Add::new().call([&x.tensor(), &y])?;
    /// assert_eq!(residual.shape().to_string(), "(None, 64)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Add() {}
}

impl Layer for Add {
    fn compute_mask(&self, _inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
        Ok(either(masks))
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(2)
    }

    fn partial_output(&self, inputs: &[PartialShape]) -> Option<PartialShape> {
        PartialShape::merged(inputs)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let mut sum = inputs[0].dims().to_vec();
        for shape in &inputs[1..] {
            let fits = shape.dims().len() == sum.len()
                && sum.iter().zip(shape.dims()).all(|(a, b)| a == b || *a == 1 || *b == 1);
            if !fits {
                return Err(Error::shape(format!(
                    "Inputs have incompatible shapes. Received shapes {} and {shape}",
                    Shape::new(sum)
                )));
            }
            sum.iter_mut().zip(shape.dims()).for_each(|(a, b)| *a = if *a == 1 { *b } else { *a });
        }
        Ok(())
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let rank = cx.b.dims(inputs[0]).len();
        // `check` has checked the sizes, so the maximum of a dimension is the size of the sum.
        let shape: Vec<usize> = (0..rank).map(|d| inputs.iter().map(|x| cx.b.dims(*x)[d]).max().unwrap_or(1)).collect();
        let mut sum = None;
        for x in inputs {
            let x = if cx.b.dims(*x) == shape { *x } else { broadcast(cx, *x, &shape)? };
            sum = Some(match sum {
                None => x,
                Some(sum) => cx.b.add(sum, x)?,
            });
        }
        sum.ok_or_else(|| Error::shape("an `Add` layer should be called on at least 2 inputs"))
    }
}

/// Broadcasts dimensions of size 1.
fn broadcast(cx: &mut CallContext<'_>, x: Value, shape: &[usize]) -> Result<Value> {
    let dims: Vec<usize> = cx.b.dims(x).to_vec();
    let kept_dims: Vec<usize> = (0..dims.len()).filter(|d| dims[*d] == shape[*d]).collect();
    let sizes: Vec<usize> = kept_dims.iter().map(|d| dims[*d]).collect();
    let x = cx.b.reshape(x, &sizes)?;
    Ok(cx.b.broadcast_in_dim(x, &kept_dims, shape)?)
}
