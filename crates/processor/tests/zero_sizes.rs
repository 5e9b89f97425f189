//! Programs with dimensions of size zero, compared with the interpreter on every instruction set.

mod common;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use common::{Random, Tolerance, check_numerics, run};
use processor::{CompileOptions, Numerics};
use stablehlo::{Literal, Module, filetest, verify};
use testkit::{FILE_TESTS, mlir_files};

/// Compares one program; the error is the message of the comparison, or of a panic.
fn compare(module: &Module, inputs: &[Literal], what: &str) -> Result<(), String> {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        for numerics in [Numerics::Float32, Numerics::Tpu] {
            check_numerics(module, inputs, Tolerance { units: 64.0 }, numerics, what);
        }
    }));
    checked.map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message");
        format!("{what}: {message}")
    })
}

fn inputs_of(module: &Module, random: &mut Random) -> Vec<Literal> {
    let main = module.main().expect("a program has a function `main`");
    main.param_types().iter().map(|ty| random.literal(ty)).collect()
}

/// A function of one operation: the types of its parameters `%a`, `%b`, ..., the operation, and the types of
/// its results `%r` or `%r#0`, `%r#1`, ....
fn one_operation(params: &[&str], operation: &str, results: &[&str]) -> String {
    let names = ["%a", "%b", "%c", "%d", "%e"];
    let params: Vec<String> = names.iter().zip(params).map(|(name, ty)| format!("{name}: tensor<{ty}>")).collect();
    let types: Vec<String> = results.iter().map(|ty| format!("tensor<{ty}>")).collect();
    let (left, values) = match results.len() {
        1 => ("%r".to_owned(), "%r".to_owned()),
        n => (format!("%r:{n}"), (0..n).map(|i| format!("%r#{i}")).collect::<Vec<_>>().join(", ")),
    };
    let (params, types) = (params.join(", "), types.join(", "));
    format!(
        "func.func public @main({params}) -> ({types}) {{\n  {left} = {operation}\n  return {values} : {types}\n}}\n"
    )
}

/// A region of two parameters that applies an operation.
fn region(op: &str, ty: &str) -> String {
    format!(
        "({{\n^bb0(%p: tensor<{ty}>, %q: tensor<{ty}>):\n  %j = stablehlo.{op} %p, %q : tensor<{ty}>\n  \
         stablehlo.return %j : tensor<{ty}>\n}})"
    )
}

const COMPARE_GE: &str = "({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  \
     %j = stablehlo.compare GE, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n  \
     stablehlo.return %j : tensor<i1>\n}";

