//! Training, evaluation and prediction of small models on the built-in processor, linked in as in a user's
//! program. All tests run again with the plugin as a shared library.

mod augmentation;
mod averages;
mod checkpoints;
mod custom_layer;
mod datasets;
mod grad_cam;
mod linear_algebra;
mod memory;
mod numerical;
mod outputs;
mod random;
mod remote_monitor;
mod sizes;
mod stateful;
mod streaming;
mod tensorboard;

use keras::callbacks::{
    Callback, EarlyStopping, LambdaCallback, LearningRateScheduler, Logs, ModelCheckpoint, ProgbarLogger,
    TerminateOnNan, TrainContext,
};
use keras::layers::{BatchNormalization, Conv2D, Dense, Dropout, Flatten};
use keras::optimizers::{Adam, SGD};
use keras::{Activation, Array, Compile, Device, DeviceModel, ErrorKind, Fit, Infer, Input, Model, StopFlag};
use keras::{Display, Verbose};
use pjrt::NamedValue;

const CLASSES: usize = 3;

/// The environment variable that names a shared library to load instead of the linked-in plugin.
const LIBRARY: &str = "LABORA_TEST_LIBRARY";

fn device(cores: usize) -> Device {
    let options = [("cores", NamedValue::Int64(cores as i64)), ("numerics", NamedValue::String("float32".into()))];
    let plugin = match std::env::var_os(LIBRARY) {
        Some(library) => pjrt::Plugin::load(library).unwrap(),
        None => plugin::linked().unwrap(),
    };
    let client = pjrt::Client::new(&plugin, &options).unwrap();
    Device::new(client, cores).unwrap().quiet()
}

fn network(dropout: f64) -> Model {
    let input = Input::new([6, 6, 1]);
    let x = BatchNormalization::new().call(&input).unwrap();
    let x = Conv2D::new(8, 3).activation(Activation::Relu).call(&x).unwrap();
    let x = Flatten::new().call(&x).unwrap();
    let x = Dropout::new(dropout).call(&x).unwrap();
    let mut model = Model::new(&input, &Dense::new(CLASSES).activation(Activation::Softmax).call(&x).unwrap()).unwrap();
    model.compile(compile()).unwrap();
    model
}

fn compile() -> Compile {
    Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"])
}

/// Generates images of bytes: noise with a bright row, whose position is the class.
fn images(count: usize) -> (Array, Array) {
    let mut rng = keras::utils::Rng::seeded(5);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for i in 0..count {
        let class = i % CLASSES;
        y.push(class as i32);
        for row in 0..6 {
            for _ in 0..6 {
                x.push(rng.below(100) as u8 + if row == 2 * class { 150 } else { 0 });
            }
        }
    }
    (Array::new([count, 6, 6, 1], x).unwrap(), Array::from(y))
}

fn silent<'a>(epochs: usize) -> Fit<'a> {
    Fit { batch_size: 32, epochs, verbose: Verbose::Silent, ..Fit::default() }
}

fn on(cores: usize, model: &Model) -> DeviceModel {
    model.to_device(&device(cores)).unwrap()
}

/// Runs every test of this file in a process that loads the plugin from a file.
#[test]
fn the_shared_library_passes_these_tests_too() {
    if std::env::var_os(LIBRARY).is_some() {
        return;
    }
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .env(LIBRARY, testkit::built_library("labora_plugin"))
        .output()
        .unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    assert!(report.contains("test eight_cores_learn_and_predict ... ok"), "{report}");
}

#[test]
fn eight_cores_learn_and_predict() {
    let (x, y) = images(300);
    let mut model = on(8, &network(0.1));
    let fit = Fit { validation_split: 0.2, ..silent(12) };
    let history = model.fit(&x, &y, fit).unwrap();
    let names: Vec<&str> = history.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["accuracy", "loss", "val_accuracy", "val_loss"]);
    let accuracy = history.get("val_accuracy").unwrap();
    assert!(accuracy.len() == 12 && accuracy[11] > 0.95, "{history:?}");

    let test = model.evaluate(&x, &y, Infer::silent(64)).unwrap();
    assert!(test.get("accuracy").unwrap() > 0.95, "{test:?}");
    let p = model.predict(&x, Infer::silent(64)).unwrap();
    assert_eq!(p.dims(), [300, CLASSES]);
    let right = (0..300).filter(|i| {
        let row = p.row(*i).unwrap();
        (row.iter().sum::<f32>() - 1.0).abs() < 1e-5 && row.iter().all(|v| *v <= row[i % CLASSES])
    });
    assert_eq!(right.count() as f64 / 300.0, test.get("accuracy").unwrap());
    assert!(model.model().summary().contains("Optimizer params"));
}

