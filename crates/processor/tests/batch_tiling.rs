//! Batch tiling: a small network's training step with tiles of every size, against the interpreter. The loops
//! are tested in `plans/batch_tiling.mlir`.

mod common;

use common::{Random, Tolerance, assert_close, epsilon, module};
use kernels::Isa;
use processor::{Argument, Buffer, CompileOptions, Cores, Numerics, compile, explain};
use stablehlo::ElementType::{Bf16, F32, I1, I32, Ui8};
use stablehlo::interpret::Interpreter;
use stablehlo::ops::{Binary, Direction, WindowDim};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

/// Subtracts the mean over the batch, which needs all rows, and scales.
fn normalize(b: &mut FuncBuilder, x: Value, scale: Value) -> Result<Value> {
    let dims = b.dims(x).to_vec();
    let count: usize = dims[..3].iter().product();
    let sum = b.sum(x, &[0, 1, 2])?;
    let by = b.full_like(sum, 1.0 / count as f64)?;
    let mean = b.multiply(sum, by)?;
    let mean = b.broadcast_last(mean, &dims)?;
    let x = b.subtract(x, mean)?;
    let scale = b.broadcast_last(scale, &dims)?;
    b.multiply(x, scale)
}

fn convolve(b: &mut FuncBuilder, x: Value, filters: Value, bias: Value, pad: i64) -> Result<Value> {
    let window = WindowDim { pad_low: pad, pad_high: pad, ..WindowDim::new(3) };
    let y = b.conv2d_nhwc(x, filters, [window, window])?;
    let dims = b.dims(y).to_vec();
    let bias = b.broadcast_last(bias, &dims)?;
    let y = b.add(y, bias)?;
    let zero = b.full_like(y, 0.0)?;
    b.maximum(y, zero)
}

fn pool(b: &mut FuncBuilder, x: Value) -> Result<Value> {
    let two = WindowDim { stride: 2, ..WindowDim::new(2) };
    b.reduce_window(Binary::Maximum, x, &[WindowDim::new(1), two, two, WindowDim::new(1)])
}

/// A training step for a batch of `rows`: loss, predictions and the gradients of seven weights. The inputs
/// are images, labels and a dropout mask.
fn network(rows: usize, element: ElementType) -> Result<Module> {
    let float = |dims: &[usize]| TensorType::new(element, dims);
    let params = [
        float(&[3]),
        float(&[3, 3, 3, 5]),
        float(&[5]),
        float(&[3, 3, 5, 4]),
        float(&[4]),
        float(&[36, 6]),
        float(&[6]),
        TensorType::new(Ui8, [rows, 8, 8, 3]),
        TensorType::new(I32, [rows]),
        TensorType::new(I1, [rows, 4, 4, 5]),
    ];
    module(&params, |b, p| {
        let x = b.convert(p[7], element)?;
        let x = normalize(b, x, p[0])?;
        let x = convolve(b, x, p[1], p[2], 1)?;
        let x = pool(b, x)?;
        let zero = b.full_like(x, 0.0)?;
        let x = b.select(p[9], x, zero)?;
        let x = convolve(b, x, p[3], p[4], 1)?;
        // Padded explicitly, so that a pad precedes the reshape.
        let zero = b.full(TensorType::scalar(element), 0.0)?;
        let x = b.pad(x, zero, &[0, 0, 0, 0], &[0, 2, 2, 0], &[0; 4])?;
        let x = pool(b, x)?;
        let x = b.reshape(x, &[rows, 36])?;
        let x = b.matmul(x, p[5])?;
        let bias = b.broadcast_last(p[6], &[rows, 6])?;
        let logits = b.add(x, bias)?;
        let top = b.reduce(Binary::Maximum, logits, &[1])?;
        let top = b.broadcast_in_dim(top, &[0], &[rows, 6])?;
        let shifted = b.subtract(logits, top)?;
        let e = b.exponential(shifted)?;
        let sum = b.sum(e, &[1])?;
        let log = b.log(sum)?;
        let log = b.broadcast_in_dim(log, &[0], &[rows, 6])?;
        let log_p = b.subtract(shifted, log)?;
        let index = b.iota(TensorType::new(I32, [rows, 6]), 1)?;
        let labels = b.broadcast_in_dim(p[8], &[0], &[rows, 6])?;
        let hit = b.compare(Direction::Eq, index, labels)?;
        let zero = b.full_like(log_p, 0.0)?;
        let chosen = b.select(hit, log_p, zero)?;
        let total = b.sum(chosen, &[0, 1])?;
        let by = b.full_like(total, -1.0 / rows as f64)?;
        let loss = b.multiply(total, by)?;
        let gradients = b.gradient(loss, &p[..7])?;
        Ok([loss, log_p].into_iter().chain(gradients).collect())
    })
}

