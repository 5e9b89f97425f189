//! Augmentation runs on the device, and in training only.

use std::collections::BTreeSet;

use keras::initializers::Zeros;
use keras::layers::{Add, Dense, FillMode, Flatten, FlipMode, Interpolation, RandomFlip, RandomTranslation, Softmax};
use keras::optimizers::SGD;
use keras::{Activation, Array, Compile, Fit, Infer, Input, KerasTensor, Model};

use crate::{compile, images, on, silent};

const SIZE: usize = 6;

/// Translates by up to a pixel, and flips.
fn augment(input: &Input) -> KerasTensor {
    let part = 1.0 / SIZE as f64;
    let shift = RandomTranslation::new(part, part).fill_mode(FillMode::Constant);
    let x = shift.interpolation(Interpolation::Nearest).call(input).unwrap();
    RandomFlip::new().mode(FlipMode::Horizontal).call(&x).unwrap()
}

/// Returns the image translated and possibly flipped.
fn variant(image: &[f32], down: usize, right: usize, is_flipped: bool) -> Vec<f32> {
    let at = |i: usize, j: usize| -> f32 {
        let j = if is_flipped { SIZE - 1 - j } else { j };
        // `down` and `right` are 0 to 2: from a pixel up or left to a pixel down or right.
        let (i, j) = ((i + 1).checked_sub(down), (j + 1).checked_sub(right));
        let inside = i.zip(j).filter(|(i, j)| *i < SIZE && *j < SIZE);
        inside.map_or(0.0, |(i, j)| image[i * SIZE + j])
    };
    (0..SIZE).flat_map(|i| (0..SIZE).map(move |j| (i, j))).map(|(i, j)| at(i, j)).collect()
}

/// A dense layer with zero weights and target 1 has the gradient `2 (w · x - 1) x`, so a step with learning
/// rate 0.5 sets its weights to its input.
#[test]
fn a_step_trains_on_a_variant_of_the_image() {
    let image: Vec<f32> = (1..=SIZE * SIZE).map(|i| i as f32).collect();
    let shifts = (0..3).flat_map(|down| (0..3).map(move |right| (down, right)));
    let variants: Vec<Vec<f32>> =
        shifts.flat_map(|(down, right)| [false, true].map(|flip| variant(&image, down, right, flip))).collect();
    let (x, y) = (Array::new([1, SIZE, SIZE, 1], image).unwrap(), Array::new([1, 1], vec![1.0f32]).unwrap());
    let input = Input::new([SIZE, SIZE, 1]);
    let flat = Flatten::new().call(&augment(&input)).unwrap();
    let dense = Dense::new(1).use_bias(false).kernel_initializer(Zeros::new());
    let mut model = Model::new(&input, &dense.call(&flat).unwrap()).unwrap();
    model.compile(Compile::new(SGD::new().learning_rate(0.5), "mean_squared_error")).unwrap();
    let mut seen = BTreeSet::new();
    for seed in 0..40 {
        let mut trained = on(1, &model);
        trained.fit(&x, &y, Fit { seed, ..silent(1) }).unwrap();
        let kernel = &trained.model().variables()[0].values;
        let found = variants.iter().position(|variant| variant == kernel);
        seen.insert(found.unwrap_or_else(|| panic!("seed {seed}: no variant of the image is {kernel:?}")));
    }
    assert!(seen.len() > 8, "{seen:?}");
}

#[test]
fn evaluation_and_prediction_use_the_original_images() {
    let (x, y) = images(96);
    let network = |is_augmented: bool| {
        let input = Input::new([SIZE, SIZE, 1]);
        let x = if is_augmented { augment(&input) } else { input.tensor() };
        let x = Flatten::new().call(&x).unwrap();
        let mut model = Model::new(&input, &Dense::new(3).activation(Activation::Softmax).call(&x).unwrap()).unwrap();
        model.compile(compile()).unwrap();
        model
    };
    let (plain, mut augmented) = (network(false), network(true));
    augmented.set_weights(plain.variables().iter().map(|v| v.values.clone()).collect()).unwrap();
    let (mut plain, mut augmented) = (on(4, &plain), on(4, &augmented));
    let evaluate = |model: &mut keras::DeviceModel| model.evaluate(&x, &y, Infer::silent(32)).unwrap();
    assert_eq!(evaluate(&mut plain), evaluate(&mut augmented));
    let predict = |model: &mut keras::DeviceModel| model.predict(&x, Infer::silent(32)).unwrap();
    assert_eq!(predict(&mut plain), predict(&mut augmented));
}

/// Layers that are put in front of a model train it as those that it was built with.
#[test]
fn preprocessing_in_front_of_a_model_is_part_of_it() {
    let (x, y) = images(96);
    let tail = |x: &KerasTensor| {
        let dense = Dense::new(8).activation(Activation::Relu).call(&Flatten::new().call(x).unwrap()).unwrap();
        // Two branches: their order in the network is that of the files.
        let branches = [Dense::new(3).call(&dense).unwrap(), Dense::new(3).call(&dense).unwrap()];
        Softmax::new().call(&Add::new().call([&branches[0], &branches[1]]).unwrap()).unwrap()
    };
    let input = Input::new([SIZE, SIZE, 1]);
    let mut built = Model::new(&input, &tail(&augment(&input))).unwrap();
    let input = Input::new([SIZE, SIZE, 1]);
    let mut model = Model::new(&input, &tail(&input.tensor())).unwrap();
    for model in [&mut built, &mut model] {
        model.compile(compile()).unwrap();
    }
    let part = 1.0 / SIZE as f64;
    let shift = RandomTranslation::new(part, part).fill_mode(FillMode::Constant);
    let flip = RandomFlip::new().mode(FlipMode::Horizontal);
    let layers = vec![shift.interpolation(Interpolation::Nearest).into(), flip.into()];
    let augmented = model.with_preprocessing(layers).unwrap();
    let kinds = |model: &Model| model.layers().iter().map(|layer| layer.layer().class_name()).collect::<Vec<_>>();
    assert_eq!(kinds(&augmented), kinds(&built));
    let weights = |model: &Model| model.variables().iter().map(|v| v.values.clone()).collect::<Vec<_>>();
    assert_eq!(weights(&augmented), weights(&built));
    let trained = |model: &Model| {
        let mut model = on(2, model);
        model.fit(&x, &y, silent(2)).unwrap();
        weights(model.model())
    };
    assert!(trained(&augmented) == trained(&built));
    assert!(trained(&augmented) != trained(&model));

    let error = model.with_preprocessing(vec![Dense::new(1).into()]).unwrap_err();
    assert!(error.to_string().contains("has weights"), "{error}");
}
