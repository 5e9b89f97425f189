//! Functions of `keras.ops.image` on the inputs of the golden file.

use keras::graph::{Layer, Scope, training_program};
use keras::ops::image;
use keras::ops::{self, Tensor};
use keras::{Result, layer, random};
use stablehlo::ElementType::F32;
use stablehlo::{Literal, TensorType, interpret};

use super::cases::{Formula, cases};

/// It draws random numbers; a test of this file looks at its distances.
pub const RANDOM: &str = "elastic_transform";

const INTERPOLATIONS: [&str; 5] = ["nearest", "bilinear", "bicubic", "lanczos3", "lanczos5"];
const MODES: [&str; 5] = ["constant", "nearest", "wrap", "mirror", "reflect"];
const MAPS: [f64; 16] = [0.9, 0.3, -1.2, -0.4, 1.1, 0.7, 0.0, 0.0, 1.3, -0.2, 0.4, 0.1, 0.6, 2.3, 0.0, 0.0];
const START: [f64; 8] = [0.0, 0.0, 4.0, 0.0, 0.0, 5.0, 4.0, 5.0];
const END: [f64; 8] = [0.5, -0.3, 3.2, 0.4, 0.2, 4.1, 4.6, 5.2];

/// Coordinates of two axes within and outside of an image.
fn places(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    ops::stack(&[&(x * 1.7 + 0.15), &(y * 1.3 - 0.17)], 0)
}

/// A channel of the first image.
fn channel(g: &Tensor, i: usize) -> Tensor {
    ops::unstack(&ops::get_item(g, 0), -1).swap_remove(i)
}

#[rustfmt::skip]
cases! {
    "image.rgb_to_grayscale" |x| {
        let first = ops::slice(&x[0], &[0; 4], &[2, 6, 5, 1]);
        [&x[0], &ops::get_item(&x[0], 0), &first].map(image::rgb_to_grayscale).to_vec()
    };
    "image.rgb_to_hsv" |x| vec![image::rgb_to_hsv(&x[0]), image::rgb_to_hsv(&(ops::get_item(&x[0], 0) - 0.5))];
    "image.hsv_to_rgb" |x| vec![image::hsv_to_rgb(&x[0]), image::hsv_to_rgb(&(ops::get_item(&x[0], 1) * 2.0))];
    "image.resize" |x| {
        let all = INTERPOLATIONS.into_iter().flat_map(|name| [(name, false), (name, true)]);
        let mut all: Vec<Tensor> =
            all.map(|(name, smooth)| image::resize(&x[0], [4, 9], name, smooth, false, false, 0.0)).collect();
        all.push(image::resize(&x[0], [3, 8], "bilinear", false, true, false, 0.0));
        all.push(image::resize(&ops::get_item(&x[0], 0), [4, 9], "bilinear", false, false, true, 0.5));
        all
    };
    "image.scale_and_translate" |x| {
        let moved = |name: &str, scale: [f64; 2], smooth: bool| {
            image::scale_and_translate(&x[0], &[2, 7, 4, 3], &scale, &[-0.7, 0.9], &[1, 2], name, smooth)
        };
        let all = ["linear", "bicubic", "lanczos3"].into_iter();
        all.flat_map(|name| [moved(name, [1.4, 0.6], true), moved(name, [0.5, 1.1], false)]).collect()
    };
    "image.map_coordinates" |x| {
        let (values, at) = (channel(&x[0], 0), places(&x[1], &x[2])?);
        let all = [0, 1].into_iter().flat_map(|order| MODES.map(|mode| (order, mode)));
        let mut all: Vec<Tensor> =
            all.map(|(order, mode)| image::map_coordinates(&values, &at, order, mode, 0.25)).collect();
        let whole = ops::cast(&(channel(&x[0], 1) * 9.0), "int32");
        all.push(image::map_coordinates(&whole, &at, 1, "reflect", 0.0));
        all
    };
    "image.affine_transform" |x| {
        let maps = ops::array(&MAPS, &[2, 8]);
        let mut all = MODES.map(|mode| image::affine_transform(&x[0], &maps, "bilinear", mode, 0.25)).to_vec();
        all.push(image::affine_transform(&x[0], &maps, "nearest", "wrap", 0.0));
        let (second, map) = (ops::get_item(&x[0], 1), ops::get_item(&maps, 0));
        all.push(image::affine_transform(&second, &map, "bilinear", "constant", 0.0));
        all
    };
    "image.perspective_transform" |x| {
        let (start, end) = (ops::array(&START, &[4, 2]), ops::array(&END, &[4, 2]));
        let (both, back) = (ops::stack(&[&start, &end], 0)?, ops::stack(&[&end, &start], 0)?);
        vec![
            image::perspective_transform(&x[0], &both, &back, "bilinear", 0.25),
            image::perspective_transform(&ops::get_item(&x[0], 0), &start, &end, "nearest", 0.0),
        ]
    };
    "image.extract_patches" |x| vec![
        image::extract_patches(&x[0], [3, 2], None, [1, 1], "valid"),
        image::extract_patches(&x[0], [2, 3], Some([2, 1]), [1, 1], "same"),
        image::extract_patches(&ops::get_item(&x[0], 0), [2, 2], Some([1, 1]), [2, 3], "valid"),
        image::extract_patches(&x[0], [3, 3], Some([4, 4]), [1, 1], "same"),
    ];
    "image.extract_patches_3d" |x| vec![
        image::extract_patches_3d(&ops::reshape(&x[0], &[1, 4, 3, 2, 2]), [2, 1, 2], None, [1; 3], "valid"),
        image::extract_patches_3d(&ops::reshape(&x[0], &[4, 3, 2, 2]), [2, 2, 1], Some([1, 2, 1]), [1; 3], "same"),
    ];
    "image.pad_images" |x| vec![
        image::pad_images(&x[0], Some(1), Some(2), None, None, Some(9), Some(7)),
        image::pad_images(&ops::get_item(&x[0], 0), None, None, Some(2), Some(0), Some(9), Some(6)),
        image::pad_images(&x[0], Some(1), Some(2), Some(3), Some(4), None, None),
    ];
    "image.crop_images" |x| vec![
        image::crop_images(&x[0], Some(1), Some(2), None, None, Some(3), Some(2)),
        image::crop_images(&ops::get_item(&x[0], 0), None, None, Some(2), Some(0), Some(3), Some(4)),
        image::crop_images(&x[0], Some(1), Some(2), Some(3), Some(1), None, None),
    ];
    "image.gaussian_blur" |x| vec![
        image::gaussian_blur(&x[0], [3, 5], [0.8, 1.5]),
        image::gaussian_blur(&ops::get_item(&x[0], 0), [4, 1], [1.0, 2.0]),
    ];
    "image.sobel_edges" |x| vec![image::sobel_edges(&x[0])];
    "image.ssim" |x| {
        let other = &x[0] * 0.8 + ops::flip(&x[0], 1) * 0.1;
        let [a, b] = [0, 1].map(|i| ops::get_item(&x[0], i) * 255.0);
        vec![
            image::ssim(&x[0], &other, 1.0, 3, 1.5, 0.01, 0.03),
            image::ssim(&a, &b, 255.0, 5, 1.0, 0.02, 0.05),
        ]
    };
}

