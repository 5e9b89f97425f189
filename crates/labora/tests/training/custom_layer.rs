//! A layer that is written on `keras::ops` alone: weights, updates, random numbers, gradients.

use keras::graph::{Layer, Scope, WeightSpec};
use keras::initializers::{GlorotUniform, Zeros};
use keras::layers::{ActivityRegularization, Dense, Flatten};
use keras::ops::{self, Axes, Tensor};
use keras::{Activation, Infer, Input, Model, Result, Shape};

use super::{CLASSES, compile, images, on, silent};

keras::layer! {
    /// `activation(x · kernel + bias)`, as [`Dense`]; counts its training steps, and adds noise in training.
    MyDense(
        /// The size of the output's last dimension.
        units: [usize],
    ) {
        /// The range of the noise. Default: none.
        noise: [f64] = 0.0;
    }
}

impl Layer for MyDense {
    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let channels = inputs[0].last().unwrap_or(1);
        Ok(vec![
            WeightSpec::trainable("kernel", [channels, self.units], GlorotUniform::new()),
            WeightSpec::trainable("bias", [self.units], Zeros::new()),
            WeightSpec::state("steps", [], Zeros::new()),
        ])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let y = ops::matmul(&inputs[0], &scope.weight(0)?) + scope.weight(1)?;
        if !scope.training() {
            return Ok(ops::softmax(&y, -1));
        }
        scope.update(2, &(scope.variable(2)? + 1.0))?;
        let noise = scope.random_uniform(y.shape())? * self.noise;
        Ok(ops::softmax(&(y + noise), -1))
    }
}

fn model(last: impl FnOnce(&keras::KerasTensor) -> Result<keras::KerasTensor>) -> Model {
    let input = Input::new([6, 6, 1]);
    let x = Flatten::new().call(&input).unwrap();
    let mut model = Model::new(&input, &last(&x).unwrap()).unwrap();
    model.compile(compile()).unwrap();
    model
}

fn custom(noise: f64) -> Model {
    model(|x| MyDense::new(CLASSES).noise(noise).call(x))
}

#[test]
fn it_trains_as_the_built_in_layer() {
    let (x, y) = images(96);
    let built_in = model(|x| Dense::new(CLASSES).activation(Activation::Softmax).call(x));
    let mut custom = custom(0.0);
    let weights: Vec<Vec<f32>> = built_in.variables().iter().map(|v| v.values.clone()).collect();
    custom.set_weights([&weights[..], &[vec![0.0]]].concat()).unwrap();
    let mut expected = on(1, &built_in);
    let mut trained = on(1, &custom);
    let losses = [&mut expected, &mut trained].map(|m| m.fit(&x, &y, silent(3)).unwrap().get("loss").unwrap().to_vec());
    for (a, b) in losses[0].iter().zip(&losses[1]) {
        assert!((a - b).abs() <= 1e-5 * a.abs(), "{losses:?}");
    }
    let steps = &trained.model().variables()[2];
    assert_eq!((steps.values.as_slice(), steps.trainable), (&[9.0][..], false));
}

#[test]
fn noise_is_for_training_only_and_repeats() {
    let (x, y) = images(64);
    let model = custom(0.5);
    let run = || {
        let mut trained = on(2, &model);
        let history = trained.fit(&x, &y, silent(2)).unwrap();
        let first = trained.predict(&x, Infer::silent(32)).unwrap();
        let second = trained.predict(&x, Infer::silent(32)).unwrap();
        assert_eq!(first.row(0).unwrap(), second.row(0).unwrap());
        history.get("loss").unwrap().to_vec()
    };
    assert_eq!(run(), run());
}

keras::layer! {
    /// Adds a tenth of the mean length of the rows, squared, to the loss.
    Short() {}
}

impl Layer for Short {
    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let lengths = ops::sum(&ops::square(&inputs[0]), -1, false);
        scope.add_loss(&(ops::mean(&lengths, Axes::All, false) * 0.1))?;
        Ok(inputs[0].clone())
    }
}

#[test]
fn its_own_loss_is_part_of_the_loss() {
    let (x, y) = images(96);
    let dense = |x: &keras::KerasTensor| Dense::new(CLASSES).activation(Activation::Softmax).call(x);
    let expected = model(|x| ActivityRegularization::new().l2(0.1).call(&dense(x)?));
    let own = model(|x| Short::new().call(&dense(x)?));
    let plain = model(dense);
    for cores in [1, 2] {
        let of = |model: &Model| {
            let mut trained = on(cores, model);
            let mut losses = trained.fit(&x, &y, silent(3)).unwrap().get("loss").unwrap().to_vec();
            losses.extend(trained.evaluate(&x, &y, Infer::silent(32)).unwrap().get("loss"));
            losses
        };
        let (expected, own, plain) = (of(&expected), of(&own), of(&plain));
        assert_eq!(own.len(), 4);
        for ((a, b), without) in expected.iter().zip(&own).zip(&plain) {
            assert!((a - b).abs() <= 1e-5 * a.abs() && (b - without).abs() > 0.01, "{expected:?} {own:?} {plain:?}");
        }
    }
}
