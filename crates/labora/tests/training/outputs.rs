//! Models with several inputs, outputs and weights, compared with trainings of Keras from
//! `crates/keras/tests/python/outputs.py`.

use keras::callbacks::Logs;
use keras::layers::{Concatenate, Dense};
use keras::losses::{MeanSquaredError, Reduction};
use keras::models::Losses;
use keras::objects::Registry;
use keras::optimizers::{Adam, SGD};
use keras::regularizers::L2;
use keras::{Activation, Array, Compile, Fit, Infer, Input, Model, ValidationFreq, Verbose};
use serde_json::Value as Json;

use crate::on;

fn golden(case: &str) -> Json {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../keras/tests/fixtures/outputs.json");
    let golden: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    golden[case].clone()
}

fn floats(json: &Json) -> Vec<f32> {
    json.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

fn lists(json: &Json) -> Vec<Vec<f32>> {
    json.as_array().unwrap().iter().map(floats).collect()
}

/// An array of the golden case, in rows of this shape.
fn array(golden: &Json, name: &str, row: &[usize]) -> Array {
    let values = floats(&golden["arrays"][name]);
    let rows = values.len() / row.iter().product::<usize>();
    Array::new([&[rows], row].concat(), values).unwrap()
}

fn classes(golden: &Json, name: &str) -> Array {
    floats(&golden["arrays"][name]).iter().map(|v| *v as i32).collect::<Vec<i32>>().into()
}

fn close(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= 1e-5 * b.abs().max(1.0), "{what}: {found:?}, Keras {expected:?}");
    }
}

fn same_history(history: &keras::callbacks::History, golden: &Json) {
    let expected = golden["history"].as_object().unwrap();
    let mut names: Vec<&str> = history.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    assert_eq!(names, expected.keys().collect::<Vec<_>>());
    for (name, values) in history.iter() {
        let values: Vec<f32> = values.iter().map(|v| *v as f32).collect();
        close(&values, &floats(&expected[name]), name);
    }
}

fn same_logs(logs: &Logs, golden: &Json) {
    let expected = golden.as_object().unwrap();
    assert_eq!(logs.names().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, value) in logs.iter() {
        close(&[value as f32], &[expected[name].as_f64().unwrap() as f32], name);
    }
}

fn same_weights(model: &Model, golden: &Json) {
    for (variable, expected) in model.variables().iter().zip(lists(golden)) {
        close(&variable.values, &expected, &variable.path);
    }
}

fn several() -> Model {
    let (a, b) = (Input::new([4]).name("a"), Input::new([3]).name("b"));
    let (a, b) = (a.tensor(), b.tensor());
    let hidden = Dense::new(5).activation(Activation::Tanh).kernel_regularizer(L2::new().l2(0.01)).call(&a).unwrap();
    let hidden = Concatenate::new().call([&hidden, &b]).unwrap();
    let price = Dense::new(1).name("price").call(&hidden).unwrap();
    let kind = Dense::new(3).activation(Activation::Softmax).name("kind").call(&hidden).unwrap();
    let mut model = Model::new([&a, &b], [&price, &kind]).unwrap();
    let losses = Losses::named([("price", "mse".into()), ("kind", "sparse_categorical_crossentropy".into())]);
    let compile = Compile::new(Adam::new().learning_rate(0.02), losses).loss_weights([0.5, 2.0]);
    let compile = compile.output_metrics("price", ["mae"]).output_metrics("kind", ["accuracy"]);
    model.compile(compile.output_weighted_metrics("kind", ["accuracy"])).unwrap();
    model
}

#[test]
fn several_inputs_outputs_and_weights_train_as_in_keras() {
    let golden = golden("several");
    let x = [array(&golden, "a", &[4]), array(&golden, "b", &[3])];
    let y = [array(&golden, "price", &[1]), classes(&golden, "kind")];
    let weights = [array(&golden, "w1", &[]), array(&golden, "w2", &[])];
    let first = |arrays: &[Array; 2]| arrays.clone().map(|a| a.take(&(0..7).collect::<Vec<_>>()).unwrap());
    // Every second epoch of four, or these two; batches of the validation do not change its means.
    let [every, listed] = [ValidationFreq::from(2), [2, 4].into()];
    let settings = [(1, None, every, 8), (4, None, listed.clone(), 4), (2, Some(1), listed, 2)];
    for (cores, resident_steps, validated, validation_rows) in settings {
        let mut model = several();
        model.set_weights(lists(&golden["first"])).unwrap();
        let mut model = on(cores, &model);
        let [w1, w2] = first(&weights);
        let fit = Fit { batch_size: 8, epochs: 4, shuffle: false, verbose: Verbose::Silent, ..Fit::default() };
        let fit = Fit { resident_steps, ..fit }.validation((first(&x), first(&y), [w2, w1]));
        let fit = fit.validation_freq(validated).validation_batch_size(validation_rows);
        let history = model.fit(x.clone(), y.clone(), fit.sample_weight(weights.clone())).unwrap();
        same_history(&history, &golden);
        same_weights(model.model(), &golden["last"]);
        for (i, expected) in lists(&golden["predictions"]).iter().enumerate() {
            for outputs in [model.predict_on_batch(x.clone()), model.predict_all(x.clone(), Infer::silent(8))] {
                close(outputs.unwrap()[i].as_f32().unwrap(), expected, "predictions");
            }
        }
        let batch = || (x.clone(), y.clone(), weights.clone());
        same_logs(&model.test_on_batch(batch()).unwrap(), &golden["tested"]);
        same_logs(&model.train_on_batch(batch()).unwrap(), &golden["trained"]);
        same_weights(model.model(), &golden["stepped"]);
    }
}

