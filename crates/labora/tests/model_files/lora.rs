//! Low-rank adaptation: the factors that Keras's `enable_lora` trains, and the files of both.

use std::path::Path;

use keras::models::load_model;
use keras::objects::Registry;
use serde_json::Value as Json;

use super::{PREDICTIONS, TRAINED, arrays, floats, on_one_core, same};

fn of_one(json: &Json) -> keras::Array {
    arrays(&Json::Array(vec![json.clone()])).remove(0)
}

#[test]
fn low_rank_factors_are_trained_as_in_keras() {
    let Some(python) = testkit::python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model_files/lora.py");
    let folder = testkit::made_by(&python, &script, Path::new("-"), &[]);
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    let keras: Json = serde_json::from_str(&manifest).unwrap();
    let registry = Registry::new();
    let mut model = load_model(folder.join("plain.keras"), &registry).unwrap();
    for (name, rank, alpha) in [("words", 2, None), ("heads", 3, Some(1.5)), ("out", 1, Some(4.0))] {
        model.enable_lora(&[name], rank, alpha, &registry).unwrap();
    }
    let lists = |key: &str| keras[key].as_array().unwrap().iter().map(|w| floats(&w["values"])).collect::<Vec<_>>();
    model.set_weights(lists("before")).unwrap();

    let (x, y) = (of_one(&keras["input"]), of_one(&keras["target"]));
    let mut model = on_one_core(&model);
    for loss in floats(&keras["losses"]) {
        let logs = model.train_on_batch((x.clone(), y.clone())).unwrap();
        same(&[logs.get("loss").unwrap() as f32], &[loss], TRAINED, "the loss").unwrap();
    }
    for (variable, expected) in model.model().variables().iter().zip(lists("after")) {
        same(&variable.values, &expected, TRAINED, &variable.path).unwrap();
    }

    // Both files have the kernels with the products, and give the predictions of the factors.
    let ours = tempfile::tempdir().unwrap();
    model.model().save(ours.path().join("adapted.keras")).unwrap();
    let loaded = [folder.as_path(), ours.path()].map(|f| load_model(f.join("adapted.keras"), &registry).unwrap());
    for (ours, theirs) in loaded[1].variables().iter().zip(loaded[0].variables()) {
        same(&ours.values, &theirs.values, TRAINED, &ours.path).unwrap();
        assert!(!ours.path.contains("lora") || ours.values.iter().all(|value| *value == 0.0), "{}", ours.path);
    }
    for model in loaded {
        let y = on_one_core(&model).predict_on_batch(vec![x.clone()]).unwrap();
        let expected = floats(&keras["predictions"]["values"]);
        same(y[0].as_f32().unwrap(), &expected, 10.0 * PREDICTIONS, "the predictions").unwrap();
    }
}

#[test]
fn layers_that_cannot_be_adapted_are_named() {
    use keras::layers::{Activation, Dense};
    let input = keras::Input::new([3]);
    let x = Dense::new(4).name("head").call(&input).unwrap();
    let y = Activation::new(keras::Activation::Relu).name("relu").call(&x).unwrap();
    let mut model = keras::Model::new(&input, &y).unwrap();
    let mut message =
        |name: &str, rank| model.enable_lora(&[name], rank, None, &Registry::new()).unwrap_err().to_string();
    assert!(message("heads", 2).starts_with("there is no layer \"heads\"; did you mean \"head\"?"));
    assert_eq!(message("relu", 2), "layer 'relu' is a Activation; lora is for Dense, EinsumDense, Embedding");
    assert!(message("head", 0).contains("lora_rank is at least 1"));
    model.enable_lora(&["head"], 2, None, &Registry::new()).unwrap();
    let again = model.enable_lora(&["head"], 2, None, &Registry::new()).unwrap_err().to_string();
    assert!(again.contains("already enabled"), "{again}");
}
