//! Names, shapes, summaries and configurations, compared with Keras's.
//!
//! `fixtures/models` was written by `python/models.py` with Keras 3.15.1.

use std::sync::{Mutex, MutexGuard, PoisonError};

use keras::graph::CallArguments;
use keras::layers::{
    self, Add, BatchNormalization, Concatenate, Conv2D, Dense, Dropout, Embedding, FillMode, Flatten, FlipMode,
    GlobalAveragePooling2D, Interpolation, MaxPooling2D, Padding, RandomFlip, RandomTranslation, TextVectorization,
};
use keras::objects::Registry;
use keras::ops::{self, Axes};
use keras::symbolic::{self, Index, get_item};
use keras::{Activation, DTypePolicy, Input, Model, Result, Sequential, naming};
use serde_json::{Value as Json, json};
use stablehlo::ElementType::{F32, I32};
use stablehlo::{Literal, TensorType, interpret};

/// Automatic names are counted globally, so these tests run one at a time.
fn lock_names() -> MutexGuard<'static, ()> {
    static NAMES: Mutex<()> = Mutex::new(());
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/models/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn article() -> Result<Model> {
    keras::applications::cifar10_cnn(&keras::applications::Cifar10Cnn::default())
}

fn branched() -> Result<Model> {
    let i = Input::new([8, 8, 4]);
    let a = Conv2D::new(4, 3).padding(Padding::Same).call(&i)?;
    let b = Conv2D::new(4, 1).use_bias(false).call(&i)?;
    let s = Add::new().call([&a, &b])?;
    let s = layers::Activation::new(Activation::Relu).call(&s)?;
    let c = Concatenate::new().call([&s, &a, &i.tensor()])?;
    let g = GlobalAveragePooling2D::new().call(&c)?;
    Model::new(&i, &Dense::new(3).call(&g)?)
}

fn shared() -> Result<Model> {
    let i = Input::new([8]);
    let d = Dense::new(8).shared();
    let x = d.call(&i)?;
    let y = d.call(&x)?;
    Model::new(&i, &Add::new().call([&x, &y])?)
}

fn sequential() -> Result<Model> {
    Sequential::new(Input::new([28, 28, 1]))
        .add(Flatten::new())?
        .add(Dense::new(128).activation(Activation::Relu))?
        .add(Dense::new(10).activation(Activation::Softmax))?
        .build()
}

fn augmented() -> Result<Model> {
    let i = Input::new([32, 32, 3]);
    let x = RandomFlip::new().mode(FlipMode::Horizontal).call(&i)?;
    let constant = RandomTranslation::new(0.125, (-0.25, 0.5)).fill_mode(FillMode::Constant).fill_value(0.5);
    let x = constant.interpolation(Interpolation::Nearest).call(&x)?;
    let x = RandomFlip::new().seed(7).call(&x)?;
    let x = RandomTranslation::new(0.0, 0.25).call(&x)?;
    Model::new(&i, &GlobalAveragePooling2D::new().call(&x)?)
}

fn several() -> Result<Model> {
    let (a, b) = (Input::new([6]).name("a"), Input::new([6]).name("b"));
    let (a, b, x) = (a.tensor(), b.tensor(), Input::new([6]));
    let dense = Dense::new(4).activation(Activation::Tanh).call(&x)?;
    let inner = Model::new(&x, [&dense, &BatchNormalization::new().call(&x)?])?.with_name("inner").shared();
    let frozen = CallArguments { training: Some(false), ..CallArguments::default() };
    let first = inner.call_with(&a, frozen)?;
    let second = inner.call_with(&b, CallArguments::default())?;
    let tail = Sequential::new(Input::new([4])).name("tail").add(Dense::new(3).name("tail_dense"))?.build()?;
    let sum = Add::new().call([&first[0], &second[0]])?;
    let both = Concatenate::new().call([&first[1], &second[1]])?;
    Ok(Model::new([&a, &b], [&tail.call(&sum)?, &both])?.with_name("several"))
}