fn elementwise_and_shapes() -> Vec<(&'static str, String)> {
    let op = one_operation;
    vec![
        (
            "broadcast of a scalar",
            op(&["f32"], "stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<0xf32>", &["0xf32"]),
        ),
        (
            "broadcast of a row",
            op(
                &["3xf32"],
                "stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<0x3xf32>",
                &["0x3xf32"],
            ),
        ),
        (
            "broadcast of an empty row",
            op(
                &["0xf32"],
                "stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<0xf32>) -> tensor<4x0xf32>",
                &["4x0xf32"],
            ),
        ),
        ("iota", op(&[], "stablehlo.iota dim = 0 : tensor<0x3xi32>", &["0x3xi32"])),
        ("iota along a full dimension", op(&[], "stablehlo.iota dim = 0 : tensor<3x0xf32>", &["3x0xf32"])),
        ("constant", op(&[], "stablehlo.constant dense<1.0> : tensor<0x2xf32>", &["0x2xf32"])),
        ("unary", op(&["2x0xbf16"], "stablehlo.tanh %a : tensor<2x0xbf16>", &["2x0xbf16"])),
        ("binary", op(&["0xf16", "0xf16"], "stablehlo.add %a, %b : tensor<0xf16>", &["0xf16"])),
        (
            "compare",
            op(
                &["0x4xi32", "0x4xi32"],
                "stablehlo.compare LT, %a, %b, SIGNED : (tensor<0x4xi32>, tensor<0x4xi32>) -> tensor<0x4xi1>",
                &["0x4xi1"],
            ),
        ),
        (
            "select by a scalar",
            op(&["i1", "0xf64", "0xf64"], "stablehlo.select %a, %b, %c : tensor<i1>, tensor<0xf64>", &["0xf64"]),
        ),
        ("convert", op(&["5x0xf32"], "stablehlo.convert %a : (tensor<5x0xf32>) -> tensor<5x0xi8>", &["5x0xi8"])),
        (
            "bitcast to a smaller type",
            op(&["0xf32"], "stablehlo.bitcast_convert %a : (tensor<0xf32>) -> tensor<0x4xui8>", &["0x4xui8"]),
        ),
        ("reshape", op(&["0x3xf32"], "stablehlo.reshape %a : (tensor<0x3xf32>) -> tensor<7x0xf32>", &["7x0xf32"])),
        (
            "transpose",
            op(
                &["2x0x3xf32"],
                "stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x0x3xf32>) -> tensor<3x2x0xf32>",
                &["3x2x0xf32"],
            ),
        ),
        ("reverse", op(&["0x3xf32"], "stablehlo.reverse %a, dims = [0, 1] : tensor<0x3xf32>", &["0x3xf32"])),
        (
            "slice to nothing",
            op(&["4x3xf32"], "stablehlo.slice %a [2:2, 0:3] : (tensor<4x3xf32>) -> tensor<0x3xf32>", &["0x3xf32"]),
        ),
        (
            "slice of nothing",
            op(&["0x3xf32"], "stablehlo.slice %a [0:0, 0:3:2] : (tensor<0x3xf32>) -> tensor<0x2xf32>", &["0x2xf32"]),
        ),
        (
            "concatenate with an empty operand",
            op(
                &["0x3xf32", "2x3xf32", "0x3xf32"],
                "stablehlo.concatenate %a, %b, %c, dim = 0 : (tensor<0x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>) \
                 -> tensor<2x3xf32>",
                &["2x3xf32"],
            ),
        ),
        (
            "concatenate across an empty dimension",
            op(
                &["0x3xf32", "0x2xf32"],
                "stablehlo.concatenate %a, %b, dim = 1 : (tensor<0x3xf32>, tensor<0x2xf32>) -> tensor<0x5xf32>",
                &["0x5xf32"],
            ),
        ),
        (
            "pad of nothing to something",
            op(
                &["0x2xf32", "f32"],
                "stablehlo.pad %a, %b, low = [2, 0], high = [1, 1], interior = [3, 0] : \
                 (tensor<0x2xf32>, tensor<f32>) -> tensor<3x3xf32>",
                &["3x3xf32"],
            ),
        ),
        (
            "pad of something to nothing",
            op(
                &["2xf32", "f32"],
                "stablehlo.pad %a, %b, low = [-1], high = [-1], interior = [0] : \
                 (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>",
                &["0xf32"],
            ),
        ),
        (
            "dynamic_slice of nothing",
            op(
                &["0x4xf32", "i32", "i32"],
                "stablehlo.dynamic_slice %a, %b, %c, sizes = [0, 2] : \
                 (tensor<0x4xf32>, tensor<i32>, tensor<i32>) -> tensor<0x2xf32>",
                &["0x2xf32"],
            ),
        ),
        (
            "dynamic_update_slice by nothing",
            op(
                &["3x4xf32", "0x2xf32", "i32", "i32"],
                "stablehlo.dynamic_update_slice %a, %b, %c, %d : \
                 (tensor<3x4xf32>, tensor<0x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>",
                &["3x4xf32"],
            ),
        ),
    ]
}

