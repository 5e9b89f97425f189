//! Work partitioning: large contractions, loops and pools of one replica, which threads share. Results agree
//! with the interpreter, and are the same to the bit on any number of threads.

mod common;

use common::{Random, Tolerance, assert_close, run};
use processor::CompileOptions;
use stablehlo::interpret::Interpreter;
use stablehlo::{Literal, Module};

/// Products partitioned along rows, along rows of a transposed operand, and along the batch.
const PRODUCTS: &str = r#"
    func.func @main(%a: tensor<388x130xf32>, %b: tensor<130x128xf32>, %c: tensor<130x388xf32>,
                    %d: tensor<8x40x130xf32>, %e: tensor<8x130x128xbf16>)
        -> (tensor<388x128xf32>, tensor<388x128xf32>, tensor<8x40x128xf32>) {
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<388x130xf32>, tensor<130x128xf32>) -> tensor<388x128xf32>
      %1 = stablehlo.dot_general %c, %b, contracting_dims = [0] x [0]
        : (tensor<130x388xf32>, tensor<130x128xf32>) -> tensor<388x128xf32>
      %2 = stablehlo.convert %e : (tensor<8x130x128xbf16>) -> tensor<8x130x128xf32>
      %3 = stablehlo.dot_general %d, %2, batching_dims = [0] x [0], contracting_dims = [2] x [1]
        : (tensor<8x40x130xf32>, tensor<8x130x128xf32>) -> tensor<8x40x128xf32>
      return %0, %1, %3 : tensor<388x128xf32>, tensor<388x128xf32>, tensor<8x40x128xf32>
    }"#;

/// Convolutions that are matrix products: a 1x1 window with the gradients of its input and filters. And some
/// that only resemble them: a stride, channels first, padding, a reversed window of the whole image.
const POINTWISE: &str = r#"
    func.func @main(%x: tensor<4x9x9x48xf32>, %y: tensor<4x9x9x40xf32>, %w: tensor<1x1x48x40xf32>, %c: tensor<4x48x9x9xf32>)
        -> (tensor<4x9x9x40xf32>, tensor<4x9x9x48xf32>, tensor<1x1x48x40xf32>, tensor<4x5x5x40xf32>, tensor<4x40x9x9xf32>,
            tensor<4x10x9x40xf32>, tensor<1x1x48x40xf32>) {
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<4x9x9x48xf32>, tensor<1x1x48x40xf32>) -> tensor<4x9x9x40xf32>
      %1 = stablehlo.convolution(%y, %w) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<4x9x9x40xf32>, tensor<1x1x48x40xf32>) -> tensor<4x9x9x48xf32>
      %2 = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<4x9x9x48xf32>, tensor<4x9x9x40xf32>) -> tensor<1x1x48x40xf32>
      %3 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<4x9x9x48xf32>, tensor<1x1x48x40xf32>) -> tensor<4x5x5x40xf32>
      %4 = stablehlo.convolution(%c, %w) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<4x48x9x9xf32>, tensor<1x1x48x40xf32>) -> tensor<4x40x9x9xf32>
      %5 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 0], [0, 0]]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<4x9x9x48xf32>, tensor<1x1x48x40xf32>) -> tensor<4x10x9x40xf32>
      %6 = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {reverse = [true, true]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<4x9x9x48xf32>, tensor<4x9x9x40xf32>) -> tensor<1x1x48x40xf32>
      return %0, %1, %2, %3, %4, %5, %6
        : tensor<4x9x9x40xf32>, tensor<4x9x9x48xf32>, tensor<1x1x48x40xf32>, tensor<4x5x5x40xf32>, tensor<4x40x9x9xf32>,
          tensor<4x10x9x40xf32>, tensor<1x1x48x40xf32>
    }"#;

/// Gradients of wide filters, split along the input channels: of a 3x3 window, with a stride, and with the
/// channels first in the result, so that slices are adjacent.
const WEIGHT_GRADIENTS: &str = r#"
    func.func @main(%x: tensor<2x8x8x256xf32>, %y: tensor<2x8x8x64xf32>, %z: tensor<2x4x4x256xf32>)
        -> (tensor<3x3x256x64xf32>, tensor<3x3x256x256xf32>, tensor<256x3x3x64xf32>) {
      %0 = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<2x8x8x256xf32>, tensor<2x8x8x64xf32>) -> tensor<3x3x256x64xf32>
      %1 = stablehlo.convolution(%x, %z) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
        window = {pad = [[0, 1], [0, 1]], rhs_dilate = [2, 2]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<2x8x8x256xf32>, tensor<2x4x4x256xf32>) -> tensor<3x3x256x256xf32>
      %2 = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<2x8x8x256xf32>, tensor<2x8x8x64xf32>) -> tensor<256x3x3x64xf32>
      return %0, %1, %2 : tensor<3x3x256x64xf32>, tensor<3x3x256x256xf32>, tensor<256x3x3x64xf32>
    }"#;

