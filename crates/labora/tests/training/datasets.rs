//! Trainings on data sets, beside trainings on arrays with the same rows.

use std::sync::{Arc, Mutex};

use keras::callbacks::LambdaCallback;
use keras::data::{Batches, DataSource, Dataset};
use keras::layers::{Concatenate, Dense};
use keras::optimizers::Adam;
use keras::optimizers::schedules::ExponentialDecay;
use keras::{Arrays, Compile, Display, Error, ErrorKind, Fit, Infer, Input, Model, Samples, Verbose};

use crate::{Array, images, network, on, silent};

/// Weights, optimizer slots and history.
#[derive(Debug, PartialEq)]
struct Left(Vec<Vec<f32>>, Vec<Vec<Vec<f32>>>, Vec<(String, Vec<f64>)>);

fn left(model: &Model, history: &keras::callbacks::History) -> Left {
    let weights = model.variables().iter().map(|v| v.values.clone()).collect();
    let history = history.iter().map(|(name, values)| (name.to_string(), values.to_vec())).collect();
    Left(weights, model.optimizer_state().unwrap().slots.clone(), history)
}

/// A network with dropout, moving averages, and a learning rate for each step.
fn decaying() -> Model {
    let mut network = network(0.5);
    let adam = Adam::new().learning_rate(ExponentialDecay::new(0.01, 3, 0.7));
    network.compile(Compile::new(adam, "sparse_categorical_crossentropy").metrics(["accuracy"])).unwrap();
    network
}

/// 9 full batches and a rest that cannot be divided evenly, on one core and on several.
#[test]
fn data_sets_give_the_weights_of_arrays() {
    let (x, y) = images(300);
    let rows = Dataset::from_arrays((&x, &y), 32).unwrap();
    for cores in [1, 8] {
        let mut model = on(cores, &decaying());
        let history = model.fit(&x, &y, Fit { shuffle: false, ..silent(3) }).unwrap();
        let arrays = left(model.model(), &history);
        let loads = [
            (rows.clone(), None),
            (rows.map(3, Ok).prefetch(2), Some(2)),
            (Dataset::from_arrays((&x, &y), 7).unwrap().batch(32).unwrap(), Some(4)),
        ];
        for (dataset, resident_steps) in loads {
            let mut model = on(cores, &decaying());
            let history = model.fit_dataset(&dataset, Fit { resident_steps, ..silent(3) }).unwrap();
            assert_eq!(left(model.model(), &history), arrays, "{cores} cores, {resident_steps:?}");
        }
    }
}

/// As epochs of arrays: they go on in the pass, and the rest of a pass is a short epoch.
#[test]
fn epochs_of_some_steps_are_those_of_arrays() {
    let (x, y) = images(300);
    let fit = || Fit { steps_per_epoch: Some(4), shuffle: false, ..silent(5) };
    let mut model = on(2, &decaying());
    let history = model.fit(&x, &y, fit()).unwrap();
    let arrays = left(model.model(), &history);
    let rows = Dataset::from_arrays((&x, &y), 32).unwrap();
    // A data set whose number of batches is unknown ends epochs in the same places.
    let unknown = rows.clone();
    let unknown = Dataset::from_generator(move |pass| unknown.batches(pass).unwrap());
    for dataset in [rows, unknown] {
        let mut model = on(2, &decaying());
        let history = model.fit_dataset(&dataset, fit()).unwrap();
        assert_eq!(left(model.model(), &history), arrays);
    }
    // A pass whose end is the end of an epoch.
    let even = Dataset::from_generator({
        let rows = Dataset::from_arrays((&x, &y), 32).unwrap().take(4);
        move |pass| rows.batches(pass).unwrap()
    });
    let mut model = on(1, &network(0.0));
    model.fit_dataset(&even, fit()).unwrap();
    assert_eq!(model.model().optimizer_state().unwrap().iterations, 20);
}