fn expressions() -> Result<Model> {
    let i = Input::new([4, 6]);
    let x = Dense::new(6).call(&i)?;
    let x = 0.5 * (&x + &i) / (1.0 - x) % 2.0;
    let (some, even) = (get_item(&i, (.., 1..3)), get_item(&i, (Index::Ellipsis, Index::Step(2), ..)));
    let x = symbolic::concatenate([&-x, &some, &even], 1);
    let x = symbolic::softmax(symbolic::transpose(x, &[0, 2, 1]), -1);
    let x = symbolic::reshape(x, &[-1, 12, 4]);
    let x = symbolic::maximum(symbolic::power(&x, 2.0), symbolic::mean(&x, 1, true));
    let x = symbolic::clip(x, 0.1, 0.9);
    Model::new(&i, [&symbolic::sum(&x, [1, 2], false), &get_item(&x, (.., -1, Index::NewAxis))])
}

/// Calls of functions with settings, each an output.
fn functions() -> Result<Model> {
    use symbolic::*;
    let (i, j) = (Input::new([4, 6]), Input::new([4, 6]));
    let (x, y) = (i.tensor(), j.tensor());
    let mut outputs = vec![
        append(&x, &y, 1),
        flip(&x, 1),
        full_like(&x, 0.5),
        ones_like(&x),
        zeros_like(&x),
        pad(&x, &[(0, 0), (1, 2), (0, 1)]),
        repeat(&x, 2, 1),
        roll(&x, -1, 2),
        round(&x, 1),
        squeeze(expand_dims(&x, 2), 2),
        stack([&x, &y], 1),
        swapaxes(&x, 1, 2),
        take(&x, [3, 0], 1),
        take_along_axis(&x, argsort(&y, 2), 2),
        tile(&x, &[1, 2, 3]),
        tril(&x, 1),
        triu(&x, -1),
        where_(greater(&x, &y) & !less(&x, 0.25), &x, -0.5),
        cast(&x, "int32"),
        one_hot(argmax(&x, -1), 6),
        elu(&x, 0.5),
        gelu(&x, false),
        leaky_relu(&x, 0.1),
        normalize(&x, -1, 1.0),
        median(&x, 1, true),
        cumsum(&x, 1),
        max(&x, Axes::from([1, 2]), true),
        logsumexp(&x, -1, false),
        matmul(&x, transpose(&y, &[0, 2, 1])),
    ];
    outputs.extend([array_split(&x, 4, 2)?, split(&x, 3, 2)?, unstack(&x, 4, 1)?, top_k(&x, 2)?].concat());
    Model::new([&i, &j], outputs)
}

#[test]
fn what_is_wrong_with_an_expression_is_an_error_of_what_takes_it() {
    let _names = lock_names();
    let (a, b) = (Input::new([3]).name("a"), Input::new([4]).name("b"));
    let wrong = symbolic::relu(&a + &b) * 2.0;
    let message = Model::new([&a, &b], &wrong).unwrap_err().to_string();
    assert!(message.contains("(Add)") && message.contains("[2, 3]"), "{message}");
    assert_eq!(Dense::new(2).call(&wrong).unwrap_err().to_string(), message);
    assert_eq!(symbolic::split(&wrong, 2, 1).unwrap_err().to_string(), message);
    let message = Model::new(&a, &get_item(&a, (.., 5))).unwrap_err().to_string();
    assert!(message.contains("the key"), "{message}");
}

#[test]
fn models_are_read_from_what_keras_writes() {
    let _names = lock_names();
    for name in ["article", "branched", "shared", "sequential", "augmented", "several", "expressions"] {
        let expected: Json = serde_json::from_str(&fixture(&format!("{name}.json"))).unwrap();
        let model = Model::from_json(&expected, &Registry::new()).unwrap();
        compare(name, &expected, &model.to_json());
        assert_eq!(Model::from_json(&model.to_json(), &Registry::new()).unwrap().to_json(), model.to_json());
    }
}

