//! Saved weights are loaded unchanged, in both formats.

use keras::saving::{Format, LayerWeights, ModelWeights, load_weights, parse, save_weights};

use crate::fixtures::*;

#[test]
fn both_formats_preserve_every_bit() {
    let model = article();
    for ending in ENDINGS {
        assert!(parse(bytes(&model, ending), &zeros(&model)).unwrap() == model, "{ending}");
    }
}

#[test]
fn special_values_and_empty_shapes_survive() {
    let mut odd = weight("w/odd", &[5], 0.0);
    odd.data = vec![f32::NAN, f32::INFINITY, -0.0, f32::MIN_POSITIVE / 2.0, f32::MAX];
    let weights = vec![odd, weight("w/number", &[], 2.0), weight("w/nothing", &[0, 3], 0.0)];
    let model = ModelWeights { name: "m".into(), layers: vec![LayerWeights::new("w", "Dense", weights)] };
    for ending in ENDINGS {
        let loaded = parse(bytes(&model, ending), &model).unwrap();
        let bits = |m: &ModelWeights| {
            m.layers[0].weights.iter().map(|w| w.data.iter().map(|v| v.to_bits()).collect()).collect::<Vec<Vec<_>>>()
        };
        assert_eq!(bits(&loaded), bits(&model), "{ending}");
    }
}

#[test]
fn names_may_differ_but_order_and_classes_matter() {
    let model = article();
    let mut other = zeros(&model);
    for layer in &mut other.layers {
        layer.name += "_7";
    }
    for ending in ENDINGS {
        let loaded = parse(bytes(&model, ending), &other).unwrap();
        assert_eq!(loaded.layers[3].weights[0].data, model.layers[3].weights[0].data);
        assert_eq!(loaded.layers[3].name, "second_convolution_7");
    }
}

#[test]
fn many_layers_and_long_names() {
    // More names than fit into one HDF5 attribute.
    let layer = |i: usize| {
        let name = format!("dense_{i}_{}", "x".repeat(200));
        LayerWeights::new(name.clone(), "Dense", vec![weight(&format!("{name}/bias"), &[2], i as f32)])
    };
    let model = ModelWeights { name: "long".into(), layers: (0..700).map(layer).collect() };
    for ending in ENDINGS {
        assert!(parse(bytes(&model, ending), &zeros(&model)).unwrap() == model, "{ending}");
    }
}

#[test]
fn an_existing_file_is_replaced_without_leftovers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.weights.h5");
    std::fs::write(&path, "earlier").unwrap();
    save_weights(&path, &article()).unwrap();
    assert!(load_weights(&path, &article()).unwrap() == article());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_extension_determines_the_format() {
    let of = |name: &str| Format::of(name.as_ref()).ok();
    assert_eq!(of("a.weights.h5"), Some(Format::Keras3));
    assert_eq!(of("A.WEIGHTS.H5"), Some(Format::Keras3));
    assert_eq!(of("a/b.h5"), Some(Format::Legacy));
    assert_eq!(of("a.hdf5"), Some(Format::Legacy));
    assert_eq!(of("a.weights"), None);
    assert_eq!(of("/"), None);
}
