//! Programs of few bytes that ask for memory, depth or time, as text and as portable artifacts.

use std::path::Path;

use stablehlo::Module;
use stablehlo::bytecode::{self, WriteOptions};
use testkit::budgets::over_budget;
use testkit::hostile::{self, Seed};

fn function(body: &str) -> String {
    format!("func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {{\n{body}\n  return %a : tensor<4xf32>\n}}\n")
}

/// Loops within each other.
fn loops(n: usize) -> String {
    let open = "%w = \"stablehlo.while\"(%a) ({\n^bb0(%x: tensor<4xf32>):\n%c = stablehlo.constant dense<false> : tensor<i1>\n\
                stablehlo.return %c : tensor<i1>\n}, {\n^bb0(%a: tensor<4xf32>):\n";
    let close = "stablehlo.return %a : tensor<4xf32>\n}) : (tensor<4xf32>) -> tensor<4xf32>\n";
    format!("{}{}", open.repeat(n), close.repeat(n))
}

/// Texts in which something is repeated so often.
fn texts(times: usize) -> Vec<(String, String)> {
    let many = |one: &str, between: &str| vec![one; times].join(between);
    let constant = |value: &str, ty: &str| function(&format!("  %0 = stablehlo.constant {value} : {ty}"));
    let aliases: String = (1..times).map(|i| format!("#a{i} = [#a{}, #a{}]\n", i - 1, i - 1)).collect();
    let calls: String = (1..times.min(3000))
        .map(|i| {
            format!(
                "func.func private @f{i}() {{\n call @f{} () : () -> ()\n call @f{} () : () -> ()\n return\n}}\n",
                i - 1,
                i - 1
            )
        })
        .collect();
    let name = |text: String, name: &str| (format!("{name}_{times}.mlir"), text);
    vec![
        name(function(&loops(times)), "regions"),
        name(
            constant(&format!("dense<{}1.0{}>", "[".repeat(times), "]".repeat(times)), "tensor<1xf32>"),
            "nested_literal",
        ),
        name(constant(&format!("dense<[{}]>", many("1", ",")), &format!("tensor<{times}xi32>")), "literal"),
        name(
            constant(&format!("dense<[{}]>", many("(1.0,2.0)", ",")), &format!("tensor<{times}xcomplex<f32>>")),
            "complex",
        ),
        name(constant("dense<1.0>", &format!("tensor<{}f32>", many("1x", ""))), "rank"),
        name(constant("dense<1.0>", &format!("tensor<{}xf64>", times * 1000)), "splat"),
        name(constant("dense<\"0x00\">", &format!("tensor<{}xi8>", times * 1000)), "hex_splat"),
        name(
            function(&format!(
                "  %0 = stablehlo.add %a, %a {{x = {}1{}}} : tensor<4xf32>",
                "[".repeat(times),
                "]".repeat(times)
            )),
            "attribute",
        ),
        name(
            function(&format!("  %0 = stablehlo.add %a, %a {{{}}} : tensor<4xf32>", many("x = 1", ", "))),
            "attributes",
        ),
        name(
            function(&format!(
                "  %0 = stablehlo.add %a, %a : tensor<4xf32> loc({}\"x\"{})",
                "callsite(".repeat(times),
                ")".repeat(times)
            )),
            "location",
        ),
        name(function(&many("  %0 = stablehlo.add %a, %a : tensor<4xf32>", "\n")), "redefined"),
        name(
            function(
                &(0..times).map(|i| format!("  %{i} = stablehlo.add %a, %a : tensor<4xf32>\n")).collect::<String>(),
            ),
            "operations",
        ),
        name(
            format!(
                "#a0 = [1]\n{aliases}{}",
                function(&format!("  %0 = stablehlo.add %a, %a {{x = #a{}}} : tensor<4xf32>", times - 1))
            ),
            "aliases",
        ),
        name(format!("func.func private @f0() {{\n return\n}}\n{calls}{}", function("")), "calls"),
        name(
            function(&format!(
                "  %0:{times} = \"stablehlo.custom_call\"(%a) {{call_target_name = \"x\"}} : (tensor<4xf32>) -> ({})",
                many("f32", ",")
            )),
            "results",
        ),
        name("(".repeat(times), "parentheses"),
        name(format!("module attributes {{x = \"{}\"}} {{}}", "\\22".repeat(times)), "string"),
        name(format!("module @{} {{}}", "a".repeat(times)), "name"),
    ]
}

