//! Training steps of a small network, compared with losses and weights of Keras from `python/steps.py`.

use keras::constraints::{MaxNorm, NonNeg, UnitNorm};
use keras::layers::{
    ActivityRegularization, BatchNormalization, Conv2D, Dense, Flatten, MaxPooling2D, Padding, Reshape, TimeDistributed,
};
use keras::losses::Huber;
use keras::objects::Registry;
use keras::optimizers::{Adam, LossScaleOptimizer, SGD};
use keras::regularizers::{L1, L1L2, L2, OrthogonalMode, OrthogonalRegularizer};
use keras::trace::Batch;
use keras::{Activation, Array, Compile, DTypePolicy, Input, Model};
use serde_json::Value as Json;
use stablehlo::{Literal, interpret};

use crate::program::{Trainer, array, difference, f32s};

/// The first convolution's bias. A batch normalization follows it, so most of its gradient cancels, and Adam
/// scales the rounding error to full steps: Keras's own float32 and float64 results differ by 2% there after
/// these steps, and by less than 4e-4 everywhere else.
const VANISHING: usize = 5;

fn network() -> keras::Result<Model> {
    let input = Input::new([6, 6, 2]).name("Input");
    let x = BatchNormalization::new().call(&input)?;
    let x = Conv2D::new(3, 3).padding(Padding::Same).activation(Activation::Relu).call(&x)?;
    let x = MaxPooling2D::new(2).call(&x)?;
    let x = BatchNormalization::new().call(&x)?;
    let x = Conv2D::new(4, 2).activation(Activation::Relu).call(&x)?;
    let x = Flatten::new().call(&x)?;
    Model::new(&input, &Dense::new(3).activation(Activation::Softmax).call(&x)?)
}

fn floats(json: &Json) -> Vec<f32> {
    json.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

/// Keras lists the weights of `model.weights` layer by layer, as this crate does; the paths differ in the
/// layers' numbers.
fn weights(json: &Json) -> Vec<Vec<f32>> {
    json.as_array().unwrap().iter().map(|w| floats(&w["values"])).collect()
}

fn same_steps(fixture: &str, compile: Compile, rate: f32) {
    let path = format!("{}/tests/fixtures/steps/{fixture}.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut model = network().unwrap();
    model.set_weights(weights(&golden["first"])).unwrap();
    let bytes: Vec<u8> = floats(&golden["x"]).iter().map(|v| *v as u8).collect();
    let labels: Vec<i32> = floats(&golden["y"]).iter().map(|v| *v as i32).collect();
    let (x, y) = (Array::new([20, 6, 6, 2], bytes).unwrap(), Array::from(labels));
    let mut trainer = Trainer::new(&model, &compile, &x, &y, 1);
    for (step, expected) in floats(&golden["losses"]).into_iter().enumerate() {
        let first = 4 * step as i32;
        let (position, loss) = trainer.run(4, &[(first..first + 4).collect()], rate);
        assert_eq!(position, 1);
        assert!((loss as f32 - expected).abs() <= 1e-4 * expected, "{fixture}, step {step}: {loss}, Keras {expected}");
    }
    for (i, expected) in weights(&golden["last"]).iter().enumerate() {
        let found = trainer.variable(0, i);
        let path = &model.variables()[i].path;
        let limit = if fixture == "adam" && i == VANISHING { 0.05 } else { 1e-3 };
        assert!(difference(&found, expected) < limit, "{fixture}, {path}: {found:?}, Keras {expected:?}");
    }
}

#[test]
fn adam_steps_are_those_of_keras() {
    same_steps("adam", Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]), 0.01);
}

#[test]
fn momentum_steps_are_those_of_keras() {
    let sgd = SGD::new().momentum(0.9);
    same_steps("sgd", Compile::new(sgd, "sparse_categorical_crossentropy"), 0.05);
}

