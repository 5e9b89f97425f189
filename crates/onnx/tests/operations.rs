//! Programs of `tests/programs`, exported, compute in ONNX Runtime what the interpreter computes.

use std::path::Path;

use onnx::{Export, Parameter};
use serde_json::{Value as Json, json};
use stablehlo::{ElementType, Literal, Module, TensorType, interpret};

fn array(literal: &Literal) -> Json {
    let dtype = match literal.ty().element {
        ElementType::I1 => "bool",
        ElementType::I32 => "int32",
        ElementType::F32 => "float32",
        other => panic!("NumPy's name of {other} is not known here"),
    };
    json!({ "shape": literal.ty().dims, "dtype": dtype, "values": literal.to_f64_vec().unwrap() })
}

/// Numbers from -1 to 1, or from -1 to 3 if they are integers: some are no indices.
fn drawn(ty: TensorType, state: &mut u64) -> Literal {
    let is_integer = ty.element.is_integer();
    let mut next = || {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = (*state >> 33) as f64 / f64::from(1u32 << 31);
        if is_integer { (5.0 * number).floor() - 1.0 } else { 2.0 * number - 1.0 }
    };
    let values: Vec<f64> = (0..ty.num_elements()).map(|_| next()).collect();
    Literal::from_f64(ty, &values).unwrap()
}

/// Exports a program, and returns its case for the script.
fn export(name: &str, text: &str, folder: &Path) -> Json {
    let module = Module::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut state = 1;
    let inputs: Vec<Literal> =
        module.main().unwrap().param_types().into_iter().map(|ty| drawn(ty, &mut state)).collect();
    let results = interpret::evaluate(&module, &inputs).unwrap();
    let named = |kind: &str, count: usize| (0..count).map(|i| format!("{kind}{i}")).collect::<Vec<String>>();
    let (names, outputs) = (named("input", inputs.len()), named("output", results.len()));
    let parameters: Vec<Parameter> = names.iter().map(|name| Parameter::Input { name }).collect();
    let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
    let export = Export { programs: [&module; 2], rows: [1; 2], parameters: &parameters, outputs: &outputs };
    std::fs::write(folder.join(format!("{name}.onnx")), export.to_bytes().unwrap()).unwrap();
    let arrays = |literals: &[Literal]| literals.iter().map(array).collect::<Vec<Json>>();
    json!({ "name": name, "inputs": arrays(&inputs), "predictions": arrays(&results) })
}

#[test]
fn operators_compute_what_operations_do() {
    let pins = testkit::workspace_root().join("tests/python/onnx.txt");
    let python = match testkit::virtual_environment_from(&pins, 11) {
        Ok(python) => python,
        Err(reason) => return testkit::skip_without(testkit::Need::Python, &reason),
    };
    let folder = tempfile::tempdir().unwrap();
    let programs = testkit::mlir_files("crates/onnx/tests/programs");
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let cases: Vec<Json> = programs.iter().map(|(path, text)| export(&name(path), text, folder.path())).collect();
    let manifest = folder.path().join("manifest.json");
    std::fs::write(&manifest, json!(cases).to_string()).unwrap();
    let script = testkit::workspace_root().join("crates/onnx/tests/check_onnx.py");
    let said = testkit::run_python(&python, &script, &[folder.path(), &manifest]);
    assert_eq!(said, format!("checked {}\n", cases.len()));
}

#[test]
fn what_has_no_counterpart_is_refused_by_name() {
    let refused = |operation: &str, reason: &str| {
        let text = format!(
            "func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {{\n{operation}\nreturn %y : tensor<2x2xf32>\n}}"
        );
        let module = Module::parse(&text).unwrap();
        let parameters = [Parameter::Input { name: "x" }];
        let export = Export { programs: [&module; 2], rows: [1; 2], parameters: &parameters, outputs: &["y"] };
        let message = export.to_bytes().unwrap_err().to_string();
        assert!(message.contains(reason), "{message}");
    };
    refused("%y = stablehlo.cholesky %x, lower = true : tensor<2x2xf32>", "stablehlo.cholesky: ONNX has no");
    refused("%y = stablehlo.atan2 %x, %x : tensor<2x2xf32>", "stablehlo.atan2: ONNX has no");
}

#[test]
fn programs_that_differ_in_more_than_shapes_are_refused() {
    let program = |rows: usize, factor: f32| {
        let ty = format!("tensor<{rows}x2xf32>");
        let text = format!(
            "func.func @main(%x: {ty}) -> {ty} {{\n%c = stablehlo.constant dense<{factor:.1}> : {ty}\n\
             %y = stablehlo.multiply %x, %c : {ty}\nreturn %y : {ty}\n}}"
        );
        Module::parse(&text).unwrap()
    };
    let parameters = [Parameter::Input { name: "x" }];
    let export = |one: Module, other: Module, rows: [usize; 2]| {
        let export = Export { programs: [&one, &other], rows, parameters: &parameters, outputs: &["y"] };
        export.to_bytes().map(drop).map_err(|e| e.to_string())
    };
    assert_eq!(export(program(7, 3.0), program(11, 3.0), [7, 11]), Ok(()));
    let message = export(program(7, 3.0), program(11, 4.0), [7, 11]).unwrap_err();
    assert_eq!(message, "stablehlo.constant: the constant depends on the number of rows");
    let message = export(program(7, 3.0), program(10, 3.0), [7, 11]).unwrap_err();
    assert_eq!(message, "for another number of rows a tensor<7x2xf32> becomes a tensor<10x2xf32>");
}
