//! Whole models, exchanged with Keras 3.15 by `tests/python/whole_models.py`, and damaged files.

use std::path::Path;

use keras::models::load_model;
use keras::objects::{Handle, Registry};
use keras::optimizers::schedules::{InverseTimeDecay, LearningRateSchedule};
use keras::{Activation, Compile, Input, Model, layers::Dense, optimizers::Adam};
use stablehlo::{ElementType::F32, Literal, TensorType, interpret};

fn floats(path: &Path) -> Vec<f32> {
    let bytes = std::fs::read(path).unwrap();
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

/// The outputs for four rows; the second input is the first plus 1.
fn outputs(model: &Model, x: &[f32]) -> Vec<f64> {
    let literal = |dims: &[usize], values: &[f32]| {
        Literal::from_f64(TensorType::new(F32, dims), &values.iter().map(|v| f64::from(*v)).collect::<Vec<_>>())
    };
    let mut inputs: Vec<Literal> = model.variables().iter().map(|v| literal(&v.shape, &v.values).unwrap()).collect();
    for i in 0..model.inputs().len() {
        let shifted: Vec<f32> = x.iter().map(|v| v + i as f32).collect();
        inputs.push(literal(&[4, 6], &shifted).unwrap());
    }
    let results = interpret::evaluate(&model.program(4).unwrap(), &inputs).unwrap();
    results.iter().flat_map(|y| y.to_f64_vec().unwrap()).collect()
}

#[test]
fn models_of_keras_are_loaded_and_ours_are_loaded_by_keras() {
    let Some(python) = testkit::python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/whole_models.py");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    testkit::run_python(&python, &script, &["write".as_ref(), folder.as_os_str()]);
    std::fs::create_dir(folder.join("ours")).unwrap();
    let x = floats(&folder.join("x.bin"));
    for name in ["trained", "several", "momentum", "scaled"] {
        let mut loaded = Vec::new();
        for ending in ["keras", "h5"] {
            let file = format!("{name}.{ending}");
            let model = load_model(folder.join(&file), &Registry::new()).unwrap_or_else(|e| panic!("{e}"));
            let expected = floats(&folder.join(format!("{name}.bin")));
            for (found, expected) in outputs(&model, &x).iter().zip(&expected) {
                assert!((*found as f32 - expected).abs() <= 1e-6 + 1e-5 * expected.abs(), "{file}: {found} {expected}");
            }
            model.save(folder.join("ours").join(&file)).unwrap();
            loaded.push(model);
        }
        assert_eq!(loaded[0].optimizer_state(), loaded[1].optimizer_state(), "{name}");
        assert_eq!(loaded[0].compiled().map(Compile::config), loaded[1].compiled().map(Compile::config));
        assert_eq!(loaded[0].optimizer_state().is_some(), name != "several");
        let summary = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        // The bytes of counters depend on Keras's backend; these are those of TensorFlow's.
        let counts = |text: &str| {
            let lines =
                text.lines().filter_map(|line| line.split_once(" (").filter(|(count, _)| count.contains("params")));
            lines.map(|(count, _)| count.to_owned()).collect::<Vec<_>>()
        };
        let ours = loaded[0].summary();
        assert_eq!(counts(&ours), counts(&summary), "{name}");
        for line in ["Non-trainable params: 13 (56.00 B)", "Optimizer params: 82 (340.00 B)"] {
            assert!(name != "scaled" || ours.contains(line), "{ours}");
        }
    }
    testkit::run_python(&python, &script, &["read".as_ref(), folder.as_os_str()]);
}

fn saved(folder: &Path) -> Vec<u8> {
    let input = Input::new([4]);
    let hidden = Dense::new(3).activation(Activation::Relu).call(&input).unwrap();
    let mut model = Model::new(&input, &Dense::new(2).call(&hidden).unwrap()).unwrap();
    model.compile(Compile::new(Adam::new(), "mse").metrics(["accuracy"])).unwrap();
    let path = folder.join("whole.keras");
    model.save(&path).unwrap();
    assert_eq!(load_model(&path, &Registry::new()).unwrap().variables(), model.variables());
    std::fs::read(path).unwrap()
}

#[test]
fn damaged_archives_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let whole = saved(folder.path());
    let path = folder.path().join("damaged.keras");
    let load = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        load_model(&path, &Registry::new())
    };
    for parts in 0..40 {
        let error = load(&whole[..whole.len() * parts / 40]).unwrap_err().to_string();
        assert!(error.contains("damaged.keras"), "{error}");
    }
    // A byte that differs is noticed by the checksum of its member, or does not matter.
    for at in (0..whole.len()).step_by(97) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        let _ = load(&bytes);
    }
}

#[test]
fn archives_that_unpack_to_more_than_expected_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = saved(folder.path());
    let mut read = zip::ZipArchive::new(std::io::Cursor::new(whole)).unwrap();
    let mut bomb = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    bomb.raw_copy_file(read.by_name("config.json").unwrap()).unwrap();
    bomb.start_file("model.weights.h5", options).unwrap();
    std::io::copy(&mut std::io::Read::take(std::io::repeat(0), 80 << 20), &mut bomb).unwrap();
    let bytes = bomb.finish().unwrap().into_inner();
    assert!(bytes.len() < 1 << 20);
    let path = folder.path().join("bomb.keras");
    std::fs::write(&path, bytes).unwrap();
    let message = load_model(&path, &Registry::new()).unwrap_err().to_string();
    assert!(message.contains("model.weights.h5 takes more than the"), "{message}");
}

#[test]
fn other_endings_are_refused() {
    let input = Input::new([4]);
    let model = Model::new(&input, &Dense::new(2).call(&input).unwrap()).unwrap();
    for name in ["a.weights.h5", "a.zip", "a"] {
        let message = model.save(name).unwrap_err().to_string();
        assert!(message.contains("ends in .keras"), "{message}");
    }
}

/// Keras 2 divides the rate by `1 + decay · step`.
#[test]
fn the_decay_of_keras_2_is_a_schedule() {
    let compile = |config: &str| {
        let config = format!(r#"{{"loss": "mse", "optimizer_config": {{"class_name": "SGD", "config": {config}}}}}"#);
        Compile::from_config(&serde_json::from_str(&config).unwrap(), &Registry::new())
    };
    let rates = |config: &str| {
        let compiled = compile(config).unwrap();
        [0, 1, 6].map(|step| compiled.optimizer().options().learning_rate.at(step))
    };
    assert_eq!(rates(r#"{"lr": 0.5, "decay": 0.25}"#), [0.5, 0.5 / 1.25, 0.5 / 2.5]);
    assert_eq!(rates(r#"{"learning_rate": 0.5, "decay": 0.0}"#), [0.5; 3]);
    let schedule = Handle::<dyn LearningRateSchedule>::from(InverseTimeDecay::new(0.5, 1, 1.0)).serialize();
    let error = compile(&format!(r#"{{"learning_rate": {schedule}, "decay": 0.25}}"#)).unwrap_err().to_string();
    assert!(error.contains("the decay 0.25 of Keras 2") && error.contains("compile it again"), "{error}");
}