/// Weight gradients of few channels, split along the sum over the positions (split-K): of dense layers in f32
/// and bf16, and of a 3x3 window. The operands are results, too, because weights would be packed for all runs
/// instead.
const LONG_SUMS: &str = r#"
    func.func @main(%x: tensor<4x32x32x32xf32>, %y: tensor<4x32x32x32xf32>, %a: tensor<8192x64xf32>, %b: tensor<8192x64xbf16>)
        -> (tensor<64x64xf32>, tensor<64x64xbf16>, tensor<3x3x32x32xf32>,
            tensor<4x32x32x32xf32>, tensor<8192x64xf32>, tensor<8192x64xbf16>) {
      %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0]
        : (tensor<8192x64xf32>, tensor<8192x64xf32>) -> tensor<64x64xf32>
      %1 = stablehlo.dot_general %b, %b, contracting_dims = [0] x [0]
        : (tensor<8192x64xbf16>, tensor<8192x64xbf16>) -> tensor<64x64xbf16>
      %2 = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) -> tensor<3x3x32x32xf32>
      return %0, %1, %2, %y, %a, %b : tensor<64x64xf32>, tensor<64x64xbf16>, tensor<3x3x32x32xf32>,
        tensor<4x32x32x32xf32>, tensor<8192x64xf32>, tensor<8192x64xbf16>
    }"#;

/// A fused loop with results and reductions of every shape, and one over integers.
const LOOPS: &str = r#"
    func.func @main(%x: tensor<301x1000xf32>, %y: tensor<301x1000xf32>, %bias: tensor<1000xf32>, %n: tensor<301x1000xi32>)
        -> (tensor<301x1000xf32>, tensor<1000xf32>, tensor<301xf32>, tensor<f32>, tensor<1000xi32>, tensor<301x1000xbf16>) {
      %zero = stablehlo.constant dense<0.5> : tensor<f32>
      %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %none = stablehlo.constant dense<3> : tensor<i32>
      %0 = stablehlo.multiply %x, %y : tensor<301x1000xf32>
      %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<1000xf32>) -> tensor<301x1000xf32>
      %2 = stablehlo.add %0, %1 : tensor<301x1000xf32>
      %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<301x1000xf32>, tensor<f32>) -> tensor<1000xf32>
      %4 = stablehlo.reduce(%2 init: %least) applies stablehlo.maximum across dimensions = [1]
        : (tensor<301x1000xf32>, tensor<f32>) -> tensor<301xf32>
      %5 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1]
        : (tensor<301x1000xf32>, tensor<f32>) -> tensor<f32>
      %6 = stablehlo.multiply %n, %n : tensor<301x1000xi32>
      %7 = stablehlo.reduce(%6 init: %none) applies stablehlo.add across dimensions = [0]
        : (tensor<301x1000xi32>, tensor<i32>) -> tensor<1000xi32>
      %8 = stablehlo.convert %2 : (tensor<301x1000xf32>) -> tensor<301x1000xbf16>
      return %2, %3, %4, %5, %7, %8
        : tensor<301x1000xf32>, tensor<1000xf32>, tensor<301xf32>, tensor<f32>, tensor<1000xi32>, tensor<301x1000xbf16>
    }"#;

/// Sums of rows that are longer than a tile, of three images: the last tile of each image ends within a row.
const LONG_ROWS: &str = r#"
    func.func @main(%x: tensor<3x20x2500xf32>) -> tensor<3x2500xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<3x20x2500xf32>, tensor<f32>) -> tensor<3x2500xf32>
      return %0 : tensor<3x2500xf32>
    }"#;

