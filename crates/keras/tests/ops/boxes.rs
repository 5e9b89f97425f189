//! Functions of bounding boxes, compared with real Keras's (`tests/python/golden_boxes.py`).

use keras::bounding_boxes::{self as boxes, BoxFormat, BoxTransform};
use keras::objects::{Field, Registry};
use keras::ops::{self, Tensor};
use keras::{ErrorKind, Result};
use serde_json::Value as Json;
use stablehlo::ElementType::F32;
use stablehlo::{Literal, TensorType, interpret};

const IMAGE: [usize; 2] = [40, 60];

fn numbers(json: &Json) -> Vec<f64> {
    json.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
}

fn literal(json: &Json) -> Literal {
    let dims: Vec<usize> = numbers(&json["shape"]).iter().map(|size| *size as usize).collect();
    Literal::from_f64(TensorType::new(F32, dims), &numbers(&json["values"])).unwrap()
}

fn format(name: &str) -> BoxFormat {
    BoxFormat::from_json(&name.into(), &Registry::new()).unwrap().unwrap()
}

fn of_images(values: [f64; 2]) -> Tensor {
    ops::convert_to_tensor(&values, &[2])
}

/// What a case computes from two sets of boxes and a batch of them.
fn result(case: &str, first: &Tensor, second: &Tensor, batch: &Tensor) -> Result<Tensor> {
    let (xyxy, image) = (BoxFormat::Xyxy, Some(IMAGE));
    let labels = || ops::reshape(&ops::cast(&ops::arange(0, 10, 1), "float32"), &[2, 5]);
    let variance = Some([0.1, 0.1, 0.2, 0.3]);
    let deltas = || boxes::encode_box_to_deltas([first, batch], [xyxy, xyxy], variance, None);
    match case.split(' ').collect::<Vec<_>>()[..] {
        ["convert", source, target] => {
            let (source, target) = (format(source), format(target));
            boxes::convert_format(&boxes::convert_format(batch, xyxy, source, image)?, source, target, image)
        }
        ["clip"] => Ok(boxes::clip_to_image_size(batch, &labels(), image)?.0),
        ["clip", "labels"] => Ok(boxes::clip_to_image_size(batch, &labels(), image)?.1),
        ["crop"] => boxes::crop(batch, [5.0, 7.0], [20.0, 30.0]),
        ["pad"] => boxes::pad(batch, [5.0, 7.0]),
        ["iou"] => boxes::compute_iou(first, second, xyxy, None, None),
        ["iou", "batch"] => boxes::compute_iou(batch, second, xyxy, None, None),
        ["iou", "mask"] => boxes::compute_iou(first, second, xyxy, Some(-3.0), None),
        ["ciou"] => boxes::compute_ciou(batch, &ops::flip(batch, 0), xyxy),
        ["deltas"] => deltas(),
        ["decoded"] => boxes::decode_deltas_to_boxes([first, &deltas()?], [xyxy, BoxFormat::RelXywh], variance, image),
        ["affine"] => {
            let transform = BoxTransform {
                angle: of_images([20.0, -35.0]),
                translate: [of_images([0.1, 0.0]), of_images([-0.2, 0.3])],
                scale: of_images([1.2, 0.7]),
                shear: [of_images([5.0, 0.0]), of_images([0.0, -8.0])],
                center: [0.4, 0.5],
            };
            boxes::affine_transform(batch, &transform, IMAGE)
        }
        _ => panic!("there is no case {case:?}"),
    }
}

#[test]
fn boxes_are_those_of_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/boxes.json")).unwrap();
    let cases = golden["cases"].as_object().unwrap();
    assert!(cases.len() > 90);
    let inputs = ["first", "second", "batch"].map(|name| literal(&golden[name]));
    let types: Vec<TensorType> = inputs.iter().map(|input| input.ty().clone()).collect();
    let formula = |x: &[Tensor]| cases.keys().map(|case| result(case, &x[0], &x[1], &x[2])).collect();
    let found = interpret::evaluate(&ops::program(&types, formula).unwrap(), &inputs).unwrap();
    for ((case, expected), found) in cases.iter().zip(&found) {
        let expected = literal(expected);
        assert_eq!(found.ty().dims, expected.ty().dims, "{case}");
        let (found, expected) = (found.to_f64_vec().unwrap(), expected.to_f64_vec().unwrap());
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() <= 2e-5 * expected.abs().max(1.0), "{case}: {found}, Keras {expected}");
        }
    }
}

#[test]
fn what_is_missing_is_named() {
    let types = [TensorType::new(F32, [3, 4]), TensorType::new(F32, [3, 5])];
    let error = |formula: fn(&[Tensor]) -> Result<Tensor>| ops::program(&types, |x| Ok(vec![formula(x)?])).unwrap_err();
    let found = error(|x| boxes::convert_format(&x[0], BoxFormat::Xyxy, BoxFormat::RelXyxy, None));
    assert_eq!(found.kind(), ErrorKind::Argument);
    assert!(found.message().contains("'xyxy' to 'rel_xyxy' need the image's height and width"), "{found}");
    let found = error(|x| boxes::pad(&x[1], [1.0, 1.0]));
    assert!(found.message().contains("last dimension of 4"), "{found}");
}