#[test]
fn configurations_of_keras_2_are_read() {
    let _names = lock_names();
    let layer = |class: &str, config: Json, nodes: Json| json!({ "class_name": class, "name": config["name"], "config": config, "inbound_nodes": nodes });
    let zeros = json!({ "class_name": "Zeros", "config": {} });
    let glorot = json!({ "class_name": "GlorotUniform", "config": { "seed": null, "dtype": "float32" } });
    let dense = json!({ "name": "d", "trainable": true, "dtype": "float32", "units": 3, "activation": "relu",
        "use_bias": true, "kernel_initializer": glorot, "bias_initializer": zeros, "kernel_regularizer": null,
        "activity_regularizer": null });
    let config = json!({ "class_name": "Functional", "config": { "name": "old", "layers": [
        layer("InputLayer", json!({ "batch_input_shape": [null, 3], "dtype": "float32", "sparse": false,
            "ragged": false, "name": "i" }), json!([])),
        layer("Dense", dense.clone(), json!([[["i", 0, 0, {}]], [["d", 0, 0, {}]]])),
        layer("Add", json!({ "name": "sum", "trainable": true, "dtype": "float32" }),
            json!([[["d", 0, 0, {}], ["d", 1, 0, {}]]])),
        layer("BatchNormalization", json!({ "name": "bn", "axis": [1], "momentum": 0.9 }), json!([[["sum", 0, 0, {}]]])),
    ], "input_layers": [["i", 0, 0]], "output_layers": [["bn", 0, 0]] }, "keras_version": "2.11.0" });
    let model = Model::from_json(&config, &Registry::new()).unwrap();
    assert_eq!((model.count_params(), model.name()), (3 * 3 + 3 + 4 * 3, "old"));
    let mut first = dense;
    first["batch_input_shape"] = json!([null, 5]);
    let config = json!({ "class_name": "Sequential", "config": { "name": "s", "layers": [
        { "class_name": "Dense", "config": first }] } });
    assert_eq!(Model::from_json(&config, &Registry::new()).unwrap().input_shape().to_string(), "(None, 5)");
}

#[test]
fn operations_of_legacy_files_are_found_without_their_modules() {
    let _names = lock_names();
    let x = Input::new([4]);
    let known = symbolic::not_equal(&x, 0.0);
    let y = symbolic::multiply(Dense::new(4).call(&x).unwrap(), symbolic::cast(&known, "float32"));
    let sum = Add::new().call([&y, &symbolic::add(&y, &x)]).unwrap();
    let expected = Model::new(&x, &symbolic::concatenate(vec![sum, y], -1)).unwrap().to_json();
    let mut legacy = expected.clone();
    let mut operations = 0;
    for layer in legacy["config"]["layers"].as_array_mut().unwrap() {
        operations += usize::from(layer["module"].as_str().unwrap().starts_with("keras.src.ops"));
        layer.as_object_mut().unwrap().remove("module");
    }
    assert_eq!(operations, 5);
    assert_eq!(Model::from_json(&legacy, &Registry::new()).unwrap().to_json(), expected);
}

#[test]
fn vocabularies_stay_or_are_missed() {
    let _names = lock_names();
    let texts = Input::new([1]).dtype("string");
    let words = TextVectorization::new().output_sequence_length(3).adapt(["a cat", "the cat"]).unwrap();
    let x = Embedding::new(words.vocabulary_size(), 2).call(&words.name("words").call(&texts).unwrap()).unwrap();
    let mut model = Model::new(&texts, &x).unwrap();
    let found = Model::from_json(&model.to_json(), &Registry::new()).unwrap_err().to_string();
    assert!(found.starts_with("layer 'words': TextVectorization: the file has no vocabulary, which had 5"), "{found}");
    let rows = |model: &Model| model.prepare(&[["the cat"].into()]).unwrap();
    let before = rows(&model);
    model.set_trainable(false, |layer| layer.name() == "words", &Registry::new()).unwrap();
    assert_eq!(rows(&model), before);
}

#[test]
fn a_hard_sigmoid_of_keras_2_has_its_slope_of_a_fifth() {
    let _names = lock_names();
    let config = |version: &str, activation: Json| {
        json!({ "class_name": "Sequential", "keras_version": version, "config": { "name": "s", "layers": [
            { "class_name": "Activation", "config": { "batch_input_shape": [null, 3], "name": "a",
                "activation": activation } }] } })
    };
    let of = |version: &str, activation: Json| {
        let model = Model::from_json(&config(version, activation), &Registry::new()).unwrap();
        let x = Literal::from_vec([1, 3], [-2.75f32, 1.0, 4.0]).unwrap();
        interpret::evaluate(&model.program(1).unwrap(), &[x]).unwrap()[0].to_vec::<f32>().unwrap()
    };
    for activation in [json!("hard_sigmoid"), json!({ "class_name": "function", "config": "hard_sigmoid" })] {
        assert_eq!(of("2.2.4", activation.clone()), [0.0, 0.7, 1.0]);
        let today = of("3.15.1", activation);
        assert!((today[0] - 0.25 / 6.0).abs() < 1e-6 && (today[1] - 4.0 / 6.0).abs() < 1e-6, "{today:?}");
    }
}

