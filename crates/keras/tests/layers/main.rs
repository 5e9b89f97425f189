//! Outputs and gradients of every layer, compared with real Keras's (`tests/python/golden_layers.py`).

mod absurd;
mod augment;
mod drawn;
mod dropout;
mod masks;
mod shapes;

use std::collections::BTreeSet;

use keras::graph::{CallArguments, Layer, SharedLayer};
use keras::objects::{Handle, Registry};
use keras::{Input, KerasTensor, Model};
use serde_json::Value as Json;
use stablehlo::{ElementType::F32, FuncBuilder, Literal, Module, TensorType, Value, interpret};

fn list(json: &Json) -> &Vec<Json> {
    json.as_array().unwrap_or_else(|| panic!("{json} is no list"))
}

fn numbers(json: &Json) -> Vec<f64> {
    list(json).iter().map(|n| n.as_f64().expect("a number")).collect()
}

fn dims(json: &Json) -> Vec<usize> {
    numbers(&json["shape"]).iter().map(|d| *d as usize).collect()
}

fn tensor(json: &Json) -> Literal {
    Literal::from_f64(TensorType::new(F32, dims(json)), &numbers(&json["values"])).expect("values fit the shape")
}

/// Names what differs, if a value differs by more than 1e-5 of it or of the largest one.
fn compare(what: &str, found: &[f64], expected: &[f64]) -> Option<String> {
    let largest = expected.iter().fold(0.0f64, |m, v| m.max(v.abs()));
    let close = |(f, e): (&f64, &f64)| (f - e).abs() <= 1e-5 * e.abs() + 2e-6 * largest.max(1.0);
    let fits = found.len() == expected.len() && found.iter().zip(expected).all(close);
    (!fits).then(|| format!("{what}:\n{found:.5?}\n{expected:.5?}"))
}

/// The layer's inputs and outputs.
fn call(case: &Json) -> keras::Result<[Vec<KerasTensor>; 2]> {
    let layer: Handle<dyn Layer> = Registry::new().deserialize(&case["layer"])?;
    let inputs: Vec<Input> = list(&case["inputs"]).iter().map(|x| Input::new(&dims(x)[1..])).collect();
    let inputs: Vec<KerasTensor> = inputs.iter().map(Input::tensor).collect();
    let arguments = CallArguments { reverse: case["reverse"] == true, ..Default::default() };
    let outputs = SharedLayer::new(layer).call_with(inputs.clone(), arguments)?;
    Ok([inputs, outputs])
}

/// The layer in a model of its own.
fn model(case: &Json) -> keras::Result<Model> {
    let [inputs, outputs] = call(case)?;
    Model::new(inputs, outputs)
}

/// The outputs, then the gradients of their weighted sum with regard to the trainable weights and the inputs.
fn run(case: &Json, model: &Model) -> keras::Result<Vec<Vec<f64>>> {
    let weights: Vec<Literal> = list(&case["weights"]).iter().map(tensor).collect();
    let inputs: Vec<Literal> = list(&case["inputs"]).iter().map(tensor).collect();
    let rows = inputs[0].ty().dims[0];
    let module = model.program(rows)?;
    let mut b = FuncBuilder::new("main");
    let values: Vec<Literal> = weights.into_iter().chain(inputs).collect();
    let params: Vec<Value> = values.iter().map(|v| b.param(v.ty().clone())).collect();
    let outputs = b.inline(&module, "main", &params)?;
    let mut loss = b.scalar(0.0f32)?;
    for (output, cotangent) in outputs.iter().zip(list(&case["cotangents"])) {
        let cotangent = Literal::from_f64(b.ty(*output).clone(), &numbers(cotangent))?;
        let cotangent = b.constant(cotangent)?;
        let weighted = b.multiply(*output, cotangent)?;
        let all: Vec<usize> = (0..b.dims(weighted).len()).collect();
        let sum = b.sum(weighted, &all)?;
        loss = b.add(loss, sum)?;
    }
    let trainable = case["trainable"].as_u64().expect("a count") as usize;
    let with_regard_to = match list(&case["input_gradients"]).is_empty() {
        true => params[..trainable].to_vec(),
        false => [&params[..trainable], &params[list(&case["weights"]).len()..]].concat(),
    };
    let gradients = b.gradient(loss, &with_regard_to)?;
    let module = Module::new("layer", b.finish([outputs, gradients].concat()));
    let results = interpret::evaluate(&module, &values)?;
    Ok(results.iter().map(|y| y.to_f64_vec().expect("numbers")).collect())
}

