//! Models that leave sizes open, on data sets whose batches have several sizes, as real Keras trains them.

use keras::data::Dataset;
use keras::layers::{Add, Dense, Embedding, LSTM, Reshape};
use keras::objects::Registry;
use keras::optimizers::SGD;
use keras::{Array, Compile, ErrorKind, Infer, Input, Model, Samples, Shape};
use serde_json::Value as Json;

use super::{on, silent};

/// Absolute, of numbers of about 1.
const TOLERANCE: f32 = 1e-5;

fn floats(json: &Json) -> Vec<f32> {
    json.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

fn shape(array: &Json) -> Vec<usize> {
    array["shape"].as_array().unwrap().iter().map(|size| size.as_u64().unwrap() as usize).collect()
}

#[track_caller]
fn assert_close(found: &[f32], expected: &[f32], what: &str) {
    let worst = testkit::worst_difference(found, expected);
    assert!(worst <= TOLERANCE, "{what} differs by {worst} from Keras's");
}

fn model_of(case: &Json) -> Model {
    let mut model = Model::from_json(&case["model"], &Registry::new()).unwrap();
    let written = model.to_json().to_string();
    assert!(written.contains("[null,null"), "the configuration has the unknown sizes: {written}");
    model
        .set_weights(case["weights"].as_array().unwrap().iter().map(|array| floats(&array["values"])).collect())
        .unwrap();
    let fit = &case["fit"];
    let metrics: Vec<&str> = fit["metrics"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let sgd = SGD::new().learning_rate(0.1);
    model.compile(Compile::new(sgd, fit["loss"].as_str().unwrap()).metrics(metrics)).unwrap();
    model
}

/// The batches of a case: numbers of words and of classes are integers.
fn batches_of(case: &Json) -> Vec<Samples> {
    let array = |json: &Json| {
        let values = floats(&json["values"]);
        match case["name"] == "texts" {
            true => Array::new(shape(json), values.iter().map(|v| *v as i32).collect::<Vec<_>>()).unwrap(),
            false => Array::new(shape(json), values).unwrap(),
        }
    };
    let batches = case["batches"].as_array().unwrap().iter();
    batches.map(|batch| (array(&batch[0]), array(&batch[1])).into()).collect()
}

#[test]
fn batches_of_several_sizes_train_as_in_keras() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("sizes.json")).unwrap();
    assert_eq!(cases.len(), 2);
    for case in &cases {
        let name = case["name"].as_str().unwrap();
        let batches = batches_of(case);
        let all = batches.clone();
        let data = Dataset::from_generator(move |_| all.clone().into_iter().map(Ok));
        let mut model = on(1, &model_of(case));
        let found = model.evaluate_dataset(&data, Infer::silent(1)).unwrap();
        for (of, expected) in case["evaluation"].as_object().unwrap() {
            let expected = expected.as_f64().unwrap() as f32;
            assert_close(&[found.get(of).unwrap() as f32], &[expected], &format!("{name}: {of} of an evaluation"));
        }
        let epochs = case["epochs"].as_u64().unwrap() as usize;
        let history = model.fit_dataset(&data, silent(epochs).validation(&data)).unwrap();
        for (of, expected) in case["history"].as_object().unwrap() {
            let found: Vec<f32> = history.get(of).unwrap().iter().map(|v| *v as f32).collect();
            assert_close(&found, &floats(expected), &format!("{name}: {of}"));
        }
        for (variable, expected) in model.model().variables().iter().zip(case["trained"].as_array().unwrap()) {
            assert_close(&variable.values, &floats(&expected["values"]), &format!("{name}: {}", variable.path));
        }
        for (batch, expected) in batches.iter().zip(case["predictions"].as_array().unwrap()) {
            let found = model.predict_on_batch(batch.x.clone()).unwrap().swap_remove(0);
            assert_eq!(found.dims(), shape(expected), "{name}");
            assert_close(found.as_f32().unwrap(), &floats(&expected["values"]), &format!("{name}: a prediction"));
        }
        // Sizes change nothing on several cores, each of which has some of the rows.
        let mut divided = on(2, &model_of(case));
        divided.fit_dataset(&data, silent(epochs)).unwrap();
        for (variable, expected) in divided.model().variables().iter().zip(case["trained"].as_array().unwrap()) {
            assert_close(
                &variable.values,
                &floats(&expected["values"]),
                &format!("{name}: {} of 2 cores", variable.path),
            );
        }
    }
}