/// Rows gathered and scattered by indices that repeat and that are partly outside, sums of short rows, and shifted
/// views of one operand.
const INDEXED: &str = r#"
    func.func @main(%table: tensor<1000x32xf32>, %updates: tensor<9000x32xf32>, %p: tensor<400x3xf32>,
                    %grid: tensor<600x610xf32>)
        -> (tensor<9000x32xf32>, tensor<1000x32xf32>, tensor<1000x32xf32>, tensor<400x400xf32>, tensor<400x3xf32>,
            tensor<598x608xf32>) {
      %zero = stablehlo.constant dense<0.5> : tensor<f32>
      %0 = stablehlo.iota dim = 0 : tensor<9000x1xi32>
      %factor = stablehlo.constant dense<7919> : tensor<9000x1xi32>
      %range = stablehlo.constant dense<1100> : tensor<9000x1xi32>
      %below = stablehlo.constant dense<-40> : tensor<9000x1xi32>
      %1 = stablehlo.multiply %0, %factor : tensor<9000x1xi32>
      %2 = stablehlo.remainder %1, %range : tensor<9000x1xi32>
      %at = stablehlo.add %2, %below : tensor<9000x1xi32>
      %rows = "stablehlo.gather"(%table, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
        collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 32>}>
        : (tensor<1000x32xf32>, tensor<9000x1xi32>) -> tensor<9000x32xf32>
      %sums = "stablehlo.scatter"(%table, %at, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<
        update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
        unique_indices = false}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %c = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %c : tensor<f32>
      }) : (tensor<1000x32xf32>, tensor<9000x1xi32>, tensor<9000x32xf32>) -> tensor<1000x32xf32>
      %last = "stablehlo.scatter"(%table, %at, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<
        update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
        unique_indices = false}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          stablehlo.return %b : tensor<f32>
      }) : (tensor<1000x32xf32>, tensor<9000x1xi32>, tensor<9000x32xf32>) -> tensor<1000x32xf32>
      %p0 = stablehlo.broadcast_in_dim %p, dims = [1, 2] : (tensor<400x3xf32>) -> tensor<400x400x3xf32>
      %p1 = stablehlo.broadcast_in_dim %p, dims = [0, 2] : (tensor<400x3xf32>) -> tensor<400x400x3xf32>
      %d = stablehlo.subtract %p0, %p1 : tensor<400x400x3xf32>
      %dd = stablehlo.multiply %d, %d : tensor<400x400x3xf32>
      %short = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [2]
        : (tensor<400x400x3xf32>, tensor<f32>) -> tensor<400x400xf32>
      %weight = stablehlo.broadcast_in_dim %short, dims = [0, 1] : (tensor<400x400xf32>) -> tensor<400x400x3xf32>
      %weighted = stablehlo.multiply %dd, %weight : tensor<400x400x3xf32>
      %force = stablehlo.reduce(%weighted init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<400x400x3xf32>, tensor<f32>) -> tensor<400x3xf32>
      %up = stablehlo.slice %grid [0:598, 1:609] : (tensor<600x610xf32>) -> tensor<598x608xf32>
      %down = stablehlo.slice %grid [2:600, 1:609] : (tensor<600x610xf32>) -> tensor<598x608xf32>
      %left = stablehlo.slice %grid [1:599, 0:608] : (tensor<600x610xf32>) -> tensor<598x608xf32>
      %right = stablehlo.slice %grid [1:599, 2:610] : (tensor<600x610xf32>) -> tensor<598x608xf32>
      %s0 = stablehlo.add %up, %down : tensor<598x608xf32>
      %s1 = stablehlo.subtract %left, %right : tensor<598x608xf32>
      %s2 = stablehlo.multiply %s0, %s1 : tensor<598x608xf32>
      return %rows, %sums, %last, %short, %force, %s2 : tensor<9000x32xf32>, tensor<1000x32xf32>, tensor<1000x32xf32>,
        tensor<400x400xf32>, tensor<400x3xf32>, tensor<598x608xf32>
    }"#;

/// Pools of one image, with disjoint and with overlapping windows.
const POOLS: &str = r#"
    func.func @main(%x: tensor<1x140x130x16xf32>, %y: tensor<1x75x61x40xbf16>)
        -> (tensor<1x70x65x16xf32>, tensor<1x73x59x40xbf16>) {
      %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %zero = stablehlo.constant dense<0.5> : tensor<bf16>
      %0 = "stablehlo.reduce_window"(%x, %least) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %m = stablehlo.maximum %a, %b : tensor<f32>
          stablehlo.return %m : tensor<f32>
      }) {window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}
        : (tensor<1x140x130x16xf32>, tensor<f32>) -> tensor<1x70x65x16xf32>
      %1 = "stablehlo.reduce_window"(%y, %zero) ({
        ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
          %m = stablehlo.add %a, %b : tensor<bf16>
          stablehlo.return %m : tensor<bf16>
      }) {window_dimensions = array<i64: 1, 3, 3, 1>}
        : (tensor<1x75x61x40xbf16>, tensor<bf16>) -> tensor<1x73x59x40xbf16>
      return %0, %1 : tensor<1x70x65x16xf32>, tensor<1x73x59x40xbf16>
    }"#;

#[test]
fn partitioned_work_agrees_with_the_interpreter_on_any_number_of_threads() {
    for program in [PRODUCTS, POINTWISE, WEIGHT_GRADIENTS, LONG_SUMS, LOOPS, LONG_ROWS, INDEXED, POOLS] {
        let module = Module::parse(program).expect("a program");
        let mut random = Random(9);
        let types = module.main().expect("main").param_types();
        let inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
        let want = Interpreter::new(&module).run(&inputs).expect("the interpreter runs it");
        let options = CompileOptions::default();
        let one = run(&module, &options, 1, &[inputs.to_vec()]);
        for (i, (got, want)) in one[0].iter().zip(&want).enumerate() {
            assert_close(got, want, Tolerance { units: 64.0 }, &format!("result {i}"));
        }
        for threads in [2, 3, 8] {
            let many = run(&module, &options, threads, &[inputs.to_vec()]);
            for (i, (a, b)) in one[0].iter().zip(&many[0]).enumerate() {
                assert_eq!(a.bytes(), b.bytes(), "{threads} threads, result {i}");
            }
        }
    }
}
