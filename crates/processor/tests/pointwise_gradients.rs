//! Gradients that JAX writes with dilations and passes rewrite: of 1x1 convolutions with strides
//! (`undilate_pointwise_conv`), and of the filters of transposed convolutions (`swap_conv_operands`).

mod common;

use common::{Random, Tolerance, check};
use stablehlo::{ElementType, Literal, Module, TensorType};

/// Small integers, whose sums are exact.
fn small(random: &mut Random, element: ElementType, dims: &[usize]) -> Literal {
    let ty = TensorType::new(element, dims.to_vec());
    let values: Vec<f64> = (0..ty.num_elements()).map(|_| random.below(5) as f64 - 2.0).collect();
    Literal::from_f64(ty, &values).expect("a computable type")
}

/// A convolution of an image and filters; `shapes` are those of both and of the result.
fn convolution(dims: &str, window: &str, groups: usize, shapes: [&str; 3]) -> Module {
    let [x, w, y] = shapes;
    let text = format!(
        "func.func @main(%x: tensor<{x}>, %w: tensor<{w}>) -> tensor<{y}> {{
          %y = stablehlo.convolution(%x, %w) dim_numbers = {dims}, window = {{{window}}}
            {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : (tensor<{x}>, tensor<{w}>) -> tensor<{y}>
          return %y : tensor<{y}>
        }}"
    );
    Module::parse(&text).expect("a program")
}

#[test]
fn gradients_of_the_input_equal_the_interpreters() {
    let mut random = Random(3);
    // The padding of each dimension, and the size of the result for a 4x5 image dilated by 2 in height and 3
    // in width.
    for (pad, size) in [
        ("[[0, 0], [0, 0]]", "7x13"),
        ("[[0, 1], [0, 2]]", "8x15"),
        ("[[1, 0], [2, -1]]", "8x14"),
        ("[[-1, 2], [-2, -2]]", "8x9"),
        ("[[-3, -3], [-13, 4]]", "1x4"),
    ] {
        for (features, groups) in [(3, 1), (40, 1), (8, 2)] {
            for element in [ElementType::F32, ElementType::Bf16] {
                let shapes = [
                    format!("3x4x5x{features}x{element}"),
                    format!("1x1x{}x32x{element}", features / groups),
                    format!("3x{size}x32x{element}"),
                ];
                let window = format!("stride = [1, 1], pad = {pad}, lhs_dilate = [2, 3]");
                let dims = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]";
                let program = convolution(dims, &window, groups, shapes.each_ref().map(|s| &s[..]));
                let image = small(&mut random, element, &[3, 4, 5, features]);
                let filters = small(&mut random, element, &[1, 1, features / groups, 32]);
                let what = format!("{window}, {features} features, {groups} groups, {element}");
                check(&program, &[image, filters], Tolerance { units: 0.0 }, &what);
            }
        }
    }
}

#[test]
fn gradients_of_the_filters_equal_the_interpreters() {
    let mut random = Random(4);
    // Images and paddings for a single 3x2 window dilated by 2. In the last case the window covers padding.
    for (image, pad) in [
        ([5, 3], "[[0, 0], [0, 0]]"),
        ([6, 4], "[[0, -1], [0, -1]]"),
        ([6, 5], "[[-1, 0], [-1, -1]]"),
        ([4, 3], "[[1, 0], [0, 0]]"),
    ] {
        for (features, outputs) in [(3, 5), (64, 32)] {
            for element in [ElementType::F32, ElementType::Bf16] {
                let [h, w] = image;
                let shapes = [
                    format!("4x{h}x{w}x{features}x{element}"),
                    format!("4x3x2x{outputs}x{element}"),
                    format!("1x1x{features}x{outputs}x{element}"),
                ];
                let window = format!("stride = [1, 1], pad = {pad}, rhs_dilate = [2, 2]");
                let dims = "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]";
                let program = convolution(dims, &window, 1, shapes.each_ref().map(|s| &s[..]));
                let image = small(&mut random, element, &[4, h, w, features]);
                let gradient = small(&mut random, element, &[4, 3, 2, outputs]);
                let what = format!("{window} of {h}x{w}, {features} and {outputs} features, {element}");
                check(&program, &[image, gradient], Tolerance { units: 0.0 }, &what);
            }
        }
    }
}

#[test]
fn gradients_of_the_filters_of_transposed_convolutions_equal_the_interpreters() {
    let mut random = Random(5);
    // The sizes of image, gradient and filters along each dimension, the padding, and the dilation.
    for (image, gradient, filters, pad, dilation) in [
        ([3, 4], [7, 8], [3, 3], "[[2, 2], [1, 2]]", "[2, 2]"),
        ([3, 4], [6, 12], [2, 3], "[[1, 1], [2, 2]]", "[2, 3]"),
        ([5, 3], [4, 5], [3, 3], "[[-1, -2], [1, 1]]", "[2, 2]"),
        ([5, 6], [5, 6], [3, 3], "[[1, 1], [1, 1]]", "[1, 1]"),
    ] {
        // Undilated gradients of many features are by Winograd's algorithm, which rounds.
        let is_dilated = dilation != "[1, 1]";
        for (features, outputs) in [(3, 5), (40, 1), (16, 32)].into_iter().filter(|(_, o)| is_dilated || *o == 1) {
            for element in [ElementType::F32, ElementType::Bf16] {
                let shape =
                    |size: [usize; 2], channels: usize| format!("4x{}x{}x{channels}x{element}", size[0], size[1]);
                let shapes = [
                    shape(image, features),
                    shape(gradient, outputs),
                    format!("{}x{}x{features}x{outputs}x{element}", filters[0], filters[1]),
                ];
                let window = format!("pad = {pad}, lhs_dilate = {dilation}");
                let dims = "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]";
                let program = convolution(dims, &window, 1, shapes.each_ref().map(|s| &s[..]));
                let inputs = [
                    small(&mut random, element, &[4, image[0], image[1], features]),
                    small(&mut random, element, &[4, gradient[0], gradient[1], outputs]),
                ];
                let what = format!("{window} of {image:?}, {features} and {outputs} features, {element}");
                check(&program, &inputs, Tolerance { units: 0.0 }, &what);
            }
        }
    }
}