#[test]
fn class_weights_and_steps_of_an_epoch_are_those_of_keras() {
    let golden = golden("classes");
    let input = Input::new([4]);
    let hidden = Dense::new(6).activation(Activation::Relu).call(&input).unwrap();
    let output = Dense::new(3).activation(Activation::Softmax).call(&hidden).unwrap();
    let mut model = Model::new(&input, &output).unwrap();
    model.set_weights(lists(&golden["first"])).unwrap();
    let loss = "sparse_categorical_crossentropy";
    let compile = Compile::new(SGD::new().learning_rate(0.1), loss).metrics(["accuracy"]);
    model.compile(compile.weighted_metrics(["accuracy", loss])).unwrap();
    let (x, y) = (array(&golden, "x", &[4]), classes(&golden, "y"));
    for resident_steps in [None, Some(1), Some(3)] {
        let mut model = on(2, &model);
        let fit = Fit { batch_size: 4, epochs: 5, initial_epoch: 1, shuffle: false, ..Fit::default() };
        let fit = Fit { verbose: Verbose::Silent, resident_steps, ..fit }.steps_per_epoch(4);
        let history = model.fit(&x, &y, fit.class_weight([(0, 2.0), (2, 0.25)])).unwrap();
        same_history(&history, &golden);
        same_weights(model.model(), &golden["last"]);
    }
}

#[test]
fn weights_of_steps_are_those_of_keras() {
    let golden = golden("steps");
    let input = Input::new([5, 2]);
    let hidden = Dense::new(6).activation(Activation::Tanh).call(&input).unwrap();
    let mut model = Model::new(&input, &Dense::new(3).call(&hidden).unwrap()).unwrap();
    model.set_weights(lists(&golden["first"])).unwrap();
    let loss = MeanSquaredError::new().reduction(Reduction::MeanWithSampleWeight);
    let compile = Compile::new(SGD::new().learning_rate(0.1), loss).metrics(["mae"]).weighted_metrics(["mse"]);
    model.compile(compile).unwrap();
    let (x, y, w) = (array(&golden, "x", &[5, 2]), array(&golden, "y", &[5, 3]), array(&golden, "w", &[5]));
    for cores in [1, 2] {
        let mut model = on(cores, &model);
        let fit = Fit { batch_size: 4, epochs: 3, shuffle: false, verbose: Verbose::Silent, ..Fit::default() };
        let history = model.fit(&x, &y, fit.sample_weight(&w)).unwrap();
        same_history(&history, &golden);
        same_weights(model.model(), &golden["last"]);
    }
}

/// Masked steps have no part in the loss, in means and in the statistics of a batch normalization. Keras on JAX
/// loses the mask of a training step before its metrics, so those of the evaluation are compared.
#[test]
fn masked_steps_train_as_in_keras() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../keras/tests/layers/golden/masks.json");
    let golden: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let trainings = golden["trainings"].as_array().unwrap();
    assert_eq!(trainings.len(), 2);
    for golden in trainings {
        let loss = "sparse_categorical_crossentropy";
        let compile = Compile::new(SGD::new().learning_rate(0.2), loss).metrics(["accuracy", loss]);
        let mut model = Model::from_json(&golden["model"], &Registry::new()).unwrap();
        model.set_weights(lists(&golden["first"])).unwrap();
        model.compile(compile.weighted_metrics(["accuracy"])).unwrap();
        let [x, y, w] = ["x", "y", "w"].map(|name| array(golden, name, &[6]));
        let mut model = on(1, &model);
        let fit = Fit { batch_size: 8, epochs: 3, shuffle: false, verbose: Verbose::Silent, ..Fit::default() };
        let history = model.fit(&x, &y, fit.sample_weight(&w)).unwrap();
        let losses: Vec<f32> = history.get("loss").unwrap().iter().map(|v| *v as f32).collect();
        close(&losses, &floats(&golden["history"]["loss"]), "loss");
        same_weights(model.model(), &golden["last"]);
        same_logs(&model.evaluate(&x, &y, Infer::silent(8)).unwrap(), &golden["evaluated"]);
    }
}

#[test]
fn arrays_that_do_not_fit_the_model_are_named() {
    let mut model = on(1, &several());
    let (a, b) = (Array::new([4, 4], vec![0.0f32; 16]).unwrap(), Array::new([4, 3], vec![0.0f32; 12]).unwrap());
    let (price, kind) = (Array::from(vec![0.0f32; 4]), Array::from(vec![0, 1, 2, 0]));
    let mut message = |x: &[Array], y: &[Array], weights: &[Array]| {
        let fit = Fit { sample_weight: weights.into(), ..Fit::default() };
        model.fit(x, y, fit).unwrap_err().message().to_owned()
    };
    let x = [a.clone(), b.clone()];
    assert!(message(&[a], &[], &[]).contains(r#"the inputs ["a", "b"]"#));
    assert!(message(&[b.clone(), b], &[], &[]).contains("for input 'a'"));
    assert!(
        message(&x, std::slice::from_ref(&price), &[])
            .contains(r#"1 arrays were given for the outputs ["price", "kind"]"#)
    );
    let y = [price.clone(), kind];
    let short = Array::from(vec![1.0f32; 3]);
    assert!(message(&x, &y, &[short]).contains("4 rows take as many sample weights"));
    assert!(message(&x, &y, &[price.clone(), price.clone(), price]).contains("3 arrays of sample weights"));
    assert!(model.predict(x, Infer::silent(4)).unwrap_err().message().contains("predict_all"));
    let compile = Compile::new(SGD::new(), Losses::named([("prize", "mse".into())]));
    assert!(model.compile(compile).unwrap_err().message().contains("no output 'prize'"));
}
