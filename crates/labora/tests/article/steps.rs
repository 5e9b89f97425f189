//! Twenty steps of Adam, beside twenty steps of real Keras from the same weights on the same pictures.

use keras::datasets::{Options, cifar10};
use keras::optimizers::Adam;
use keras::utils::progbar::Verbose;
use keras::{Compile, Fit};

use crate::{network, script};

const STEPS: usize = 20;
const BATCH: usize = 1024;

#[test]
fn the_same_steps_as_real_keras() {
    let (Some(python), Some(data)) = (testkit::python(), testkit::cifar10_dir()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        [data.as_os_str(), folder.path().as_os_str(), STEPS.to_string().as_ref(), BATCH.to_string().as_ref()]
            .map(std::ffi::OsStr::to_os_string);
    testkit::run_python(&python, &script("steps.py"), &arguments);
    let expected: Vec<f64> =
        serde_json::from_str(&std::fs::read_to_string(folder.path().join("losses.json")).unwrap()).unwrap();
    assert_eq!(expected.len(), STEPS);

    let pictures = cifar10::load_data(&Options { path: Some(data), ..Options::default() }).unwrap().train;
    let mut model = network(false);
    model.load_weights(folder.path().join("first.weights.h5")).unwrap();
    model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy")).unwrap();
    let mut model = model.to_device(&labora::cpu().unwrap().quiet()).unwrap();
    let mut worst = 0f64;
    for (step, expected) in expected.iter().enumerate() {
        let rows = pictures.slice(step * BATCH..(step + 1) * BATCH).unwrap();
        let fit = Fit { batch_size: BATCH, shuffle: false, verbose: Verbose::Silent, ..Fit::default() };
        let loss = model.fit(&rows, &rows.labels, fit).unwrap().get("loss").unwrap()[0];
        let off = (loss - expected).abs() / expected.abs();
        worst = worst.max(off);
        assert!(off <= 1e-4, "step {}: loss {loss}, real Keras has {expected}", step + 1);
    }
    println!("losses of {STEPS} steps agree within {worst:.1e} relative");

    let trained = model.sync_to_cpu().unwrap();
    let mut theirs = network(false);
    theirs.load_weights(folder.path().join("last.weights.h5")).unwrap();
    for (ours, theirs) in trained.variables().iter().zip(theirs.variables()) {
        let scale = theirs.values.iter().fold(1f32, |m, v| m.max(v.abs()));
        let worst = testkit::worst_difference(&ours.values, &theirs.values);
        println!("{}: within {worst:.1e} of real Keras (largest {scale:.2})", ours.path);
        assert!(worst <= 1e-3 * scale, "{} is off by {worst}", ours.path);
    }
}
