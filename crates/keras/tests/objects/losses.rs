//! Values and gradients of all losses.

use keras::losses::{Loss, Reduction};
use keras::objects::{Kind, Registry};
use serde_json::Value as Json;

use crate::golden::{assert_close, list, numbers, run, tensor};

#[test]
fn values_and_gradients_are_those_of_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/losses.json")).unwrap();
    for case in list(&golden["cases"]) {
        let loss = Registry::new().deserialize::<dyn Loss>(&case["object"]).unwrap();
        let results = run(&[tensor(&case["y_true"]), tensor(&case["y_pred"])], |b, p| {
            let values = loss.per_sample(b, p[0], p[1], None, None)?;
            let sum = b.sum(values, &[0])?;
            let rows = if loss.reduction() == Reduction::Sum { 1.0 } else { b.dims(values)[0] as f64 };
            let rows = b.full_like(sum, rows)?;
            let value = b.divide(sum, rows)?;
            Ok(vec![value, b.gradient(value, &[p[1]])?[0]])
        });
        assert_close(&format!("{loss:?}"), &results[0], &numbers(&case["value"]), 1e-5, 0.0);
        let gradient = numbers(&case["gradient"]);
        // Where the exact gradient is zero, both have rounding errors of the largest one.
        let largest = gradient.iter().fold(0.0f64, |max, g| max.max(g.abs()));
        assert_close(&format!("gradient of {loss:?}"), &results[1], &gradient, 1e-5, 1e-6 * largest);
    }
}

#[test]
fn configurations_are_those_of_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/losses.json")).unwrap();
    for case in list(&golden["cases"]) {
        let object = &case["object"];
        assert_eq!(&Registry::new().deserialize::<dyn Loss>(object).unwrap().serialize(), object);
    }
}

#[test]
fn all_losses_of_keras_are_here_and_have_a_case() {
    let golden: Json = serde_json::from_str(include_str!("golden/losses.json")).unwrap();
    let mut here: Vec<&str> = <dyn Loss as Kind>::built_in().iter().map(|row| row.class_name).collect();
    here.sort_unstable();
    let keras: Vec<&str> = list(&golden["classes"]).iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(here, keras);
    let of_cases = list(&golden["cases"]).iter().map(|case| case["object"]["class_name"].as_str().unwrap());
    let mut tested: Vec<&str> = of_cases.collect();
    tested.sort_unstable();
    tested.dedup();
    assert_eq!(here, tested);
}
