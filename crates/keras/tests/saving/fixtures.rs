//! Models of several layers whose weights all have different values.

use keras::saving::{LayerWeights, ModelWeights, WeightValue};

/// The values are `start`, `start + 1/8`, ...: exact in float32, and in float16 if small.
pub fn weight(path: &str, shape: &[usize], start: f32) -> WeightValue {
    let count = shape.iter().product::<usize>();
    let data: Vec<f32> = (0..count).map(|i| start + (i % 512) as f32 / 8.0).collect();
    WeightValue::new(path, shape, data)
}

fn layer(name: &str, class: &str, weights: &[(&str, &[usize])]) -> LayerWeights {
    let values = weights.iter().enumerate();
    let weights = values.map(|(i, (last, shape))| weight(&format!("{name}/{last}"), shape, i as f32 - 1.5)).collect();
    LayerWeights::new(name, class, weights)
}

/// A small version of the article's network; `tests/python/weights.py` builds the same model in Keras.
pub fn article() -> ModelWeights {
    let norm = |name: &str, n: usize| {
        let shape = [n];
        let names = ["gamma", "beta", "moving_mean", "moving_variance"];
        layer(name, "BatchNormalization", &names.map(|weight| (weight, &shape[..])))
    };
    let layers = vec![
        layer("Input", "InputLayer", &[]),
        norm("batch_normalization", 3),
        layer("conv2d", "Conv2D", &[("kernel", &[3, 3, 3, 4]), ("bias", &[4])]),
        layer("second_convolution", "Conv2D", &[("kernel", &[3, 3, 4, 5]), ("bias", &[5])]),
        layer("max_pooling2d", "MaxPooling2D", &[]),
        layer("dropout", "Dropout", &[]),
        norm("batch_normalization_1", 5),
        layer("flatten", "Flatten", &[]),
        layer("dense", "Dense", &[("kernel", &[320, 10]), ("bias", &[10])]),
    ];
    ModelWeights { name: "functional".into(), layers }
}

/// The same model with all values zero.
pub fn zeros(model: &ModelWeights) -> ModelWeights {
    let mut zeros = model.clone();
    zeros.layers.iter_mut().flat_map(|l| &mut l.weights).for_each(|w| w.data.fill(0.0));
    zeros
}

/// The extensions of the two formats.
pub const ENDINGS: [&str; 2] = ["weights.h5", "h5"];

/// The content of a model's file in the format of this extension.
pub fn bytes(model: &ModelWeights, ending: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("model.{ending}"));
    keras::saving::save_weights(&path, model).unwrap();
    std::fs::read(path).unwrap()
}
