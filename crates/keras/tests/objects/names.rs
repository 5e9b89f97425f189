//! What files of this crate name is what stock Keras has: classes by their modules, and activations, which
//! compute the same there.

use std::path::Path;

use keras::Activation;
use keras::constraints::Constraint;
use keras::graph::Layer;
use keras::initializers::Initializer;
use keras::layers::Dense;
use keras::losses::Loss;
use keras::metrics::Metric;
use keras::objects::{Kind, Object, Registry};
use keras::optimizers::Optimizer;
use keras::optimizers::schedules::LearningRateSchedule;
use keras::regularizers::Regularizer;
use serde_json::{Value as Json, json};
use stablehlo::{ElementType::F32, FuncBuilder, Literal, Module, TensorType, interpret};

fn classes<K: Kind + ?Sized>() -> Vec<Json> {
    let row = |class: &str| json!({ "module": K::MODULE, "class_name": class });
    Registry::new().rows::<K>().map(|found| row(found.class_name)).collect()
}

#[test]
fn keras_has_all_names_that_files_have() {
    let Some(python) = testkit::python() else { return };
    let classes = [
        classes::<dyn Layer>(),
        classes::<dyn Loss>(),
        classes::<dyn Metric>(),
        classes::<dyn Optimizer>(),
        classes::<dyn LearningRateSchedule>(),
        classes::<dyn Initializer>(),
        classes::<dyn Regularizer>(),
        classes::<dyn Constraint>(),
    ]
    .concat();
    assert!(classes.len() > 200, "{}", classes.len());
    let x = [-4.0f32, -2.7, -1.0, -0.25, 0.0, 0.4, 1.0, 2.4, 2.6, 7.0];
    let activations = Activation::ALL.iter().chain(&[Activation::HardSigmoidOfKeras2]).map(|activation| {
        let mut b = FuncBuilder::new("main");
        let value = b.param(TensorType::new(F32, [1, x.len()]));
        let y = activation.apply(&mut b, value).unwrap();
        let module = Module::new("activation", b.finish(vec![y]));
        let values = interpret::evaluate(&module, &[Literal::from_vec([1, x.len()], x).unwrap()]).unwrap();
        let config = Dense::new(1).activation(*activation).get_config().get("activation").cloned();
        json!({ "config": config, "values": values[0].to_f64_vec().unwrap() })
    });
    let names = json!({ "classes": classes, "x": [x], "activations": activations.collect::<Vec<_>>() });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("names.json");
    std::fs::write(&file, names.to_string()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/names.py");
    assert_eq!(testkit::run_python(&python, &script, &[file]), "");
}

#[test]
fn the_hard_sigmoid_of_keras_2_is_read_as_keras_writes_it() {
    let written = Dense::new(1).activation(Activation::HardSigmoidOfKeras2).get_config();
    let read = |activation: &Json| {
        let config = json!({ "class_name": "Dense", "config": { "units": 1, "activation": activation } });
        let layer = Registry::new().deserialize::<dyn Layer>(&config)?;
        Ok::<Json, keras::Error>(layer.get_config().get("activation").cloned().unwrap())
    };
    let mut activation = written.get("activation").unwrap().clone();
    assert_eq!(read(&activation).unwrap(), activation);
    // Keras writes all settings, and the input of a model that it has called.
    let expected = activation.clone();
    let layers = activation["config"]["layers"].as_array_mut().unwrap();
    layers[1]["config"] = json!({ "name": "re_lu", "max_value": 1.0, "negative_slope": 0.0, "threshold": 0.0 });
    layers.insert(
        0,
        json!({ "module": "keras.layers", "class_name": "InputLayer", "config": { "batch_shape": [1, 4] } }),
    );
    assert_eq!(read(&activation).unwrap(), expected);
    activation["config"]["layers"][2]["config"]["threshold"] = 0.5.into();
    assert!(read(&activation).is_err());
}
