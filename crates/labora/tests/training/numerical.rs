//! The case of Keras's own `integration_tests/numerical_test.py`: an epoch of 100 rows in order has Keras's
//! history, weights and predictions.

use std::path::Path;

use datasets::array_file;
use keras::models::load_model;
use keras::objects::Registry;
use keras::{Array, Fit, Infer};

use super::{on, silent};

/// That of Keras's test.
const TOLERANCE: f32 = 1e-3;

#[test]
fn an_epoch_of_a_convolutional_network_is_that_of_keras() {
    let (Some(python), Some(data)) = (testkit::python(), testkit::shared_data()) else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/training/numerical.py");
    let folder = testkit::made_by(&python, &script, &data, &[]);
    let arrays = array_file::read(&folder.join("rows.npz")).unwrap();
    let array = |name: &str| -> Array { arrays.iter().find(|named| named.name == name).unwrap().array.clone() };
    let model = load_model(folder.join("first.keras"), &Registry::new()).unwrap();
    let mut trained = on(1, &model);
    let history = trained.fit(array("x"), array("y"), Fit { shuffle: false, ..silent(1) }).unwrap();
    let expected = std::fs::read_to_string(folder.join("history.json")).unwrap();
    let expected: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&expected).unwrap();
    assert_eq!(expected.len(), 3, "loss, error and accuracy");
    for (name, value) in expected {
        let found = history.get(&name).unwrap()[0];
        let value = value.as_f64().unwrap();
        assert!((found - value).abs() <= f64::from(TOLERANCE), "{name}: {found}, Keras {value}");
    }
    let mut last = model.clone();
    last.load_weights(folder.join("last.weights.h5")).unwrap();
    for (found, expected) in trained.model().variables().iter().zip(last.variables()) {
        let worst = testkit::worst_difference(&found.values, &expected.values);
        assert!(worst <= TOLERANCE, "{} differs by {worst}", found.path);
    }
    let predictions = trained.predict(array("x"), Infer::silent(32)).unwrap();
    let worst = testkit::worst_difference(predictions.as_f32().unwrap(), array("predictions").as_f32().unwrap());
    assert!(worst <= TOLERANCE, "predictions differ by {worst}");
}
