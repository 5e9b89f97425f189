//! Layers in a row, and random ones among them.

use stablehlo::Value;

use super::augment::{PIXELS, augmentation, check_colors, check_factor, draw};
use super::color::{
    AutoContrast, Equalization, RandomBrightness, RandomColorDegeneration, RandomContrast, RandomPosterization,
    RandomSharpness, Solarization,
};
use super::geometry::{RandomRotation, RandomShear};
use super::random_translation::{Factor, FillMode, Interpolation};
use crate::error::{Error, Result};
use crate::graph::{CallContext, Layer, Scope, WeightSpec, output_shapes};
use crate::layers::nested::named_parts;
use crate::objects::Handle;
use crate::ops::image::{Sampling, projected};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::layer! {
    /// Layers, one after the other, as one layer.
    ///
    /// ```
    /// use keras::{Input, layers::{Pipeline, RandomFlip, Rescaling}};
    /// let layers = vec![Rescaling::new(1.0 / 255.0).into(), RandomFlip::new().into()];
    /// let x = Input::new([8, 8, 3]);
    /// assert_eq!(Pipeline::new(layers).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    Pipeline(
        /// The layers, each with one input and one output.
        layers: [Vec<Handle<dyn Layer>>],
    ) {}
}

impl Pipeline {
    /// For each layer its weights; the shapes of the inputs follow from the layers before.
    fn weights(&self, input: &Shape) -> Result<Vec<Vec<WeightSpec>>> {
        let (mut shape, mut all) = (vec![input.clone()], Vec::new());
        for layer in &self.layers {
            layer.input_spec().check(layer.class_name(), &shape)?;
            layer.check(&shape)?;
            let weights = layer.build(&shape)?;
            shape = output_shapes(&**layer, &shape, &weights, Default::default())?;
            shape.truncate(1);
            all.push(weights);
        }
        Ok(all)
    }
}

impl Layer for Pipeline {
    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let weights = self.weights(&inputs[0])?.into_iter().zip(&self.layers).enumerate();
        let named = |(i, (weights, layer)): (usize, (Vec<WeightSpec>, &Handle<dyn Layer>))| {
            named_parts(weights, &format!("layers/{i}"), &**layer)
        };
        Ok(weights.flat_map(named).collect())
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let shape = Shape::new(&cx.b.dims(inputs[0])[1..]);
        let (mut x, mut start) = (inputs[0], 0);
        for (layer, weights) in self.layers.iter().zip(self.weights(&shape)?) {
            let end = start + weights.len();
            let outputs = cx.forward_layer(&**layer, start..end, &[x], &[])?;
            x = outputs.first().copied().ok_or_else(|| Error::argument("a layer of a Pipeline has an output"))?;
            start = end;
        }
        Ok(x)
    }
}

augmentation! {
    /// Some of eleven augmentations, one after the other, each drawn for the whole batch (Cubuk et al.,
    /// 2019).
    ///
    /// They are shear, translation, rotation, brightness, loss of color, contrast, sharpness, solarization,
    /// posterization, and stretched and equalized contrast.
    ///
    /// ```
    /// use keras::{Input, layers::RandAugment};
    /// let x = Input::new([8, 8, 3]);
    /// assert_eq!(RandAugment::new().num_ops(3).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    RandAugment() {
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// The number of augmentations. Default: 2.
        num_ops: [usize] = 2;
        /// The range of their factors, from 0 to 1. Default: up to 1/2.
        factor: [Factor] = Factor::Both(0.5);
        /// Interpolation between pixels. Default: bilinear.
        interpolation: [Interpolation] = Interpolation::Bilinear;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| { config.set("factor", &layer.factor.written(0.0)); }
    check |layer, image| {
        check_colors("RandAugment", image)?;
        check_factor("factor", layer.factor, 0.0, 1.0)?;
        if (1..=64).contains(&layer.num_ops) {
            return Ok(());
        }
        Err(Error::argument(format!("RandAugment: num_ops is from 1 to 64, not {}", layer.num_ops)))
    }
    train |layer, scope, x| {
        let policy = Policy {
            factor: layer.factor,
            range: layer.value_range,
            interpolation: layer.interpolation,
            colors: true,
        };
        let mut y = x.clone();
        for _ in 0..layer.num_ops {
            y = policy.one(scope, &y, false)?;
        }
        y
    }
}

/// Augmentations of which some are drawn.
pub(super) struct Policy {
    /// The range of their factors, from 0 to 1.
    pub factor: Factor,
    /// The least and the greatest value of pixels.
    pub range: Factor,
    pub interpolation: Interpolation,
    /// True with brightness, loss of color, contrast and sharpness.
    pub colors: bool,
}

impl Policy {
    /// The images after one of the augmentations, or perhaps none, drawn for the whole batch.
    pub fn one(&self, scope: &mut Scope, x: &Tensor, or_none: bool) -> Result<Tensor> {
        let choices = self.choices(scope, x)?;
        let drawn = scope.random_uniform(&[])? * (choices.len() + usize::from(or_none)) as f64;
        let mut y = x.clone();
        for (i, choice) in choices.iter().enumerate() {
            let own = ops::logical_and(
                &ops::greater_equal(&drawn, &ops::full_like(&drawn, i as f64)),
                &ops::less(&drawn, &ops::full_like(&drawn, i as f64 + 1.0)),
            );
            y = ops::where_(&own, choice, &y);
        }
        Ok(y)
    }

    /// The images after each of the augmentations.
    fn choices(&self, scope: &mut Scope, x: &Tensor) -> Result<Vec<Tensor>> {
        let (low, high) = self.factor.above(0.0);
        let (factor, range) = (Factor::Between(low, high), self.range);
        let bits = ((8.0 * high) as i64).max(1) as f64;
        let mut layers: Vec<Handle<dyn Layer>> = vec![
            RandomShear::new().x_factor(factor).y_factor(factor).interpolation(self.interpolation).into(),
            RandomRotation::new(factor).interpolation(self.interpolation).into(),
            Solarization::new().addition_factor(factor).threshold_factor(factor).value_range(range).into(),
            RandomPosterization::new(bits).value_range(range).into(),
            AutoContrast::new().value_range(range).into(),
            Equalization::new().value_range(range).into(),
        ];
        if self.colors {
            layers.extend([
                Handle::from(RandomBrightness::new(factor).value_range(range)),
                RandomColorDegeneration::new(factor).value_range(range).into(),
                RandomContrast::new(factor).value_range(range).into(),
                RandomSharpness::new(factor).value_range(range).into(),
            ]);
        }
        let mut all = vec![self.translated(scope, x, (low, high))?];
        for layer in &layers {
            all.push(layer.call(scope, std::slice::from_ref(x))?);
        }
        Ok(all)
    }

    /// The images, shifted by fractions of their size.
    fn translated(&self, scope: &mut Scope, x: &Tensor, bounds: (f64, f64)) -> Result<Tensor> {
        let right = draw(scope, x, bounds)? * x.dim(2) as f64;
        let down = draw(scope, x, bounds)? * x.dim(1) as f64;
        let (zero, one) = (ops::zeros_like(&right), ops::ones_like(&right));
        let sampling = Sampling::new(self.interpolation.name(), FillMode::Reflect.name(), 0.0)?;
        let numbers = [one.clone(), zero.clone(), -right, zero.clone(), one, -down, zero.clone(), zero];
        Ok(projected(x, numbers, sampling))
    }
}