fn reductions_and_contractions() -> Vec<(&'static str, String)> {
    let op = one_operation;
    let reduce = |of: &str, applied: &str, dims: &str, result: &str, element: &str| {
        op(
            &[of, element],
            &format!(
                "stablehlo.reduce(%a init: %b) applies stablehlo.{applied} across dimensions = [{dims}] : \
                 (tensor<{of}>, tensor<{element}>) -> tensor<{result}>"
            ),
            &[result],
        )
    };
    let dot = |lhs: &str, rhs: &str, dims: &str, result: &str| {
        let types = format!("(tensor<{lhs}>, tensor<{rhs}>) -> tensor<{result}>");
        op(&[lhs, rhs], &format!("stablehlo.dot_general %a, %b, {dims} : {types}"), &[result])
    };
    let convolution = |lhs: &str, rhs: &str, window: &str, groups: (usize, usize), result: &str| {
        let (features, batches) = groups;
        op(
            &[lhs, rhs],
            &format!(
                "stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], \
                 window = {{{window}}} {{batch_group_count = {batches} : i64, feature_group_count = {features} : i64}} : \
                 (tensor<{lhs}>, tensor<{rhs}>) -> tensor<{result}>"
            ),
            &[result],
        )
    };
    vec![
        ("sum of nothing", reduce("0xf32", "add", "0", "f32", "f32")),
        ("sum of empty rows", reduce("3x0xbf16", "add", "1", "3xbf16", "bf16")),
        ("maximum of empty columns", reduce("0x3xf32", "maximum", "0", "3xf32", "f32")),
        ("product of no columns", reduce("3x0xf64", "multiply", "0", "0xf64", "f64")),
        ("disjunction of nothing", reduce("2x0x3xi1", "or", "1", "2x3xi1", "i1")),
        ("sum over separate dimensions", reduce("0x3x2xi32", "add", "0, 2", "3xi32", "i32")),
        ("general reduction of nothing", reduce("4x0xf32", "subtract", "1", "4xf32", "f32")),
        ("contraction over nothing", dot("3x0xf32", "0x4xf32", "contracting_dims = [1] x [0]", "3x4xf32")),
        ("contraction without rows", dot("0x5xf32", "5x4xf32", "contracting_dims = [1] x [0]", "0x4xf32")),
        ("contraction without columns", dot("3x5xbf16", "5x0xbf16", "contracting_dims = [1] x [0]", "3x0xbf16")),
        ("dot product of nothing", dot("0xf32", "0xf32", "contracting_dims = [0] x [0]", "f32")),
        (
            "contraction without a batch",
            dot("0x3x5xf32", "0x5x4xf32", "batching_dims = [0] x [0], contracting_dims = [2] x [1]", "0x3x4xf32"),
        ),
        ("integer contraction over nothing", dot("2x0xi32", "0x2xi32", "contracting_dims = [1] x [0]", "2x2xi32")),
        ("convolution without a batch", convolution("0x5x5x3xf32", "3x3x3x4xf32", "", (1, 1), "0x3x3x4xf32")),
        (
            "convolution without input features",
            convolution("2x5x5x0xf32", "3x3x0x4xf32", "pad = [[1, 1], [1, 1]]", (1, 1), "2x5x5x4xf32"),
        ),
        (
            "convolution without output features",
            convolution("2x5x5x3xbf16", "3x3x3x0xbf16", "", (1, 1), "2x3x3x0xbf16"),
        ),
        (
            "convolution of padding alone",
            convolution("2x0x5x3xf32", "3x3x3x4xf32", "pad = [[2, 2], [0, 0]]", (1, 1), "2x2x3x4xf32"),
        ),
        ("convolution without windows", convolution("2x2x5x3xf32", "3x3x3x4xf32", "", (1, 1), "2x0x3x4xf32")),
        ("convolution with an empty kernel", convolution("2x4x4x3xf32", "0x1x3x4xf32", "", (1, 1), "2x5x4x4xf32")),
        ("depthwise without a batch", convolution("0x4x4x3xf32", "3x3x1x3xf32", "", (3, 1), "0x2x2x3xf32")),
        ("batch groups without a batch", convolution("0x4x4x2xf32", "3x3x2x4xf32", "", (1, 2), "0x2x2x4xf32")),
    ]
}