/// The validation of the last epoch equals `evaluate` of the trained model, on any number of cores.
#[test]
fn validation_is_the_evaluation_of_the_trained_model() {
    let (x, y) = images(120);
    let held_out = images(50);
    let mut model = on(4, &network(0.0));
    let fit = Fit { validation_data: Some(held_out.clone().into()), ..silent(2) };
    let history = model.fit(&x, &y, fit).unwrap();
    let model = model.sync_to_cpu().unwrap();
    for cores in [1, 4] {
        let test = on(cores, &model).evaluate(&held_out.0, &held_out.1, Infer::silent(32)).unwrap();
        let (expected, found) = (history.get("val_loss").unwrap()[1], test.get("loss").unwrap());
        assert!((expected - found).abs() < 1e-5, "{cores} cores: {expected} {found}");
    }
}

/// The same seed gives the same weights, independent of the steps per call.
#[test]
fn results_do_not_depend_on_the_steps_of_a_call() {
    let (x, y) = images(200);
    let weights = |steps: Option<usize>| {
        let mut model = on(2, &network(0.5));
        model.fit(&x, &y, Fit { steps_per_execution: steps, ..silent(2) }).unwrap();
        model.model().variables().iter().map(|v| v.values.clone()).collect::<Vec<_>>()
    };
    let expected = weights(Some(1));
    assert!(expected == weights(Some(4)), "four steps a call");
    assert!(expected == weights(None), "the default number of steps a call");
}

/// Four epochs in one `fit` equal two and two in two: shuffling and dropout continue too.
#[test]
fn another_fit_continues_where_the_last_one_ended() {
    let (x, y) = images(96);
    let once = {
        let mut model = on(2, &network(0.5));
        model.fit(&x, &y, silent(4)).unwrap();
        model.sync_to_cpu().unwrap()
    };
    let twice = {
        let mut model = on(2, &network(0.5));
        model.fit(&x, &y, silent(2)).unwrap();
        model.fit(&x, &y, Fit { initial_epoch: 2, ..silent(4) }).unwrap();
        model.sync_to_cpu().unwrap()
    };
    assert_eq!(once.optimizer_state().unwrap().iterations, 12);
    assert_eq!(once.optimizer_state(), twice.optimizer_state());
    let trained =
        |m: &Model| m.variables().iter().filter(|v| v.trainable).map(|v| v.values.clone()).collect::<Vec<_>>();
    assert_eq!(trained(&once), trained(&twice));
}

#[test]
fn each_epoch_has_its_own_order() {
    let (x, y) = images(96);
    let losses = |shuffle: bool| {
        let mut model = network(0.0);
        // With a learning rate of zero, losses differ only because other rows are normalized together.
        model.compile(Compile::new(SGD::new().learning_rate(0.0), "sparse_categorical_crossentropy")).unwrap();
        let mut model = on(2, &model);
        let mut losses = Vec::new();
        for _ in 0..2 {
            losses.extend_from_slice(model.fit(&x, &y, Fit { shuffle, ..silent(2) }).unwrap().get("loss").unwrap());
        }
        losses
    };
    let shuffled = losses(true);
    let distinct: std::collections::BTreeSet<u64> = shuffled.iter().map(|loss| loss.to_bits()).collect();
    assert_eq!(distinct.len(), 4, "{shuffled:?}");
    assert_eq!(shuffled, losses(true), "the same seed gives the same orders");
    let in_order = losses(false);
    assert!(in_order.iter().all(|loss| *loss == in_order[0]), "{in_order:?}");
}

/// Generates 64 images with a NaN in the second batch of 32.
fn images_with_nan() -> (Array, Array) {
    let (x, y) = images(64);
    let mut values: Vec<f32> = (0..64).flat_map(|i| x.row(i).unwrap()).collect();
    values[40 * 36] = f32::NAN;
    (Array::new([64, 6, 6, 1], values).unwrap(), y)
}

