//! Layers whose bias and `relu` their product does on the way out, and which numbers went through on the way back.

mod common;

use common::{Random, Tolerance, check, module};
use processor::{Argument, Buffer, CompileOptions, Cores, compile};
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

/// The names of a run's steps.
fn steps(module: &Module) -> Vec<String> {
    let executable = compile(module, &CompileOptions::default()).expect("the program compiles");
    let arguments = literals(module).iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
    let (_, profile) = executable.run_profiled(&Cores::new(2), vec![arguments]).expect("the program runs");
    profile.by_step().iter().map(|step| step.name.clone()).collect()
}

/// On every instruction set, and in blocks of rows.
fn agrees(module: &Module, what: &str) {
    check(module, &literals(module), Tolerance::default(), what);
}

fn relu(b: &mut FuncBuilder, x: Value) -> Result<(Value, Value)> {
    let zero = b.full_like(x, 0.0)?;
    let negative = b.compare(Direction::Le, x, zero)?;
    Ok((b.select(negative, zero, x)?, negative))
}

/// A convolution and a wide layer, each with a bias and `relu`, and a last one with a bias alone.
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
fn products_add_their_bias_and_the_floor_themselves() {
    for element in [ElementType::F32, ElementType::Bf16] {
        for rows in [1, ROWS] {
            let module = layers(element, rows).expect("a module");
            agrees(&module, &format!("layers of {element}, {rows} rows"));
            let steps = steps(&module);
            let loops: Vec<&String> =
                steps.iter().filter(|name| name.contains("add") || name.contains("max")).collect();
            assert!(loops.is_empty(), "{element}, {rows} rows: {loops:?}");
        }
    }
}

#[test]
fn what_others_want_too_stays_a_loop() {
    let params = [[ROWS, 32], [32, 32], [ROWS, 32]].map(|dims| float(ElementType::F32, &dims));
    let build = |wanted: bool, whole: bool| {
        module(&params, |b, p| {
            let product = b.matmul(p[0], p[1])?;
            let other = if whole { p[2] } else { b.full_like(product, 0.5)? };
            let sum = b.add(product, other)?;
            Ok(if wanted { vec![sum, product] } else { vec![sum] })
        })
    };
    // A product that is a result itself; the sum of a product and a value that is no bias; and a number.
    for (wanted, whole) in [(true, true), (false, true), (false, false)] {
        let module = build(wanted, whole).expect("a module");
        agrees(&module, "a sum");
        let steps = steps(&module);
        assert!(steps.iter().any(|name| name.contains("add")), "{steps:?}");
    }
}

#[test]
fn a_vector_along_lines_is_no_bias() {
    // Features first, as PyTorch has them: what is added differs along the lines, of which there are fewer and more.
    for width in [5, 48] {
        let (image, filters) = ([2, 32, 6, width], [3, 3, 32, 32]);
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
        let module = Module::parse(&program).expect("a module");
        assert_eq!(
            module.main().expect("main").param_types()[..2],
            [image, filters].map(|d| float(ElementType::F32, &d))
        );
        agrees(&module, &format!("lines of {width}"));
        assert!(steps(&module).iter().any(|name| name.contains("add")));
    }
}

#[test]
fn flags_of_relu_are_told_from_its_result_where_they_are_wanted() {
    let dims = [ROWS, 64];
    let params = [float(ElementType::F32, &dims), float(ElementType::F32, &[64, 64]), float(ElementType::F32, &[64])];
    let module = module(&params, |b, p| {
        let product = b.matmul(p[0], p[1])?;
        let bias = b.broadcast_last(p[2], &dims)?;
        let sum = b.add(product, bias)?;
        let (y, negative) = relu(b, sum)?;
        let next = b.matmul(y, p[1])?;
        let zero = b.full_like(next, 0.0)?;
        let back = b.select(negative, zero, next)?;
        Ok(vec![y, back])
    })
    .expect("a module");
    agrees(&module, "a layer and its gradient");
    let steps = steps(&module);
    assert!(steps.iter().any(|name| name.starts_with("compare+select")), "{steps:?}");
    assert!(!steps.iter().any(|name| name.contains("add")), "{steps:?}");
}
