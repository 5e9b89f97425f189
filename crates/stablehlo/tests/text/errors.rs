//! Errors of the reader: position and message.

use stablehlo::{ErrorKind, Module};

use crate::body;

fn error(text: &str) -> (ErrorKind, String) {
    let e = Module::parse(text).expect_err(text);
    (e.kind(), e.to_string())
}

/// The error of these lines in a function, without the line of text that it shows.
fn in_body(lines: &str) -> (ErrorKind, String) {
    let (kind, message) = error(&body(lines));
    (kind, message.lines().next().unwrap().to_string())
}

#[test]
fn a_syntax_error_shows_line_column_and_caret() {
    let text = "module @m {\n  func.func @main(%x: tensor<2xf32>) {\n    %y = stablehlo.add %x %x\n    return\n  }\n}";
    let (kind, message) = error(text);
    assert_eq!(kind, ErrorKind::Syntax);
    let lines: Vec<&str> = message.lines().collect();
    assert!(lines[0].starts_with("line 3, column 27: expected"), "{message}");
    assert!(lines[0].ends_with("found '%x'"), "{message}");
    assert_eq!(lines[1], "      %y = stablehlo.add %x %x");
    assert_eq!(lines[2], "                            ^");
}

#[test]
fn syntax_errors_state_the_cause() {
    let cases = [
        ("%z = stablehlo.add %x, %w : tensor<2xf32>", "line 2, column 24: %w is not defined"),
        ("%x = stablehlo.add %x, %y : tensor<2xf32>", "line 2, column 1: %x is already defined"),
        ("%z:2 = stablehlo.add %x, %y : tensor<2xf32>", "the operation has 1 results, but 2 are named"),
        ("%z = stablehlo.add %x#1, %y : tensor<2xf32>", "%x has 1 results, so there is no #1"),
        ("%z = stablehlo.tanh %x : tensor<2x", "expected '<' and dimensions, then '>'"),
        ("%z = stablehlo.tanh %x : tensor<2x>", "expected an element type such as f32, found ''"),
        ("%z = stablehlo.tanh %x : tensor<2xf31>", "expected an element type such as f32, found 'f31'"),
        ("%z = stablehlo.compare XX, %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>", "XX is not a direction"),
        ("%z = stablehlo.slice %x : (tensor<2xf32>) -> tensor<1xf32>", "attribute 'start_indices' is missing"),
        ("%z = stablehlo.constant dense<[1, [2]]> : tensor<2xi32>", "expected a number, found '['"),
        ("%z = stablehlo.constant dense<[[1], [2, 3]]> : tensor<2x1xi32>", "a list of 2 elements among lists of 1"),
        ("%z = stablehlo.constant dense<\"0x012\"> : tensor<2xi8>", "expected hexadecimal digits"),
        ("%z = stablehlo.constant dense<\"0x01", "the string is not closed on its line"),
        ("%z = \"stablehlo.add\"(%x, %y)", "expected ':' and the operation's types"),
        ("%z = ? %x", "expected an operation, found '?'"),
        ("ä", "unexpected character 'ä'"),
    ];
    for (line, words) in cases {
        let (kind, message) = in_body(line);
        assert!(message.contains(words), "{line}: {message}");
        assert_eq!(kind, ErrorKind::Syntax, "{line}");
    }
}

#[test]
fn type_errors_state_the_position_of_the_operation() {
    let (kind, message) = in_body("  %z = stablehlo.add %x, %i : tensor<2xf32>");
    assert_eq!(kind, ErrorKind::Type);
    assert_eq!(
        message,
        "line 2, column 8: stablehlo.add: operands have types tensor<2xf32> and tensor<i32>, they have to be the same"
    );
    let cases = [
        ("%z = stablehlo.add %x, %y : tensor<3xf32>", "the result has type tensor<2xf32>, not tensor<3xf32>"),
        ("%z = stablehlo.reshape %x : (tensor<3xf32>) -> tensor<2x1xf32>", "the text states (tensor<3xf32>)"),
        (
            "%z = stablehlo.constant dense<[1.0]> : tensor<2xf32>",
            "a literal of shape [1] cannot have type tensor<2xf32>",
        ),
        ("%z = stablehlo.constant dense<300> : tensor<i8>", "300 is not an element of type i8"),
        ("%z = stablehlo.constant dense<1.5> : tensor<i8>", "1.5 is not an element of type i8"),
        ("%z = stablehlo.constant dense<(1.0, 2.0)> : tensor<f32>", "a complex number is not an element of type f32"),
        ("%z = stablehlo.constant dense<1> : tensor<complex<f64>>", "1 is not an element of type complex<f64>"),
        ("%z = stablehlo.tanh %x : tensor<99999999999999999999xf32>", "larger than the address space"),
        ("%z = stablehlo.tanh %x : tensor<9999999999x9999999999xf32>", "larger than the address space"),
    ];
    for (line, words) in cases {
        let (kind, message) = in_body(line);
        assert!(message.contains(words), "{line}: {message}");
        assert_eq!(kind, ErrorKind::Type, "{line}");
    }
    let (_, message) = error("func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> { return %x : tensor<2xf32> }");
    assert!(message.contains("@main returns (tensor<2xf32>), but its type states (tensor<3xf32>)"), "{message}");
}

#[test]
fn unsupported_constructs_are_named() {
    let cases = [
        (
            "%z = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2xf32>",
            "stablehlo.uniform_quantize is not supported",
        ),
        ("%z = chlo.ragged_dot %x : tensor<2xf32> -> tensor<2xf32>", "chlo.ragged_dot of 1 operands is not expanded"),
        ("%z = stablehlo.tanh %x : tensor<?xf32>", "dynamic dimension"),
        ("%z = stablehlo.negate %x : !quant.any", "quant.any are not supported"),
        ("%z = stablehlo.constant dense<0> : tensor<100000x100000xi32>", "broadcast a scalar instead"),
        ("%z = stablehlo.constant dense_resource<a> : tensor<2xi32>", "print them in full"),
        ("^bb1:", "several blocks"),
    ];
    for (line, words) in cases {
        let (kind, message) = in_body(line);
        assert!(message.contains(words), "{line}: {message}");
        assert_eq!(kind, ErrorKind::Unsupported, "{line}: {message}");
    }
}

#[test]
fn a_long_line_is_shortened_around_the_position() {
    let (_, message) =
        error(&body(&format!("%z = stablehlo.constant dense<\"0x{}\"> : tenser<2xi32>", "00".repeat(5000))));
    assert!(message.len() < 400, "{message}");
    assert!(message.contains("expected a tensor type, found 'tenser'"), "{message}");
}