#[test]
fn a_loss_that_is_not_finite_ends_the_training_and_keeps_the_weights() {
    let (x, y) = images_with_nan();
    let mut model = on(2, &network(0.0));
    let error = model.fit(&x, &y, Fit { shuffle: false, ..silent(3) }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Training);
    assert!(error.message().contains("epoch 1, step 2"), "{error}");
    let state = model.model().optimizer_state().unwrap();
    assert_eq!(state.iterations, 1, "the first step counts");
    assert!(model.model().variables().iter().flat_map(|v| &v.values).all(|v| v.is_finite()));
    assert_ne!(model.model().variables()[0].values, vec![1.0], "the first step's weights are kept");
}

#[test]
fn a_callback_stops_a_training_with_a_loss_that_is_not_finite() {
    let (x, y) = images_with_nan();
    let mut model = on(2, &network(0.0));
    let fit = Fit { shuffle: false, ..silent(3) }.callback(TerminateOnNan::new());
    let history = model.fit(&x, &y, fit).unwrap();
    assert_eq!(history.epochs(), [0]);
    assert!(history.get("loss").unwrap()[0].is_nan());
    assert_eq!(model.model().optimizer_state().unwrap().iterations, 1, "the first step counts");
    assert!(model.model().variables().iter().flat_map(|v| &v.values).all(|v| v.is_finite()));
    let fit = Fit { shuffle: false, ..silent(3) }.callback(TerminateOnNan { raise_error: true });
    assert!(model.fit(&x, &y, fit).unwrap_err().message().contains("batch 1"));
}

#[test]
fn the_history_before_an_error_is_kept() {
    let (x, y) = images(64);
    let mut model = on(2, &network(0.0));
    assert!(model.history().is_none());
    let mut out = Vec::new();
    let fit = Fit {
        batch_size: 32,
        epochs: 4,
        steps_per_execution: Some(1),
        display: Display::Terminal,
        out: Some(Box::new(&mut out)),
        ..Fit::default()
    };
    let failing = LambdaCallback::new().epoch_end(|_, epoch, _| match epoch {
        1 => Err(keras::Error::argument("enough")),
        _ => Ok(()),
    });
    assert_eq!(model.fit(&x, &y, fit.callback(failing)).unwrap_err().message(), "enough");
    let history = model.history().unwrap();
    assert_eq!((history.epochs(), history.get("loss").unwrap().len()), (&[0, 1][..], 2));
    model.fit(&x, &y, silent(1)).unwrap();
    assert_eq!(model.history().unwrap().epochs(), [0]);
}

/// An error message starts on a new line.
#[test]
fn an_interrupted_progress_bar_ends_its_line() {
    let (x, y) = images_with_nan();
    let mut out = Vec::new();
    let fit = Fit {
        shuffle: false,
        steps_per_execution: Some(1),
        verbose: Verbose::Bar,
        display: Display::Terminal,
        out: Some(Box::new(&mut out)),
        ..silent(1)
    };
    on(2, &network(0.0)).fit(&x, &y, fit).unwrap_err();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("1/2") && text.ends_with('\n') && !text.ends_with("\n\n"), "{text:?}");
}

#[test]
fn a_custom_progress_bar_replaces_the_default() {
    let (x, y) = images(64);
    let mut out = Vec::new();
    let fit = Fit { verbose: Verbose::Line, display: Display::Plain, out: Some(Box::new(&mut out)), ..silent(1) };
    on(1, &network(0.0)).fit(&x, &y, fit.callback(ProgbarLogger::new())).unwrap();
    assert_eq!(String::from_utf8(out).unwrap().lines().count(), 1);
}

/// Records the batch hooks.
#[derive(Default)]
struct Noted(Vec<String>);

impl Callback for Noted {
    fn on_test_begin(&mut self, _: &mut TrainContext<'_>) -> keras::Result<()> {
        self.0.push("test".into());
        Ok(())
    }

    fn on_test_batch_begin(&mut self, _: &mut TrainContext<'_>, batch: usize) -> keras::Result<()> {
        self.0.push(format!("from {batch}"));
        Ok(())
    }

