//! Data parallelism, compared with a reference implementation: each core has a slice of the batch and its own
//! statistics, and gradients are averaged.

use keras::layers::{BatchNormalization, Conv2D, Dense, Dropout, Flatten};
use keras::optimizers::{Adam, SGD};
use keras::trace::{Batch, DataTypes, Inference};
use keras::{Activation, Array, Compile, Input, Model};

use crate::program::{Trainer, array, difference, numbers};

const RATE: f32 = 0.1;

fn normalized(synchronized: bool) -> Model {
    let normalization = || BatchNormalization::new().synchronized(synchronized);
    let input = Input::new([4, 4, 2]);
    let x = normalization().call(&input).unwrap();
    let x = Conv2D::new(3, 2).activation(Activation::Relu).call(&x).unwrap();
    let x = normalization().call(&x).unwrap();
    let x = Flatten::new().call(&x).unwrap();
    Model::new(&input, &Dense::new(3).activation(Activation::Softmax).call(&x).unwrap()).unwrap()
}

fn plain(dropout: f64) -> Model {
    let input = Input::new([6]);
    let x = Dense::new(8).activation(Activation::Tanh).call(&input).unwrap();
    let x = Dropout::new(dropout).call(&x).unwrap();
    Model::new(&input, &Dense::new(3).activation(Activation::Softmax).call(&x).unwrap()).unwrap()
}

fn data(rows: usize, dims: &[usize]) -> (Array, Array) {
    let dims: Vec<usize> = [rows].iter().chain(dims).copied().collect();
    let x = array(&dims, numbers(dims.iter().product(), 11));
    (x, Array::from((0..rows as i32).map(|i| (i * 7) % 3).collect::<Vec<i32>>()))
}

/// One step of gradient descent from the same weights computes `w - rate · g` on every core; the mean of the
/// results is `w - rate · mean(g)`, the step of all cores together.
#[test]
fn eight_cores_equal_the_reference() {
    const CORES: usize = 8;
    let model = normalized(false);
    let (x, y) = data(32, &[4, 4, 2]);
    let compile = Compile::new(SGD::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]);
    let mut together = Trainer::new(&model, &compile, &x, &y, CORES);
    let mut alone: Vec<Trainer> = (0..CORES).map(|_| Trainer::new(&model, &compile, &x, &y, 1)).collect();
    let rows = |core: usize, step: usize| -> Vec<i32> {
        let first = (16 * step + 2 * core) as i32;
        vec![first, first + 1]
    };
    let order: Vec<Vec<i32>> = (0..CORES).map(|core| [rows(core, 0), rows(core, 1)].concat()).collect();
    let (position, loss) = together.run(16, &order, RATE);
    assert_eq!(position, 2);

    let mut losses = 0.0;
    for step in 0..2 {
        for (core, trainer) in alone.iter_mut().enumerate() {
            losses += trainer.run(2, &[rows(core, step)], RATE).1 / (2 * CORES) as f64;
        }
        for (i, variable) in model.variables().iter().enumerate().filter(|(_, v)| v.trainable) {
            let mut mean = vec![0.0f64; variable.values.len()];
            for trainer in &alone {
                mean.iter_mut().zip(trainer.variable(0, i)).for_each(|(m, v)| *m += f64::from(v) / CORES as f64);
            }
            let mean: Vec<f32> = mean.into_iter().map(|m| m as f32).collect();
            alone.iter_mut().for_each(|trainer| trainer.set_variable(0, i, &mean));
        }
    }
    assert!((loss - losses).abs() < 1e-5, "{loss} {losses}");
    for (i, variable) in model.variables().iter().enumerate() {
        for (core, trainer) in alone.iter().enumerate() {
            let (a, b) = (together.variable(core, i), trainer.variable(0, i));
            assert!(difference(&a, &b) < 1e-5, "core {core}, {}: {a:?} {b:?}", variable.path);
        }
        if variable.trainable {
            assert_eq!(together.variable(0, i), together.variable(7, i), "weights stay the same on all cores");
        }
    }
    let moving_mean = model.variables().iter().position(|v| v.name == "moving_mean").unwrap();
    assert_ne!(together.variable(0, moving_mean), together.variable(7, moving_mean), "statistics are a core's own");
}

/// Four cores whose normalizations are synchronized do what one core does with the whole batch: statistics,
/// gradients and moving averages are the same, also of 14 rows, where the last core has two rows of padding.
#[test]
fn synchronized_statistics_are_those_of_the_whole_batch() {
    let model = normalized(true);
    let (x, y) = data(16, &[4, 4, 2]);
    let compile = Compile::new(SGD::new(), "sparse_categorical_crossentropy");
    let rows: Vec<i32> = (0..16).collect();
    let shares: Vec<Vec<i32>> = rows.chunks(4).map(|share| [share, share].concat()).collect();
    let run = |model: &Model, count: usize, cores: usize| -> Vec<Vec<f32>> {
        let mut trainer = Trainer::new(model, &compile, &x, &y, cores);
        let order = if cores == 4 { shares.clone() } else { vec![rows[..count].repeat(2)] };
        trainer.run(count, &order, RATE);
        (0..model.variables().len()).map(|i| trainer.variable(cores - 1, i)).collect()
    };
    for count in [16, 14] {
        let expected = run(&model, count, 1);
        for ((a, b), variable) in run(&model, count, 4).iter().zip(&expected).zip(model.variables()) {
            assert!(difference(a, b) < 1e-5, "{count} rows, {}: {a:?} {b:?}", variable.path);
        }
    }
    let mut own = normalized(false);
    own.set_weights(model.variables().iter().map(|v| v.values.clone()).collect()).unwrap();
    let apart = run(&own, 16, 4).iter().zip(&run(&model, 16, 1)).map(|(a, b)| difference(a, b)).fold(0.0, f32::max);
    assert!(apart > 1e-3, "statistics of a core's own rows are others: {apart}");
}