/// Sizes of types and constants that a text of one line names.
fn sizes() -> Vec<(String, String)> {
    let sizes =
        ["0", "1", "1073741824", "4294967296", "9223372036854775807", "18446744073709551615", "99999999999999999999"];
    let mut files = Vec::new();
    for (i, size) in sizes.iter().enumerate() {
        for (j, ty) in
            [format!("tensor<{size}xi8>"), format!("tensor<{size}x{size}xf32>"), format!("tensor<0x{size}xf64>")]
                .iter()
                .enumerate()
        {
            for (k, value) in
                ["dense<0>", "dense<0.0>", "dense<[]>", "dense<\"0x00\">", "dense<\"0x\">"].iter().enumerate()
            {
                files.push((
                    format!("size_{i}_{j}_{k}.mlir"),
                    function(&format!("  %0 = stablehlo.constant {value} : {ty}")),
                ));
            }
            let iota = function(&format!("  %0 = stablehlo.iota dim = 0 : {ty}\n  %1 = stablehlo.add %0, %0 : {ty}"));
            files.push((format!("iota_{i}_{j}.mlir"), iota));
        }
    }
    files
}

/// Artifacts with each byte of their first kilobytes replaced by those of a large number.
fn artifacts() -> Vec<(String, Vec<u8>)> {
    let body = "  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>\n  %1 = stablehlo.add %a, %0 : tensor<4xf32>";
    let module = Module::read(function(body).as_bytes()).unwrap();
    let whole = bytecode::write(&module, WriteOptions::default()).unwrap();
    let mut files = Vec::new();
    // Numbers of one, four and nine bytes.
    for (i, large) in [&[0xff][..], &[0xf8, 0xff, 0xff, 0xff], &[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]]
        .iter()
        .enumerate()
    {
        for at in (4..whole.len()).step_by(3) {
            let mut bytes = whole.clone();
            bytes.splice(at..at + 1, large.iter().copied());
            files.push((format!("artifact_{i}_{at}.mlirbc"), bytes));
        }
    }
    files
}

fn read(path: &Path) -> Result<(), String> {
    let module = Module::read(&std::fs::read(path).unwrap()).map_err(|e| e.to_string())?;
    stablehlo::verify(&module).map_err(|e| e.to_string())
}

/// The test in which the process reads the files.
const READER: &str = "bounded::read_all";

#[test]
#[ignore = "the process of the other test"]
fn read_all() {
    testkit::budgets::read_all(read, |_, size| (64 << 20) + 8 * size);
}

#[test]
fn programs_that_ask_for_anything_stay_within_their_budgets() {
    let texts = [texts(90), texts(1000), texts(30_000), texts(200_000), sizes()].concat();
    let texts = texts.into_iter().map(|(name, text)| (name, text.into_bytes()));
    let files: Vec<(String, Vec<u8>)> = texts.chain(artifacts()).collect();
    assert!(files.len() > 300);
    assert_eq!(over_budget(READER, &files), [""; 0]);
}

/// The programs of all operations, and artifacts of JAX, with their structure changed by rules.
fn changed(each: usize) -> Vec<(String, Vec<u8>)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let within = |folder: &str, ending: &str| {
        let entries = std::fs::read_dir(tests.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == ending)).collect();
        paths.sort();
        paths
    };
    let mut files = Vec::new();
    for path in within("ops", "mlir") {
        let (text, name) = (std::fs::read_to_string(&path).unwrap(), path.file_stem().unwrap().to_string_lossy());
        let texts = hostile::texts(&name, &text, each).into_iter().enumerate();
        files.extend(texts.map(|(i, text)| (format!("{name}_{i}.mlir"), text.into_bytes())));
    }
    for (number, path) in within("bytecode", "bc").iter().enumerate() {
        let artifact = Seed::new("a", "mlirbc", std::fs::read(path).unwrap()).files(2 * each);
        files.extend(artifact.into_iter().map(|(name, bytes)| (format!("{number}_{name}"), bytes)));
    }
    files
}

#[test]
fn changed_programs_stay_within_their_budgets() {
    assert_eq!(over_budget(READER, &changed(8)), [""; 0]);
}

#[test]
#[ignore = "minutes: ten thousand programs"]
fn all_changed_programs_stay_within_their_budgets() {
    assert_eq!(over_budget(READER, &changed(100)), [""; 0]);
}
