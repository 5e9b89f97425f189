//! Augmentation in training, against real Keras (`tests/python/golden_augment.py`), and by its properties.

use keras::graph::{Layer, training_program};
use keras::layers::{
    AlphaDropout, AugMix, CutMix, MaxNumBoundingBoxes, MixUp, RandAugment, RandomCrop, RandomElasticTransform,
    RandomErasing,
};
use keras::objects::{Handle, Registry};
use serde_json::Value as Json;
use stablehlo::{Literal, interpret};

fn numbers(json: &Json) -> Vec<f32> {
    json.as_array().expect("a list").iter().map(|n| n.as_f64().expect("a number") as f32).collect()
}

fn trained(layer: &dyn Layer, shape: [usize; 4], values: &[f32], seed: u64) -> Vec<f32> {
    let x = Literal::from_vec(shape, values).unwrap();
    let module = training_program(layer, &[shape.to_vec()]).unwrap();
    stablehlo::verify(&module).unwrap();
    let state = Literal::from_vec([2], [seed, 0]).unwrap();
    interpret::evaluate(&module, &[x, state]).unwrap()[0].to_vec::<f32>().unwrap()
}

#[test]
fn factors_without_chance_have_keras_values() {
    let golden: Json = serde_json::from_str(include_str!("golden/augment.json")).expect("JSON");
    let images = numbers(&golden["images"]);
    let [n, h, w, c] = [0, 1, 2, 3].map(|i| numbers(&golden["shape"])[i] as usize);
    let channels_first = (0..images.len()).map(|i| {
        let (image, channel, pixel) = (i / (c * h * w), i / (h * w) % c, i % (h * w));
        images[(image * h * w + pixel) * c + channel]
    });
    let channels_first: Vec<f32> = channels_first.collect();
    let mut failures = Vec::new();
    for case in golden["cases"].as_array().expect("a list") {
        let layer: Handle<dyn Layer> = Registry::new().deserialize(&case["layer"]).expect("it is read");
        let scale = case["scale"].as_f64().expect("a number") as f32;
        let is_first = layer.get_config().get("data_format").is_some_and(|format| format == "channels_first");
        let (shape, images) = if is_first { ([n, c, h, w], &channels_first) } else { ([n, h, w, c], &images) };
        let x: Vec<f32> = images.iter().map(|v| v * scale).collect();
        let found = trained(&*layer, shape, &x, 7);
        let expected = numbers(&case["output"]);
        // Pixels are up to 255, and float32 has 24 bits.
        let largest = expected.iter().fold(1.0f32, |m, v| m.max(v.abs()));
        let wrong = found.iter().zip(&expected).filter(|(f, e)| (*f - *e).abs() > 1e-5 * largest).count();
        if wrong > 0 || found.len() != expected.len() {
            failures.push(format!("{}: {wrong} of {}\n{found:?}\n{expected:?}", case["layer"], expected.len()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

const IMAGES: usize = 200;

/// Images of 6 by 5 pixels of one channel; the values say the image and the place.
fn images() -> Vec<f32> {
    (0..IMAGES * 30).map(|i| i as f32).collect()
}

#[test]
fn alpha_dropout_draws_once_along_axes_of_one() {
    let layer = AlphaDropout::new(0.5).noise_shape(vec![None, Some(1), Some(1), None]);
    let after = trained(&layer, [IMAGES, 2, 3, 2], &[1.0; IMAGES * 12], 3);
    let mut values = Vec::new();
    for image in after.chunks(12) {
        assert!(image.iter().enumerate().all(|(i, v)| *v == image[i % 2]), "a channel has one value: {image:?}");
        values.extend([image[0], image[1]]);
    }
    let kept = values.iter().filter(|value| **value > 0.0).count();
    assert!(kept > IMAGES / 2 && kept < 3 * IMAGES / 2, "half of {} channels are kept: {kept}", 2 * IMAGES);
}

#[test]
fn erased_rectangles_have_the_fill_value() {
    let before = images();
    let layer = RandomErasing::new().factor((1.0, 1.0)).scale((0.25, 0.25)).fill_value(-1.0).value_range((-1.0, 1e6));
    let after = trained(&layer, [IMAGES, 6, 5, 1], &before, 1);
    let mut erased = Vec::new();
    for (before, after) in before.chunks(30).zip(after.chunks(30)) {
        assert!(before.iter().zip(after).all(|(b, a)| a == b || *a == -1.0));
        erased.push(after.iter().filter(|a| **a == -1.0).count());
    }
    // Half of each side: 3 rows of 6, and 2 or 3 columns of 5.
    assert!(erased.iter().all(|n| [6, 9].contains(n)), "{erased:?}");
    assert!(erased.contains(&6) && erased.contains(&9));
}

#[test]
fn mixed_images_are_between_the_images_of_the_batch() {
    let before = images();
    let after = trained(&MixUp::new().alpha(0.4), [IMAGES, 6, 5, 1], &before, 2);
    let mut weights = Vec::new();
    for (before, after) in before.chunks(30).zip(after.chunks(30)) {
        // All pixels move alike, since the images differ by a constant.
        let moved = after[0] - before[0];
        assert!(before.iter().zip(after).all(|(b, a)| (a - b - moved).abs() < 0.01));
        assert!(after[0] > -0.01 && after[0] < (30 * IMAGES) as f32);
        weights.push(moved.abs());
    }
    let changed = weights.iter().filter(|moved| **moved > 1.0).count();
    assert!(changed > IMAGES / 2, "{changed}");
}

#[test]
fn cut_images_have_a_rectangle_of_another_one() {
    let before = images();
    let after = trained(&CutMix::new(), [IMAGES, 6, 5, 1], &before, 3);
    let mut mixed = 0;
    for (image, after) in after.chunks(30).enumerate() {
        let sources: Vec<usize> = after.iter().map(|v| *v as usize / 30).collect();
        assert!(after.iter().enumerate().all(|(place, v)| *v as usize % 30 == place));
        let mut others: Vec<usize> = sources.iter().copied().filter(|source| *source != image).collect();
        others.dedup();
        assert!(others.len() <= 1, "{sources:?}");
        mixed += others.len();
    }
    assert!((IMAGES / 3..=IMAGES).contains(&mixed), "{mixed}");
}

#[test]
fn a_crop_is_a_window_of_the_batch() {
    let before = images();
    let mut starts = Vec::new();
    for seed in 0..20 {
        let after = trained(&RandomCrop::new(4, 2), [IMAGES, 6, 5, 1], &before, seed);
        let start = after[0] as usize;
        assert!(start / 5 <= 2 && start % 5 <= 3);
        for (i, value) in after.iter().enumerate() {
            let (image, row, column) = (i / 8, i % 8 / 2, i % 2);
            assert_eq!(*value as usize, image * 30 + start + row * 5 + column);
        }
        starts.push(start);
    }
    starts.sort_unstable();
    starts.dedup();
    assert!(starts.len() > 4, "{starts:?}");
}

#[test]
fn random_augmentations_stay_in_range_and_differ() {
    let before: Vec<f32> = (0..4 * 6 * 5 * 3).map(|i| (i * 37 % 256) as f32).collect();
    let after = |seed| trained(&RandAugment::new(), [4, 6, 5, 3], &before, seed);
    let all: Vec<Vec<f32>> = (0..6).map(after).collect();
    assert!(all.iter().flatten().all(|v| (-0.01..255.01).contains(v)));
    assert!(all.iter().any(|y| *y != all[0]) && all.iter().any(|y| *y != before));
}

#[test]
fn boxes_are_cut_and_padded_as_in_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/augment.json")).expect("JSON");
    for case in golden["boxes"].as_array().expect("a list") {
        let number = case["number"].as_u64().expect("a number") as usize;
        let layer = MaxNumBoundingBoxes::new(number);
        let module = training_program(&layer, &[vec![2, 3, 4], vec![2, 3]]).unwrap();
        let given: Vec<Literal> = [&[2, 3, 4][..], &[2, 3]]
            .iter()
            .zip(case["given"].as_array().expect("a list"))
            .map(|(dims, values)| Literal::from_vec(dims.to_vec(), numbers(values)).unwrap())
            .chain([Literal::from_vec([2], [0u64; 2]).unwrap()])
            .collect();
        let found = interpret::evaluate(&module, &given).unwrap();
        for (found, expected) in found.iter().zip(case["found"].as_array().expect("a list")) {
            assert_eq!(found.to_vec::<f32>().unwrap(), numbers(expected), "{number}");
        }
    }
}

#[test]
fn mixed_augmentations_stay_in_range_and_differ() {
    let before: Vec<f32> = (0..2 * 6 * 5 * 3).map(|i| (i * 37 % 256) as f32).collect();
    let layer = AugMix::new().num_chains(2).chain_depth(2).alpha(0.5);
    let after = |seed| trained(&layer, [2, 6, 5, 3], &before, seed);
    let all: Vec<Vec<f32>> = (0..4).map(after).collect();
    assert!(all.iter().flatten().all(|v| (0.0..=255.0).contains(v)));
    assert!(all.iter().any(|y| *y != all[0]) && all.iter().any(|y| *y != before));
    // A batch of one color stays one: all augmentations but those of colors keep it, and weights add up to 1.
    let plain = vec![100.0; 2 * 6 * 5 * 3];
    let geometry = AugMix::new().all_ops(false).factor(0.0);
    let after = trained(&geometry, [2, 6, 5, 3], &plain, 5);
    assert!(after.iter().all(|v| (v - after[0]).abs() < 0.01), "{after:?}");
}

/// In an image whose pixels are their columns, a pixel shows how far it has come.
#[test]
fn elastic_distances_have_the_deviation_of_blurred_noise() {
    let side = 40;
    let columns: Vec<f32> = (0..4 * side * side).map(|i| (i % side) as f32).collect();
    let layer = RandomElasticTransform::new().factor((1.0, 1.0)).scale((1.0, 1.0));
    let after = trained(&layer, [4, side, side, 1], &columns, 3);
    // Pixels near an edge may come from beyond it.
    let inner = |i: usize| (12..28).contains(&(i % side)) && (12..28).contains(&(i / side % side));
    let moved: Vec<f64> = (0..after.len()).filter(|i| inner(*i)).map(|i| f64::from(after[i] - columns[i])).collect();
    let deviation = (moved.iter().map(|d| d * d).sum::<f64>() / moved.len() as f64).sqrt();
    // Noise of deviation 2, blurred by weights w(x) w(y) with a deviation of 2 pixels, times 4.
    let weights: Vec<f64> = (-6..=6).map(|x: i32| (-f64::from(x * x) / 8.0).exp()).collect();
    let sum: f64 = weights.iter().sum();
    let squares: f64 = weights.iter().map(|w| (w / sum).powi(2)).sum();
    let expected = 4.0 * 2.0 * squares;
    assert!((0.7..1.3).contains(&(deviation / expected)), "{deviation}, expected about {expected}");
    let still = trained(&layer.scale(0.0), [4, side, side, 1], &columns, 3);
    assert_eq!(still, columns);
}
