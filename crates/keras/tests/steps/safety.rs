//! A step with a value that is not finite is not applied, and the following steps do not run.

use keras::layers::{BatchNormalization, Dense};
use keras::optimizers::{Adam, SGD};
use keras::{Array, Compile, Input, Model};

use crate::program::{Trainer, array, numbers};

#[test]
fn a_step_that_is_not_finite_is_not_applied() {
    let input = Input::new([4]);
    let x = BatchNormalization::new().call(&input).unwrap();
    let model = Model::new(&input, &Dense::new(1).call(&x).unwrap()).unwrap();
    let compile = Compile::new(Adam::new(), "mean_squared_error");
    let mut values = numbers(4 * 6, 3);
    let y = array(&[6, 1], numbers(6, 4));
    let sound: Array = array(&[6, 4], values.clone());
    // The second step of three has an infinite value, on the second of two cores only.
    values[4 * 3] = f32::INFINITY;
    let spoiled = array(&[6, 4], values);
    let order = [vec![0, 2, 4], vec![1, 3, 5]];
    let mut trainer = Trainer::new(&model, &compile, &spoiled, &y, 2);
    let (position, _) = trainer.run(2, &order, 0.01);
    assert_eq!(position, 1, "it stops at the second step");

    let mut expected = Trainer::new(&model, &compile, &sound, &y, 2);
    assert_eq!(expected.run(2, &[vec![0], vec![1]], 0.01).0, 1);
    for core in 0..2 {
        assert_eq!(trainer.state[core], expected.state[core], "core {core} has the state after the first step");
    }
}

/// Loss and gradients are finite, but the new weights are not: `p - rate · g` overflows.
#[test]
fn weights_that_overflow_are_not_kept() {
    let input = Input::new([4]);
    let model = Model::new(&input, &Dense::new(1).call(&input).unwrap()).unwrap();
    let compile = Compile::new(SGD::new(), "mean_squared_error");
    let (x, y) = (array(&[2, 4], vec![100.0; 8]), array(&[2, 1], vec![-100.0; 2]));
    let mut trainer = Trainer::new(&model, &compile, &x, &y, 2);
    let before = trainer.variable(0, 0);
    assert_eq!(trainer.run(2, &[vec![0], vec![1]], 1e38).0, 0);
    for core in 0..2 {
        assert_eq!(trainer.variable(core, 0), before);
    }
}

/// A moving variance overflows on the second core only; all cores must reject the step.
#[test]
fn moving_averages_that_overflow_are_not_kept() {
    let input = Input::new([1]);
    let x = BatchNormalization::new().call(&input).unwrap();
    let model = Model::new(&input, &Dense::new(1).call(&x).unwrap()).unwrap();
    let compile = Compile::new(SGD::new(), "mean_squared_error");
    let (x, y) = (array(&[4, 1], vec![1.0, 2.0, 1e20, -1e20]), array(&[4, 1], vec![0.0; 4]));
    let mut trainer = Trainer::new(&model, &compile, &x, &y, 2);
    assert_eq!(trainer.run(4, &[vec![0, 1], vec![2, 3]], 0.01).0, 0);
    assert!((0..2).all(|core| trainer.variable(core, 3) == [1.0]), "the moving variance stays");
}
