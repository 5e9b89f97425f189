//! The dropouts of recurrent layers, which draw, beside what Keras computes for each combination of masks
//! (`tests/python/golden_dropout.py`): all outputs are among Keras's, in the shares that the rates give.

use keras::graph::{Layer, SharedLayer};
use keras::objects::{Handle, Registry};
use keras::{Input, Model, ops};
use serde_json::{Value as Json, json};
use stablehlo::{Literal, TensorType, interpret};

use crate::{dims, list, numbers, tensor};

/// The rows of a call, for each combination of masks on the average.
const ROWS: usize = 24;

/// The outputs of a call in training for rows of the same sequence.
fn outputs(case: &Json, rows: usize) -> Result<Vec<f64>, Box<dyn std::error::Error>> {
    let layer: Handle<dyn Layer> = Registry::new().deserialize(&case["layer"])?;
    let input = Input::new(dims(&case["sequence"]));
    let model = Model::new(&input, &SharedLayer::new(layer).call(&input)?)?;
    let weights = list(&case["weights"]).iter().map(tensor);
    let row = numbers(&case["sequence"]["values"]);
    let x: Vec<f32> = (0..rows).flat_map(|_| row.iter().map(|x| *x as f32)).collect();
    let x = Literal::from_vec([&[rows], &dims(&case["sequence"])[..]].concat(), x)?;
    let values: Vec<Literal> = weights.chain([x, Literal::from_vec([1], [5])?]).collect();
    let types: Vec<TensorType> = values.iter().map(|value| value.ty().clone()).collect();
    let count = values.len() - 2;
    let program = ops::program(&types, |all| {
        Ok(model.stateless_call_seeded(&all[..count], &all[count..=count], &all[count + 1])?.0)
    })?;
    Ok(interpret::evaluate(&program, &values)?[0].to_f64_vec()?)
}

/// What is wrong with the outputs of a case.
fn wrong(case: &Json) -> Option<String> {
    let (expected, shares) = (numbers(&case["outputs"]), numbers(&case["shares"]));
    let rows = ROWS * expected.len();
    let found = match outputs(case, rows) {
        Ok(found) => found,
        Err(error) => return Some(error.to_string()),
    };
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-5 * (1.0 + b.abs());
    if let Some(other) = found.iter().find(|found| !expected.iter().any(|e| near(**found, *e))) {
        return Some(format!("{other} is not among the outputs of Keras"));
    }
    for value in &expected {
        let share: f64 = expected.iter().zip(&shares).filter(|(e, _)| near(**e, *value)).map(|(_, share)| share).sum();
        let count = found.iter().filter(|found| near(**found, *value)).count() as f64;
        let (mean, variance) = (share * rows as f64, share * (1.0 - share) * rows as f64);
        // Six standard deviations, and some for small means.
        if (count - mean).abs() > 6.0 * variance.sqrt() + 4.0 {
            return Some(format!("{value} is {count} of {rows} outputs, expected {mean}"));
        }
    }
    None
}

#[test]
fn recurrent_dropouts_are_those_of_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/dropout.json")).expect("JSON");
    let failed = list(&golden["cases"]).iter().filter_map(|case| {
        let layer = &case["layer"];
        wrong(case).map(|reason| format!("{} {}\n{reason}", layer["class_name"], layer["config"]))
    });
    let failed: Vec<String> = failed.collect();
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

#[test]
fn dropouts_leave_the_state_that_is_carried_whole() {
    // Without kernels, masks of their products change nothing, however many steps there are.
    let settings = |more: Json| {
        let mut config = json!({ "dropout": 0.4, "recurrent_dropout": 0.2, "bias_initializer": "random_normal" });
        for (name, value) in more.as_object().unwrap() {
            config[name] = value.clone();
        }
        config
    };
    for (class, more, shape) in [
        ("SimpleRNN", json!({ "units": 3 }), vec![400, 2]),
        ("LSTM", json!({ "units": 3, "return_sequences": true }), vec![400, 2]),
        ("GRU", json!({ "units": 3, "go_backwards": true }), vec![400, 2]),
        ("GRU", json!({ "units": 3, "reset_after": false }), vec![400, 2]),
        ("ConvLSTM1D", json!({ "filters": 2, "kernel_size": 2 }), vec![400, 3, 1]),
        ("ConvLSTM2D", json!({ "filters": 2, "kernel_size": 2, "data_format": "channels_first" }), vec![60, 1, 3, 3]),
    ] {
        let json = json!({ "class_name": class, "config": settings(more) });
        let layer: Handle<dyn Layer> = Registry::new().deserialize(&json).unwrap();
        let input = Input::new(&shape[..]);
        let model = Model::new(&input, &SharedLayer::new(layer).call(&input).unwrap()).unwrap();
        let of_weight = |path: &str, values: &[f32]| match path.ends_with("bias") {
            true => values.to_vec(),
            false => vec![0.0; values.len()],
        };
        let weights = model.variables().iter();
        let weights = weights.map(|v| Literal::from_vec(v.shape.clone(), of_weight(&v.path, &v.values)).unwrap());
        let x = Literal::from_vec([&[4], &shape[..]].concat(), vec![0.7f32; 4 * shape.iter().product::<usize>()]);
        let values: Vec<Literal> = weights.chain([x.unwrap(), Literal::from_vec([1], [5]).unwrap()]).collect();
        let types: Vec<TensorType> = values.iter().map(|value| value.ty().clone()).collect();
        let count = values.len() - 2;
        let program = ops::program(&types, |all| {
            let trained = model.stateless_call_seeded(&all[..count], &all[count..=count], &all[count + 1])?.0;
            Ok([trained, model.stateless_call(&all[..count], &all[count..=count], false)?.0].concat())
        });
        let results = interpret::evaluate(&program.unwrap(), &values).unwrap();
        let [trained, predicted] = [0, 1].map(|i| results[i].to_f64_vec().unwrap());
        assert!(predicted.iter().any(|y| *y != 0.0), "{json}");
        let worst = trained.iter().zip(&predicted).fold(0.0f64, |worst, (a, b)| worst.max((a - b).abs()));
        assert!(worst < 1e-6, "{json}: {worst}");
    }
}
