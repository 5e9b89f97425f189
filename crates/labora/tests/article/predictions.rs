//! Weight files exchanged with real Keras give the same predictions for the test images.

use std::ffi::OsString;
use std::path::Path;

use datasets::{Options, cifar10};
use keras::{Infer, Model};

use crate::{network, script};

/// All test images.
const ROWS: usize = 10_000;

fn predictions(model: &Model, data: &Path) -> Vec<f32> {
    let options = Options { path: Some(data.into()), ..Options::default() };
    let test = cifar10::load_data(&options).unwrap().test.first(ROWS);
    // Four cores save time; each computes like the single CPU core.
    let device = labora::devices::cpu_with_cores(4).unwrap().quiet();
    let outputs = model.to_device(&device).unwrap().predict(&test, Infer::silent(400)).unwrap();
    (0..ROWS).flat_map(|i| outputs.row(i).unwrap()).collect()
}

fn floats(path: &Path) -> Vec<f32> {
    std::fs::read(path).unwrap().chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

#[track_caller]
fn agree(ours: &[f32], theirs: &[f32], what: &str) {
    assert_eq!((ours.len(), theirs.len()), (ROWS * 10, ROWS * 10));
    let worst = testkit::worst_difference(ours, theirs);
    println!("{what}: {ROWS} predictions within {worst:.1e}");
    assert!(worst <= 1e-5, "{what}: predictions are off by {worst}");
}

#[test]
fn real_keras_and_labora_read_each_others_weights() {
    let (Some(python), Some(data)) = (testkit::python(), testkit::cifar10_dir()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let run = |arguments: &[&OsString]| testkit::run_python(&python, &script("predictions.py"), arguments);
    let (data_argument, folder_argument) = (data.clone().into_os_string(), folder.path().as_os_str().to_os_string());

    run(&[&"write".into(), &data_argument, &folder_argument]);
    let theirs = floats(&at("keras.f32"));
    for name in ["keras.weights.h5", "keras.h5", "model.h5"] {
        let mut model = network(true);
        model.load_weights(at(name)).unwrap();
        agree(&predictions(&model, &data), &theirs, name);
    }

    let mut model = network(true);
    model.load_weights(at("keras.weights.h5")).unwrap();
    for name in ["ours.weights.h5", "ours.h5"] {
        model.save_weights(at(name)).unwrap();
        let out = at(&format!("{name}.f32"));
        run(&[&"read".into(), &at(name).into_os_string(), &data_argument, &out.clone().into_os_string()]);
        agree(&theirs, &floats(&out), name);
    }
}