#[test]
fn functions_of_files_make_no_more_parts_than_there_is_memory() {
    let _names = lock_names();
    let read = |size: i64, class: &str, module: &str, settings: Json, key: Json| {
        let tensor = json!({ "class_name": "__keras_tensor__", "config": { "shape": [null, size],
            "dtype": "float32", "keras_history": ["i", 0, 0] } });
        let arguments = if key.is_null() { json!([tensor]) } else { json!([tensor, key]) };
        let mut config = settings;
        config["name"] = json!("f");
        let json = json!({ "class_name": "Functional", "config": { "name": "m", "layers": [
            { "class_name": "InputLayer", "name": "i", "module": "keras.layers", "inbound_nodes": [],
                "config": { "batch_shape": [null, size], "dtype": "float32", "name": "i" } },
            { "class_name": class, "name": "f", "module": module, "config": config,
                "inbound_nodes": [{ "args": arguments, "kwargs": {} }] },
        ], "input_layers": [["i", 0, 0]], "output_layers": [["f", 0, 0]] } });
        Model::from_json(&json, &Registry::new()).map(|model| model.output_shape().to_string())
    };
    let slice = |start: Json, stop: Json, step: i64| {
        let whole = json!({ "class_name": "__slice__", "config": { "start": null, "stop": null, "step": null } });
        json!([whole, { "class_name": "__slice__", "config": { "start": start, "stop": stop, "step": step } }])
    };
    let (numpy, large) = ("keras.src.ops.numpy", i64::from(i32::MAX));
    let item = |size, key| read(size, "GetItem", numpy, json!({}), key);
    assert_eq!(item(large, slice(json!(5), json!(-5), 1)).unwrap(), format!("(None, {})", large - 10));
    assert_eq!(item(9, slice(json!(1), json!(null), 3)).unwrap(), "(None, 3)");
    assert_eq!(item(9, slice(json!(7), json!(0), -2)).unwrap(), "(None, 4)");
    assert_eq!(item(9, slice(json!(7), json!(2), 1)).unwrap(), "(None, 0)");
    assert!(item(9, slice(json!(null), json!(null), 0)).unwrap_err().to_string().contains("GetItem: the key"));
    assert!(item(large, slice(json!(null), json!(null), 2)).unwrap_err().to_string().contains("GetItem: the key"));
    let at_most = |message: String| assert!(message.contains("at most 1048576"), "{message}");
    at_most(read(3, "Tile", numpy, json!({ "repeats": [1, large] }), Json::Null).unwrap_err().to_string());
    at_most(read(3, "Repeat", numpy, json!({ "repeats": large, "axis": 1 }), Json::Null).unwrap_err().to_string());
    at_most(read(large, "Unstack", "keras.src.ops.core", json!({ "axis": 1 }), Json::Null).unwrap_err().to_string());
}