fn sequences() -> Model {
    let x = Input::new([None, Some(2)]).name("steps");
    let y = LSTM::new(2).return_sequences(true).call(&x).unwrap();
    let mut model = Model::new(&x, &y).unwrap();
    model.compile(Compile::new(SGD::new(), "mse")).unwrap();
    model
}

fn rows(dims: [usize; 3]) -> Array {
    Array::new(dims, vec![0.5f32; dims.iter().product()]).unwrap()
}

#[test]
fn data_that_do_not_fit_are_refused_with_the_unknown_sizes() {
    let mut model = on(1, &sequences());
    let error = model.predict(rows([3, 4, 5]), Infer::silent(3)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Shape);
    assert!(error.message().contains("rows of shape (None, None, 2)"), "{error}");
    assert!(error.message().contains("[3, 4, 5]"), "{error}");
    // Losses compare steps with steps.
    let error = model.train_on_batch((rows([3, 4, 2]), rows([3, 5, 2]))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Shape, "{error}");
    // One array cannot have the predictions of batches of several sizes.
    let batches = [rows([3, 4, 2]), rows([3, 5, 2])].map(|x| Samples { x: x.into(), ..Samples::default() });
    let data = Dataset::from_generator(move |_| batches.clone().into_iter().map(Ok));
    let error = model.predict_dataset(&data, Infer::silent(1)).unwrap_err();
    assert!(error.message().contains("batch 2") && error.message().contains("predict_on_batch"), "{error}");
}

#[test]
fn a_layer_whose_weights_depend_on_an_unknown_size_says_so() {
    let error = Dense::new(3).name("head").call(&Input::new([Some(4), None])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Shape);
    assert!(error.message().starts_with("layer 'head' (Dense): "), "{error}");
    assert!(error.message().ends_with("Found None. Full input shape received: (None, 4, None)"), "{error}");
}

#[test]
fn what_needs_sizes_says_how_to_give_them() {
    let model = sequences();
    let error = model.program(2).unwrap_err();
    assert!(error.message().contains("(None, None, 2)") && error.message().contains("with_input_shapes"), "{error}");
    let fixed = model.with_input_shapes(&[Shape::new([7, 2])]).unwrap();
    assert_eq!(fixed.output_shape().to_string(), "(None, 7, 2)");
    assert_eq!(fixed.variables(), model.variables());
    let x = rows([3, 7, 2]);
    let predicted = |model: &Model| on(1, model).predict(&x, Infer::silent(3)).unwrap();
    assert_eq!(predicted(&fixed), predicted(&model));
    let error = model.with_input_shapes(&[Shape::new([7, 3])]).unwrap_err();
    assert!(error.message().contains("input 'steps' takes rows of shape (None, None, 2), not (None, 7, 3)"), "{error}");
}

#[test]
fn a_size_that_another_input_has_is_checked_when_data_come() {
    let (a, b) = (Input::new([None, Some(8)]).name("a"), Input::new([10, 8]).name("b"));
    let sum = Add::new().name("sum").call([&a.tensor(), &b.tensor()]).unwrap();
    let product = a.tensor() * b.tensor();
    let parts = Reshape::new(vec![10, 4, 2]).call(&a).unwrap();
    // Keras 3.15's shapes.
    assert_eq!(sum.shape().to_string(), "(None, None, 8)");
    assert_eq!(product.shape().to_string(), "(None, 10, 8)");
    assert_eq!(parts.shape().to_string(), "(None, 10, 4, 2)");
    let model = Model::new([&a, &b], [&sum, &product, &parts]).unwrap();
    let mut model = on(1, &model);
    let predicted = model.predict_all([rows([2, 10, 8]), rows([2, 10, 8])], Infer::silent(2)).unwrap();
    assert_eq!(predicted[0].dims(), [2, 10, 8]);
    assert_eq!(predicted[2].dims(), [2, 10, 4, 2]);
    let error = model.predict_all([rows([2, 9, 8]), rows([2, 10, 8])], Infer::silent(2)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Shape);
    assert!(error.message().contains("incompatible shapes. Received shapes (None, 9, 8) and (None, 10, 8)"), "{error}");
}

#[test]
fn sizes_that_are_too_small_are_refused_by_the_layer() {
    let words = Input::new([None]);
    let x = Embedding::new(9, 4).call(&words).unwrap();
    let y = keras::layers::Conv1D::new(2, 5).name("filters").call(&x).unwrap();
    let mut model = on(1, &Model::new(&words, &y).unwrap());
    let error = model.predict(Array::new([2, 3], vec![1i32; 6]).unwrap(), Infer::silent(2)).unwrap_err();
    assert!(error.message().contains("layer 'filters'"), "{error}");
}