fn inputs(module: &Module, rows: usize) -> Vec<Literal> {
    let mut random = Random(11);
    let types = module.main().expect("main").param_types();
    let mut inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
    let labels: Vec<i32> = (0..rows).map(|i| (i * 5 % 6) as i32).collect();
    inputs[8] = Literal::from_vec([rows], labels).expect("as many labels as rows");
    inputs
}

/// The results on `threads` threads, and the count of the step that ran most often: the number of blocks of a
/// loop.
fn run(module: &Module, options: &CompileOptions, threads: usize, inputs: &[Literal]) -> (Vec<Literal>, u64) {
    let executable = compile(module, options).expect("the program compiles");
    let arguments = inputs.iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
    let (results, profile) = executable.run_profiled(&Cores::new(threads), vec![arguments]).expect("the program runs");
    let most = profile.by_step().iter().map(|s| s.count).max().unwrap_or(0);
    (results[0].iter().map(Buffer::to_literal).collect(), most)
}

/// A weighted sum, in which each row counts half as much as the next: partial results of blocks cannot be
/// combined.
#[test]
fn a_reduction_of_several_operations_is_not_tiled() {
    let text = r#"
        func.func @main(%x: tensor<8x6x6x2xf32>, %w: tensor<3x3x2x2xf32>) -> tensor<6x6x2xf32> {
          %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
            window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
            : (tensor<8x6x6x2xf32>, tensor<3x3x2x2xf32>) -> tensor<8x6x6x2xf32>
          %z = stablehlo.multiply %y, %y : tensor<8x6x6x2xf32>
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %r = "stablehlo.reduce"(%z, %zero) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %half = stablehlo.constant dense<0.5> : tensor<f32>
            %kept = stablehlo.multiply %a, %half : tensor<f32>
            %sum = stablehlo.add %kept, %b : tensor<f32>
            stablehlo.return %sum : tensor<f32>
          }) {dimensions = array<i64: 0>} : (tensor<8x6x6x2xf32>, tensor<f32>) -> tensor<6x6x2xf32>
          return %r : tensor<6x6x2xf32>
        }"#;
    let module = Module::parse(text).expect("a program");
    let mut random = Random(3);
    let types = module.main().expect("main").param_types();
    let inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
    common::check(&module, &inputs, Tolerance::default(), "a weighted sum");
}

/// The conversion of a splat runs outside of the loop that uses it: its stage, which a sum over the batch
/// ends, has nothing else that pays.
#[test]
fn a_splat_from_outside_of_a_loop_is_defined_inside() {
    let text = r#"
        func.func @main(%x: tensor<16x3xf32>, %v: tensor<16xf32>) -> tensor<16x3xf32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %half = stablehlo.constant dense<0.5> : tensor<f32>
          %b = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<16x3xf32>
          %c = stablehlo.convert %b : (tensor<16x3xf32>) -> tensor<16x3xf64>
          %s = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0]
            : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
          %w = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
          %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
            : (tensor<16x3xf32>, tensor<3x3xf32>) -> tensor<16x3xf32>
          %z = stablehlo.convert %y : (tensor<16x3xf32>) -> tensor<16x3xf64>
          %m = stablehlo.multiply %z, %c : tensor<16x3xf64>
          %r = stablehlo.convert %m : (tensor<16x3xf64>) -> tensor<16x3xf32>
          return %r : tensor<16x3xf32>
        }"#;
    let module = Module::parse(text).expect("a program");
    let mut random = Random(4);
    let types = module.main().expect("main").param_types();
    let inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
    common::check(&module, &inputs, Tolerance::default(), "a splat");
}

