//! The examples of objects of one's own, each beside its twin in Python: both train a model from the same weights,
//! and each opens what the other has saved.

#[allow(dead_code)]
#[path = "../../examples/custom_layer.rs"]
mod custom_layer;
#[allow(dead_code)]
#[path = "../../examples/custom_loss.rs"]
mod custom_loss;
#[allow(dead_code)]
#[path = "../../examples/custom_metric.rs"]
mod custom_metric;
#[allow(dead_code)]
#[path = "../../examples/custom_train_step.rs"]
mod custom_train_step;

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::path::Path;

use keras::Model;
use keras::models::load_model;
use keras::objects::Registry;
use serde_json::Value as Json;

/// The tolerance of weights, and of what a training reports, after three steps.
const TOLERANCE: f32 = 1e-5;

/// The row of an example.
macro_rules! example {
    ($name:ident) => {
        Example { name: stringify!($name), build: $name::build, train: $name::train, registry: $name::registry }
    };
}

const EXAMPLES: [Example; 4] =
    [example!(custom_layer), example!(custom_loss), example!(custom_metric), example!(custom_train_step)];

/// The values that an example reports, and its model.
type Trained = Result<(Vec<f64>, Model), Box<dyn Error>>;

/// What an example has.
struct Example {
    name: &'static str,
    build: fn() -> keras::Result<Model>,
    train: fn(&Model) -> Trained,
    registry: fn() -> Registry,
}

/// What one of the programs has found: what its training reports, and the weights.
struct Found {
    reported: Vec<f32>,
    weights: Vec<Vec<f32>>,
}

#[test]
fn they_do_what_their_twins_in_python_do() {
    let Some(python) = testkit::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, stage: &str| folder.path().join(format!("{name}.{stage}.keras"));
    let mut ours = BTreeMap::new();
    for example in &EXAMPLES {
        let model = (example.build)().unwrap();
        model.save(file(example.name, "built")).unwrap();
        let (reported, trained) = (example.train)(&model).unwrap();
        trained.save(file(example.name, "trained")).unwrap();
        let reported = reported.iter().map(|value| *value as f32).collect();
        ours.insert(example.name, Found { reported, weights: weights(&trained) });
    }

    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut arguments: Vec<OsString> = vec![here.join("examples").into(), folder.path().into()];
    arguments.extend(EXAMPLES.iter().map(|example| example.name.into()));
    testkit::run_python(&python, &here.join("tests/examples/twins.py"), &arguments);
    for example in &EXAMPLES {
        let (name, ours) = (example.name, &ours[example.name]);
        let text = std::fs::read_to_string(folder.path().join(format!("{name}.json"))).unwrap();
        let theirs: Json = serde_json::from_str(&text).unwrap();
        let lists = |key: &str| theirs[key].as_array().unwrap().iter().map(floats).collect::<Vec<Vec<f32>>>();
        same(&[&ours.reported], &[floats(&theirs["reported"])], TOLERANCE, name);
        same(&ours.weights, &lists("weights"), TOLERANCE, name);
        // What Keras has read from our file, and we from Keras's, are the same numbers.
        same(&ours.weights, &lists("opened"), 0.0, name);
        for (stage, weights_of) in [("trained", &ours.weights), ("python", &lists("weights"))] {
            let loaded = load_model(file(name, stage), &(example.registry)()).unwrap();
            same(&weights(&loaded), weights_of, 0.0, name);
        }
    }
}

fn weights(model: &Model) -> Vec<Vec<f32>> {
    model.variables().iter().map(|variable| variable.values.clone()).collect()
}

fn floats(json: &Json) -> Vec<f32> {
    json.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

#[track_caller]
fn same<A: AsRef<[f32]>, B: AsRef<[f32]>>(a: &[A], b: &[B], tolerance: f32, name: &str) {
    assert_eq!(a.len(), b.len(), "{name}: the numbers of arrays");
    assert!(a.iter().any(|values| !values.as_ref().is_empty()), "{name}: there is nothing to compare");
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        let worst = testkit::worst_difference(a.as_ref(), b.as_ref());
        assert!(worst <= tolerance, "{name}: array {i} differs by {worst}: {:?} and {:?}", a.as_ref(), b.as_ref());
    }
}