    fn on_test_batch_end(&mut self, _: &mut TrainContext<'_>, batch: usize, logs: &Logs) -> keras::Result<()> {
        assert!(logs.get("loss").unwrap().is_finite());
        self.0.push(format!("to {batch}"));
        Ok(())
    }

    fn on_test_end(&mut self, _: &mut TrainContext<'_>, _: &Logs) -> keras::Result<()> {
        self.0.push("tested".into());
        Ok(())
    }

    fn on_predict_batch_begin(&mut self, _: &mut TrainContext<'_>, batch: usize) -> keras::Result<()> {
        self.0.push(format!("from {batch}"));
        Ok(())
    }

    fn on_predict_batch_end(&mut self, _: &mut TrainContext<'_>, batch: usize) -> keras::Result<()> {
        self.0.push(format!("to {batch}"));
        Ok(())
    }
}

#[test]
fn batch_hooks_of_evaluation_and_prediction_are_called() {
    let (x, y) = images(64);
    let mut model = on(2, &network(0.0));
    let (mut fitted, mut tested, mut predicted) = (Noted::default(), Noted::default(), Noted::default());
    model
        .fit(&x, &y, Fit { validation_data: Some((x.clone(), y.clone()).into()), ..silent(1) }.callback(&mut fitted))
        .unwrap();
    let mut settings = Infer::silent(64);
    settings.callbacks.push(&mut tested);
    model.evaluate(&x, &y, settings).unwrap();
    let mut settings = Infer::silent(64);
    settings.callbacks.push(&mut predicted);
    model.predict(&x, settings).unwrap();
    // The first call has one batch; the number of batches in later calls depends on its time.
    assert_eq!((fitted.0[..3].join(" "), fitted.0.last().unwrap().as_str()), ("test from 0 to 0".into(), "tested"));
    assert!(fitted.0.contains(&"to 1".into()), "{:?}", fitted.0);
    assert_eq!(tested.0, ["test", "from 0", "to 0", "tested"]);
    assert_eq!(predicted.0, ["from 0", "to 0"]);
}

/// Predictions run in chunks, with programs of a few sizes, and rows are independent.
#[test]
fn predictions_do_not_depend_on_the_number_of_rows() {
    let (x, _) = images(4500);
    let mut model = on(2, &network(0.0));
    let all = model.predict(&x, Infer::silent(64)).unwrap();
    assert_eq!(all.rows(), 4500);
    for rows in [1, 2, 3, 63, 65, 130] {
        let some: Vec<usize> = (4500 - rows..4500).collect();
        let part = model.predict(x.take(&some).unwrap(), Infer::silent(64)).unwrap();
        assert_eq!(part.dims(), [rows, CLASSES]);
        let (part, wanted) = (part.as_f32().unwrap().to_vec(), all.take(&some).unwrap());
        assert!(testkit::worst_difference(&part, wanted.as_f32().unwrap()) < 1e-6, "{rows} rows");
    }
}

/// Weights and programs stay on the cores between predictions, and changed weights are uploaded.
#[test]
fn predictions_use_the_current_weights() {
    let (x, y) = images(64);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.weights.h5");
    let mut model = on(2, &network(0.0));
    model.save_weights(&path).unwrap();
    let first = model.predict(&x, Infer::silent(64)).unwrap();
    model.fit(&x, &y, silent(1)).unwrap();
    let fitted = model.predict(&x, Infer::silent(64)).unwrap();
    assert_ne!(fitted, first);
    assert_eq!(fitted, on(2, model.model()).predict(&x, Infer::silent(64)).unwrap());
    model.load_weights(&path).unwrap();
    assert_eq!(model.predict(&x, Infer::silent(64)).unwrap(), first);
    let other = network(0.0);
    *model.model_mut() = {
        let input = Input::new([6, 6, 1]);
        let x = Flatten::new().call(&input).unwrap();
        Model::new(&input, &Dense::new(CLASSES).call(&x).unwrap()).unwrap()
    };
    assert_ne!(model.predict(&x, Infer::silent(64)).unwrap(), first);
    *model.model_mut() = other;
    assert_eq!(model.predict(&x, Infer::silent(64)).unwrap(), first);
}

