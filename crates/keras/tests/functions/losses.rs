//! Values and gradients of losses, and targets that do not fit.

use keras::losses::{self, Loss};
use keras::objects::Registry;
use serde_json::json;

use crate::golden::{assert_close, golden, list, numbers, run, tensor, text};

#[test]
fn values_and_gradients_are_those_of_keras() {
    for case in list(&golden("losses")) {
        let mut config = serde_json::Map::new();
        for key in ["from_logits", "label_smoothing"] {
            if case[key] != false && case[key] != 0.0 {
                config.insert(key.into(), case[key].clone());
            }
        }
        let object = json!({ "class_name": text(&case["name"]), "config": config });
        let loss = Registry::new().deserialize::<dyn Loss>(&object).unwrap();
        let results = run(&[tensor(&case["y_true"]), tensor(&case["y_pred"])], |b, p| {
            let values = loss.per_sample(b, p[0], p[1], None, None)?;
            let sum = b.sum(values, &[0])?;
            let rows = b.full_like(sum, b.dims(values)[0] as f64)?;
            let mean = b.divide(sum, rows)?;
            Ok(vec![values, b.gradient(mean, &[p[1]])?[0]])
        });
        assert_close(&format!("{loss:?}"), &results[0], &numbers(&case["per_row"]), 2e-6, 5e-7);
        assert_close(&format!("gradient of {loss:?}"), &results[1], &numbers(&case["gradient"]), 1e-5, 1e-6);
    }
}

#[test]
fn targets_that_do_not_fit_are_errors() {
    let message = |loss: &str, y_true: &[usize], y_pred: &[usize]| {
        losses::from_name(loss).unwrap().check_shapes(y_true, y_pred).unwrap_err().to_string()
    };
    assert_eq!(
        message("categorical_crossentropy", &[32], &[32, 10]),
        "categorical_crossentropy takes a row of class probabilities for each row of predictions: targets of shape [32] \
         do not fit predictions of shape [32, 10]; for class numbers use sparse_categorical_crossentropy"
    );
    assert!(message("sparse_categorical_crossentropy", &[32, 10], &[32, 10]).ends_with("use categorical_crossentropy"));
    assert!(message("mse", &[32, 3], &[32, 4]).contains("[32, 3]"));
    assert!(message("bce", &[31], &[32, 1]).contains("[31]"));
    let smoothed = json!({ "class_name": "CategoricalCrossentropy", "config": { "label_smoothing": 1.5 } });
    assert!(Registry::new().deserialize::<dyn Loss>(&smoothed).unwrap_err().to_string().contains("1.5"));
}

#[test]
fn names() {
    for (name, full) in [("mse", "mean_squared_error"), ("BinaryCrossentropy", "binary_crossentropy")] {
        assert_eq!(losses::from_name(name).unwrap().name(), full);
    }
    assert!(losses::from_name("hinges").unwrap_err().to_string().contains("mean_squared_error"));
    let resolved =
        |y_true: &[usize], y_pred: &[usize]| losses::resolve("crossentropy", y_true, y_pred).unwrap().name().to_owned();
    assert_eq!(resolved(&[8], &[8, 1]), "binary_crossentropy");
    assert_eq!(resolved(&[8], &[8, 3]), "sparse_categorical_crossentropy");
    assert_eq!(resolved(&[8, 3], &[8, 3]), "categorical_crossentropy");
}