fn indexing_and_regions() -> Vec<(&'static str, String)> {
    let op = one_operation;
    let gather = |of: &str, indices: &str, sizes: &str, result: &str| {
        op(
            &[of, indices],
            &format!(
                "\"stablehlo.gather\"(%a, %b) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], \
                 collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, \
                 slice_sizes = array<i64: {sizes}>}}> : (tensor<{of}>, tensor<{indices}>) -> tensor<{result}>"
            ),
            &[result],
        )
    };
    let scatter = |to: &str, indices: &str, updates: &str| {
        op(
            &[to, indices, updates],
            &format!(
                "\"stablehlo.scatter\"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<\
                 update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], \
                 index_vector_dim = 1>}}> {} : (tensor<{to}>, tensor<{indices}>, tensor<{updates}>) -> tensor<{to}>",
                region("add", "f32")
            ),
            &[to],
        )
    };
    let sort = |ty: &str, dimension: usize| {
        let less = COMPARE_GE.replace("GE", "LT");
        op(
            &[ty],
            &format!(
                "\"stablehlo.sort\"(%a) <{{dimension = {dimension} : i64, is_stable = true}}> {less}) : \
                 (tensor<{ty}>) -> tensor<{ty}>"
            ),
            &[ty],
        )
    };
    let pool = |ty: &str, applied: &str, padding: &str, result: &str| {
        op(
            &[ty, "f32"],
            &format!(
                "\"stablehlo.reduce_window\"(%a, %b) <{{padding = dense<{padding}> : tensor<4x2xi64>, \
                 window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}}> {} : \
                 (tensor<{ty}>, tensor<f32>) -> tensor<{result}>",
                region(applied, "f32")
            ),
            &[result],
        )
    };
    let unpool = |ty: &str, source: &str| {
        let add = region("add", "f32");
        op(
            &[ty, source, "f32"],
            &format!(
                "\"stablehlo.select_and_scatter\"(%a, %b, %c) <{{padding = dense<0> : tensor<4x2xi64>, \
                 window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}}> {COMPARE_GE}, \
                 {} : (tensor<{ty}>, tensor<{source}>, tensor<f32>) -> tensor<{ty}>",
                add.trim_start_matches('(')
            ),
            &[ty],
        )
    };
    let random_bits = |state: &str, algorithm: &str, bits: &str| {
        op(
            &[state],
            &format!(
                "stablehlo.rng_bit_generator %a, algorithm = {algorithm} : (tensor<{state}>) -> \
                 (tensor<{state}>, tensor<{bits}>)"
            ),
            &[state, bits],
        )
    };
    let loop_over = "stablehlo.while(%x = %a, %i = %b) : tensor<0x3xf32>, tensor<i32>\n  cond {\n    \
         %n = stablehlo.constant dense<60> : tensor<i32>\n    \
         %go = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    \
         stablehlo.return %go : tensor<i1>\n  } do {\n    \
         %one = stablehlo.constant dense<1> : tensor<i32>\n    \
         %j = stablehlo.add %i, %one : tensor<i32>\n    \
         %y = stablehlo.add %x, %x : tensor<0x3xf32>\n    \
         stablehlo.return %y, %j : tensor<0x3xf32>, tensor<i32>\n  }";
    let branch = "\"stablehlo.if\"(%a) ({\n    %s = stablehlo.negate %b : tensor<0xf32>\n    \
         stablehlo.return %s : tensor<0xf32>\n  }, {\n    stablehlo.return %b : tensor<0xf32>\n  }) : \
         (tensor<i1>) -> tensor<0xf32>";
    vec![
        ("gather without indices", gather("5x3xf32", "0xi32", "1, 3", "0x3xf32")),
        ("gather of empty rows", gather("5x0xf32", "4xi32", "1, 0", "4x0xf32")),
        ("scatter without indices", scatter("5x2xf32", "0xi32", "0x2xf32")),
        ("scatter of empty rows", scatter("5x0xf32", "4xi32", "4x0xf32")),
        ("scatter into nothing", scatter("0x2xf32", "3xi32", "3x2xf32")),
        ("sort of nothing", sort("0xf32", 0)),
        ("sort of empty lines", sort("3x0xf32", 1)),
        ("sort of no lines", sort("3x0xf32", 0)),
        ("pooling without a batch", pool("0x4x4x3xf32", "maximum", "0", "0x2x2x3xf32")),
        ("pooling without channels", pool("2x4x4x0xf32", "add", "0", "2x2x2x0xf32")),
        ("pooling of padding alone", pool("2x0x4x3xf32", "maximum", "[[0, 0], [2, 2], [0, 0], [0, 0]]", "2x2x2x3xf32")),
        ("general pooling without windows", pool("2x1x4x3xf32", "subtract", "0", "2x0x2x3xf32")),
        ("general pooling without channels", pool("2x4x4x0xf32", "subtract", "0", "2x2x2x0xf32")),
        ("pooling gradient without a batch", unpool("0x4x4x3xf32", "0x2x2x3xf32")),
        ("pooling gradient without channels", unpool("2x4x4x0xf32", "2x2x2x0xf32")),
        ("pooling gradient without windows", unpool("2x1x4x3xf32", "2x0x2x3xf32")),
        ("no random bits of Philox", random_bits("2xui64", "PHILOX", "0x3xui32")),
        ("no random bits of Threefry", random_bits("2xui64", "THREE_FRY", "0xui8")),
        ("while", op(&["0x3xf32", "i32"], loop_over, &["0x3xf32", "i32"])),
        ("if", op(&["i1", "0xf32"], branch, &["0xf32"])),
    ]
}