/// Penalties of weights are in the loss and in the gradients; constraints apply after each step.
#[test]
fn steps_with_penalties_and_constraints_are_those_of_keras() {
    let path = format!("{}/tests/fixtures/steps/weights.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let input = Input::new([5]).name("Input");
    let dense = Dense::new(4).activation(Activation::Tanh).kernel_regularizer(L2::new().l2(0.05));
    let dense = dense.bias_regularizer(L1::new().l1(0.02)).kernel_constraint(MaxNorm::new());
    let x = dense.call(&input).unwrap();
    let norm = BatchNormalization::new().gamma_regularizer(L1L2::new().l1(0.01).l2(0.02));
    let x = norm.beta_constraint(NonNeg::new()).call(&x).unwrap();
    let columns = OrthogonalRegularizer::new().factor(0.1).mode(OrthogonalMode::Columns);
    let dense = Dense::new(2).kernel_regularizer(columns).kernel_constraint(UnitNorm::new());
    let mut model = Model::new(&input, &dense.call(&x).unwrap()).unwrap();
    model.set_weights(weights(&golden["first"])).unwrap();
    let compile = Compile::new(SGD::new(), Huber::new().delta(0.5));
    let (x, y) = (array(&[20, 5], floats(&golden["x"])), array(&[20, 2], floats(&golden["y"])));
    // Each core has the penalty, and gradients are averages over the cores.
    for cores in [1, 2] {
        let mut trainer = Trainer::new(&model, &compile, &x, &y, cores);
        for (step, expected) in floats(&golden["losses"]).into_iter().enumerate() {
            let first = 4 * step as i32;
            let rows: Vec<i32> = (first..first + 4).collect();
            let order: Vec<Vec<i32>> = rows.chunks(4 / cores).map(<[i32]>::to_vec).collect();
            let (_, loss) = trainer.run(4, &order, 0.3);
            // The statistics of a batch normalization are those of a core.
            if cores == 1 {
                assert!((loss as f32 - expected).abs() <= 1e-5 * expected, "step {step}: {loss}, Keras {expected}");
            }
        }
        for (i, expected) in weights(&golden["last"]).iter().enumerate().filter(|_| cores == 1) {
            let found = trainer.variable(0, i);
            assert!(difference(&found, expected) < 1e-5, "{i}: {found:?}, Keras {expected:?}");
        }
        let kernel = trainer.variable(0, model.variables().iter().position(|v| v.shape == [4, 2]).unwrap());
        for column in 0..2 {
            let norm: f32 = kernel.iter().skip(column).step_by(2).map(|w| w * w).sum();
            assert!((norm - 1.0).abs() < 1e-5, "{cores} cores: {norm}");
        }
    }
}

/// The mean is ten thousand standard deviations: in `float32` `E[x²] - E[x]²` has no correct digits.
#[test]
fn the_variance_with_a_large_mean_is_that_of_keras() {
    let input = Input::new([1]);
    let model = Model::new(&input, &BatchNormalization::new().momentum(0.0).call(&input).unwrap()).unwrap();
    let compile = Compile::new(SGD::new(), "mean_squared_error");
    let x = Array::new([4, 1], vec![9999.0f32, 10_001.0, 9999.0, 10_001.0]).unwrap();
    let y = Array::new([4, 1], vec![0.0f32; 4]).unwrap();
    let mut trainer = Trainer::new(&model, &compile, &x, &y, 1);
    trainer.run(4, &[vec![0, 1, 2, 3]], 0.0);
    let moving = ["moving_mean", "moving_variance"].map(|name| {
        let i = model.variables().iter().position(|v| v.name == name).unwrap();
        trainer.variable(0, i)
    });
    assert_eq!(moving, [[10_000.0], [1.0]]);
}

/// Penalties of outputs are in the loss, in the gradients and in evaluations, divided by the rows of the
/// batch, on one core and on two.
#[test]
fn steps_with_penalties_of_outputs_are_those_of_keras() {
    let path = format!("{}/tests/fixtures/steps/activities.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let input = Input::new([5]).name("Input");
    let dense = Dense::new(4).activation(Activation::Tanh).activity_regularizer(L2::new().l2(0.5));
    let x = dense.call(&input).unwrap();
    let x = ActivityRegularization::new().l1(0.2).l2(0.3).call(&x).unwrap();
    let x = Reshape::new(vec![2, 2]).call(&x).unwrap();
    let inner = Dense::new(3).activity_regularizer(L1::new().l1(0.1));
    let x = Flatten::new().call(&TimeDistributed::new(inner).call(&x).unwrap()).unwrap();
    let mut model = Model::new(&input, &Dense::new(2).call(&x).unwrap()).unwrap();
    model.set_weights(weights(&golden["first"])).unwrap();
    let compile = Compile::new(SGD::new(), "mean_squared_error");
    let (x, y) = (array(&[20, 5], floats(&golden["x"])), array(&[20, 2], floats(&golden["y"])));
    for cores in [1, 2] {
        let mut trainer = Trainer::new(&model, &compile, &x, &y, cores);
        for (step, expected) in floats(&golden["losses"]).into_iter().enumerate() {
            let first = 4 * step as i32;
            let rows: Vec<i32> = (first..first + 4).collect();
            let order: Vec<Vec<i32>> = rows.chunks(4 / cores).map(<[i32]>::to_vec).collect();
            let (_, loss) = trainer.run(4, &order, 0.3);
            assert!((loss as f32 - expected).abs() <= 1e-5 * expected, "step {step}: {loss}, Keras {expected}");
        }
        for (i, expected) in weights(&golden["last"]).iter().enumerate() {
            let found = trainer.variable(0, i);
            assert!(difference(&found, expected) < 1e-5, "{i}: {found:?}, Keras {expected:?}");
        }
    }
    model.set_weights(weights(&golden["last"])).unwrap();
    model.compile(compile).unwrap();
    for cores in [1, 2] {
        // Three batches of six rows, and one of two, which padding fills.
        let found = crate::inference::evaluated(&model, &x, &y, Batch { cores, rows: 6 });
        let expected = golden["evaluated"].as_f64().unwrap();
        assert!((found - expected).abs() <= 1e-5 * expected, "{cores} cores: {found}, Keras {expected}");
    }
}

/// A layer in half precision: the scale of the loss is halved as its gradients overflow, and doubles, as in Keras.
#[test]
fn half_precision_has_the_scales_of_keras() {
    let path = format!("{}/tests/fixtures/steps/half.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let input = Input::new([4]).name("Input");
    let half = Dense::new(6).activation(Activation::Relu).dtype(DTypePolicy::MixedFloat16);
    let x = half.call(&input).unwrap();
    let mut model = Model::new(&input, &Dense::new(2).call(&x).unwrap()).unwrap();
    model.set_weights(weights(&golden["first"])).unwrap();
    let scale = 2f64.powi(18);
    let scaled = LossScaleOptimizer::new(SGD::new()).initial_scale(scale).dynamic_growth_steps(2);
    let compile = Compile::new(scaled, "mean_squared_error");
    let (x, y) = (array(&[32, 4], floats(&golden["x"])), array(&[32, 2], floats(&golden["y"])));
    let mut trainer = Trainer::new(&model, &compile, &x, &y, 1);
    // The slots are behind the four weights: the counter of each, then the scale of each.
    (8..12).for_each(|scale_of| trainer.set_variable(0, scale_of, &[scale as f32]));
    let expected = floats(&golden["losses"]).into_iter().zip(floats(&golden["scales"]));
    for (step, (loss, scale)) in expected.enumerate() {
        let first = 4 * step as i32;
        let (_, found) = trainer.run(4, &[(first..first + 4).collect()], 0.125);
        // What half precision rounds, it rounds by at most 2^-11.
        assert!((found as f32 - loss).abs() <= 5e-4 * loss, "step {step}: {found}, Keras {loss}");
        assert_eq!(trainer.variable(0, 8), [scale], "step {step}");
    }
    for (i, expected) in weights(&golden["last"]).iter().enumerate() {
        let found = trainer.variable(0, i);
        assert!(difference(&found, expected) < 5e-4, "{i}: {found:?}, Keras {expected:?}");
    }
}

/// Layers compute in the types of their policies, of which a map has one for each: the outputs are Keras's to the
/// last bit, since the sums are exact before they are rounded.
#[test]
fn policies_round_as_in_keras() {
    let path = format!("{}/tests/fixtures/steps/policies.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for case in golden.as_array().unwrap() {
        let model = Model::from_json(&case["model"], &Registry::new()).unwrap();
        let policies: Vec<DTypePolicy> = model.layers().iter().map(|layer| layer.layer().base().dtype).collect();
        let values = model.variables().iter().zip(weights(&case["weights"])).map(|(v, w)| f32s(&v.shape, &w));
        let values: Vec<Literal> = values.chain([f32s(&[8, 4], &floats(&case["x"]))]).collect();
        let found = interpret::evaluate(&model.program(8).unwrap(), &values).unwrap();
        let expected: Vec<f64> = floats(&case["y"]).into_iter().map(f64::from).collect();
        assert_eq!(found[0].to_f64_vec().unwrap(), expected, "{policies:?}");
    }
}

/// A step whose scaled gradients are not finite changes no weight and halves the scale; the training goes on.
#[test]
fn a_scaled_loss_overflows_and_recovers() {
    let input = Input::new([1]);
    let mut model = Model::new(&input, &Dense::new(1).use_bias(false).call(&input).unwrap()).unwrap();
    model.set_weights(vec![vec![2.0]]).unwrap();
    // The gradient of the square of 2x is 4x · x; the scale is 2^126, and 2^126 · 16 is too large.
    let scaled = LossScaleOptimizer::new(SGD::new()).initial_scale(2f64.powi(126)).dynamic_growth_steps(2);
    let compile = Compile::new(scaled, "mean_squared_error");
    let (x, y) = (array(&[4, 1], vec![2.0; 4]), array(&[4, 1], vec![0.0; 4]));
    let mut trainer = Trainer::new(&model, &compile, &x, &y, 1);
    // The slot of the scale, behind the weight and the counter.
    trainer.set_variable(0, 2, &[2f32.powi(126)]);
    let mut weights = Vec::new();
    for _ in 0..5 {
        let (position, _) = trainer.run(4, &[vec![0, 1, 2, 3]], 0.01);
        assert_eq!(position, 1);
        weights.push(trainer.variable(0, 0)[0]);
    }
    // 2^126, 2^125 and 2^124 overflow with 16, 2^123 with 16 is 2^127; w -= 0.01 · 8 w then.
    let expected = [2.0f32, 2.0, 2.0, 2.0 * 0.92, 2.0 * 0.92 * 0.92];
    assert!(weights.iter().zip(expected).all(|(w, e)| (w - e).abs() < 1e-6), "{weights:?}, expected {expected:?}");
}
