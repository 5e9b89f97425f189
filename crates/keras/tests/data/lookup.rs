//! Layers on strings and integers, and models with texts as inputs, beside real Keras with TensorFlow.

use std::path::Path;

use keras::graph::{Layer, Preparation, SharedLayer};
use keras::layers::{Hashing, IntegerLookup, StringLookup, TextVectorization};
use keras::models::load_model;
use keras::objects::{Config, Declared, Handle, Registry};
use keras::{Array, Feature, Input, Model, Strings, Values};
use serde_json::{Value as Json, json};
use stablehlo::{ElementType::F32, Literal, TensorType, interpret};

fn list(json: &Json) -> &Vec<Json> {
    json.as_array().unwrap_or_else(|| panic!("{json} is no list"))
}

fn dims(json: &Json) -> Vec<usize> {
    list(&json["shape"]).iter().map(|d| d.as_u64().unwrap() as usize).collect()
}

fn numbers(json: &Json) -> Vec<f64> {
    list(json).iter().map(|n| n.as_f64().unwrap()).collect()
}

/// Strings, or whole numbers.
fn feature(json: &Json) -> Feature {
    let values = list(&json["values"]);
    if values.iter().all(Json::is_string) {
        return Strings::new(dims(json), values.iter().map(|v| v.as_str().unwrap())).unwrap().into();
    }
    Array::new(dims(json), numbers(&json["values"]).iter().map(|n| *n as i32).collect::<Vec<i32>>()).unwrap().into()
}

fn values(array: &Array) -> Vec<f64> {
    match array.values() {
        Values::U8(v) => v.iter().map(|x| f64::from(*x)).collect(),
        Values::I32(v) => v.iter().map(|x| f64::from(*x)).collect(),
        Values::F32(v) => v.iter().map(|x| f64::from(*x)).collect(),
    }
}

/// Says what differs, if a value differs by more than the rounding of a weight.
fn compare(what: &str, found: &[f64], expected: &[f64]) {
    let close = |(f, e): (&f64, &f64)| (f - e).abs() <= 1e-6 * e.abs();
    let fits = found.len() == expected.len() && found.iter().zip(expected).all(close);
    assert!(fits, "{what}:\n{found:?}\n{expected:?}");
}

/// A layer, adapted to the data that the case has, and its terms.
fn adapted(case: &Json) -> (Handle<dyn Layer>, Json) {
    let config = Config::from_json("case", &case["layer"]["config"]).unwrap();
    let data = (!case["adapt"].is_null()).then(|| feature(&case["adapt"]));
    macro_rules! adapted {
        ($layer:ident) => {{
            let layer = $layer::from_config(&config, &Registry::new()).unwrap();
            let layer = data.map_or(Ok(layer.clone()), |data| layer.adapt(data)).unwrap();
            let terms = json!(layer.get_vocabulary(true));
            (layer.into(), terms)
        }};
    }
    match case["layer"]["class_name"].as_str().unwrap() {
        "StringLookup" => adapted!(StringLookup),
        "IntegerLookup" => adapted!(IntegerLookup),
        "TextVectorization" => {
            let data = data.map(|data| match data {
                Feature::Strings(strings) => strings,
                Feature::Numbers(_) => panic!("texts are strings"),
            });
            let layer = TextVectorization::from_config(&config, &Registry::new()).unwrap();
            let layer = data.map_or(Ok(layer.clone()), |data| layer.adapt(data)).unwrap();
            let terms = json!(layer.get_vocabulary(true));
            (layer.into(), terms)
        }
        _ => (Registry::new().deserialize(&case["layer"]).unwrap(), json!([])),
    }
}

/// The results of an `IntegerLookup` in a program.
fn in_program(layer: &Handle<dyn Layer>, input: &Array) -> Vec<f64> {
    let x = Input::new(input.row_dims());
    let y = SharedLayer::new(layer.clone()).call(&x).unwrap();
    let module = Model::new(&x, &y).unwrap().program(input.rows()).unwrap();
    let input = Literal::from_f64(TensorType::new(F32, input.dims()), &values(input)).unwrap();
    interpret::evaluate(&module, &[input]).unwrap()[0].to_f64_vec().unwrap()
}

fn cases_are_those_of_keras(cases: &Json) {
    for case in list(cases) {
        let (layer, terms) = adapted(case);
        let what = format!("{} {}", case["layer"]["class_name"], case["layer"]["config"]);
        let preparation: &dyn Preparation = layer.preparation().unwrap();
        let inputs: Vec<Feature> = list(&case["inputs"]).iter().map(feature).collect();
        let found = preparation.prepare(&inputs).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(found.dims(), dims(&case["output"]), "{what}");
        let expected = numbers(&case["output"]["values"]);
        compare(&what, &values(&found), &expected);
        assert_eq!(terms, case["vocabulary"], "{what}");
        let farmhash = case["layer"]["config"]["oov_method"] == "farmhash";
        if let (true, [Feature::Numbers(input)]) = (preparation.in_programs() && !farmhash, &inputs[..]) {
            compare(&format!("{what} in a program"), &in_program(&layer, input), &expected);
        }
        // An adapted vocabulary is not in the configuration, as in Keras.
        let (ours, theirs) = (layer.serialize(), &case["layer"]["config"]);
        for (name, value) in theirs.as_object().unwrap().iter().filter(|(name, _)| *name != "build_config") {
            let same = match (value.as_array(), ours["config"][name].as_array()) {
                (Some(a), Some(b)) => a.iter().map(Json::as_f64).eq(b.iter().map(Json::as_f64)) || a == b,
                // A tuple of Python.
                (None, Some(b)) => value["items"].as_array() == Some(b),
                _ => ours["config"][name] == *value,
            };
            assert!(same, "{what}: {name} is {}", ours["config"][name]);
        }
    }
}