#[test]
fn operations_without_elements() {
    let mut random = Random(11);
    let mut failures = Vec::new();
    let programs = [elementwise_and_shapes(), reductions_and_contractions(), indexing_and_regions()].concat();
    for (name, text) in &programs {
        let module = match Module::parse(text) {
            Ok(module) => module,
            Err(e) => panic!("{name}: {e}\n{text}"),
        };
        verify(&module).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
        let inputs = inputs_of(&module, &mut random);
        failures.extend(compare(&module, &inputs, name).err());
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), programs.len(), failures.join("\n"));
}

/// Shapes that the fast algorithms take: packed and blocked matrices, Winograd convolutions, gradients of
/// kernels.
#[test]
fn large_contractions_without_elements() {
    let dot = |lhs: &str, rhs: &str, result: &str| {
        let types = format!("(tensor<{lhs}>, tensor<{rhs}>) -> tensor<{result}>");
        let operation = format!("stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : {types}");
        one_operation(&[lhs, rhs], &operation, &[result])
    };
    let convolution = |lhs: &str, rhs: &str, dims: &str, pad: usize, groups: usize, result: &str| {
        let operation = format!(
            "stablehlo.convolution(%a, %b) dim_numbers = {dims}, window = {{pad = [[{pad}, {pad}], [{pad}, {pad}]]}} \
             {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : \
             (tensor<{lhs}>, tensor<{rhs}>) -> tensor<{result}>"
        );
        one_operation(&[lhs, rhs], &operation, &[result])
    };
    let forward = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]";
    let kernel_gradient = "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]";
    let programs = [
        dot("0x512xf32", "512x512xf32", "0x512xf32"),
        dot("512x0xf32", "0x512xf32", "512x512xf32"),
        dot("512x512xbf16", "512x0xbf16", "512x0xbf16"),
        dot("1x0xf32", "0x4096xf32", "1x4096xf32"),
        convolution("0x56x56x64xf32", "3x3x64x64xf32", forward, 1, 1, "0x56x56x64xf32"),
        convolution("0x56x56x64xbf16", "3x3x64x64xbf16", forward, 1, 1, "0x56x56x64xbf16"),
        convolution("0x56x56x64xf32", "1x1x64x256xf32", forward, 0, 1, "0x56x56x256xf32"),
        convolution("0x56x56x64xf32", "3x3x1x64xf32", forward, 1, 64, "0x56x56x64xf32"),
        convolution("0x28x28x64xf32", "0x28x28x64xf32", kernel_gradient, 1, 1, "3x3x64x64xf32"),
        convolution("0x28x28x64xbf16", "0x28x28x64xbf16", kernel_gradient, 0, 1, "1x1x64x64xbf16"),
    ];
    let mut random = Random(13);
    let mut failures = Vec::new();
    for text in &programs {
        let module = Module::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        verify(&module).unwrap_or_else(|e| panic!("{e}\n{text}"));
        failures.extend(compare(&module, &inputs_of(&module, &mut random), text).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Contractions whose epilogue adds a bias and applies ReLU.
#[test]
fn layers_without_elements() {
    let mut random = Random(15);
    for element in ["f32", "bf16"] {
        for (rows, inner, columns) in [(0, 8, 4), (8, 8, 0), (8, 0, 4), (0, 0, 0)] {
            let out = format!("tensor<{rows}x{columns}x{element}>");
            let text = format!(
                "func.func public @main(%a: tensor<{rows}x{inner}x{element}>, %b: tensor<{inner}x{columns}x{element}>, \
                 %c: tensor<{columns}x{element}>) -> ({out}) {{
                 %zero = stablehlo.constant dense<0.0> : {out}
                 %product = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : \
                 (tensor<{rows}x{inner}x{element}>, tensor<{inner}x{columns}x{element}>) -> {out}
                 %bias = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<{columns}x{element}>) -> {out}
                 %sum = stablehlo.add %product, %bias : {out}
                 %r = stablehlo.maximum %sum, %zero : {out}
                 return %r : {out}
                 }}"
            );
            let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            verify(&module).unwrap_or_else(|e| panic!("{e}\n{text}"));
            let inputs = inputs_of(&module, &mut random);
            compare(&module, &inputs, &text).unwrap_or_else(|message| panic!("{message}"));
        }
    }
}