/// The negation of a splat has the rows of the batch, and a scatter outside of the loop reads it in memory.
#[test]
fn a_splat_that_is_read_after_a_loop_is_no_result_of_it() {
    let text = r#"
        func.func @main(%x: tensor<8x6x6x2xf32>, %w: tensor<3x3x2x2xf32>, %i: tensor<8x1xi32>)
            -> (tensor<8x4x4x2xf32>, tensor<8xf32>) {
          %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
            window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
            : (tensor<8x6x6x2xf32>, tensor<3x3x2x2xf32>) -> tensor<8x4x4x2xf32>
          %z = stablehlo.multiply %y, %y : tensor<8x4x4x2xf32>
          %half = stablehlo.constant dense<0.5> : tensor<f32>
          %b = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<8xf32>
          %n = stablehlo.negate %b : tensor<8xf32>
          %r = "stablehlo.scatter"(%b, %i, %n) ({
          ^bb0(%old: tensor<f32>, %new: tensor<f32>):
            %sum = stablehlo.add %old, %new : tensor<f32>
            stablehlo.return %sum : tensor<f32>
          }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
              scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
            : (tensor<8xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<8xf32>
          return %z, %r : tensor<8x4x4x2xf32>, tensor<8xf32>
        }"#;
    let module = Module::parse(text).expect("a program");
    let mut random = Random(4);
    let types = module.main().expect("main").param_types();
    let inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
    common::check(&module, &inputs, Tolerance::default(), "a splat after a loop");
}

/// A window without dimensions beside a loop.
#[test]
fn a_window_of_a_scalar_does_not_prevent_tiling() {
    let text = r#"
        func.func @main(%x: tensor<8x6x6x2xf32>, %w: tensor<3x3x2x2xf32>, %s: tensor<f32>) -> (tensor<8x4x4x2xf32>, tensor<f32>) {
          %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
            window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
            : (tensor<8x6x6x2xf32>, tensor<3x3x2x2xf32>) -> tensor<8x4x4x2xf32>
          %z = stablehlo.multiply %y, %y : tensor<8x4x4x2xf32>
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %r = "stablehlo.reduce_window"(%s, %zero) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %sum = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %sum : tensor<f32>
          }) {window_dimensions = array<i64>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
          return %z, %r : tensor<8x4x4x2xf32>, tensor<f32>
        }"#;
    let module = Module::parse(text).expect("a program");
    let mut random = Random(4);
    let types = module.main().expect("main").param_types();
    let inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
    common::check(&module, &inputs, Tolerance::default(), "a window of a scalar");
}

#[test]
fn tiles_of_every_size_agree_with_the_interpreter() {
    for (element, rows) in [(F32, 6), (F32, 7), (F32, 12), (Bf16, 6)] {
        let module = network(rows, element).expect("a network");
        let inputs = inputs(&module, rows);
        let want = Interpreter::new(&module).run(&inputs).expect("the interpreter runs it");
        for isa in Isa::available() {
            let mut seen = Vec::new();
            for cache_bytes in [1, 6_000, 10_000, 20_000, usize::MAX] {
                let options = CompileOptions {
                    numerics: Numerics::Float32,
                    isa: Some(isa),
                    cache_bytes: Some(cache_bytes),
                    ..CompileOptions::default()
                };
                let (got, most) = run(&module, &options, 1, &inputs);
                for (i, (g, w)) in got.iter().zip(&want).enumerate() {
                    // Intermediate values are rounded, and gradients are sums of terms that cancel.
                    let units = if element == Bf16 { 64.0 } else { 2048.0 };
                    let what = format!("{element}, {rows} rows, {isa}, cache {cache_bytes}, result {i}");
                    assert!(epsilon(element) > 0.0);
                    assert_close(g, w, Tolerance { units }, &what);
                }
                seen.push(most);
            }
            // Tiles of one row for a cache of one byte, and no loop for an unlimited cache.
            assert!(seen[0] >= rows as u64 && seen[0] > seen[4], "{rows} rows, {isa}: {seen:?}");
        }
    }
}

/// Two layers wide enough for Winograd's algorithm, with their gradients: scratch memory keeps transformed
/// filters and accumulators from block to block.
#[test]
fn tiles_of_winograds_algorithm_agree_with_the_interpreter() {
    let rows = 6;
    let float = |dims: &[usize]| TensorType::new(F32, dims);
    let params = [float(&[rows, 7, 6, 32]), float(&[3, 3, 32, 32]), float(&[32]), float(&[3, 3, 32, 48]), float(&[48])];
    let module = module(&params, |b, p| {
        let x = convolve(b, p[0], p[1], p[2], 1)?;
        let x = convolve(b, x, p[3], p[4], 0)?;
        let squares = b.multiply(x, x)?;
        let loss = b.sum(squares, &[0, 1, 2, 3])?;
        let gradients = b.gradient(loss, p)?;
        Ok([loss, x].into_iter().chain(gradients).collect())
    })
    .expect("a network");
    let mut random = Random(5);
    let inputs: Vec<Literal> = params.iter().map(|ty| random.literal(ty)).collect();
    let want = Interpreter::new(&module).run(&inputs).expect("the interpreter runs it");
    for isa in Isa::available() {
        for cache_bytes in [1, 100_000, usize::MAX] {
            let options = CompileOptions {
                numerics: Numerics::Float32,
                isa: Some(isa),
                cache_bytes: Some(cache_bytes),
                ..CompileOptions::default()
            };
            let executable = compile(&module, &options).expect("the program compiles");
            let arguments = inputs.iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
            let got = executable.run(&Cores::new(2), vec![arguments]).expect("the program runs");
            let plan = explain(&module, &options).expect("the program compiles");
            for name in ["Winograd forward", "Winograd backward weights"] {
                assert!(plan.plan().contains(&format!("algorithm {name}")), "{isa}: no convolution uses {name}");
            }
            for (i, (g, w)) in got[0].iter().zip(&want).enumerate() {
                // The tolerance as above.
                let what = format!("{isa}, cache {cache_bytes}, result {i}");
                assert_close(&g.to_literal(), w, Tolerance { units: 2048.0 }, &what);
            }
        }
    }
}

/// Any number of threads share the blocks of a replica, in partitions that the program fixes.
#[test]
fn the_number_of_threads_changes_no_bit() {
    let rows = 24;
    for element in [F32, Bf16] {
        let module = network(rows, element).expect("a network");
        let inputs = inputs(&module, rows);
        for cache_bytes in [1, 10_000] {
            let options = CompileOptions { cache_bytes: Some(cache_bytes), ..CompileOptions::default() };
            let (one, _) = run(&module, &options, 1, &inputs);
            for threads in [2, 3, 8] {
                let (many, _) = run(&module, &options, threads, &inputs);
                for (i, (a, b)) in one.iter().zip(&many).enumerate() {
                    assert_eq!(a.bytes(), b.bytes(), "{element}, {threads} threads, cache {cache_bytes}, result {i}");
                }
            }
        }
    }
}

/// Partial sums of a narrow type are f32: the result is rounded once, after they are combined.
#[test]
fn narrow_sums_are_rounded_after_partial_sums_are_combined() {
    let (rows, width) = (24, 32);
    let params = [TensorType::new(Bf16, [rows, width]), TensorType::new(Bf16, [width, width])];
    let module = module(&params, |b, p| {
        let same = b.matmul(p[0], p[1])?;
        let sum = b.sum(same, &[0])?;
        Ok(vec![same, sum])
    })
    .expect("a product and the sums of its columns");
    // Integers below 256, which are exact in bf16; their sums are exact in f32.
    let number = |row: usize, column: usize| ((row * 37 + column * 11) % 251) as f32;
    let literal = |ty: &TensorType, number: &dyn Fn(usize, usize) -> f32| {
        let bytes = (0..ty.num_elements()).flat_map(|i| {
            let bits = number(i / width, i % width).to_bits() >> 16;
            (bits as u16).to_ne_bytes()
        });
        Literal::from_bytes(ty.clone(), bytes.collect()).expect("a literal")
    };
    let identity = |row: usize, column: usize| if row == column { 1.0 } else { 0.0 };
    let inputs = [literal(&params[0], &number), literal(&params[1], &identity)];
    let want: Vec<f64> = (0..width)
        .map(|column| {
            let sum: f32 = (0..rows).map(|row| number(row, column)).sum();
            // Rounds to nearest, ties to even.
            let bits = sum.to_bits();
            f64::from(f32::from_bits((bits + 0x7fff + (bits >> 16 & 1)) & 0xffff_0000))
        })
        .collect();
    let options = CompileOptions { cache_bytes: Some(1), ..CompileOptions::default() };
    let (got, blocks) = run(&module, &options, 2, &inputs);
    assert_eq!(blocks, 8, "a block for each partition");
    assert_eq!(got[1].to_f64_vec().expect("numbers"), want);
}

/// Reversed operands are copied and packed in the loop's preheader, once for all blocks.
#[test]
fn loop_invariant_operands_are_copied_once() {
    let program = r#"
    func.func @main(%x: tensor<8x6x6x64xf32>, %w: tensor<3x3x128x64xf32>, %v: tensor<64x80xf32>, %p: tensor<1x1x128x64xf32>)
        -> (tensor<8x6x6x128xf32>, tensor<8x6x6x80xf32>, tensor<8x6x6x128xf32>) {
      %a = stablehlo.tanh %x : tensor<8x6x6x64xf32>
      %w1 = stablehlo.negate %w : tensor<3x3x128x64xf32>
      %w2 = stablehlo.reverse %w1, dims = [0, 1] : tensor<3x3x128x64xf32>
      %0 = stablehlo.convolution(%a, %w2) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f],
        window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<8x6x6x64xf32>, tensor<3x3x128x64xf32>) -> tensor<8x6x6x128xf32>
      %v1 = stablehlo.negate %v : tensor<64x80xf32>
      %v2 = stablehlo.reverse %v1, dims = [1] : tensor<64x80xf32>
      %1 = stablehlo.dot_general %a, %v2, contracting_dims = [3] x [0]
        : (tensor<8x6x6x64xf32>, tensor<64x80xf32>) -> tensor<8x6x6x80xf32>
      %p1 = stablehlo.negate %p : tensor<1x1x128x64xf32>
      %p2 = stablehlo.reverse %p1, dims = [0, 1] : tensor<1x1x128x64xf32>
      %2 = stablehlo.convolution(%a, %p2) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<8x6x6x64xf32>, tensor<1x1x128x64xf32>) -> tensor<8x6x6x128xf32>
      return %0, %1, %2 : tensor<8x6x6x128xf32>, tensor<8x6x6x80xf32>, tensor<8x6x6x128xf32>
    }"#;
    let module = Module::parse(program).expect("a program");
    let mut random = Random(9);
    let types = module.main().expect("main").param_types();
    let inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
    let want = Interpreter::new(&module).run(&inputs).expect("the interpreter runs it");
    for isa in Isa::available() {
        let options = CompileOptions {
            numerics: Numerics::Float32,
            isa: Some(isa),
            cache_bytes: Some(1),
            ..CompileOptions::default()
        };
        let executable = compile(&module, &options).expect("the program compiles");
        let arguments = inputs.iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
        let (got, profile) = executable.run_profiled(&Cores::new(2), vec![arguments]).expect("the program runs");
        let steps = profile.by_step();
        let times =
            |prefix: &str| steps.iter().filter(|s| s.name.starts_with(prefix)).map(|s| s.count).collect::<Vec<_>>();
        assert_eq!(times("tanh"), [8], "{isa}: a block for each row");
        // A window of one position is not reversed.
        assert_eq!(times("copy"), [1, 1], "{isa}");
        for (i, (g, w)) in got[0].iter().zip(&want).enumerate() {
            assert_close(&g.to_literal(), w, Tolerance { units: 64.0 }, &format!("{isa}, result {i}"));
        }
    }
}
