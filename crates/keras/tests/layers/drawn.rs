//! Layers with random settings beside real Keras (`tests/python/fuzz_layers.py`): outputs in inference and in
//! training, the weights that training changes, and gradients.
//!
//! A sample is among the golden files. More, which Keras computes and the cache folder keeps:
//!
//!     LABORA_DRAWS=5000+1000 cargo test -p labora-keras --test layers drawn -- --ignored --nocapture
//!
//! The numbers are those of the first draw and of the draws. A file of draws is read in their place.

use std::path::{Path, PathBuf};

use keras::objects::Registry;
use keras::{Model, ops};
use serde_json::Value as Json;
use stablehlo::{ElementType, FuncBuilder, Literal, Module, TensorType, Value, interpret};

use crate::{dims, list, numbers, tensor};

/// Outputs, weights after the call, and gradients.
struct Results {
    outputs: Vec<Vec<f64>>,
    after: Vec<Vec<f64>>,
    gradients: Vec<Vec<f64>>,
}

fn run(case: &Json, model: &Model) -> Result<Results, Box<dyn std::error::Error>> {
    let training = case["training"] == true;
    let weights: Vec<Literal> = list(&case["weights"]).iter().map(tensor).collect();
    let inputs: Vec<Literal> = list(&case["inputs"]).iter().map(tensor).collect();
    let (count, given) = (weights.len(), inputs.len());
    let seed = Literal::from_vec([1], [1])?;
    let values: Vec<Literal> = weights.into_iter().chain(inputs).chain([seed]).collect();
    let types: Vec<TensorType> = values.iter().map(|value| value.ty().clone()).collect();
    let program = ops::program(&types, |all| {
        let ((variables, inputs), seed) = (all[..count + given].split_at(count), &all[count + given]);
        let (outputs, after) = match training {
            true => model.stateless_call_seeded(variables, inputs, seed)?,
            false => model.stateless_call(variables, inputs, false)?,
        };
        Ok(outputs.into_iter().chain(after).collect())
    })?;
    let mut b = FuncBuilder::new("main");
    let params: Vec<Value> = types.iter().map(|ty| b.param(ty.clone())).collect();
    let mut results = b.inline(&program, "main", &params)?;
    for result in &mut results {
        *result = b.convert(*result, ElementType::F32)?;
    }
    let outputs = results.len() - count;
    let (has_weights, has_inputs) =
        (!list(&case["weight_gradients"]).is_empty(), !list(&case["input_gradients"]).is_empty());
    if has_weights || has_inputs {
        let trained = list(&case["trained"]).iter().zip(&params).filter(|(trained, _)| **trained == true);
        let mut with_regard_to: Vec<Value> = trained.map(|(_, param)| *param).filter(|_| has_weights).collect();
        with_regard_to.extend(params[count..count + given].iter().filter(|_| has_inputs));
        let mut loss = b.scalar(0.0f32)?;
        for (output, cotangent) in results[..outputs].to_vec().iter().zip(list(&case["cotangents"])) {
            let cotangent = b.constant(Literal::from_f64(b.ty(*output).clone(), &numbers(cotangent))?)?;
            let weighted = b.multiply(*output, cotangent)?;
            let all: Vec<usize> = (0..b.dims(weighted).len()).collect();
            let sum = b.sum(weighted, &all)?;
            loss = b.add(loss, sum)?;
        }
        results.extend(b.gradient(loss, &with_regard_to)?);
    }
    let module = Module::new("layer", b.finish(results));
    let found = interpret::evaluate(&module, &values)?;
    let found = found.iter().map(|y| y.to_f64_vec()).collect::<Result<Vec<_>, _>>()?;
    let (outputs, rest) = found.split_at(outputs);
    let (after, gradients) = rest.split_at(count);
    Ok(Results { outputs: outputs.to_vec(), after: after.to_vec(), gradients: gradients.to_vec() })
}

/// Names what differs by more than the tolerance of the numbers' type.
fn compare(case: &Json, what: &str, found: &[f64], expected: &[f64]) -> Option<String> {
    let tolerance = match case["policy"].as_str() {
        Some("float32") => 2e-5,
        Some("float16" | "mixed_float16") => 1e-2,
        _ => 6e-2,
    };
    let largest = expected.iter().fold(1.0f64, |m, v| m.max(v.abs()));
    // A NaN is not close.
    let close = |(f, e): (&f64, &f64)| (f - e).abs() <= tolerance * (largest + 5.0 * e.abs());
    let same = found.len() == expected.len() && found.iter().zip(expected).all(close);
    (!same).then(|| format!("{what}:\n  {found:.5?}\n  {expected:.5?}"))
}

/// What differs from Keras.
fn differences(case: &Json) -> Vec<String> {
    let model = match Model::from_json(&case["model"], &Registry::new()) {
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
    let outputs = list(&case["outputs"]);
    if outputs.len() != found.outputs.len() {
        return vec![format!("{} outputs, Keras has {}", found.outputs.len(), outputs.len())];
    }
    let outputs = found.outputs.iter().zip(outputs).map(|(f, e)| ("an output", f, numbers(&e["values"])));
    let after = found.after.iter().zip(list(&case["changed"])).filter(|(_, expected)| !expected.is_null());
    let after = after.map(|(f, e)| ("a weight after training", f, numbers(e)));
    let expected = list(&case["weight_gradients"]).iter().chain(list(&case["input_gradients"]));
    let gradients = found.gradients.iter().zip(expected).map(|(f, e)| ("a gradient", f, numbers(e)));
    outputs.chain(after).chain(gradients).filter_map(|(what, f, e)| compare(case, what, f, &e)).collect()
}

/// Compares the draws of a file; returns their number and what differs.
fn check(text: &str) -> (usize, Vec<String>) {
    let cases: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut failures = Vec::new();
    for case in &cases {
        let wrong = differences(case);
        if !wrong.is_empty() {
            let layers = list(&case["model"]["config"]["layers"]);
            let class = |layer: &&Json| layer["class_name"] == case["layer"];
            let config = layers.iter().find(class).map_or(&Json::Null, |layer| &layer["config"]);
            let (number, training) = (&case["number"], &case["training"]);
            let name = &case["layer"];
            failures.push(format!("{number} {name} training {training} {config}\n{}", wrong.join("\n")));
        }
    }
    (cases.len(), failures)
}

#[test]
fn drawn_layers_compute_what_keras_computes() {
    let (count, failures) = check(include_str!("golden/drawn.jsonl"));
    assert!(failures.is_empty(), "{} of {count} draws:\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
#[ignore = "Keras computes the draws, which takes minutes"]
fn drawn_layers_of_any_number() {
    let draws = std::env::var("LABORA_DRAWS").unwrap_or_else(|_| "100000+200".to_owned());
    let file = match Path::new(&draws).is_file() {
        true => PathBuf::from(&draws),
        false => {
            let Some(python) = testkit::python() else { return };
            let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/fuzz_layers.py");
            let settings: Vec<String> = draws.split('+').map(str::to_owned).collect();
            testkit::made_by(&python, &script, Path::new("-"), &settings).join("layers.jsonl")
        }
    };
    let (count, failures) = check(&std::fs::read_to_string(file).unwrap());
    assert!(failures.is_empty(), "{} of {count} draws:\n{}", failures.len(), failures.join("\n\n"));
    println!("{count} draws");
}