#[test]
fn replicas_reduce_nothing() {
    let text = one_operation(
        &["0x3xf32"],
        &format!(
            "\"stablehlo.all_reduce\"(%a) <{{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}> {} : \
             (tensor<0x3xf32>) -> tensor<0x3xf32>",
            region("add", "f32")
        ),
        &["0x3xf32"],
    );
    let module = Module::parse(&text).expect("the program is well formed").with_replicas(2);
    let inputs = vec![inputs_of(&module, &mut Random(14)); 2];
    assert_eq!(run(&module, &CompileOptions::default(), 2, &inputs), inputs);
}

/// The text of a program with all dimensions of size `old` changed to zero.
fn with_zero(text: &str, old: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split("tensor<").enumerate() {
        if i == 0 {
            out.push_str(part);
            continue;
        }
        let (ty, rest) = part.split_once('>').unwrap_or((part, ""));
        let dims: Vec<&str> = ty.split('x').map(|d| if d == old { "0" } else { d }).collect();
        out.push_str(&format!("tensor<{}>{rest}", dims.join("x")));
    }
    out
}

/// The sizes of the dimensions in a program's text.
fn sizes(text: &str) -> BTreeSet<String> {
    let types = text.split("tensor<").skip(1).filter_map(|part| part.split_once('>'));
    let dims = types.flat_map(|(ty, _)| ty.split('x').filter(|d| d.chars().all(|c| c.is_ascii_digit())));
    dims.map(str::to_owned).collect()
}

#[test]
fn file_tests_with_dimensions_changed_to_zero() {
    let mut random = Random(12);
    let (mut compared, mut failures) = (0, Vec::new());
    for (_, text) in mlir_files(FILE_TESTS) {
        for case in filetest::split(&text) {
            let program: String =
                case.lines().filter(|line| !line.starts_with("//!")).map(|l| format!("{l}\n")).collect();
            for size in sizes(&program) {
                let changed = with_zero(&program, &size);
                let Ok(module) = Module::parse(&changed) else { continue };
                // The verifier does not know what sizes a custom call takes.
                let has_custom_call = changed.contains("custom_call");
                if verify(&module).is_err() || module.num_replicas > 1 || has_custom_call {
                    continue;
                }
                let inputs = inputs_of(&module, &mut random);
                compared += 1;
                failures.extend(compare(&module, &inputs, &changed).err());
            }
        }
    }
    assert!(failures.is_empty(), "{} of {compared}:\n{}", failures.len(), failures.join("\n"));
    assert!(compared >= 900, "{compared} programs were compared");
}
