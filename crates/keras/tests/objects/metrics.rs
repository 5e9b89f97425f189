//! Values of all metrics over several batches, with and without weights of the rows.

use keras::metrics::{Direction, Metric};
use keras::objects::{Handle, Kind, Object, Registry};
use keras::ops::{self, Axes, Tensor};
use serde_json::Value as Json;
use stablehlo::{Literal, TensorType};

use crate::golden::{assert_close, list, numbers, run, tensor};
use crate::json::{floats, names};

fn golden() -> Json {
    serde_json::from_str(include_str!("golden/metrics.json")).unwrap()
}

/// The rows of a tensor.
fn rows(x: &Literal, rows: std::ops::Range<usize>) -> Literal {
    let size = x.ty().dims[1..].iter().product::<usize>();
    let values = x.to_f64_vec().unwrap()[rows.start * size..rows.end * size].to_vec();
    let mut ty: TensorType = x.ty().clone();
    ty.dims[0] = rows.len();
    Literal::from_f64(ty, &values).unwrap()
}

/// The sum of the states of two batches.
fn state(metric: &Handle<dyn Metric>, inputs: &[Literal]) -> Vec<Vec<f64>> {
    let mut sum: Vec<Vec<f64>> = Vec::new();
    for part in [0..7, 7..12] {
        let inputs: Vec<Literal> = inputs.iter().map(|x| rows(x, part.clone())).collect();
        let added = run(&inputs, |b, p| metric.trace(b, p[0], p[1], p.get(2).copied()));
        if sum.is_empty() {
            sum = added;
        } else {
            sum.iter_mut().flatten().zip(added.into_iter().flatten()).for_each(|(sum, x)| *sum += x);
        }
    }
    sum
}

#[test]
fn values_are_those_of_keras() {
    let golden = golden();
    let weights = tensor(&golden["weights"]);
    for case in list(&golden["cases"]) {
        let metric = Registry::new().deserialize::<dyn Metric>(&case["object"]).unwrap();
        let inputs = [tensor(&case["y_true"]), tensor(&case["y_pred"]), weights.clone()];
        for (key, inputs) in [("unweighted", &inputs[..2]), ("weighted", &inputs[..])] {
            if !case[key].is_null() {
                let results = metric.results(&state(&metric, inputs));
                assert_close(&format!("{metric:?}, {key}"), &results, &numbers(&case[key]), 1e-5, 1e-6);
            }
        }
    }
}

#[test]
fn configurations_and_names_are_those_of_keras() {
    let golden = golden();
    for case in list(&golden["cases"]) {
        let ours = floats(&Registry::new().deserialize::<dyn Metric>(&case["object"]).unwrap().serialize());
        let keras = floats(&case["object"]);
        assert_eq!(ours["class_name"], keras["class_name"]);
        for (name, value) in keras["config"].as_object().unwrap() {
            let value = value.get("config").map_or(value, |tensor| &tensor["value"]);
            assert_eq!(&ours["config"][name], value, "{name} of {ours}");
        }
    }
    let here: Vec<&str> = <dyn Metric as Kind>::built_in().iter().map(|row| row.class_name).collect();
    let mut tested: Vec<&str> =
        list(&golden["cases"]).iter().map(|case| case["object"]["class_name"].as_str().unwrap()).collect();
    tested.sort_unstable();
    tested.dedup();
    let absent: Vec<&str> = names(&golden["classes"]).into_iter().filter(|name| !here.contains(name)).collect();
    // It wraps a function of Python.
    assert_eq!(absent, ["MeanMetricWrapper"]);
    assert_eq!(tested.len(), here.len());
    assert!(here.iter().all(|name| tested.contains(name)));
}

keras::metric! {
    /// The share of each class among the predictions: a state that is no mean.
    Shares() "shares" {
        /// If true, the smallest share is reported, else the largest. Default: false.
        smallest: [bool] = false;
    }
}

impl Metric for Shares {
    fn name(&self) -> &str {
        &self.name
    }

    fn direction(&self) -> Direction {
        Direction::Down
    }

    fn state(&self, _y_true: &[usize], y_pred: &[usize]) -> keras::Result<Vec<Vec<usize>>> {
        Ok(vec![vec![y_pred[1]], vec![]])
    }

    fn update(&self, _y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> keras::Result<Vec<Tensor>> {
        let mut guesses = ops::one_hot(&ops::argmax(y_pred, -1), y_pred.dim(-1));
        if let Some(weights) = weights {
            guesses = guesses * ops::expand_dims(weights, -1);
        }
        Ok(vec![ops::sum(&guesses, 0, false), ops::sum(&guesses, Axes::All, false)])
    }

    fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
        let shares = state[0].iter().map(|count| count / state[1][0]);
        vec![if self.smallest { shares.fold(1.0, f64::min) } else { shares.fold(0.0, f64::max) }]
    }
}

#[test]
fn a_metric_of_a_user_is_saved_and_loaded() {
    let mut registry = Registry::new();
    registry.add::<Shares>();
    let json = Handle::<dyn Metric>::from(Shares::new().smallest(true)).serialize();
    let metric = registry.deserialize::<dyn Metric>(&json).unwrap();
    assert_eq!(metric, Shares::new().smallest(true).into());
    let scores: Vec<f32> = (0..12).flat_map(|row| if row < 3 { [1.0, 0.0] } else { [0.0, 1.0] }).collect();
    let y = Literal::from_vec([12, 2], scores).unwrap();
    assert_eq!(metric.results(&state(&metric, &[y.clone(), y.clone()])), [0.25]);
    let mut weights = vec![1.0f32; 12];
    weights[0] = 0.0;
    let weights = Literal::from_vec([12], weights).unwrap();
    assert_eq!(metric.results(&state(&metric, &[y.clone(), y, weights])), [2.0 / 11.0]);
    assert_eq!(Shares::new().class_name(), "Shares");
}
