//! Layers from Keras's configurations, and a layer of a user.

use keras::graph::{Layer, Scope, WeightSpec};
use keras::initializers::{Initializer, Zeros};
use keras::layers::{Conv2D, Dense};
use keras::objects::{Handle, Registry};
use keras::ops::{self, Tensor};
use keras::regularizers::L2;
use keras::{Activation, DTypePolicy, Quantization, Result, Shape};
use serde_json::{Value as Json, json};

keras::layer! {
    /// A row that is added, with an activation of any name.
    Offset() {
        /// Initial values. Default: zeros.
        initializer: [Handle<dyn Initializer>] = Zeros::new().into();
        /// The activation. Default: linear.
        activation: [Activation] = Activation::Linear;
    }
}

impl Layer for Offset {
    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        Ok(vec![WeightSpec::trainable("offset", inputs[0].dims(), &self.initializer)])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(self.activation.call(&(&inputs[0] + scope.weight(0)?)))
    }
}

/// The configurations of layers that Keras has written, from `tests/python/models.py`.
fn written_by_keras() -> Vec<Json> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/models");
    ["article", "branched", "augmented", "sequential"]
        .iter()
        .flat_map(|name| {
            let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
            let model: Json = serde_json::from_str(&text).unwrap();
            model["config"]["layers"].as_array().unwrap().clone()
        })
        .collect()
}

#[test]
fn a_layer_from_a_configuration_writes_the_same_configuration() {
    let layers = written_by_keras();
    assert!(layers.len() > 30);
    for mut expected in layers {
        // Fixtures of Keras before 3.15 lack settings that are null.
        for initializer in ["kernel_initializer", "bias_initializer"] {
            let config = expected.pointer_mut(&format!("/config/{initializer}/config")).and_then(Json::as_object_mut);
            if let Some(seeded) = config.filter(|config| config.contains_key("seed")) {
                seeded.insert("input_axes".into(), Json::Null);
                seeded.insert("output_axes".into(), Json::Null);
            }
        }
        let layer = Registry::new().deserialize::<dyn Layer>(&expected).unwrap();
        let found = layer.serialize();
        assert_eq!(found["config"], expected["config"], "{}", expected["class_name"]);
        assert_eq!(found["class_name"], expected["class_name"]);
    }
}

#[test]
fn nested_objects_are_read() {
    let dense = Dense::new(3)
        .activation(Activation::Gelu)
        .kernel_regularizer(L2::new().l2(0.5))
        .dtype(DTypePolicy::MixedBfloat16)
        .trainable(false)
        .name("last");
    let handle: Handle<dyn Layer> = dense.into();
    let read = Registry::new().deserialize::<dyn Layer>(&handle.serialize()).unwrap();
    assert_eq!(read, handle);
    assert_eq!((read.base().dtype, read.base().trainable), (DTypePolicy::MixedBfloat16, false));
}

#[test]
fn a_layer_of_a_user_with_a_function_of_a_user_is_saved_and_loaded() {
    let cube = Activation::custom("cube", |x| ops::square(x) * x);
    let layer: Handle<dyn Layer> = Offset::new().activation(cube).name("offset").into();
    let json = layer.serialize();
    assert_eq!(json["registered_name"], "Custom>Offset");
    assert_eq!(json["config"]["activation"]["config"], "cube");
    let mut registry = Registry::new();
    registry.add::<Offset>();
    let unknown = registry.deserialize::<dyn Layer>(&json).unwrap_err().to_string();
    assert!(
        unknown.starts_with("Offset: setting 'activation': there is no activation \"cube\"; there are"),
        "{unknown}"
    );
    registry.add_activation(cube);
    assert_eq!(registry.deserialize::<dyn Layer>(&json).unwrap(), layer);
}

#[test]
fn dtype_policies_that_there_are_not_are_named() {
    let read = |dtype: serde_json::Value| {
        let config = json!({ "units": 2, "name": "last", "dtype": dtype });
        Registry::new().deserialize::<dyn Layer>(&json!({ "class_name": "Dense", "config": config }))
    };
    for policy in DTypePolicy::NAMED {
        assert_eq!(read(policy.name().into()).unwrap().base().dtype, policy);
    }
    let unknown = read("float64".into()).unwrap_err().to_string();
    assert!(DTypePolicy::NAMED.iter().all(|policy| unknown.contains(policy.name())), "{unknown}");
    let quantized = |mode: &str, source: &str| {
        let config = json!({ "mode": mode, "source_name": source });
        read(json!({ "class_name": "QuantizedDTypePolicy", "config": config }))
    };
    let int4 = |block| Quantization::Int4 { block: std::num::NonZero::new(block) };
    for (mode, expected) in [
        ("int8", Quantization::Int8),
        ("int4", int4(0)),
        ("int4/-1", int4(0)),
        ("int4/128", Quantization::INT4),
        ("int4/32", int4(32)),
        ("float8", Quantization::FLOAT8),
    ] {
        let policy = quantized(mode, "float32").unwrap().base().dtype;
        assert_eq!(policy, DTypePolicy::QuantizedFloat32(expected));
        assert_eq!(read(policy.to_string().into()).unwrap().base().dtype, policy);
    }
    assert!(quantized("gptq/4/128", "float32").unwrap_err().to_string().contains("gptq/4/128"));
    let refused = quantized("int8", "mixed_float16").unwrap_err().to_string();
    assert!(refused.contains("mixed_float16") && refused.contains("float32 and mixed_bfloat16 can"), "{refused}");
}

#[test]
fn a_map_of_policies_has_one_for_a_layer() {
    let read = |map: serde_json::Value| {
        let dtype =
            json!({ "class_name": "DTypePolicyMap", "config": { "default_policy": "float16", "policy_map": map } });
        let dense = json!({ "class_name": "Dense", "config": { "units": 2, "name": "last", "dtype": dtype } });
        let config = json!({ "name": "model", "layers": [dense], "build_input_shape": [null, 3] });
        let model =
            keras::Model::from_json(&json!({ "class_name": "Sequential", "config": config }), &Registry::new())?;
        let policy = model.layers().iter().find(|layer| layer.name() == "last").map(|layer| layer.layer().base().dtype);
        Ok::<_, keras::Error>(policy.unwrap())
    };
    assert_eq!(read(json!({ "first": "bfloat16" })).unwrap(), DTypePolicy::Float16);
    assert_eq!(read(json!({ "outer/last": "bfloat16", "first": "float32" })).unwrap(), DTypePolicy::Bfloat16);
    assert_eq!(read(json!({ ".*": "float16" })).unwrap(), DTypePolicy::Float16);
    for several in [json!({ "l.*": "float32" }), json!({ "last/query": "float32" }), json!({ "last": "float64" })] {
        let error = read(several).unwrap_err().to_string();
        assert!(error.contains("DTypePolicyMap"), "{error}");
    }
}

#[test]
fn unsupported_values_are_named() {
    let conv: Handle<dyn Layer> = Conv2D::new(2, 3).into();
    let mut json = conv.serialize();
    json["config"]["data_format"] = json!("channels_middle");
    let message = Registry::new().deserialize::<dyn Layer>(&json).unwrap_err().to_string();
    assert!(message.starts_with("Conv2D: setting 'data_format' is \"channels_middle\""), "{message}");
}
