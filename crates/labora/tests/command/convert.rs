//! `labora convert`: text and artifacts.

use std::fs;

use expect_test::expect;

use crate::fixtures::*;

const PROGRAM: &str = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.tan %x : tensor<2xf32>
  return %y : tensor<2xf32>
}";

#[test]
fn a_program_becomes_an_artifact_and_text_again() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("tan.mlir"), PROGRAM).unwrap();
    labora(["convert", &path("tan.mlir"), &path("tan.mlirbc")]).succeeds();
    assert!(stablehlo::bytecode::is_bytecode(&fs::read(path("tan.mlirbc")).unwrap()));
    labora(["convert", &path("tan.mlirbc"), &path("again.mlir")]).succeeds();
    let text = fs::read_to_string(path("again.mlir")).unwrap();
    assert_eq!(text, stablehlo::Module::parse(PROGRAM).unwrap().to_string());
    assert_eq!(labora(["convert", &path("tan.mlirbc"), "-"]).succeeds(), text);
}

#[test]
fn what_cannot_be_converted_is_said() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("tan.mlir"), PROGRAM).unwrap();
    let fails = |args: &[&str], code| without_folder(&labora(args).fails(code), &folder);
    let old = fails(&["convert", &path("tan.mlir"), &path("tan.mlirbc"), "--target-version", "1.3.0"], 1);
    expect![[r#"
        error: [FOLDER]/tan.mlir: function @main: stablehlo.tan: the operation stablehlo.tan is not part of StableHLO 1.3.0: choose 1.4.0 or newer
    "#]]
    .assert_eq(&old);
    expect![[r#"
        error: [FOLDER]/tan.txt: the extension does not tell the form
        hint: name the output .mlir for text, or .mlirbc for an artifact
    "#]]
    .assert_eq(&fails(&["convert", &path("tan.mlir"), &path("tan.txt")], 2));
}
