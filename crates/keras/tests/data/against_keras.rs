//! Windows of series and splits, beside those of real Keras.

use std::path::Path;

use keras::data::{Dataset, SplitSize, Timeseries, split_dataset, timeseries_dataset_from_array};
use keras::{Array, Samples};
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

#[test]
fn windows_and_splits_are_those_of_keras() {
    let Some(expected) = keras() else { return };
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
