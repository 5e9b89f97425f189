//! Windows of series, splits, layers that adapt to batches and arrays of `keras.utils`, beside those of real
//! Keras.

use std::path::Path;

use keras::data::{Dataset, SplitSize, Timeseries, split_dataset, timeseries_dataset_from_array};
use keras::layers::{Discretization, Normalization};
use keras::utils::{Side, normalize, pad_sequences, to_categorical};
use keras::{Array, Result, Samples};
use serde_json::Value;

/// What Keras returns for the cases of `data.py`, if there is a Python.
fn keras() -> Option<Value> {
    let python = testkit::keras_tensorflow()?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/data.py");
    let found = testkit::run_python::<&str>(&python, &script, &[]);
    Some(serde_json::from_str(&found).unwrap())
}

fn floats(value: &Value) -> Vec<f32> {
    match value {
        Value::Array(items) => items.iter().flat_map(floats).collect(),
        number => vec![number.as_f64().unwrap() as f32],
    }
}

/// Within a part of 10^5 of the larger magnitude.
fn close(what: &str, found: &[f32], expected: &Value) {
    let expected = floats(expected);
    let near = found.iter().zip(&expected).all(|(f, e)| (f - e).abs() <= 1e-5 * e.abs().max(1.0));
    assert!(found.len() == expected.len() && near, "{what}: {found:?} {expected:?}");
}

fn layers_adapt_to_batches_as_in_keras(expected: &Value) {
    let numbers = Array::new([90, 2], floats(&expected["numbers"])).unwrap();
    let batches = |rows: usize| {
        let samples = Samples { x: numbers.clone().into(), ..Samples::default() };
        Dataset::from_arrays(samples, rows).unwrap().inputs().unwrap()
    };
    let single = |numbers: &[f64]| numbers.iter().map(|n| *n as f32).collect::<Vec<f32>>();
    for case in expected["boundaries"].as_array().unwrap() {
        let number = |name: &str| case[name].as_u64().unwrap() as usize;
        let layer = Discretization::new().num_bins(number("bins")).epsilon(case["epsilon"].as_f64().unwrap());
        let layer = layer.adapt_batches(batches(number("rows"))).unwrap();
        close(&case.to_string(), &single(&layer.bin_boundaries.unwrap()), &case["boundaries"]);
    }
    let layer = Normalization::new().adapt_batches(batches(13)).unwrap();
    close("mean", &single(layer.mean.unwrap().values()), &expected["mean"]);
    close("variance", &single(layer.variance.unwrap().values()), &expected["variance"]);
}

fn arrays_are_those_of_keras(expected: &Value, numbers: &Value) -> Result<()> {
    let x = Array::new([2, 3, 2], floats(numbers)[..12].to_vec())?;
    let sequences = [vec![1, 2, 3, 4, 5], vec![], vec![6], vec![7, 8, 9]];
    let padded = |maxlen, truncating, value| pad_sequences(&sequences, maxlen, Side::Post, truncating, value);
    let cases = [
        ("to_categorical", to_categorical(&Array::new([3, 1], vec![1, 0, 3])?, None)?),
        ("to_categorical of 5", to_categorical(&Array::new([2, 2], vec![1, 0, 3, 2])?, Some(5))?),
        ("normalize", normalize(&x, -1, 2.0)?),
        ("normalize by 1", normalize(&x, 1, 1.0)?),
        ("normalize by the greatest", normalize(&x, -1, f64::INFINITY)?),
        ("pad_sequences", pad_sequences(&sequences, None, Side::Pre, Side::Pre, 0)?),
        ("pad_sequences to 3", padded(Some(3), Side::Post, -1)?),
        ("pad_sequences before", padded(Some(4), Side::Pre, 0)?),
    ];
    for (name, found) in cases {
        let rows: Vec<f32> = (0..found.rows()).filter_map(|row| found.row(row)).flatten().collect();
        close(name, &rows, &expected[name]);
    }
    assert!(to_categorical(&vec![0, 3].into(), Some(3)).is_err() && normalize(&x, 3, 2.0).is_err());
    Ok(())
}

#[test]
fn data_are_those_of_keras() {
    let Some(expected) = keras() else { return };
    windows_and_splits_are_those_of_keras(&expected);
    layers_adapt_to_batches_as_in_keras(&expected["adapted"]);
    arrays_are_those_of_keras(&expected["arrays"], &expected["adapted"]["numbers"]).unwrap();
}

fn windows_and_splits_are_those_of_keras(expected: &Value) {
    let series = Array::new([30, 2], (0..60).map(|i| i as f32).collect::<Vec<f32>>()).unwrap();
    let targets: Array = (100..125).collect::<Vec<i32>>().into();
    let cases = [
        ("plain", None, Timeseries::new(4)),
        (
            "strides",
            Some(&targets),
            Timeseries { sequence_stride: 3, sampling_rate: 2, batch_size: 4, ..Timeseries::new(5) },
        ),
        (
            "part",
            Some(&targets),
            Timeseries { start_index: 3, end_index: Some(21), batch_size: 5, ..Timeseries::new(3) },
        ),
    ];
    for (name, targets, settings) in cases {
        let windows = timeseries_dataset_from_array(&series, targets, settings).unwrap();
        let batches: Vec<Samples> = windows.batches(0).unwrap().map(Result::unwrap).collect();
        let theirs = expected[name].as_array().unwrap();
        assert_eq!(batches.len(), theirs.len(), "{name}");
        for (ours, theirs) in batches.iter().zip(theirs) {
            assert_eq!(ours.x[0].as_f32().unwrap(), floats(&theirs["x"]), "{name}");
            let y: Vec<f32> = ours.y.iter().flat_map(|y| (0..y.rows()).flat_map(|row| y.row(row).unwrap())).collect();
            assert_eq!(y, floats(&theirs["y"]), "{name}");
        }
    }
    let rows = Array::new([11, 1], (0..11).map(|i| i as f32).collect::<Vec<f32>>()).unwrap();
    let rows = Dataset::from_arrays(Samples { x: rows.into(), ..Samples::default() }, 4).unwrap();
    let cases = [
        ("left", Some(SplitSize::Fraction(0.7)), None, None),
        ("right", None, Some(SplitSize::Rows(3)), None),
        ("both", Some(SplitSize::Fraction(0.5)), Some(SplitSize::Fraction(0.2)), None),
        ("shuffled", Some(SplitSize::Fraction(0.7)), None, Some(1337)),
    ];
    for (name, left, right, seed) in cases {
        let (left, right) = split_dataset(&rows, left, right, seed).unwrap();
        for (side, part) in [("left", left), ("right", right)] {
            assert_eq!(part.x[0].as_f32().unwrap(), floats(&expected["split"][name][side]), "{name} {side}");
        }
    }
}