/// What differs between a model and Keras's.
fn differences(case: &Json, model: keras::Result<Model>) -> Vec<String> {
    let model = match model {
        Ok(model) => model,
        Err(error) => return vec![error.to_string()],
    };
    let shapes: Vec<Vec<usize>> = model.variables().iter().map(|v| v.shape.clone()).collect();
    let expected: Vec<Vec<usize>> = list(&case["weights"]).iter().map(dims).collect();
    if shapes != expected {
        return vec![format!("weights of shapes {shapes:?}, Keras has {expected:?}")];
    }
    let found = match run(case, &model) {
        Ok(found) => found,
        Err(error) => return vec![error.to_string()],
    };
    let outputs = list(&case["outputs"]).iter().map(|y| ("an output", numbers(&y["values"])));
    let of_weights = list(&case["weight_gradients"]).iter().map(|g| ("a weight's gradient", numbers(g)));
    let of_inputs = list(&case["input_gradients"]).iter().map(|g| ("an input's gradient", numbers(g)));
    let expected: Vec<(&str, Vec<f64>)> = outputs.chain(of_weights).chain(of_inputs).collect();
    if found.len() != expected.len() {
        return vec![format!("{} results, Keras has {}", found.len(), expected.len())];
    }
    found.iter().zip(&expected).filter_map(|(f, (what, e))| compare(what, f, e)).collect()
}

#[test]
fn outputs_and_gradients_are_those_of_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/layers.json")).expect("JSON");
    let mut failures = Vec::new();
    for case in list(&golden["cases"]) {
        let layer = &case["layer"];
        let wrong = differences(case, model(case));
        if !wrong.is_empty() {
            failures.push(format!("{} {}\n{}", layer["class_name"], layer["config"], wrong.join("\n")));
        }
    }
    let count = failures.len();
    assert!(failures.is_empty(), "{count} of {} rows:\n{}", list(&golden["cases"]).len(), failures.join("\n\n"));
}

#[test]
fn configurations_are_those_of_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/layers.json")).expect("JSON");
    for case in list(&golden["cases"]) {
        let layer: Handle<dyn Layer> = Registry::new().deserialize(&case["layer"]).expect("it is read");
        compare_configs(layer.class_name(), &case["layer"]["config"], &layer.serialize()["config"]);
    }
}

/// Checks that all settings of Keras are written with their values, but for those that are new and null.
fn compare_configs(place: &str, expected: &Json, found: &Json) {
    match (expected, found) {
        (Json::Object(expected), Json::Object(found)) => {
            for (name, value) in expected {
                let obsolete = ["build_config", "shared_object_id", "input_axes", "output_axes"];
                let is_new = value.is_null() && found.get(name).is_none();
                if !obsolete.contains(&name.as_str()) && !is_new {
                    compare_configs(&format!("{place}.{name}"), value, found.get(name).unwrap_or(&Json::Null));
                }
            }
        }
        (Json::Array(expected), Json::Array(found)) if expected.len() == found.len() => {
            for (i, (expected, found)) in expected.iter().zip(found).enumerate() {
                compare_configs(&format!("{place}[{i}]"), expected, found);
            }
        }
        // Keras writes one axis as a number or as a list, before and after it builds a layer.
        (Json::Array(one), found) if one.len() == 1 => compare_configs(place, &one[0], found),
        (Json::Number(expected), Json::Number(found)) => assert_eq!(expected.as_f64(), found.as_f64(), "{place}"),
        _ => assert_eq!(expected, found, "{place}"),
    }
}

/// Inputs have no formula; a `Lambda` has one of Rust, which `a_closure_is_a_layer` tests; layers on strings
/// are tested beside Keras with TensorFlow, in `tests/data/lookup.rs`.
const WITHOUT_ROW: [&str; 7] =
    ["HashedCrossing", "Hashing", "InputLayer", "IntegerLookup", "Lambda", "StringLookup", "TextVectorization"];

#[test]
fn a_closure_is_a_layer() {
    use keras::{layers::Lambda, ops};
    let x = Input::new([3]);
    let y = Lambda::new(|x| Ok(ops::square(&x[0]) + 1.0)).name("squares").call(&x).expect("it is built");
    let module = Model::new(&x, &y).expect("a model").program(2).expect("a program");
    let values = Literal::from_vec([2, 3], [0.0f32, 1.0, -2.0, 3.0, 0.5, -1.0]).expect("six values");
    let found = interpret::evaluate(&module, &[values]).expect("it runs");
    assert_eq!(found[0].to_f64_vec().expect("numbers"), [1.0, 2.0, 5.0, 10.0, 1.25, 2.0]);

    let json = y.layer().serialize();
    let error = Registry::new().deserialize::<dyn Layer>(&json).expect_err("code of a file is not run").to_string();
    assert!(error.contains("Lambda") && error.contains("keras::layer!"), "{error}");
}

#[test]
fn every_layer_has_a_row_and_is_one_of_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/layers.json")).expect("JSON");
    let text = |json: &Json| json.as_str().expect("a name").to_owned();
    let keras: BTreeSet<String> = list(&golden["classes"]).iter().map(text).collect();
    let tested: BTreeSet<String> =
        list(&golden["cases"]).iter().map(|case| text(&case["layer"]["class_name"])).collect();
    let registry = Registry::new();
    let here: BTreeSet<String> = registry.rows::<dyn Layer>().map(|row| row.class_name.to_owned()).collect();
    assert_eq!(here.difference(&keras).collect::<Vec<_>>(), Vec::<&String>::new(), "not of Keras");
    let untested: Vec<&String> =
        here.difference(&tested).filter(|class| !WITHOUT_ROW.contains(&class.as_str())).collect();
    assert_eq!(untested, Vec::<&String>::new(), "without a row in golden_layers.py");
}