#[test]
fn arguments_that_do_not_fit_are_refused_before_training() {
    let (x, y) = images(40);
    let mut model = on(8, &network(0.0));
    let mut refused = |x: &Array, y: &Array, fit: Fit<'_>, expected: &str| {
        let message = model.fit(x, y, fit).unwrap_err().to_string();
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
    };
    refused(&x, &y, Fit { batch_size: 20, ..silent(1) }, "batch_size=20 cannot be divided among 8 cores");
    refused(&x, &Array::from(vec![3; 40]), silent(1), "row 0 of y has the value 3, but the classes are 0 to 2");
    refused(&x, &Array::from(vec![0; 39]), silent(1), "the same number of rows");
    refused(&Array::new([40, 36], vec![0u8; 40 * 36]).unwrap(), &y, silent(1), "rows of shape (None, 6, 6, 1)");
    refused(&x, &y, Fit { validation_split: 1.0, ..silent(1) }, "validation_split");
    refused(&x, &y, Fit { validation_split: 1e-17, ..silent(1) }, "keeps none of 40 rows");
    refused(&x, &y, Fit { batch_size: 0, ..silent(1) }, "batch_size=0");
    let input = Input::new([2]);
    let mut uncompiled = on(1, &Model::new(&input, &Dense::new(1).call(&input).unwrap()).unwrap());
    let message = uncompiled.fit(vec![0.0f32; 2], vec![0.0f32; 2], silent(1)).unwrap_err().to_string();
    assert!(message.contains("rows of shape (None, 2)"), "{message}");
    let rows = Array::new([2, 2], vec![0.0f32; 4]).unwrap();
    let message = uncompiled.fit(rows, vec![0.0f32; 2], silent(1)).unwrap_err().to_string();
    assert!(message.contains("is not compiled"), "{message}");
}

/// A loss that is resolved by the shape of the targets must be the same for training and validation.
#[test]
fn validation_has_the_loss_of_the_training() {
    let (x, y) = images(40);
    let mut model = network(0.0);
    model.compile(Compile::new(Adam::new(), "crossentropy").metrics(["accuracy"])).unwrap();
    let one_hot = Array::new([40, CLASSES], [[1.0f32, 0.0, 0.0]; 40].concat()).unwrap();
    let mut model = on(1, &model);
    let fit = Fit { validation_data: Some((x.clone(), one_hot.clone()).into()), ..silent(1) };
    let message = model.fit(&x, &y, fit).unwrap_err().to_string();
    assert!(message.contains("validation targets"), "{message}");
    let fit = Fit { validation_data: Some((x.clone(), one_hot.clone()).into()), ..silent(1) };
    model.fit(&x, &one_hot, fit).unwrap();
}

#[test]
fn callbacks_stop_schedule_and_save() {
    let (x, y) = images(96);
    let folder = tempfile::tempdir().unwrap();
    let best = folder.path().join("best.weights.h5");
    let mut rates = Vec::new();
    let mut model = on(2, &network(0.0));
    let fit = Fit { validation_split: 0.25, ..silent(30) }
        .callback(LearningRateScheduler::new(|epoch, rate| if epoch < 2 { rate } else { rate * 0.5 }))
        .callback(ModelCheckpoint::new(best.to_string_lossy()).save_best_only(true))
        .callback(LambdaCallback::new().epoch_begin(|ctx, _| {
            rates.push(ctx.learning_rate());
            Ok(())
        }))
        .callback(EarlyStopping::new("val_accuracy").patience(4).restore_best_weights(true));
    let history = model.fit(&x, &y, fit).unwrap();
    assert!(history.epochs().len() < 30, "the training stops early");
    assert_eq!(rates[..4], [1e-3, 1e-3, 5e-4, 2.5e-4]);
    let mut other = network(0.0);
    other.load_weights(&best).unwrap();
}

#[test]
fn a_stop_flag_stops_the_training_between_calls() {
    let (x, y) = images(320);
    let stop = StopFlag::new();
    let mut model = on(2, &network(0.0));
    let fit = Fit { stop: stop.clone(), steps_per_execution: Some(2), ..silent(5) }.callback(
        LambdaCallback::new().train_batch_end(move |_, batch, _| {
            if batch >= 5 {
                stop.set();
            }
            Ok(())
        }),
    );
    model.fit(&x, &y, fit).unwrap();
    assert_eq!(model.model().optimizer_state().unwrap().iterations, 6);
}