#[test]
fn validation_evaluation_and_prediction_take_data_sets() {
    let ((x, y), (x_test, y_test)) = (images(96), images(110));
    let test = Dataset::from_arrays((&x_test, &y_test), 32).unwrap();
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} and {b}");
    for cores in [1, 2, 8] {
        let mut model = on(cores, &network(0.0));
        let both = [Fit::validation(silent(2), (&x_test, &y_test)), silent(2).validation(&test)];
        let histories = both.map(|fit| on(cores, &network(0.0)).fit(&x, &y, fit).unwrap());
        for name in ["val_loss", "val_accuracy"] {
            near(histories[0].get(name).unwrap()[1], histories[1].get(name).unwrap()[1]);
        }
        let arrays = model.evaluate(&x_test, &y_test, Infer::silent(32)).unwrap();
        let dataset = model.evaluate_dataset(&test, Infer::silent(1)).unwrap();
        for (name, value) in arrays.iter() {
            near(value, dataset.get(name).unwrap());
        }
        let predicted = model.predict_dataset(&test, Infer::silent(1)).unwrap();
        let expected = model.predict(&x_test, Infer::silent(32)).unwrap();
        assert_eq!(predicted[0].dims(), expected.dims());
        assert!(testkit::worst_difference(predicted[0].as_f32().unwrap(), expected.as_f32().unwrap()) < 1e-6);
    }
    let fit = Fit { validation_steps: Some(1), ..silent(1) }.validation(&test);
    let dataset = Dataset::from_arrays((&x, &y), 32).unwrap();
    let history = on(1, &network(0.0)).fit_dataset(&dataset, fit).unwrap();
    assert!(history.get("val_loss").is_some());
}

/// Two inputs, two outputs, weights of samples and of classes.
#[test]
fn batches_have_several_arrays_and_weights() {
    let (a, b) = (Input::new([2]).name("a").tensor(), Input::new([1]).name("b").tensor());
    let x = Concatenate::new().call([&a, &b]).unwrap();
    let outputs = [Dense::new(1).name("u").call(&x).unwrap(), Dense::new(2).name("v").call(&x).unwrap()];
    let mut model = Model::new([&a, &b], [&outputs[0], &outputs[1]]).unwrap();
    model.compile(Compile::new(Adam::new(), "mean_squared_error")).unwrap();
    let numbers = |dims: &[usize], factor: usize| {
        let count = dims.iter().product::<usize>();
        Array::new(dims, (0..count).map(|i| (i * factor % 13) as f32 / 13.0).collect::<Vec<f32>>()).unwrap()
    };
    let (x, y) = ([numbers(&[40, 2], 5), numbers(&[40, 1], 7)], [numbers(&[40, 1], 3), numbers(&[40, 2], 4)]);
    let weights = numbers(&[40], 6);
    let samples = Samples { x: Arrays::from(x), y: y.into(), weights: weights.into() };
    let mut expected = on(2, &model);
    let fit = Fit { batch_size: 8, shuffle: false, sample_weight: samples.weights.clone(), ..silent(2) };
    expected.fit(samples.x.clone(), samples.y.clone(), fit).unwrap();
    let mut trained = on(2, &model);
    trained.fit_dataset(&Dataset::from_arrays(samples, 8).unwrap(), silent(2)).unwrap();
    assert_eq!(trained.model().variables()[0].values, expected.model().variables()[0].values);

    let (x, y) = images(64);
    let weighted = || Fit { shuffle: false, ..silent(2) }.class_weight([(0, 3.0), (2, 0.25)]);
    let [mut expected, mut trained] = [on(1, &network(0.0)), on(1, &network(0.0))];
    expected.fit(&x, &y, weighted()).unwrap();
    trained.fit_dataset(&Dataset::from_arrays((&x, &y), 32).unwrap(), weighted()).unwrap();
    assert_eq!(trained.model().variables()[0].values, expected.model().variables()[0].values);
}

/// Batches that fail after the fifth.
fn failing(error: Error) -> Dataset {
    let (x, y) = images(320);
    let rows = Dataset::from_arrays((&x, &y), 32).unwrap();
    Dataset::from_generator(move |pass| rows.batches(pass).unwrap().take(5).chain([Err(error.clone())]))
}

