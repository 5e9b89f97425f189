//! `labora convert`: text and artifacts.

use std::fs;

use expect_test::expect;
use keras::layers::Dense;
use keras::models::load_model;
use keras::objects::Registry;
use keras::{Input, Model};

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

#[test]
fn a_model_becomes_files_of_other_programs() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let input = Input::new([3]).name("x");
    let mut model = Model::new(&input, &Dense::new(2).name("y").call(&input).unwrap()).unwrap();
    model.save(path("m.keras")).unwrap();
    for name in ["m.onnx", "m.jax", "m.stablehlo", "m.safetensors"] {
        labora(["convert", &path("m.keras"), &path(name)]).succeeds();
        assert!(fs::metadata(path(name)).unwrap().len() > 4 * 8, "{name} has the weights");
    }
    let weights = model.variables().to_vec();
    model.initialize(5).unwrap();
    model.load_weights(path("m.safetensors")).unwrap();
    assert_eq!(model.variables(), weights);
    let options = ["--batch-size", "5", "--weights-as-arguments", "--target-version", "1.3.0"];
    let files = ["convert", &path("m.keras"), &path("five.stablehlo")];
    labora(files.iter().chain(&options)).succeeds();
    let text = labora(["convert", &path("five.stablehlo"), "-"]).succeeds();
    assert!(text.contains("%arg0: tensor<3x2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<5x3xf32>"), "{text}");
    expect![[r#"
        error: [FOLDER]/m.txt: the ending does not tell the form
        hint: name the file .keras or .h5 for the whole model, .weights.h5 or .safetensors for its weights, or .onnx, .stablehlo or .jax for other programs
    "#]]
    .assert_eq(&without_folder(&labora(["convert", &path("m.keras"), &path("m.txt")]).fails(2), &folder));
}

#[test]
fn sizes_that_a_model_leaves_open_are_set() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let input = Input::new([None, Some(3)]).name("steps");
    let output = Dense::new(2).name("y").call(&input).unwrap();
    Model::new(&input, &output).unwrap().with_name("tags").save(path("m.keras")).unwrap();
    let said = labora(["convert", &path("m.keras"), &path("m.onnx")]).fails(2);
    expect![[r#"
        error: model 'tags': input 'steps' has shape (None, None, 3), and sizes are needed here
        hint: set the sizes of a row, as in --input-shape 224x224x3
    "#]]
    .assert_eq(&said);
    for name in ["m.onnx", "fixed.keras"] {
        labora(["convert", &path("m.keras"), &path(name), "--input-shape", "5x3"]).succeeds();
    }
    let fixed = load_model(path("fixed.keras"), &Registry::new()).unwrap();
    assert_eq!(fixed.output_shape().to_string(), "(None, 5, 2)");
    let said = labora(["convert", &path("m.keras"), &path("m.onnx"), "--input-shape", "5x4"]).fails(1);
    expect![[r#"
        error: input 'steps' takes rows of shape (None, None, 3), not (None, 5, 4)
    "#]]
    .assert_eq(&said);
}
