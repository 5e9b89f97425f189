//! Rematerialization: batch normalizations and their gradients, against the interpreter. The plans are tested
//! in `plans/rematerialize.mlir`.

mod common;

use common::{Random, Tolerance, check, module};
use stablehlo::ElementType::{Bf16, F32};
use stablehlo::ops::WindowDim;
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

const ROWS: usize = 8;
const SIZE: usize = 16;
const CHANNELS: usize = 16;

/// A convolution, then a batch normalization in f32 with ReLU, with a result of the input's type.
fn layer(b: &mut FuncBuilder, x: Value, filters: Value, scale: Value) -> Result<Value> {
    let window = WindowDim { pad_low: 1, pad_high: 1, ..WindowDim::new(3) };
    let element = b.ty(x).element;
    let x = b.conv2d_nhwc(x, filters, [window, window])?;
    let x = b.convert(x, F32)?;
    let dims = b.dims(x).to_vec();
    let mean_of = |b: &mut FuncBuilder, x: Value| {
        let sum = b.sum(x, &[0, 1, 2])?;
        let by = b.full_like(sum, 1.0 / (ROWS * SIZE * SIZE) as f64)?;
        b.multiply(sum, by)
    };
    let mean = mean_of(b, x)?;
    let squares = b.multiply(x, x)?;
    let variance = mean_of(b, squares)?;
    let square = b.multiply(mean, mean)?;
    let variance = b.subtract(variance, square)?;
    let by = b.rsqrt(variance)?;
    let mean = b.broadcast_last(mean, &dims)?;
    let x = b.subtract(x, mean)?;
    let scale = b.convert(scale, F32)?;
    let scale = b.multiply(scale, by)?;
    let scale = b.broadcast_last(scale, &dims)?;
    let x = b.multiply(x, scale)?;
    let zero = b.full_like(x, 0.0)?;
    let x = b.maximum(x, zero)?;
    b.convert(x, element)
}

/// Two layers, with the gradients of filters and scales.
fn network(element: ElementType) -> Module {
    let filters = TensorType::new(element, [3, 3, CHANNELS, CHANNELS]);
    let scale = TensorType::new(element, [CHANNELS]);
    let x = TensorType::new(element, [ROWS, SIZE, SIZE, CHANNELS]);
    module(&[x, filters.clone(), scale.clone(), filters, scale], |b, p| {
        let y = layer(b, p[0], p[1], p[2])?;
        let y = layer(b, y, p[3], p[4])?;
        let y = b.convert(y, F32)?;
        let squares = b.multiply(y, y)?;
        let loss = b.sum(squares, &[0, 1, 2, 3])?;
        let gradients = b.gradient(loss, &p[1..])?;
        Ok([b.convert(loss, element)?].into_iter().chain(gradients).collect())
    })
    .expect("a network")
}

#[test]
fn rematerialized_values_agree_with_the_interpreter() {
    for element in [F32, Bf16] {
        let module = network(element);
        let mut random = Random(3);
        let types = module.main().expect("main").param_types();
        let inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
        // Gradients are sums of terms that cancel; in bf16, intermediate values are rounded.
        let units = if element == Bf16 { 64.0 } else { 2048.0 };
        check(&module, &inputs, Tolerance { units }, &format!("{element}"));
    }
}
