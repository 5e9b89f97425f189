//! Shapes of outputs for inputs of which sizes are unknown, and whether layers pass masks on, compared with real
//! Keras's (`tests/python/golden_shapes.py`).

use std::cell::RefCell;

use keras::graph::{InputSpec, Layer, Scope, SharedLayer};
use keras::objects::{Handle, Registry};
use keras::ops::{self, Tensor};
use keras::{Input, KerasTensor, PartialShape, Result};
use serde_json::Value as Json;

use crate::{dims, list};

/// The cases: Keras's answers, and the layers, of which `layers.json` has the inputs.
fn cases() -> Vec<(Json, Json)> {
    let read = |text: &str| serde_json::from_str::<Json>(text).expect("JSON")["cases"].as_array().unwrap().clone();
    let (answers, layers) = (read(include_str!("golden/shapes.json")), read(include_str!("golden/layers.json")));
    assert_eq!(answers.len(), layers.len(), "`cargo xtask bless keras-shapes` follows keras-layers");
    answers.into_iter().zip(layers).collect()
}

/// A shape without the batch, of which null is unknown.
fn partial(json: &Json) -> PartialShape {
    let sizes = list(json).iter().map(|size| size.as_u64().map(|size| size as usize));
    PartialShape::from(sizes.collect::<Vec<_>>())
}

fn layer_of(case: &Json) -> Handle<dyn Layer> {
    Registry::new().deserialize(&case["layer"]).unwrap()
}

#[test]
fn unknown_sizes_pass_through_layers_as_in_keras() {
    let mut failures = Vec::new();
    let mut compared = 0;
    for (answer, case) in cases() {
        for pattern in list(&answer["shapes"]) {
            let inputs: Vec<Input> = list(&pattern["inputs"]).iter().map(|shape| Input::new(partial(shape))).collect();
            let inputs: Vec<KerasTensor> = inputs.iter().map(Input::tensor).collect();
            let expected: Vec<PartialShape> = list(&pattern["outputs"]).iter().map(partial).collect();
            let found = SharedLayer::new(layer_of(&case)).call_with(inputs, Default::default());
            let found = found.map(|outputs| outputs.iter().map(|output| output.shape().clone()).collect::<Vec<_>>());
            // Keras takes images of an unknown number of channels, and finds out in the run whether there are three.
            if found.as_ref().is_err_and(|error| error.message().contains("must have 3 channels")) {
                continue;
            }
            compared += 1;
            if !found.as_ref().is_ok_and(|found| *found == expected) {
                let layer = &case["layer"];
                failures.push(format!(
                    "{} {} of {}\n{found:?}\n{expected:?}",
                    answer["class"], layer["config"], pattern["inputs"]
                ));
            }
        }
    }
    assert!(compared > 200, "{compared} calls");
    assert!(failures.is_empty(), "{} of {compared} calls:\n{}", failures.len(), failures.join("\n\n"));
}

/// The layer that a `Probe` asks, and whether its output has a mask.
type Probed = (Handle<dyn Layer>, Option<bool>);

thread_local! {
    static PROBED: RefCell<Option<Probed>> = const { RefCell::new(None) };
}

keras::layer! {
    /// Asks another layer for the mask of its output, when all inputs have masks at which every step counts.
    Probe() {}
}

impl Layer for Probe {
    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(1)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let every = |x: &Tensor| {
            let equal = ops::equal(x, x);
            Some((2..x.ndim()).fold(equal, |mask, _| ops::any(&mask, -1, false)))
        };
        let masks: Vec<Option<Tensor>> = inputs.iter().map(every).collect();
        let layer = PROBED.take().map(|(layer, _)| layer).expect("a layer");
        let found = layer.compute_mask(inputs, &masks)?.is_some();
        PROBED.set(Some((layer, Some(found))));
        Ok(inputs[0].clone())
    }
}

#[test]
fn masks_end_where_they_end_in_keras() {
    let mut failures = Vec::new();
    let mut compared = 0;
    for (answer, case) in cases() {
        let Some(expected) = answer["passes_mask"].as_bool() else { continue };
        let inputs: Vec<Input> = list(&case["inputs"]).iter().map(|x| Input::new(&dims(x)[1..])).collect();
        if inputs.iter().any(|input| input.tensor().shape().rank() < 3) {
            continue;
        }
        let inputs: Vec<KerasTensor> = inputs.iter().map(Input::tensor).collect();
        PROBED.set(Some((layer_of(&case), None)));
        SharedLayer::new(Probe::new()).call(inputs).unwrap();
        let found = PROBED.take().and_then(|(_, found)| found);
        compared += 1;
        if found != Some(expected) {
            failures.push(format!("{} {}: {found:?}, Keras {expected}", answer["class"], case["layer"]["config"]));
        }
    }
    assert!(compared > 100, "{compared} layers");
    assert!(failures.is_empty(), "{} of {compared} layers:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn windows_and_crops_of_any_size_fit_into_open_sizes() {
    use keras::layers::{Add, Concatenate, Conv1D, Conv2D, Cropping1D, Cropping2D};
    use keras::{Model, Shape};
    // As in SpliceAI, which reads 5,000 bases on both sides.
    let bases = Input::new([None, Some(4)]);
    let x = Conv1D::new(2, 1).call(&bases).unwrap();
    let y = Conv1D::new(2, 11).dilation_rate(25).padding(keras::layers::Padding::Same).call(&x).unwrap();
    let sum = Add::new().call([&x, &y]).unwrap();
    let cropped = Cropping1D::new().cropping((5_000, 5_000)).call(&sum).unwrap();
    let wide = Conv1D::new(2, 200_000).call(&bases).unwrap();
    assert_eq!(
        (cropped.shape().to_string(), wide.shape().to_string()),
        ("(None, None, 2)".into(), "(None, None, 2)".into())
    );
    let model = Model::new(&bases, &cropped).unwrap();
    let fixed = model.with_input_shapes(&[Shape::new([10_007, 4])]).unwrap();
    assert_eq!(fixed.output_shape().to_string(), "(None, 7, 2)");
    let error = model.with_input_shapes(&[Shape::new([10_000, 4])]).unwrap_err().to_string();
    assert!(error.contains("Cropping1D"), "{error}");

    // A U-Net that crops what it joins.
    let image = Input::new([None, None, Some(1)]);
    let inner = Conv2D::new(2, 3).call(&image).unwrap();
    let joined = Concatenate::new().call([&inner, &Cropping2D::new().cropping(1).call(&image).unwrap()]).unwrap();
    let model = Model::new(&image, &Cropping2D::new().cropping(2_000).call(&joined).unwrap()).unwrap();
    assert_eq!(model.output_shape().to_string(), "(None, None, None, 3)");
    let fixed = model.with_input_shapes(&[Shape::new([4_010, 4_012, 1])]).unwrap();
    assert_eq!(fixed.output_shape().to_string(), "(None, 8, 10, 3)");
}
