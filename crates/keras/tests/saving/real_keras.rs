//! Exchange of weight files with Keras 3.15 and h5py, by `tests/python/weights.py`.

use std::path::{Path, PathBuf};

use keras::saving::{LayerWeights, ModelWeights, load_weights, parse, save_weights};

use crate::fixtures::*;
use crate::partial::what_fits_is_loaded_as_keras_loads_it;

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/weights.py")
}

fn flat(model: &ModelWeights) -> Vec<u8> {
    let weights = model.layers.iter().flat_map(|layer| &layer.weights);
    weights.flat_map(|weight| &weight.data).flat_map(|value| value.to_le_bytes()).collect()
}

#[test]
fn files_of_keras_are_read_exactly() {
    let Some(python) = testkit::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    testkit::run_python(&python, &script(), &["write".as_ref(), folder.path().as_os_str()]);
    for (name, values) in [
        ("plain.weights.h5", "values"),
        ("with_optimizer.weights.h5", "values"),
        ("packed.weights.h5", "values"),
        ("latest.weights.h5", "values"),
        ("legacy.h5", "values"),
        ("earliest.h5", "values"),
        ("keras2.h5", "values"),
        ("model.h5", "values"),
        ("float64.weights.h5", "float64"),
        ("float16.weights.h5", "float16"),
        ("bfloat16.weights.h5", "bfloat16"),
    ] {
        let expected = std::fs::read(folder.path().join(format!("{values}.bin"))).unwrap();
        let loaded =
            load_weights(&folder.path().join(name), &zeros(&article())).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(flat(&loaded) == expected, "{name}: other values than Keras has");
        let whole = std::fs::read(folder.path().join(name)).unwrap();
        for parts in 0..20 {
            let cut = whole[..whole.len() * parts / 20].to_vec();
            assert!(parse(cut, &article()).is_err(), "{name}: {parts} twentieths were taken as whole");
        }
    }
    what_fits_is_loaded_as_keras_loads_it(folder.path());
}

#[test]
fn keras_and_h5py_read_our_files() {
    let Some(python) = testkit::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let model = article();
    std::fs::write(folder.path().join("values.bin"), flat(&model)).unwrap();
    let layer = |i: usize| {
        let name = format!("dense_{i}_{}", "x".repeat(200));
        LayerWeights::new(name.clone(), "Dense", vec![weight(&format!("{name}/bias"), &[2], i as f32)])
    };
    let many = ModelWeights { name: "many".into(), layers: (0..700).map(layer).collect() };
    for ending in ENDINGS {
        save_weights(&folder.path().join(format!("a.{ending}")), &model).unwrap();
        save_weights(&folder.path().join(format!("many.{ending}")), &many).unwrap();
    }
    testkit::run_python(&python, &script(), &["read".as_ref(), folder.path().as_os_str()]);
}