#[test]
fn an_epoch_that_did_not_start_is_not_counted() {
    let (x, y) = images(64);
    let mut model = on(2, &network(0.0));
    let fit = silent(3).callback(LambdaCallback::new().epoch_begin(|ctx, epoch| {
        ctx.stop_training = epoch == 1;
        Ok(())
    }));
    let history = model.fit(&x, &y, fit).unwrap();
    assert_eq!((history.epochs(), history.get("loss").unwrap().len()), (&[0][..], 1));
}

/// Sets the flag at the first batch of the first validation.
struct StopInValidation(StopFlag);

impl Callback for StopInValidation {
    fn on_test_batch_end(&mut self, _: &mut TrainContext<'_>, batch: usize, _: &Logs) -> keras::Result<()> {
        assert_eq!(batch, 0, "no further batch is evaluated");
        self.0.set();
        Ok(())
    }
}

#[test]
fn a_validation_that_a_stop_flag_interrupts_is_not_counted() {
    let (x, y) = images(320);
    let stop = StopFlag::new();
    let mut model = on(2, &network(0.0));
    let fit = Fit { stop: stop.clone(), validation_data: Some((x.clone(), y.clone()).into()), ..silent(5) };
    let history = model.fit(&x, &y, fit.callback(StopInValidation(stop))).unwrap();
    assert_eq!(history.epochs(), [0]);
    assert!(history.get("loss").is_some() && history.get("val_loss").is_none(), "{history:?}");
}

#[test]
fn rows_of_padding_are_not_counted() {
    let (x, y) = images(70);
    let mut model = on(2, &network(0.0));
    for (batch_size, rows) in [(32, vec![32, 32, 6]), (128, vec![70])] {
        model.fit(&x, &y, Fit { batch_size, steps_per_execution: Some(1), ..silent(1) }).unwrap();
        let calls = model.report().unwrap().calls.iter().map(|call| call.rows).collect::<Vec<_>>();
        assert_eq!(calls, rows);
    }
}

#[test]
fn progress_lines_match_keras() {
    let (x, y) = images(64);
    let mut out = Vec::new();
    let mut model = on(1, &network(0.0));
    let fit = Fit { verbose: Verbose::Line, display: Display::Plain, out: Some(Box::new(&mut out)), ..silent(2) };
    model.fit(&x, &y, fit).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[2]), ("Epoch 1/2", "Epoch 2/2"), "{text}");
    assert!(lines[1].starts_with("2/2 - ") && lines[1].contains(" - accuracy: 0."), "{text}");
}

#[test]
fn saved_weights_are_loaded_unchanged() {
    let (x, y) = images(64);
    let mut trained = on(2, &network(0.0));
    trained.fit(&x, &y, silent(1)).unwrap();
    let expected = trained.predict(&x, Infer::silent(64)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["model.weights.h5", "model.h5"] {
        let path = folder.path().join(name);
        trained.save_weights(&path).unwrap();
        assert_eq!(trained.model().save_weights_without_overwrite(&path).unwrap_err().kind(), ErrorKind::File);
        let mut other = on(2, &network(0.0));
        other.load_weights(&path).unwrap();
        assert_eq!(other.predict(&x, Infer::silent(64)).unwrap(), expected, "{name}");
    }
}

#[test]
fn plain_gradient_descent_minimizes_other_losses() {
    let x = Array::new([32, 2], (0..64).map(|i| (i % 7) as f32 / 7.0).collect::<Vec<f32>>()).unwrap();
    let targets = (0..32).map(|i| x.row(i).unwrap()).map(|r| 2.0 * r[0] - r[1] + 0.5).collect::<Vec<f32>>();
    let y = Array::new([32, 1], targets).unwrap();
    let input = Input::new([2]);
    let mut model = Model::new(&input, &Dense::new(1).call(&input).unwrap()).unwrap();
    let sgd = SGD::new().momentum(0.9);
    model.compile(Compile::new(sgd, "mean_squared_error").metrics(["mean_absolute_error"])).unwrap();
    let mut model = on(1, &model);
    let history = model.fit(&x, &y, Fit { batch_size: 8, ..silent(200) }).unwrap();
    assert!(history.get("loss").unwrap()[199] < 1e-3, "{:?}", history.get("loss"));
}
