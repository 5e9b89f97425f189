//! Weights as safetensors: Python's library reads ours, and we read its.

use keras::models::load_model;
use keras::objects::Registry;

use crate::{cases, environment, script};

#[test]
fn weights_go_to_safetensors_and_come_back() {
    let (Some((cases, folder)), Some(python)) = (cases("sample"), environment("onnx.txt", 11)) else { return };
    let ours = tempfile::tempdir().unwrap();
    let mut models = Vec::new();
    for case in cases.iter().filter(|case| ["convolutions", "lstm", "transformer"].iter().any(|n| case["name"] == *n)) {
        let (name, file) = (case["name"].as_str().unwrap(), case["files"][0].as_str().unwrap());
        let model = load_model(folder.join(file), &Registry::new()).unwrap();
        model.save_weights(ours.path().join(format!("{name}.safetensors"))).unwrap();
        models.push((name, model));
    }
    let manifest = folder.join("manifest.json");
    let said = testkit::run_python(&python, &script("check_safetensors.py"), &[ours.path(), &manifest]);
    assert_eq!(said.lines().count(), 3, "{said}");
    for (name, mut model) in models {
        let mut paths: Vec<&str> = model.variables().iter().map(|v| v.path.as_str()).collect();
        paths.sort_unstable();
        assert!(said.contains(&format!("{name} {}", paths.join(" "))), "{said}");
        let doubled: Vec<Vec<f32>> =
            model.variables().iter().map(|v| v.values.iter().map(|x| 2.0 * x).collect()).collect();
        model.load_weights(ours.path().join(format!("{name}.again.safetensors"))).unwrap();
        let found: Vec<Vec<f32>> = model.variables().iter().map(|v| v.values.clone()).collect();
        assert_eq!(found, doubled, "{name}");
    }
}
