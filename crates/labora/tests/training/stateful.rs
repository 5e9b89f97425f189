//! Stateful models: what each call computes is what real Keras computes, from the states of the call before.

use keras::layers::{GRU, LSTM};
use keras::objects::Registry;
use keras::optimizers::SGD;
use keras::{Array, Compile, ErrorKind, Fit, Infer, Input, Model};
use serde_json::Value as Json;

use super::{device, on, silent};

/// Absolute, of numbers of about 1.
const TOLERANCE: f32 = 1e-5;

fn floats(json: &Json) -> Vec<f32> {
    json.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

#[track_caller]
fn assert_close(found: &[f32], expected: &Json, what: &str) {
    let worst = testkit::worst_difference(found, &floats(expected));
    assert!(worst <= TOLERANCE, "{what} differs by {worst} from Keras's");
}

/// The model of a case, with its weights, after a round trip through its configuration.
fn model_of(case: &Json) -> Model {
    let model = Model::from_json(&case["model"], &Registry::new()).unwrap();
    let mut model = Model::from_json(&model.to_json(), &Registry::new()).unwrap();
    let paths: Vec<String> = model.variables().iter().filter(|v| !v.carried).map(|v| v.path.clone()).collect();
    let weights = case["weights"].as_array().unwrap();
    assert_eq!(paths.len(), weights.len(), "{paths:?}");
    for (path, values) in paths.iter().zip(weights) {
        model.set_variable(path, floats(values)).unwrap();
    }
    model.compile(Compile::new(SGD::new().learning_rate(0.1), "mse")).unwrap();
    model
}

#[test]
fn every_call_goes_on_from_the_states_of_the_call_before_as_in_keras() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("stateful.json")).unwrap();
    assert_eq!(cases.len(), 6);
    for case in &cases {
        let name = case["name"].as_str().unwrap();
        let model = model_of(case);
        let rows = model.stateful_rows().unwrap();
        assert_eq!(Some(rows as u64), case["rows"].as_u64(), "{name}");
        assert_eq!(Some(model.count_params() as u64), case["count_params"].as_u64(), "{name}");
        let of_rows = |name: &str, rows: usize| {
            let shape = if name == "x" { model.input_shape() } else { model.output_shape() }.known().unwrap();
            let mut values = floats(&case[name]);
            values.truncate(rows * shape.num_elements());
            Array::new(shape.with_rows(rows), values).unwrap()
        };
        let [x, y] = ["x", "y"].map(|name| of_rows(name, 2 * rows));
        let first = || (of_rows("x", rows), of_rows("y", rows));
        // A device of several cores: one of them takes the model.
        let mut trained = on(2, &model);
        let infer = || Infer::silent(rows);
        for expected in case["predictions"].as_array().unwrap() {
            let found = trained.predict(&x, infer()).unwrap();
            assert_close(found.as_f32().unwrap(), expected, &format!("{name}: a prediction"));
        }
        for expected in case["evaluations"].as_array().unwrap() {
            let found = trained.evaluate(&x, &y, infer()).unwrap().get("loss").unwrap() as f32;
            assert_close(&[found], &Json::from(vec![expected.clone()]), &format!("{name}: an evaluation"));
        }
        trained.reset_states();
        for expected in case["losses"].as_array().unwrap() {
            let found = trained.train_on_batch(first()).unwrap().get("loss").unwrap() as f32;
            assert_close(&[found], &Json::from(vec![expected.clone()]), &format!("{name}: a training step"));
        }
        let validation = Some(first().into());
        let fit = Fit { batch_size: rows, shuffle: false, validation_data: validation, ..silent(2) };
        let history = trained.fit(&x, &y, fit).unwrap();
        for (of, expected) in case["history"].as_object().unwrap() {
            let found: Vec<f32> = history.get(of).unwrap().iter().map(|v| *v as f32).collect();
            assert_close(&found, expected, &format!("{name}: {of}"));
        }
        for expected in case["trained"].as_array().unwrap() {
            let found = trained.predict(&x, infer()).unwrap();
            assert_close(found.as_f32().unwrap(), expected, &format!("{name}: a prediction after training"));
            trained.reset_states();
        }
    }
}

fn stateful(batch_size: usize) -> Model {
    let x = Input::new([4, 3]).batch_size(batch_size);
    let y = LSTM::new(2).stateful(true).return_sequences(true).name("first").call(&x).unwrap();
    Model::new(&x, &GRU::new(2).stateful(true).name("second").call(&y).unwrap()).unwrap()
}

#[test]
fn files_and_summaries_have_no_states() {
    let model = stateful(3);
    let x = Array::new([3, 4, 3], (0..36).map(|i| i as f32 / 36.0).collect::<Vec<_>>()).unwrap();
    let mut used = on(1, &model);
    let first = used.predict(&x, Infer::silent(3)).unwrap();
    assert_ne!(used.predict(&x, Infer::silent(3)).unwrap(), first);
    let folder = tempfile::tempdir().unwrap();
    for file in ["model.keras", "model.h5"] {
        used.model().save(folder.path().join(file)).unwrap();
        let loaded = keras::models::load_model(folder.path().join(file), &Registry::new()).unwrap();
        assert_eq!(loaded.to_json(), model.to_json(), "{file}");
        assert_eq!(on(1, &loaded).predict(&x, Infer::silent(3)).unwrap(), first, "{file} begins with zeros");
    }
    let summary = model.summary();
    assert!(summary.contains("(3, 4, 2)") && summary.contains(" Total params: 84 (336.00 B)"), "{summary}");
}

#[test]
fn a_layer_is_reset_alone() {
    let mut model = stateful(2);
    for path in ["first/rnn_state_1", "second/rnn_state_0"] {
        model.set_variable(path, vec![1.0; 4]).unwrap();
    }
    model.reset_state("first").unwrap();
    let states: Vec<f32> = model.variables().iter().filter(|v| v.carried).map(|v| v.values[0]).collect();
    assert_eq!(states, [0.0, 0.0, 1.0]);
    assert_eq!(model.reset_state("third").unwrap_err().kind(), ErrorKind::Argument);
}

#[test]
fn what_a_stateful_model_cannot_take_is_refused() {
    let error = LSTM::new(2).stateful(true).call(&Input::new([4, 3])).unwrap_err();
    assert!(error.message().contains("set `batch_size` of the `Input`"), "{error}");
    let mut model = on(1, &stateful(3));
    let x = |rows: usize| Array::new([rows, 4, 3], vec![0.5f32; rows * 12]).unwrap();
    for (rows, batch_size) in [(4, 3), (6, 2), (2, 3)] {
        let error = model.predict(x(rows), Infer::silent(batch_size)).unwrap_err();
        assert!(error.message().contains("set batch_size=3 and give a multiple of it"), "{error}");
    }
    let error = model.model().export("model.onnx", keras::models::ExportFormat::Onnx).unwrap_err();
    assert!(error.message().contains("stateful(false)"), "{error}");
    // A model that becomes stateful on several cores.
    let x_of_any = Input::new([4, 3]);
    let mut moved =
        Model::new(&x_of_any, &GRU::new(2).call(&x_of_any).unwrap()).unwrap().to_device(&device(2)).unwrap();
    *moved.model_mut() = stateful(3);
    let error = moved.predict(x(3), Infer::silent(3)).unwrap_err();
    assert!(error.message().contains("call `to_device` again"), "{error}");
}