fn models_are_those_of_keras(folder: &Path) {
    std::fs::create_dir(folder.join("ours")).unwrap();
    for name in ["text", "tf_idf", "several"] {
        let model = load_model(folder.join(format!("{name}.keras")), &Registry::new()).unwrap();
        let golden: Json =
            serde_json::from_str(&std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap()).unwrap();
        let features: Vec<Feature> = list(&golden["inputs"]).iter().map(feature).collect();
        let prepared = model.prepare(&features).unwrap();
        let literal = |dims: &[usize], values: &[f64]| Literal::from_f64(TensorType::new(F32, dims), values).unwrap();
        let weights = model.variables().iter();
        let weights = weights.map(|v| literal(&v.shape, &v.values.iter().map(|x| f64::from(*x)).collect::<Vec<_>>()));
        let inputs: Vec<Literal> = weights.chain(prepared.iter().map(|x| literal(x.dims(), &values(x)))).collect();
        let module = model.program(prepared[0].rows()).unwrap();
        let found = interpret::evaluate(&module, &inputs).unwrap()[0].to_f64_vec().unwrap();
        for (found, expected) in found.iter().zip(numbers(&golden["output"]["values"])) {
            assert!((found - expected).abs() <= 1e-5 * expected.abs() + 1e-6, "{name}: {found} {expected}");
        }
        let saved = folder.join("ours").join(format!("{name}.keras"));
        model.save(&saved).unwrap();
        assert_eq!(load_model(&saved, &Registry::new()).unwrap().prepare(&features).unwrap(), prepared, "{name}");
        let message = model.save(folder.join("model.h5")).unwrap_err().to_string();
        assert!(message.contains("no place for the vocabulary"), "{message}");
    }
}

#[test]
fn terms_and_texts_have_keras_numbers() {
    let Some(python) = testkit::keras_tensorflow() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/lookup.py");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    testkit::run_python(&python, &script, &["write".as_ref(), folder.as_os_str()]);
    let read =
        |name: &str| -> Json { serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap() };
    cases_are_those_of_keras(&read("cases.json"));
    for refused in list(&read("refused.json")) {
        let read = Registry::new().deserialize::<dyn Layer>(refused);
        let error = read.expect_err(&refused.to_string()).to_string();
        assert!(error.starts_with(refused["class_name"].as_str().unwrap()), "{error}");
    }
    models_are_those_of_keras(folder);
    testkit::run_python(&python, &script, &["read".as_ref(), folder.as_os_str()]);
}

#[test]
fn inputs_that_do_not_fit_are_errors() {
    let error = |result: keras::Result<Array>| result.unwrap_err().to_string();
    let known = StringLookup::new().vocabulary(["a", "b"]);
    assert!(known.clone().adapt(["c"]).unwrap_err().to_string().contains("whose vocabulary is set"));
    let message = error(known.clone().num_oov_indices(0).apply(["a", "z"]));
    assert!(message.contains("[\"z\"] are not"), "{message}");
    assert!(error(known.apply(Array::from(vec![1]))).contains("takes strings"));
    assert!(error(known.clone().invert(true).apply(["a"])).contains("`terms` of numbers"));
    assert!(known.strings(&Array::from(vec![1])).unwrap_err().to_string().contains("set `invert`"));
    assert!(error(IntegerLookup::new().apply(["a"])).contains("takes integers"));
    assert!(error(Hashing::new(3).mask_value("a").apply(Array::from(vec![1]))).contains("another type"));
    let counts = TextVectorization::new().output_mode(keras::layers::LookupMode::Count);
    assert!(error(counts.apply(["a"])).contains("needs a vocabulary"));
    let wide = Strings::new([1, 2], ["a", "b"]).unwrap();
    assert!(error(TextVectorization::new().apply(wide)).contains("[rows, 1]"));

    // A second adaptation forgets the first one's terms.
    let twice = StringLookup::new().adapt(["a"]).unwrap().adapt(["b", "b", "c"]).unwrap();
    assert_eq!(twice.get_vocabulary(true), ["[UNK]", "b", "c"]);
    // Nothing but special terms is no vocabulary, and no error.
    assert_eq!(TextVectorization::new().adapt(["", "!?"]).unwrap().get_vocabulary(false), Vec::<String>::new());
}

#[test]
fn programs_take_no_strings() {
    let texts = Input::new([1]).dtype("string").name("texts");
    let message = keras::layers::Dense::new(2).call(&texts).and_then(|y| Model::new(&texts, &y)).unwrap_err();
    assert!(message.to_string().contains("takes the strings of 'texts'"), "{message}");
    // As many numbers as the longest text of the data has words.
    let words = TextVectorization::new().vocabulary(["a"]).call(&texts).unwrap();
    assert_eq!(words.shape().to_string(), "(None, None)");
    let x = Input::new([3]);
    let dense = keras::layers::Dense::new(3).call(&x).unwrap();
    let late = Hashing::new(4).call(&dense).and_then(|y| Model::new(&x, &y)).unwrap_err().to_string();
    assert!(late.contains("it takes inputs of the model"), "{late}");
    let numbers = StringLookup::new().vocabulary(["a"]).call(&texts).unwrap();
    let model = Model::new(&texts, &numbers).unwrap();
    assert!(model.prepares() && model.prepare(&[]).unwrap_err().to_string().contains("received 0 features"));
    assert_eq!(
        model.prepare(&[Strings::new([2, 1], ["a", "b"]).unwrap().into()]).unwrap(),
        [Array::new([2, 1], vec![1, 0]).unwrap()]
    );
    let (other, shared) = (Input::new([1]), model.shared());
    assert!(shared.call(&other).unwrap_err().to_string().contains("cannot be a layer"));
}
