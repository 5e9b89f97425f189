//! Values of the initializers that are not random, and the distributions of the others.

use keras::initializers::{self, Constant, Initializer};
use keras::objects::{Handle, Kind, Registry};
use keras::utils::Rng;
use serde_json::{Value as Json, json};

use crate::golden::{assert_close, list, numbers};
use crate::json::{floats, names};

fn golden() -> Json {
    serde_json::from_str(include_str!("golden/initializers.json")).unwrap()
}

fn initializer(object: &Json) -> Handle<dyn Initializer> {
    Registry::new().deserialize(object).unwrap()
}

fn shape(case: &Json) -> Vec<usize> {
    numbers(&case["shape"]).iter().map(|n| *n as usize).collect()
}

#[test]
fn values_are_those_of_keras() {
    let golden = golden();
    let certain = list(&golden["cases"]).iter().filter(|case| case.get("values").is_some());
    for case in certain {
        let initializer = initializer(&case["object"]);
        let values = initializer.values(&shape(case), &mut Rng::seeded(0)).unwrap();
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let expected = numbers(&case["values"]);
        // Where the exact value is zero, Keras has the rounding error of its angle in float32.
        let largest = expected.iter().fold(0.0f64, |max, v| max.max(v.abs()));
        assert_close(&format!("{initializer:?}"), &values, &expected, 1e-5, 1e-6 * largest);
    }
}

/// Mean, standard deviation and largest magnitude of many values, or of an orthogonal matrix.
#[test]
fn distributions_are_those_of_keras() {
    let golden = golden();
    let random = list(&golden["cases"]).iter().filter(|case| case.get("values").is_none());
    for case in random {
        let initializer = initializer(&case["object"]);
        let shape = shape(case);
        let values = initializer.values(&shape, &mut Rng::seeded(3)).unwrap();
        assert_eq!(values, initializer.values(&shape, &mut Rng::seeded(3)).unwrap(), "{initializer:?}");
        if case["object"]["class_name"] == "Orthogonal" {
            assert_orthogonal(&values, shape[0], shape[1], case["object"]["config"]["gain"].as_f64().unwrap());
            continue;
        }
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let stddev = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / count).sqrt();
        let largest = values.iter().fold(0.0f64, |max, v| max.max(v.abs()));
        let [expected_mean, expected, expected_largest] =
            ["mean", "stddev", "largest"].map(|key| case[key].as_f64().unwrap());
        assert!((mean - expected_mean).abs() < 0.05 * expected, "{initializer:?}: mean {mean}");
        assert!((stddev / expected - 1.0).abs() < 0.03, "{initializer:?}: deviation {stddev}, not {expected}");
        assert!((largest / expected_largest - 1.0).abs() < 0.25, "{initializer:?}: up to {largest}");
    }
}

/// The rows or the columns, whichever are fewer, have the length `gain` and are orthogonal.
fn assert_orthogonal(values: &[f32], rows: usize, columns: usize, gain: f64) {
    let at = |row: usize, column: usize| f64::from(values[row * columns + column]);
    let (count, length) = (rows.min(columns), rows.max(columns));
    let entry = |vector: usize, i: usize| if rows < columns { at(vector, i) } else { at(i, vector) };
    for a in 0..count {
        for b in 0..count {
            let product: f64 = (0..length).map(|i| entry(a, i) * entry(b, i)).sum();
            let expected = if a == b { gain * gain } else { 0.0 };
            assert!((product - expected).abs() < 1e-5, "vectors {a} and {b}: {product}");
        }
    }
}

#[test]
fn configurations_and_names_are_those_of_keras() {
    let golden = golden();
    for case in list(&golden["cases"]) {
        assert_eq!(floats(&initializer(&case["object"]).serialize()), floats(&case["object"]));
    }
    let here: Vec<&str> = <dyn Initializer as Kind>::built_in().iter().map(|row| row.class_name).collect();
    assert_eq!(here, names(&golden["classes"]));
    assert_eq!(initializers::from_name("he_normal").unwrap(), initializers::from_name("HeNormal").unwrap());
    let unknown = initializers::from_name("gloriot").unwrap_err().to_string();
    assert!(unknown.contains("glorot_uniform"), "{unknown}");
}

#[test]
fn shapes_that_do_not_fit_are_errors() {
    for (name, shape) in [("identity", vec![3]), ("orthogonal", vec![3]), ("stft", vec![2, 2])] {
        let initializer = initializers::from_name(name).unwrap();
        let error = initializer.values(&shape, &mut Rng::seeded(0)).unwrap_err().to_string();
        assert!(error.contains(&format!("{shape:?}")), "{error}");
    }
    let input = keras::Input::new([4]);
    let output = keras::layers::Dense::new(2).name("d").bias_initializer(initializers::Identity::new()).call(&input);
    let error = keras::Model::new(&input, &output.unwrap()).unwrap_err().to_string();
    assert_eq!(error, "d/bias: Identity initializes matrices, not a variable of shape [2]");
}

keras::object! {
    /// Whole numbers from a first one on.
    Counting(): dyn Initializer {
        /// The first number. Default: 0.
        first: [f64] = 0.0;
    }
}

impl Initializer for Counting {
    fn values(&self, shape: &[usize], _rng: &mut Rng) -> keras::Result<Vec<f32>> {
        Ok((0..shape.iter().product()).map(|i: usize| i as f32 + self.first as f32).collect())
    }
}

#[test]
fn an_initializer_of_a_user_is_saved_and_loaded() {
    let mut registry = Registry::new();
    registry.add::<Counting>();
    let json = json!({ "class_name": "Counting", "config": { "first": 1.0 }, "registered_name": "Custom>Counting" });
    let loaded = registry.deserialize::<dyn Initializer>(&json).unwrap();
    assert_eq!(loaded, Counting::new().first(1.0).into());
    let input = keras::Input::new([2]);
    let dense = keras::layers::Dense::new(3).kernel_initializer(&loaded).bias_initializer(Constant::new().value(7.0));
    let model = keras::Model::new(&input, &dense.call(&input).unwrap()).unwrap();
    assert_eq!(model.variables()[0].values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(model.variables()[1].values, [7.0; 3]);
}

#[test]
fn a_seed_gives_the_same_values_each_time() {
    let seeded = initializers::GlorotUniform::new().seed(5);
    let mut rng = Rng::seeded(0);
    let [a, b] = [0, 1].map(|_| seeded.values(&[3, 4], &mut rng).unwrap());
    assert_eq!(a, b);
    let negative = json!({ "class_name": "VarianceScaling", "config": { "scale": -1.0 } });
    let error = Registry::new().deserialize::<dyn Initializer>(&negative).unwrap_err().to_string();
    assert_eq!(error, "VarianceScaling: scale is -1, not positive");
}