layer! {
    /// Images, bent in training.
    Bent(
        /// The factor of the distances.
        alpha: [f64],
    ) {}
}

impl Layer for Bent {
    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        if !scope.training() {
            return Ok(inputs[0].clone());
        }
        let x = &inputs[0];
        let draws = random::normal(scope, &[2, x.dim(0), x.dim(1), x.dim(2)], 0.0, 1.0)?;
        Ok(image::elastic_transform(x, &draws, self.alpha, 2.0, "bilinear", "reflect", 0.0))
    }
}

/// In an image whose pixels are their columns, a pixel shows how far it has come.
#[test]
fn elastic_distances_grow_with_alpha() {
    let side = 40;
    let columns: Vec<f32> = (0..2 * side * side).map(|i| (i % side) as f32).collect();
    let moved = |alpha: f64| {
        let module = training_program(&Bent::new(alpha), &[vec![2, side, side, 1]]).unwrap();
        let x = Literal::from_vec([2, side, side, 1], columns.as_slice()).unwrap();
        let state = Literal::from_vec([2], [5u64, 0]).unwrap();
        let after = interpret::evaluate(&module, &[x, state]).unwrap()[0].to_vec::<f32>().unwrap();
        // Pixels near an edge may come from beyond it.
        let inner = |i: usize| (12..28).contains(&(i % side)) && (12..28).contains(&(i / side % side));
        (0..after.len()).filter(|i| inner(*i)).map(|i| after[i] - columns[i]).collect::<Vec<f32>>()
    };
    assert!(moved(0.0).iter().all(|distance| *distance == 0.0));
    let (once, twice) = (moved(2.0), moved(4.0));
    assert!(once.iter().zip(&twice).all(|(once, twice)| (2.0 * once - twice).abs() < 1e-4), "{once:?} {twice:?}");
    assert!(once.iter().any(|distance| distance.abs() > 0.5));
}

#[test]
fn errors_name_the_function_and_what_fits() {
    let error = |shape: &[usize], formula: fn(&Tensor) -> Tensor| {
        let types = [TensorType::new(F32, shape)];
        ops::program(&types, |x| Ok(vec![formula(&x[0])])).expect_err("it does not fit").to_string()
    };
    for (message, expected) in [
        (
            error(&[4], |x| image::resize(x, [2, 2], "bilinear", false, false, false, 0.0)),
            "resize: expected 3 dimensions, or 4 of a batch, not shape [4]",
        ),
        (
            error(&[4, 4, 3], |x| image::resize(x, [2, 2], "cubique", false, false, false, 0.0)),
            "resize: interpolation is 'nearest', 'bilinear', 'bicubic', 'lanczos3' or 'lanczos5', not \"cubique\"",
        ),
        (
            error(&[4, 4, 3], |x| image::pad_images(x, Some(1), None, None, None, None, None)),
            "pad_images: exactly two of top_padding, bottom_padding, target_height have to be given",
        ),
        (
            error(&[4, 4, 3], |x| image::crop_images(x, Some(3), Some(0), Some(2), Some(0), None, None)),
            "crop_images: top_cropping 3, bottom_cropping 2, target_height absent do not fit images of 4 pixels",
        ),
        (
            error(&[4, 4, 3], |x| image::affine_transform(x, &ops::zeros(&[8]), "bilinear", "edge", 0.0)),
            "affine_transform: fill_mode is 'constant', 'nearest', 'wrap', 'mirror' or 'reflect', not \"edge\"",
        ),
        (
            error(&[4, 4, 3], |x| image::extract_patches(x, [5, 2], None, [1, 1], "valid")),
            "extract_patches: a patch of 5 pixels is not within 4; pad with 'same'",
        ),
        (error(&[4, 4, 2], image::rgb_to_hsv), "rgb_to_hsv: expected images of 3 channels, not shape [1, 4, 4, 2]"),
    ] {
        assert_eq!(message, format!("ops.image.{expected}"));
    }
}
