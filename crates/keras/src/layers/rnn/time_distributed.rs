//! A layer for each step of a sequence.

use stablehlo::Value;

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::layers::nested::named_parts;
use crate::objects::Handle;
use crate::shape::Shape;

crate::layer! {
    /// Applies a layer to each step of a sequence.
    ///
    /// ```
    /// use keras::{Input, layers::{Conv2D, TimeDistributed}};
    /// let y = TimeDistributed::new(Conv2D::new(4, 3)).call(&Input::new([10, 8, 8, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 10, 6, 6, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    TimeDistributed(
        /// The layer.
        layer: [Handle<dyn Layer>],
    ) {}
}

/// The shape of a step.
fn step_of(inputs: &[Shape]) -> Result<Shape> {
    match inputs[0].dims() {
        [_, step @ ..] if !step.is_empty() => Ok(Shape::new(step)),
        _ => Err(Error::shape(format!("TimeDistributed takes sequences of at least 3 dimensions, not {}", inputs[0]))),
    }
}

impl Layer for TimeDistributed {
    fn input_spec(&self) -> InputSpec {
        InputSpec::min_ndim(3)
    }

    fn supports_masking(&self) -> bool {
        true
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let step = [step_of(inputs)?];
        self.layer.input_spec().check(self.layer.class_name(), &step)?;
        self.layer.check(&step)?;
        Ok(named_parts(self.layer.build(&step)?, "layer", &*self.layer))
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let dims = cx.b.dims(inputs[0]).to_vec();
        if cx.training && self.layer.build(&[Shape::new(&dims[2..])])?.iter().any(|weight| !weight.trainable) {
            return self.step_by_step(cx, inputs[0], &dims);
        }
        let steps = [&[dims[0] * dims[1]][..], &dims[2..]].concat();
        let x = cx.b.reshape(inputs[0], &steps)?;
        let count = cx.weight_count();
        // The mask of the steps of a sequence in a sequence, as of an RNN in a `TimeDistributed`.
        let mask = match cx.mask(0).map(|mask| (mask, cx.b.dims(mask).to_vec())) {
            Some((mask, dims)) if dims.len() > 2 => {
                Some(cx.b.reshape(mask, &[&[dims[0] * dims[1]][..], &dims[2..]].concat())?)
            }
            _ => None,
        };
        let y = cx.forward_layer(&*self.layer, 0..count, &[x], &[mask])?;
        // As in Keras, which calls the formula of the layer alone, penalties of its outputs do not count.
        cx.take_activities();
        let y = y.first().copied().ok_or_else(no_output)?;
        let shape = [&dims[..2], &cx.b.dims(y)[1..]].concat();
        Ok(cx.b.reshape(y, &shape)?)
    }
}

impl TimeDistributed {
    /// Calls the layer for one step after the other: each has its own moments of a batch normalization, and
    /// the moving ones that the step before has left.
    fn step_by_step(&self, cx: &mut CallContext<'_>, x: Value, dims: &[usize]) -> Result<Value> {
        let mask = cx.mask(0);
        let mut weights = cx.own_weights();
        let mut outputs = Vec::with_capacity(dims[1]);
        for step in 0..dims[1] {
            let of_step = step_at(cx, x, step)?;
            // A mask of rows is for vectors, as a batch normalization takes it.
            let mask = mask.filter(|mask| cx.b.dims(*mask).len() > 2 || dims.len() == 3);
            let mask = mask.map(|mask| step_at(cx, mask, step)).transpose()?;
            let (y, updates) = cx.forward_layer_with(&*self.layer, &weights, &[of_step], &[mask])?;
            for (index, value) in updates {
                weights[index] = value;
                cx.update_weight(index, value);
            }
            let y = y.first().copied().ok_or_else(no_output)?;
            let shape = [&[dims[0], 1][..], &cx.b.dims(y)[1..]].concat();
            outputs.push(cx.b.reshape(y, &shape)?);
        }
        cx.take_activities();
        Ok(cx.b.concatenate(&outputs, 1)?)
    }
}

/// One step of a sequence, `(batch, steps, ...)`, without the dimension of steps.
fn step_at(cx: &mut CallContext<'_>, x: Value, step: usize) -> Result<Value> {
    let mut limit = cx.b.dims(x).to_vec();
    let shape = [&limit[..1], &limit[2..]].concat();
    let (mut start, stride) = (vec![0; limit.len()], vec![1; limit.len()]);
    (start[1], limit[1]) = (step, step + 1);
    let sliced = cx.b.slice(x, &start, &limit, &stride)?;
    Ok(cx.b.reshape(sliced, &shape)?)
}

fn no_output() -> Error {
    Error::argument("the layer of a TimeDistributed has no output")
}