#[test]
fn an_error_of_a_data_set_ends_the_training_after_the_last_batch() {
    let mut model = on(2, &network(0.0));
    let error = Error::new(ErrorKind::Data, "rows.csv: line 7: \"red\" is no number");
    let error = model.fit_dataset(&failing(error), silent(2)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Data);
    assert_eq!(
        error.message(),
        "epoch 1, after step 5: rows.csv: line 7: \"red\" is no number. The model has the weights after the last \
         step that was done"
    );
    let (x, y) = images(160);
    let mut expected = on(2, &network(0.0));
    expected.fit(&x, &y, Fit { shuffle: false, ..silent(1) }).unwrap();
    assert_eq!(model.model().optimizer_state().unwrap().iterations, 5);
    assert_eq!(model.model().variables()[3].values, expected.model().variables()[3].values);
}

#[test]
fn batches_that_do_not_fit_are_refused() {
    let ((x, y), mut model) = (images(64), on(1, &network(0.0)));
    let good: Samples = (&x, &y).into();
    let mut refused = |batches: Vec<Samples>, fit: Fit<'_>, expected: &str| {
        let dataset = Dataset::from_generator(move |_| batches.clone().into_iter().map(Ok));
        let message = model.fit_dataset(&dataset, fit).unwrap_err().to_string();
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
    };
    let with = |y: Array| Samples::from((&x, &y));
    refused(vec![], silent(1), "the data set has no batches");
    refused(vec![with(Array::from(vec![0; 63]))], silent(1), "the same number of rows");
    refused(
        vec![good.clone(), with(Array::from(vec![3; 64]))],
        silent(1),
        "batch 2 of the data set: label out of range",
    );
    refused(vec![good.clone(), with(Array::from(vec![0.0f32; 64]))], silent(1), "as in the first batch, it must have");
    refused(vec![good.clone()], Fit { validation_split: 0.5, ..silent(1) }, "validation_split is for arrays");
    let weighted: Samples = (&x, &y, vec![1.0f32; 64]).into();
    refused(vec![weighted], silent(1).class_weight([(0, 2.0)]), "class_weight and sample_weight");
    refused(vec![good], Fit { sample_weight: vec![1.0f32; 64].into(), ..silent(1) }, "sample_weight is for arrays");
}

/// Records the passes for which it is opened.
struct Passes(Dataset, Arc<Mutex<Vec<u64>>>);

impl DataSource for Passes {
    fn batches(&self, pass: u64) -> keras::Result<Batches> {
        self.1.lock().unwrap().push(pass);
        self.0.batches(pass)
    }
}

/// A training that is resumed opens the data set for the passes that the whole training would have.
#[test]
fn a_pass_is_named_by_the_steps_before_it() {
    let (x, y) = images(96);
    let opened = Arc::new(Mutex::new(Vec::new()));
    let dataset = Dataset::new(Passes(Dataset::from_arrays((&x, &y), 32).unwrap(), opened.clone()));
    let mut model = on(1, &network(0.0));
    model.fit_dataset(&dataset, silent(2)).unwrap();
    model.fit_dataset(&dataset, silent(1)).unwrap();
    assert_eq!(*opened.lock().unwrap(), [0, 3, 6]);
}

/// In the first epoch the number of steps is unknown, as in Keras's output for a generator.
#[test]
fn progress_of_an_unknown_number_of_steps() {
    let (x, y) = images(96);
    let rows = Dataset::from_arrays((&x, &y), 32).unwrap();
    let dataset = Dataset::from_generator(move |pass| rows.batches(pass).unwrap());
    let mut out = Vec::new();
    let mut steps = Vec::new();
    let fit = Fit {
        verbose: Verbose::Bar,
        display: Display::Terminal,
        steps_per_execution: Some(1),
        out: Some(Box::new(&mut out)),
        ..silent(2)
    };
    let fit = fit.callback(LambdaCallback::new().train_batch_end(|_, batch, _| {
        steps.push(batch);
        Ok(())
    }));
    on(1, &network(0.0)).fit_dataset(&dataset, fit).unwrap();
    let text = String::from_utf8(out).unwrap();
    let (first, second) = text.split_once("Epoch 2/2").unwrap();
    assert!(first.contains("1/Unknown") && first.contains("3/3"), "{text}");
    assert!(second.contains("1/3") && !second.contains("Unknown"), "{text}");
    assert_eq!(steps, [0, 1, 2, 0, 1, 2]);
}
