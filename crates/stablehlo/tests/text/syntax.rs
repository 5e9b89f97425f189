//! Syntax that the programs of `ops` and `jax` do not contain.

use stablehlo::ops::{Binary, CompareType, Direction, Precision};
use stablehlo::{Module, OpKind};

use crate::{body, read};

fn first(lines: &str) -> OpKind {
    read(lines, &body(lines)).main().unwrap().body.ops[0].kind.clone()
}

#[test]
fn generic_and_pretty_forms_are_the_same() {
    let pairs = [
        (
            "%z = stablehlo.compare GT, %x, %y, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
            "%z = \"stablehlo.compare\"(%x, %y) {compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
        ),
        (
            "%z = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0], precision = [HIGH, DEFAULT] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>",
            "%z = \"stablehlo.dot_general\"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>",
        ),
        (
            "%z = stablehlo.slice %x [0:2:2] : (tensor<2xf32>) -> tensor<1xf32>",
            "%z = \"stablehlo.slice\"(%x) {start_indices = array<i64: 0>, limit_indices = dense<2> : tensor<1xi64>, strides = array<i64: 2>} : (tensor<2xf32>) -> tensor<1xf32>",
        ),
        (
            "%z = stablehlo.reduce_precision %x, format = e5m10 : tensor<2xf32>",
            "%z = \"stablehlo.reduce_precision\"(%x) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> tensor<2xf32>",
        ),
        (
            "%z = stablehlo.iota dim = 0 : tensor<3xi32>",
            "%z = \"stablehlo.iota\"() <{iota_dimension = 0 : i64}> : () -> tensor<3xi32>",
        ),
        (
            "%z = stablehlo.constant dense<1> : tensor<3xi32>",
            "%z = \"stablehlo.constant\"() <{value = dense<1> : tensor<3xi32>}> : () -> tensor<3xi32>",
        ),
        (
            "%z = stablehlo.constant {some.note = \"x\"} dense<1> : tensor<3xi32>",
            "%z = stablehlo.constant() <{value = dense<1> : tensor<3xi32>}> : () -> tensor<3xi32>",
        ),
        (
            "%z = stablehlo.custom_call @f(%x) {has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>",
            "%z = \"stablehlo.custom_call\"(%x) {call_target_name = \"f\", has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>",
        ),
        (
            "%z = stablehlo.tanh %x {note} : tensor<2xf32> loc(\"a\"(\"f.py\":1:2))",
            "%z = \"stablehlo.tanh\"(%x) : (tensor<2xf32>) -> tensor<2xf32> loc(callsite(\"a\" at unknown))",
        ),
        (
            "%v = stablehlo.constant dense<0.0> : tensor<f32>
             %z = stablehlo.reduce(%x init: %v) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>",
            "%v = stablehlo.constant dense<0.0> : tensor<f32>
             %z = \"stablehlo.reduce\"(%x, %v) ({
               ^bb0(%a: tensor<f32>, %b: tensor<f32>):
                 %m = \"stablehlo.maximum\"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
                 \"stablehlo.return\"(%m) : (tensor<f32>) -> ()
             }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>",
        ),
    ];
    for (pretty, generic) in pairs {
        assert_eq!(read(pretty, &body(pretty)), read(generic, &body(generic)));
    }
}

#[test]
fn words_are_read_as_attributes() {
    let kind = first("%z = stablehlo.compare NE, %i, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>");
    assert_eq!(kind, OpKind::Compare { direction: Direction::Ne, compare_type: Some(CompareType::Signed) });
    let kind = first("%z = stablehlo.compare NE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>");
    assert_eq!(kind, OpKind::Compare { direction: Direction::Ne, compare_type: None });
    assert_eq!(first("%z = chlo.square %x : tensor<2xf32> -> tensor<2xf32>"), OpKind::Binary(Binary::Multiply));
    let algorithm = "lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, \
        lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false";
    let kind = first(&format!(
        "%z = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0], algorithm = <{algorithm}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>"
    ));
    let OpKind::DotGeneral(dot) = kind else { panic!("a dot_general was read") };
    assert_eq!(dot.precision, [Precision::Highest; 2]);
}

#[test]
fn custom_calls_keep_their_configuration() {
    let config = |attributes: &str| {
        let line = format!("%z = stablehlo.custom_call @f(%x) {{{attributes}}} : (tensor<2xf32>) -> tensor<2xf32>");
        let module = read(&line, &body(&line));
        assert_eq!(Module::parse(&module.to_string()).unwrap(), module);
        match &module.main().unwrap().body.ops[0].kind {
            OpKind::CustomCall { backend_config, .. } => backend_config.clone(),
            other => panic!("a custom call was read, not {other:?}"),
        }
    };
    assert_eq!(config("backend_config = \"{\\22a\\22: 1}\\n\""), "{\"a\": 1}\n");
    assert_eq!(
        config("api_version = 4 : i32, backend_config = {a = 1 : i32, b = [\"x\"]}"),
        "{a = 1 : i32, b = [\"x\"]}"
    );
    assert_eq!(config("mhlo.frontend_attributes = {}"), "");
}

#[test]
fn names_and_comments_may_have_any_form() {
    let text = "// A comment.
        module @\"a name\" { // Another.
          func.func nested @\"f-1\"() { func.return }
          func.func @main(%0: tensor<f32>) -> tensor<f32> attributes {x.y = 1} {
            %some.thing-1$ = stablehlo.negate %0 : tensor<f32>
            func.call @\"f-1\"() : () -> ()
            %a:2 = stablehlo.optimization_barrier %0, %some.thing-1$ : tensor<f32>, tensor<f32>
            %b, %c = stablehlo.optimization_barrier %a#1, %a#0 : tensor<f32>, tensor<f32>
            func.return %c : tensor<f32>
          }
        }";
    let module = read("names", text);
    assert_eq!(module.name, "a name");
    assert_eq!(Module::parse(&module.to_string()).unwrap(), module);
}

#[test]
fn regions_capture_values_and_hide_their_own() {
    let branch = |inner: &str, after: &str| {
        body(&format!(
            "%p = stablehlo.constant dense<true> : tensor<i1>
             %r = \"stablehlo.if\"(%p) ({{ %n = stablehlo.negate {inner} : tensor<2xf32> stablehlo.return %n : tensor<2xf32> }},
               {{ %n = stablehlo.abs %y : tensor<2xf32> stablehlo.return %n : tensor<2xf32> }}) : (tensor<i1>) -> tensor<2xf32>
             {after}"
        ))
    };
    read("branches", &branch("%x", ""));
    let e = Module::parse(&branch("%x", "%q = stablehlo.negate %n : tensor<2xf32>")).unwrap_err();
    assert!(e.to_string().contains("%n is not defined"), "{e}");
}
