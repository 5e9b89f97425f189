//! Data that is streamed to the device in chunks gives bit-identical results to data that is stored there.

use keras::callbacks::{History, LambdaCallback, TerminateOnNan};
use keras::optimizers::Adam;
use keras::optimizers::schedules::ExponentialDecay;
use keras::{Compile, ErrorKind, Fit, Infer, Model};

use crate::{images, images_with_nan, network, on, silent};

/// All results of a training.
#[derive(Debug, PartialEq)]
struct Left {
    weights: Vec<Vec<f32>>,
    slots: Vec<Vec<Vec<f32>>>,
    history: Vec<(String, Vec<f64>)>,
}

fn left(model: &Model, history: &History) -> Left {
    Left {
        weights: model.variables().iter().map(|v| v.values.clone()).collect(),
        slots: model.optimizer_state().unwrap().slots.clone(),
        history: history.iter().map(|(name, values)| (name.to_string(), values.to_vec())).collect(),
    }
}

/// 9 full steps and a remainder that cannot be divided evenly; 4 steps of validation, the last one padded.
#[test]
fn chunks_give_the_same_results() {
    let ((x, y), held_out) = (images(300), images(110));
    let trained = |resident_steps: Option<usize>, split: bool| {
        let mut network = network(0.5);
        // Each step has its own learning rate, which depends on the step within the epoch, not within the
        // chunk.
        let decay = ExponentialDecay::new(0.01, 3, 0.7);
        let adam = Adam::new().learning_rate(decay);
        network.compile(Compile::new(adam, "sparse_categorical_crossentropy").metrics(["accuracy"])).unwrap();
        let mut model = on(8, &network);
        let mut fit = Fit { resident_steps, ..silent(3) };
        match split {
            true => fit.validation_split = 0.25,
            false => fit.validation_data = Some(held_out.clone().into()),
        }
        let history = model.fit(&x, &y, fit).unwrap();
        let report = model.report().unwrap();
        assert_eq!(report.calls.iter().map(|call| call.rows).sum::<usize>(), 3 * if split { 225 } else { 300 });
        (report.resident_steps, left(model.model(), &history))
    };
    for split in [false, true] {
        let (all, expected) = trained(None, split);
        assert_eq!(all, None, "all data fits");
        for steps in [1, 2, 4] {
            let (some, found) = trained(Some(steps), split);
            assert!(some.is_some_and(|some| some <= steps), "{steps} steps at a time: {some:?}");
            assert!(expected == found, "{steps} steps at a time: {:?} {:?}", expected.history, found.history);
        }
    }
}

#[test]
fn an_evaluation_in_chunks_is_the_same() {
    let (x, y) = images(300);
    let mut model = on(4, &network(0.0));
    let evaluate = |model: &mut keras::DeviceModel, resident_steps| {
        model.evaluate(&x, &y, Infer { resident_steps, ..Infer::silent(32) }).unwrap()
    };
    let expected = evaluate(&mut model, None);
    for steps in [1, 3, 9, 10] {
        assert_eq!(evaluate(&mut model, Some(steps)), expected, "{steps} batches at a time");
    }
}

#[test]
fn a_training_can_stop_between_chunks() {
    let (x, y) = images_with_nan();
    let settings = || Fit { shuffle: false, resident_steps: Some(1), ..silent(3) };
    let mut model = on(2, &network(0.0));
    let error = model.fit(&x, &y, settings()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Training);
    assert!(error.message().contains("epoch 1, step 2"), "{error}");
    assert_eq!(model.model().optimizer_state().unwrap().iterations, 1, "the first step counts");

    let mut model = on(2, &network(0.0));
    let history = model.fit(&x, &y, settings().callback(TerminateOnNan::new())).unwrap();
    assert_eq!(history.epochs(), [0]);
    assert_eq!(model.model().optimizer_state().unwrap().iterations, 1);
}

/// A callback stops the training within an epoch, and another `fit` follows. Data that was uploaded for later
/// steps is discarded.
#[test]
fn a_stopped_training_continues_with_the_same_results() {
    let (x, y) = images(200);
    let trained = |resident_steps: Option<usize>| {
        let mut model = on(2, &network(0.5));
        let settings = || Fit { resident_steps, steps_per_execution: Some(1), ..silent(2) };
        let stop = LambdaCallback::new().train_batch_end(|ctx, batch, _| {
            ctx.stop_training |= batch == 2;
            Ok(())
        });
        model.fit(&x, &y, settings().callback(stop)).unwrap();
        assert_eq!(model.model().optimizer_state().unwrap().iterations, 3);
        let history = model.fit(&x, &y, settings()).unwrap();
        left(model.model(), &history)
    };
    let expected = trained(None);
    assert!(trained(Some(2)) == expected);
    assert!(trained(Some(5)) == expected);
}

#[test]
fn data_of_less_than_a_step_is_stored_whole() {
    let (x, y) = images(20);
    let mut model = on(2, &network(0.0));
    model.fit(&x, &y, Fit { resident_steps: Some(1), ..silent(1) }).unwrap();
    assert_eq!(model.report().unwrap().resident_steps, None);
}
