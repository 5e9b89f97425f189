//! Grad-CAM and activations, compared with real Keras.

use std::path::Path;

use datasets::array_file;
use keras::models::load_model;
use keras::objects::Registry;
use keras::{Array, Infer};

use super::device;

fn read(path: &Path) -> Array {
    array_file::read(path).unwrap().swap_remove(0).array
}

#[test]
fn maps_and_activations_are_those_of_keras() {
    let Some(python) = testkit::python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/grad_cam.py");
    let folder = tempfile::tempdir().unwrap();
    testkit::run_python(&python, &script, &[folder.path().as_os_str()]);
    let path = |name: &str| folder.path().join(name);
    let x = read(&path("x.npy"));
    for name in ["plain", "branched"] {
        let model = load_model(path(&format!("{name}.keras")), &Registry::new()).unwrap();
        let mut on_device = model.to_device(&device(2)).unwrap();
        let same = |found: &Array, file: &str| {
            let expected = read(&path(&format!("{name}_{file}.npy")));
            assert_eq!(found.dims(), expected.dims(), "{name} {file}");
            let worst = testkit::worst_difference(found.as_f32().unwrap(), expected.as_f32().unwrap());
            assert!(worst < 1e-4, "{name} {file}: {worst}");
        };
        for layer in ["first", "last"] {
            same(&on_device.grad_cam(&x, layer, Some(2)).unwrap(), &format!("{layer}_class"));
            same(&on_device.grad_cam(&x, layer, None).unwrap(), &format!("{layer}_predicted"));
            let mut inside = model.output_of(layer).unwrap().to_device(&device(2)).unwrap();
            same(&inside.predict(&x, Infer::silent(3)).unwrap(), &format!("{layer}_output"));
        }
        let mut says = |layer: &str, class| on_device.grad_cam(&x, layer, class).unwrap_err().to_string();
        assert!(says("none", None).contains("has no layer 'none': there are"));
        assert!(says("first", Some(9)).contains("there is no class 9: there are 4"));
        assert!(says("scores", None).contains("without places"));
    }
}
