//! What cannot be run is refused when it is compiled, by name and place.

mod common;

use processor::{CompileOptions, ErrorKind, compile};
use stablehlo::Module;

fn error(text: &str) -> processor::Error {
    let module = Module::parse(text).unwrap();
    compile(&module, &CompileOptions::default()).unwrap_err()
}

#[test]
fn unknown_custom_calls() {
    let e = error(
        r#"func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
          %y = stablehlo.custom_call @mystery(%x) : (tensor<2xf32>) -> tensor<2xf32>
          return %y : tensor<2xf32>
        }"#,
    );
    assert_eq!(e.kind(), ErrorKind::Unsupported);
    assert!(e.message().contains("custom_call") && e.message().contains("mystery"), "{e}");
}

#[test]
fn complex_numbers_where_they_are_not_defined() {
    let e = error(
        r#"func.func public @main(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
          %y = stablehlo.remainder %x, %x : tensor<2xcomplex<f32>>
          return %y : tensor<2xcomplex<f32>>
        }"#,
    );
    assert_eq!(e.kind(), ErrorKind::Unsupported);
    assert!(e.message().contains("stablehlo.remainder") && e.message().contains("complex"), "{e}");
}

#[test]
fn operations_on_complex_numbers_that_have_no_expansion() {
    let e = error(
        r#"func.func public @main(%x: tensor<4xcomplex<f32>>, %y: tensor<2xcomplex<f32>>, %z: tensor<complex<f32>>) -> tensor<4xcomplex<f32>> {
          %r = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
          ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
            %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }, {
          ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
            %c = stablehlo.add %a, %b : tensor<complex<f32>>
            stablehlo.return %c : tensor<complex<f32>>
          }) : (tensor<4xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
          return %r : tensor<4xcomplex<f32>>
        }"#,
    );
    assert_eq!(e.kind(), ErrorKind::Unsupported);
    assert!(e.message().contains("select_and_scatter") && e.message().contains("complex numbers"), "{e}");
}

#[test]
fn a_module_without_main() {
    let e = compile(&Module::default(), &CompileOptions::default()).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Program);
    assert!(e.message().contains("main"), "{e}");
}

#[test]
fn calls_that_double_at_each_level() {
    let double = |i: usize| {
        let below = i - 1;
        format!(
            "func.func private @f{i}(%x: tensor<f32>) -> tensor<f32> {{
              %a = call @f{below}(%x) : (tensor<f32>) -> tensor<f32>
              %b = call @f{below}(%a) : (tensor<f32>) -> tensor<f32>
              return %b : tensor<f32>
            }}\n"
        )
    };
    let calls: String = (1..64).map(double).collect();
    let e = error(&format!(
        "func.func public @main(%x: tensor<f32>) -> tensor<f32> {{
          %y = call @f63(%x) : (tensor<f32>) -> tensor<f32>
          return %y : tensor<f32>
        }}
        func.func private @f0(%x: tensor<f32>) -> tensor<f32> {{ return %x : tensor<f32> }}\n{calls}"
    ));
    assert_eq!(e.kind(), ErrorKind::Unsupported);
    assert!(e.message().contains("inlined"), "{e}");
}
