//! Configurations of Keras 1. What their settings are in Keras 2 is its own table, `keras/legacy/interfaces.py`; the
//! weights of such files are compared in the tests of model files.

use keras::objects::Registry;
use keras::{Model, Result};
use serde_json::{Value as Json, json};

/// The model of one layer with these settings, after an input of this shape.
fn model(class: &str, shape: &[usize], config: &Json) -> Result<Model> {
    let mut config = config.clone();
    let shape: Vec<Json> = std::iter::once(Json::Null).chain(shape.iter().map(|size| json!(size))).collect();
    (config["name"], config["batch_input_shape"]) = (json!("x"), shape.into());
    let layers = json!([{ "class_name": class, "config": config }]);
    let json = json!({ "class_name": "Sequential", "config": layers, "keras_version": "1.2.2" });
    Model::from_json(&json, &Registry::new())
}

#[test]
fn settings_have_the_names_and_values_of_keras_2() {
    let (image, steps, words): (&[usize], &[usize], &[usize]) = (&[8, 8, 3], &[7, 3], &[7]);
    let regularizer = json!({ "name": "L1L2Regularizer", "l1": 0.0, "l2": 0.5 });
    let dense = json!({ "output_dim": 3, "init": "one", "bias": false, "input_dim": 4, "W_regularizer": regularizer,
        "W_constraint": { "name": "MaxNorm", "m": 2, "axis": 0 } });
    let convolution = json!({ "nb_filter": 8, "nb_row": 3, "nb_col": 5, "border_mode": "same", "subsample": [2, 1],
        "dim_ordering": "tf" });
    let atrous = json!({ "nb_filter": 2, "filter_length": 3, "atrous_rate": 2 });
    let gru = json!({ "output_dim": 4, "inner_activation": "sigmoid", "dropout_U": 0.5, "consume_less": "gpu" });
    let lstm = json!({ "output_dim": 4, "forget_bias_init": "zero" });
    let padding = json!({ "padding": [1, 2, 3, 4], "dim_ordering": "th" });
    for (class, shape, old, of_keras_2, settings) in [
        (
            "TimeDistributedDense",
            steps,
            dense,
            "Dense",
            json!({ "/units": 3, "/use_bias": false,
            "/kernel_initializer/class_name": "Ones", "/kernel_regularizer/config/l2": 0.5,
            "/kernel_constraint/config/max_value": 2.0 }),
        ),
        (
            "Convolution2D",
            image,
            convolution,
            "Conv2D",
            json!({ "/filters": 8, "/kernel_size": [3, 5],
            "/padding": "same", "/strides": [2, 1], "/data_format": "channels_last" }),
        ),
        ("AtrousConvolution1D", steps, atrous, "Conv1D", json!({ "/kernel_size": [3], "/dilation_rate": [2] })),
        (
            "MaxPooling1D",
            steps,
            json!({ "pool_length": 3, "stride": 2 }),
            "MaxPooling1D",
            json!({ "/pool_size": [3], "/strides": [2] }),
        ),
        (
            "Embedding",
            words,
            json!({ "input_dim": 9, "output_dim": 4, "init": "uniform", "dropout": 0.0 }),
            "Embedding",
            json!({ "/input_dim": 9, "/output_dim": 4, "/embeddings_initializer/class_name": "RandomUniform" }),
        ),
        (
            "GRU",
            steps,
            gru,
            "GRU",
            json!({ "/units": 4, "/recurrent_activation": "sigmoid", "/recurrent_dropout": 0.5,
            "/reset_after": false }),
        ),
        ("LSTM", steps, lstm, "LSTM", json!({ "/unit_forget_bias": false })),
        (
            "ZeroPadding2D",
            image,
            padding,
            "ZeroPadding2D",
            json!({ "/padding": [[1, 2], [3, 4]],
            "/data_format": "channels_first" }),
        ),
        ("GaussianNoise", steps, json!({ "sigma": 0.5 }), "GaussianNoise", json!({ "/stddev": 0.5 })),
        ("SpatialDropout1D", steps, json!({ "p": 0.5 }), "SpatialDropout1D", json!({ "/rate": 0.5 })),
    ] {
        let json = model(class, shape, &old).unwrap_or_else(|e| panic!("{class}: {e}")).to_json();
        let layer = json["config"]["layers"].as_array().unwrap().last().unwrap();
        assert_eq!(layer["class_name"], of_keras_2);
        for (place, expected) in settings.as_object().unwrap() {
            assert_eq!(layer["config"].pointer(place), Some(expected), "{class}: {place} of {layer}");
        }
    }
}

#[test]
fn what_keras_2_does_not_do_is_refused_by_name() {
    for (class, config, expected) in [
        (
            "BatchNormalization",
            json!({ "mode": 1 }),
            "layer 'x' of Keras 1: BatchNormalization: only mode=0 is supported",
        ),
        ("Convolution2D", json!({ "nb_filter": 2, "dim_ordering": "th" }), "Conv2D: kernels of dim_ordering=\"th\""),
        ("Embedding", json!({ "dropout": 0.25 }), "Embedding: only dropout=0 is supported"),
        ("Highway", json!({ "transform_bias": -2 }), "layer 'x': there is no layer \"Highway\""),
        ("MaxoutDense", json!({ "nb_feature": 4 }), "layer 'x': there is no layer \"MaxoutDense\""),
        ("Merge", json!({ "mode": "cos" }), "layer 'x' of Keras 1: there is no Merge of mode \"cos\""),
    ] {
        let said = model(class, &[8, 8, 3], &config).unwrap_err().to_string();
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn what_keras_2_0_does_not_write_is_what_it_meant() {
    let normal = json!({ "class_name": "VarianceScaling", "config": { "scale": 2.0, "mode": "fan_in",
        "distribution": "normal", "seed": null } });
    let gru = json!({ "name": "g", "batch_input_shape": [null, 7, 3], "units": 4, "kernel_initializer": normal });
    let mut json = json!({ "class_name": "Sequential", "keras_version": "2.0.8",
        "config": [{ "class_name": "GRU", "config": gru }] });
    let config = |json: &Json| {
        let model = Model::from_json(json, &Registry::new()).unwrap();
        model.to_json()["config"]["layers"][1]["config"].clone()
    };
    let of_keras_2 = config(&json);
    assert_eq!(of_keras_2["reset_after"], false);
    assert_eq!(of_keras_2["kernel_initializer"]["config"]["distribution"], "truncated_normal");
    json["config"][0]["config"]["kernel_initializer"] = Json::Null;
    json["keras_version"] = json!("3.15.1");
    assert_eq!(config(&json)["reset_after"], true);
}