/// Five rows on two cores: shares of three rows, the last one padded with a row that must not count.
#[test]
fn padding_does_not_count() {
    let model = plain(0.0);
    let (x, y) = data(6, &[6]);
    let compile = Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]);
    let mut two = Trainer::new(&model, &compile, &x, &y, 2);
    let mut one = Trainer::new(&model, &compile, &x, &y, 1);
    // Row 5 pads the second share, and differs from all rows that count.
    let (_, loss) = two.run(5, &[vec![0, 1, 2], vec![3, 4, 5]], 0.01);
    let (_, expected) = one.run(5, &[vec![0, 1, 2, 3, 4]], 0.01);
    assert!((loss - expected).abs() < 1e-6, "{loss} {expected}");
    for (i, variable) in model.variables().iter().enumerate() {
        let (a, b) = (two.variable(1, i), one.variable(0, i));
        assert!(difference(&a, &b) < 1e-5, "{}: {a:?} {b:?}", variable.path);
    }
}

#[test]
fn dropout_differs_from_step_to_step_and_from_core_to_core() {
    let model = plain(0.5);
    let (x, y) = data(2, &[6]);
    let compile = Compile::new(SGD::new(), "sparse_categorical_crossentropy");
    // With the same two rows at each step and a learning rate of 0 only the dropout masks differ.
    let mut losses = Vec::new();
    let mut trainer = Trainer::new(&model, &compile, &x, &y, 2);
    for _ in 0..4 {
        trainer.run(2, &[vec![0], vec![0]], 0.0);
        for core in 0..2 {
            let n = trainer.state[core].len();
            losses.push(trainer.state[core][n - 2].to_vec::<f32>().unwrap()[0]);
        }
    }
    let distinct: std::collections::BTreeSet<u32> = losses.iter().map(|l| l.to_bits()).collect();
    assert!(distinct.len() > 4, "{losses:?}");
}

/// The mean over many masks is the undropped value.
#[test]
fn dropout_keeps_the_expectation() {
    let input = Input::new([4096]);
    let model = Model::new(&input, &Dropout::new(0.25).call(&input).unwrap()).unwrap();
    let x = array(&[1, 4096], vec![1.0; 4096]);
    let y = array(&[1, 4096], vec![0.0; 4096]);
    let compile = Compile::new(SGD::new(), "mean_absolute_error");
    let (_, mean) = Trainer::new(&model, &compile, &x, &y, 1).run(1, &[vec![0]], 0.0);
    // Standard deviation of the mean: sqrt(1/3) / 64 = 0.009.
    assert!((mean - 1.0).abs() < 0.04, "{mean}");
}

#[test]
fn programs_annotate_parameters_that_are_the_same_on_all_cores() {
    let model = normalized(false);
    let (x, y) = data(16, &[4, 4, 2]);
    let compile = Compile::new(Adam::new(), "sparse_categorical_crossentropy");
    let trainer = Trainer::new(&model, &compile, &x, &y, 8);
    let same = |module: &stablehlo::Module| -> Vec<bool> {
        module.main().unwrap().params.iter().map(stablehlo::Param::is_same_on_all_replicas).collect()
    };
    let batch = Batch { cores: 8, rows: 16 };
    let of_training = same(&trainer.training(batch, 1, 1).trace().unwrap());
    let trainable: Vec<bool> = model.variables().iter().map(|v| v.trainable).collect();
    assert!(trainable.contains(&false), "moving averages");
    let slots = vec![true; 2 * trainable.iter().filter(|t| **t).count()];
    // Iterations, random state, totals, position; x, y, order, first, until, learning rates.
    let rest = [true, false, false, true, false, false, false, true, true, true];
    assert_eq!(of_training, [&trainable[..], &slots, &rest].concat());
    let data = DataTypes { x: vec![x.ty()], ..DataTypes::default() };
    let inference = Inference { model: &model, data: &data, batch, first_row: 0 };
    let of_prediction = same(&inference.trace_prediction().unwrap());
    // Outputs, position; variables; x, until.
    assert_eq!(of_prediction, [&[false, true][..], &vec![true; trainable.len()], &[false, true]].concat());
}

/// A device with tiled memory pads small dimensions, so a data set is stored as flat rows.
#[test]
fn programs_take_flat_rows() {
    let model = normalized(false);
    let (x, y) = data(16, &[4, 4, 2]);
    let compile = Compile::new(Adam::new(), "sparse_categorical_crossentropy");
    let trainer = Trainer::new(&model, &compile, &x, &y, 2);
    let training = trainer.training(Batch { cores: 2, rows: 4 }, 1, 1);
    let (state, module) = (training.state_types().len(), training.trace().unwrap());
    let dims: Vec<_> = module.main().unwrap().param_types().into_iter().skip(state).map(|ty| ty.dims).collect();
    assert_eq!(dims[..2], [vec![16, 32], vec![16]]);
}
