//! Epilogue fusion: the results of contractions with a bias and ReLU, against the interpreter. The plans are
//! tested in `plans/epilogue_fusion.mlir`.

mod common;

use common::{Random, Tolerance, check, module};
use stablehlo::ops::{Direction, WindowDim};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

const ROWS: usize = 6;

fn float(element: ElementType, dims: &[usize]) -> TensorType {
    TensorType::new(element, dims)
}

fn literals(module: &Module) -> Vec<Literal> {
    let mut random = Random(29);
    module.main().expect("main").param_types().iter().map(|ty| random.literal(ty)).collect()
}

/// Compares with the interpreter on every instruction set, with and without batch tiling.
fn agrees(module: &Module, what: &str) {
    check(module, &literals(module), Tolerance::default(), what);
}

/// ReLU as Keras writes it, and the mask of the elements that it sets to zero.
fn relu(b: &mut FuncBuilder, x: Value) -> Result<(Value, Value)> {
    let zero = b.full_like(x, 0.0)?;
    let mask = b.compare(Direction::Le, x, zero)?;
    Ok((b.select(mask, zero, x)?, mask))
}

/// A convolution and a dense layer, each with a bias and ReLU, and a last dense layer with a bias alone.
fn layers(element: ElementType, rows: usize) -> Result<Module> {
    let params = [
        float(element, &[rows, 8, 8, 32]),
        float(element, &[3, 3, 32, 32]),
        float(element, &[32]),
        float(element, &[2048, 40]),
        float(element, &[40]),
        float(element, &[40, 10]),
        float(element, &[10]),
    ];
    module(&params, |b, p| {
        let same = WindowDim { pad_low: 1, pad_high: 1, ..WindowDim::new(3) };
        let mut x = b.conv2d_nhwc(p[0], p[1], [same, same])?;
        for (weights, bias) in [(None, p[2]), (Some(p[3]), p[4]), (Some(p[5]), p[6])] {
            if let Some(weights) = weights {
                let wide = b.dims(weights)[0];
                let flat = b.reshape(x, &[rows, wide])?;
                x = b.matmul(flat, weights)?;
            }
            let dims = b.dims(x).to_vec();
            let bias = b.broadcast_last(bias, &dims)?;
            x = b.add(x, bias)?;
            if dims != [rows, 10] {
                x = relu(b, x)?.0;
            }
        }
        Ok(vec![x])
    })
}

#[test]
fn layers_with_bias_and_relu_agree_with_the_interpreter() {
    for element in [ElementType::F32, ElementType::Bf16] {
        for rows in [1, ROWS] {
            let module = layers(element, rows).expect("a module");
            agrees(&module, &format!("layers of {element}, {rows} rows"));
        }
    }
}

/// Sums that are no epilogue: of a product that is a result itself, of a product and a full matrix, of a
/// product and a splat.
#[test]
fn sums_without_a_bias_agree_with_the_interpreter() {
    let params = [[ROWS, 32], [32, 32], [ROWS, 32]].map(|dims| float(ElementType::F32, &dims));
    for (product_is_result, adds_matrix) in [(true, true), (false, true), (false, false)] {
        let module = module(&params, |b, p| {
            let product = b.matmul(p[0], p[1])?;
            let other = if adds_matrix { p[2] } else { b.full_like(product, 0.5)? };
            let sum = b.add(product, other)?;
            Ok(if product_is_result { vec![sum, product] } else { vec![sum] })
        });
        agrees(&module.expect("a module"), "a sum");
    }
}

/// Features are the second dimension, as in PyTorch: a vector along the width is no bias, whether images are
/// narrower or wider than there are features.
#[test]
fn a_vector_along_the_width_agrees_with_the_interpreter() {
    for width in [5, 48] {
        let program = format!(
            r#"func.func @main(%x: tensor<2x32x6x{width}xf32>, %w: tensor<3x3x32x32xf32>, %b: tensor<{width}xf32>)
                -> tensor<2x32x6x{width}xf32> {{
              %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1],
                window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
                : (tensor<2x32x6x{width}xf32>, tensor<3x3x32x32xf32>) -> tensor<2x32x6x{width}xf32>
              %v = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<{width}xf32>) -> tensor<2x32x6x{width}xf32>
              %z = stablehlo.add %y, %v : tensor<2x32x6x{width}xf32>
              return %z : tensor<2x32x6x{width}xf32>
            }}"#
        );
        agrees(&Module::parse(&program).expect("a module"), &format!("width {width}"));
    }
}

#[test]
fn a_layer_and_the_relu_mask_of_its_gradient_agree_with_the_interpreter() {
    let dims = [ROWS, 64];
    let params = [float(ElementType::F32, &dims), float(ElementType::F32, &[64, 64]), float(ElementType::F32, &[64])];
    let module = module(&params, |b, p| {
        let product = b.matmul(p[0], p[1])?;
        let bias = b.broadcast_last(p[2], &dims)?;
        let sum = b.add(product, bias)?;
        let (y, mask) = relu(b, sum)?;
        let next = b.matmul(y, p[1])?;
        let zero = b.full_like(next, 0.0)?;
        let gradient = b.select(mask, zero, next)?;
        Ok(vec![y, gradient])
    });
    agrees(&module.expect("a module"), "a layer and its gradient");
}
