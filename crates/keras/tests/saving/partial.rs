//! Files of a model that are loaded into another one, compared with what Keras loads.

use std::path::Path;

use keras::layers::{BatchNormalization, Dense};
use keras::saving::LoadWeights;
use keras::{Activation, ErrorKind, Input, Model};

/// The value of the weights before a file is loaded.
const BEFORE: f32 = 0.5;

/// A network that `tests/python/weights.py` builds, too.
fn network(columns: usize, classes: usize, before_head: bool) -> Model {
    let input = Input::new([columns]);
    let mut x = Dense::new(5).activation(Activation::Relu).name("hidden").call(&input).unwrap();
    x = BatchNormalization::new().name("norm").call(&x).unwrap();
    if before_head {
        x = Dense::new(5).name("added").call(&x).unwrap();
    }
    let mut model = Model::new(&input, &Dense::new(classes).name("head").call(&x).unwrap()).unwrap();
    let values: Vec<Vec<f32>> = model.variables().iter().map(|v| vec![BEFORE; v.values.len()]).collect();
    model.set_weights(values).unwrap();
    model
}

fn flat(model: &Model) -> Vec<f32> {
    model.variables().iter().flat_map(|variable| variable.values.iter().copied()).collect()
}

/// Loads the files in the folder as Keras has loaded them, with the same result and the expected skips.
pub fn what_fits_is_loaded_as_keras_loads_it(folder: &Path) {
    let mismatch = LoadWeights::new().skip_mismatch(true);
    let by_name = LoadWeights::new().by_name(true);
    for (name, ending, mut model, options, skipped) in [
        ("head", "weights.h5", network(6, 4, false), mismatch.clone(), &["head"][..]),
        ("head_of_archive", "keras", network(6, 4, false), mismatch.clone(), &["head"]),
        ("head_of_legacy", "h5", network(6, 4, false), mismatch.clone(), &["head", "head"]),
        ("columns", "weights.h5", network(7, 3, false), mismatch.clone(), &["hidden"]),
        ("columns_of_legacy", "h5", network(7, 3, false), mismatch.clone(), &["hidden"]),
        ("added", "weights.h5", network(6, 3, true), mismatch.clone(), &["added", "head"]),
        ("by_name", "h5", network(6, 3, true), by_name.clone(), &["added"]),
        ("by_name_with_head", "h5", network(6, 4, true), by_name.skip_mismatch(true), &["added", "head", "head"]),
        ("without_head", "weights.h5", network(6, 4, false), LoadWeights::new().objects_to_skip(["head"]), &[]),
        ("without_hidden", "weights.h5", network(6, 3, false), LoadWeights::new().objects_to_skip(["hidden"]), &[]),
    ] {
        let found = model.load_weights_with(folder.join(format!("partial.{ending}")), &options);
        let found = found.unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(found.iter().map(|skipped| skipped.layer.as_str()).collect::<Vec<_>>(), skipped, "{name}");
        let expected = std::fs::read(folder.join(format!("partial_{name}.bin"))).unwrap();
        let expected: Vec<f32> =
            expected.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        assert_eq!(flat(&model), expected, "{name}");
    }
}

#[test]
fn mismatches_and_settings_of_other_formats_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = |ending: &str| folder.path().join(format!("three.{ending}"));
    let saved = network(6, 3, false);
    for ending in ["weights.h5", "safetensors", "h5"] {
        saved.save_weights(path(ending)).unwrap();
    }
    let refused = |ending: &str, options: LoadWeights, expected: &str| {
        let mut model = network(6, 4, false);
        let before = flat(&model);
        let error = model.load_weights_with(path(ending), &options).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(flat(&model), before, "{ending}");
        error.kind()
    };
    for ending in ["weights.h5", "safetensors", "h5"] {
        refused(ending, LoadWeights::new(), "weights of another model");
    }
    refused("weights.h5", LoadWeights::new().objects_to_skip(["hidden"]), "layer head (Dense) expects");
    refused("h5", LoadWeights::new().by_name(true), "layer head (Dense) expects");
    refused("h5", LoadWeights::new().objects_to_skip(["head"]), "`objects_to_skip` only supports");
    for ending in ["weights.h5", "safetensors"] {
        refused(ending, LoadWeights::new().by_name(true), "`by_name` only supports loading legacy");
    }
    let kind = refused("weights.h5", LoadWeights::new().objects_to_skip(["haed"]), "no layer \"haed\"");
    assert_eq!(kind, ErrorKind::Argument);
}

/// Safetensors are files of this crate's own, so that the values are compared with what was saved.
#[test]
fn what_fits_of_safetensors_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three.safetensors");
    let mut saved = network(6, 3, false);
    saved.initialize(3).unwrap();
    saved.save_weights(&path).unwrap();
    for (options, skipped) in
        [(LoadWeights::new().skip_mismatch(true), 1), (LoadWeights::new().objects_to_skip(["head"]), 0)]
    {
        let mut model = network(6, 4, false);
        assert_eq!(model.load_weights_with(&path, &options).unwrap().len(), skipped);
        let (head, body) = (flat(&model).split_off(6 * 5 + 5 + 4 * 5), flat(&saved)[..6 * 5 + 5 + 4 * 5].to_vec());
        assert_eq!(flat(&model)[..body.len()], body);
        assert!(head.iter().all(|value| *value == BEFORE));
    }
}