#[test]
fn functions_of_tensorflow_without_an_operation_are_refused() {
    let _names = lock_names();
    let message = |function: &str, named: Json| {
        let layer = |class: &str, config: Json, nodes: Json| json!({ "class_name": class, "name": config["name"], "config": config, "inbound_nodes": nodes });
        let config = json!({ "class_name": "Functional", "config": { "name": "old", "layers": [
            layer("InputLayer", json!({ "batch_input_shape": [null, 3], "name": "i" }), json!([])),
            layer("TFOpLambda", json!({ "name": "f", "function": function }), json!([["i", 0, 0, named]])),
        ], "input_layers": [["i", 0, 0]], "output_layers": [["f", 0, 0]] } });
        Model::from_json(&config, &Registry::new()).map(|model| model.output_shape().to_string())
    };
    assert_eq!(message("expand_dims", json!({ "axis": 1, "name": "x" })).unwrap(), "(None, 1, 3)");
    for (function, named, expected) in [
        ("math.betainc", json!({}), "layer 'f' is TensorFlow's tf.math.betainc, which is no operation of Keras here"),
        ("compat.v1.shape", json!({ "out_type": "int32" }), "sizes have to be numbers"),
        ("math.cumsum", json!({ "axis": 1, "reverse": true }), "whose argument reverse=true is no argument"),
        ("math.add", json!({ "y": ["lost", 0, 0] }), "takes a tensor that no layer returns"),
    ] {
        let found = message(function, named).unwrap_err().to_string();
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn damaged_configurations_are_refused() {
    let _names = lock_names();
    let json: Json = serde_json::from_str(&fixture("branched.json")).unwrap();
    let text = json.to_string();
    let message = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        let json: Json = serde_json::from_str(&text.replacen(old, new, 1)).unwrap();
        Model::from_json(&json, &Registry::new()).unwrap_err().to_string()
    };
    for (old, new, expected) in [
        (r#""Functional""#, r#""Strange""#, "of the class \"Strange\"; there are Sequential, Functional"),
        (
            r#""Conv2D""#,
            r#""Conv9D""#,
            "layer 'conv2d': there is no layer \"Conv9D\"; did you mean \"Conv1D\"? There are 1",
        ),
        (r#""filters":4"#, r#""filters":"four""#, "layer 'conv2d': Conv2D: setting 'filters' is \"four\""),
        (r#""inbound_nodes":[{"args""#, r#""inbound_nodes":[5,{"args""#, "the inputs of a call are 5"),
        (r#""input_layers""#, r#""inputs""#, "has no list input_layers"),
        (r#""keras_history":["add""#, r#""keras_history":["sub""#, "takes a tensor that no layer returns"),
    ] {
        let found = message(old, new);
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn summaries_and_configurations_are_those_of_keras() {
    let _names = lock_names();
    type Make = fn() -> Result<Model>;
    let models: [(&str, Make); 7] = [
        ("article", article),
        ("branched", branched),
        ("shared", shared),
        ("sequential", sequential),
        ("augmented", augmented),
        ("several", several),
        ("expressions", expressions),
    ];
    for (name, make) in models {
        naming::reset_uids();
        let model = make().unwrap();
        for columns in [80, 120] {
            let (expected, found) = (fixture(&format!("{name}_{columns}.txt")), model.summary_for(columns));
            assert_eq!(found.trim_end(), expected.trim_end(), "{name} at {columns} columns:\n{found}\n{expected}");
        }
        let expected: Json = serde_json::from_str(&fixture(&format!("{name}.json"))).unwrap();
        compare(name, &expected, &model.to_json());
    }
}

#[test]
fn keras_builds_the_same_models_from_our_configurations() {
    let _names = lock_names();
    let Some(python) = testkit::python() else { return };
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/read_config.py");
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let make = [article, branched, shared, sequential, augmented, several, expressions, functions];
    let models: Vec<Model> = make.into_iter().map(|make| make().unwrap()).collect();
    let configurations: Vec<Json> = models.iter().map(Model::to_json).collect();
    std::fs::write(&path, Json::from(configurations).to_string()).unwrap();
    let found: Vec<String> = serde_json::from_str(&testkit::run_python(&python, &script, &[&path])).unwrap();
    assert_eq!(found.len(), models.len());
    for (found, model) in found.iter().zip(models) {
        assert_eq!(found.trim_end(), model.summary().trim_end());
    }
}

/// Checks that everything Keras writes is there and equal, except for the configuration of building and
/// compiling, arguments of calls that are not tensors, and the axes of initializers, which are new in Keras
/// 3.15 and null.
fn compare(place: &str, expected: &Json, found: &Json) {
    match (expected, found) {
        (Json::Object(e), Json::Object(f)) => {
            for (key, value) in e {
                if matches!(key.as_str(), "build_config" | "compile_config" | "kwargs" | "input_axes" | "output_axes") {
                    continue;
                }
                let own = f.get(key).unwrap_or_else(|| panic!("{place}: {key} is missing; Keras has {value}"));
                compare(&format!("{place}.{key}"), value, own);
            }
            let extra: Vec<&String> = f.keys().filter(|k| !e.contains_key(*k)).collect();
            assert!(extra.is_empty(), "{place}: Keras has no {extra:?}");
        }
        (Json::Array(e), Json::Array(f)) if e.len() == f.len() => {
            e.iter().zip(f).enumerate().for_each(|(i, (e, f))| compare(&format!("{place}[{i}]"), e, f));
        }
        _ => assert_eq!(found, expected, "{place}"),
    }
}

#[test]
fn weights_have_keras_paths_and_order() {
    let _names = lock_names();
    let input = Input::new([4, 4, 3]).name("pixels");
    let x = BatchNormalization::new().name("bn").call(&input).unwrap();
    let x = Conv2D::new(2, (3, 3)).name("conv").call(&x).unwrap();
    let x = Dropout::new(0.5).name("drop").call(&x).unwrap();
    let x = Flatten::new().name("flat").call(&x).unwrap();
    let x = Dense::new(5).name("out").dtype(DTypePolicy::MixedBfloat16).call(&x).unwrap();
    let model = Model::new(&input, &x).unwrap();
    let weights: Vec<(&str, &[usize], bool)> =
        model.variables().iter().map(|v| (v.path.as_str(), v.shape.as_slice(), v.trainable)).collect();
    let expected: [(&str, &[usize], bool); 8] = [
        ("bn/gamma", &[3], true),
        ("bn/beta", &[3], true),
        ("bn/moving_mean", &[3], false),
        ("bn/moving_variance", &[3], false),
        ("conv/kernel", &[3, 3, 3, 2], true),
        ("conv/bias", &[2], true),
        ("out/kernel", &[8, 5], true),
        ("out/bias", &[5], true),
    ];
    assert_eq!(weights, expected);
    let own = model.variables_of(model.layer("conv").unwrap());
    assert_eq!(own.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(), ["kernel", "bias"]);
}

#[test]
fn the_same_seed_gives_the_same_weights() {
    let _names = lock_names();
    let make = || {
        let input = Input::new([6]).name("seeded_input");
        Model::new(&input, &Dense::new(4).name("seeded").call(&input).unwrap()).unwrap()
    };
    let (a, mut b) = (make(), make());
    assert_eq!(a.variables(), b.variables());
    b.initialize(7).unwrap();
    assert_ne!(a.variables()[0].values, b.variables()[0].values);
    let limit = (6.0f32 / 10.0).sqrt();
    assert!(b.variables()[0].values.iter().all(|w| w.abs() <= limit));
}

#[test]
fn errors_have_the_wording_of_keras() {
    let _names = lock_names();
    let image = Input::new([3, 3, 3]).name("image");
    let row = Input::new([10]).name("row");
    let cases: [(Result<keras::KerasTensor>, &str); 10] = [
        (
            Conv2D::new(32, 3).name("c").call(&row),
            "Input 0 of layer 'c' is incompatible with the layer: expected ndim=4, found ndim=2. \
             Full shape received: (None, 10)",
        ),
        (Conv2D::new(32, 5).call(&image), "Computed output size would be zero or negative."),
        (MaxPooling2D::new(5).call(&image), "`pool_size=(5, 5)`, `strides=(5, 5)`, `padding=valid`"),
        (MaxPooling2D::new(0).call(&image), "cannot contain 0"),
        (Conv2D::new(3, 1).groups(2).call(&image), "groups=2, filters=3, input channels=3"),
        (Dropout::new(-0.1).call(&row), "Expected a float value between 0 and 1. Received: rate=-0.1"),
        (Dense::new(0).call(&row), "expected a positive integer. Received: units=0"),
        (Add::new().call(&row), "expects at least 2 inputs, but it received 1"),
        (
            Add::new().call([&row.tensor(), &Input::new([4]).tensor()]),
            "Inputs have incompatible shapes. Received shapes (None, 10) and (None, 4)",
        ),
        (
            Concatenate::new().call([&image.tensor(), &Input::new([3, 4, 3]).tensor()]),
            "requires inputs with matching shapes except for the concatenation axis",
        ),
    ];
    for (result, expected) in cases {
        let message = result.unwrap_err().to_string();
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
    }
}

#[test]
fn models_reject_inconsistent_networks() {
    let _names = lock_names();
    let (a, b) = (Input::new([4]).name("a"), Input::new([4]).name("b"));
    let sum = Add::new().name("sum").call([&a.tensor(), &b.tensor()]).unwrap();
    let message = Model::new(&a, &sum).unwrap_err().to_string();
    assert!(message.starts_with("Graph disconnected"), "{message}");

    let x = Dense::new(4).name("twin").call(&a).unwrap();
    let y = Dense::new(4).name("twin").call(&x).unwrap();
    let message = Model::new(&a, &y).unwrap_err().to_string();
    assert!(message.contains("The name \"twin\" is used 2 times in the model"), "{message}");

    let dense = Dense::new(3).name("shared").shared();
    let y = dense.call(&a).unwrap();
    let message = dense.call(&y).unwrap_err().to_string();
    assert!(message.contains("was built for inputs of shape (None, 4)"), "{message}");
}

#[test]
fn a_sequence_gets_its_input_later() {
    let _names = lock_names();
    let layers =
        |stack: Sequential| stack.name("stack").add(Flatten::new().name("flat"))?.add(Dense::new(3).name("dense"));
    naming::reset_uids();
    let at_once = layers(Sequential::new(Input::new([2, 2]))).unwrap().build().unwrap();
    naming::reset_uids();
    let later = layers(Sequential::without_input()).unwrap().build_for([2, 2]).unwrap();
    assert_eq!((later.to_json(), later.variables()), (at_once.to_json(), at_once.variables()));

    let stack = layers(Sequential::without_input()).unwrap();
    assert_eq!(stack.layers().len(), 2);
    let message = stack.build().unwrap_err().to_string();
    assert!(message.contains("`build_for(shape)`"), "{message}");
    let shorter = layers(Sequential::without_input()).unwrap().pop().unwrap().build_for([2, 2]).unwrap();
    assert_eq!(shorter.output_shape().dims(), [Some(4)]);
    assert!(Sequential::without_input().pop().is_err());
    let other = layers(Sequential::new(Input::new([2, 2]))).unwrap().build_for([3, 2]).unwrap_err().to_string();
    assert!(other.contains("(None, 2, 2)") && other.contains("(None, 3, 2)"), "{other}");
}

#[test]
fn a_step_of_ones_own_has_random_numbers_and_moving_averages() {
    let _names = lock_names();
    let input = Input::new([64]);
    let dropped = Dropout::new(0.25).call(&input).unwrap();
    let normalized = BatchNormalization::new().momentum(0.5).center(false).scale(false).call(&dropped).unwrap();
    let model = Model::new(&input, [&dropped, &normalized]).unwrap();
    let row = TensorType::new(F32, [64]);
    let types = [row.clone(), row, TensorType::new(F32, [8, 64]), TensorType::new(I32, [1])];
    let program = ops::program(&types, |x| {
        let (outputs, variables) = model.stateless_call_seeded(&x[..2], &x[2..3], &x[3])?;
        Ok([outputs, variables].concat())
    });
    let program = program.unwrap();
    let step = |seed: i32| -> Vec<Vec<f32>> {
        let arguments = [
            Literal::from_vec([64], [0.0f32; 64]).unwrap(),
            Literal::from_vec([64], [1.0f32; 64]).unwrap(),
            Literal::from_vec([8, 64], [3.0f32; 512]).unwrap(),
            Literal::from_vec([1], [seed]).unwrap(),
        ];
        interpret::evaluate(&program, &arguments).unwrap().iter().map(|x| x.to_vec::<f32>().unwrap()).collect()
    };
    let first = step(0);
    assert_eq!(first, step(0));
    assert_ne!(first[0], step(1)[0]);
    // Of 512 numbers three quarters are kept, within five deviations, and divided by that part.
    let kept = first[0].iter().filter(|x| **x == 4.0).count();
    assert!((335..=433).contains(&kept) && first[0].iter().all(|x| [0.0, 4.0].contains(x)), "{kept}");
    for (column, average) in first[2].iter().enumerate() {
        let mean = first[0].iter().skip(column).step_by(64).sum::<f32>() / 8.0;
        assert!((average - 0.5 * mean).abs() < 1e-5, "{column}: {average} {mean}");
    }
}
