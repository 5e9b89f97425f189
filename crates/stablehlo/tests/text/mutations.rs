//! The reader returns a module or an error for any text.

use stablehlo::Module;

use crate::programs;

/// A small random generator (Marsaglia's xorshift), with the same sequence on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn reads_or_fails(text: &str) {
    if let Ok(module) = Module::parse(text) {
        // A module that was read can be printed and read again.
        let printed = module.to_string();
        let again = Module::parse(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}\nof\n{text}"));
        assert_eq!(again.to_string(), printed);
    }
}

#[test]
fn truncated_texts_are_errors() {
    for (name, text) in programs() {
        let step = 1 + text.len() / 200;
        let end = text.trim_end().len();
        for cut in (0..end).step_by(step).filter(|i| text.is_char_boundary(*i)) {
            let head = &text[..cut];
            // Lines with aliases of locations may follow the module.
            assert!(Module::parse(head).is_err() || cut == 0 || head.contains("\n}"), "{name} cut at {cut}");
            reads_or_fails(head);
        }
    }
}

#[test]
fn mutated_texts_are_modules_or_errors() {
    let words = [
        "",
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        "[",
        "]",
        "-",
        "->",
        "%",
        "#",
        "@",
        "!",
        "^",
        ":",
        ",",
        "=",
        "\"",
        "\\",
        "0x",
        "-1",
        "99999999999999999999",
        "9223372036854775807",
        "1e",
        "tensor",
        "tensor<",
        "dense<",
        "loc(",
        "x",
        "i1",
        "ui8",
        "f64",
        "f8E4M3FN",
        "complex<f32>",
        "?",
        "\u{e9}",
        "\n",
        "//",
        "0",
        "array<i64: 1>",
        "return",
    ];
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for (_, text) in programs() {
        let positions: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
        for _ in 0..150 {
            let mut mutated = text.clone();
            for _ in 0..=random.below(2) {
                let at = positions[random.below(positions.len())].min(mutated.len());
                let end = (at + random.below(6)).min(mutated.len());
                if mutated.is_char_boundary(at) && mutated.is_char_boundary(end) {
                    mutated.replace_range(at..end, words[random.below(words.len())]);
                }
            }
            reads_or_fails(&mutated);
        }
    }
}

#[test]
fn texts_with_changed_numbers_are_modules_or_errors() {
    let mut random = Random(88172645463325252);
    for (_, text) in programs() {
        let digits: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
        for _ in 0..100 {
            let mut mutated = text.clone();
            let at = digits[random.below(digits.len())];
            let new = ["0", "1", "2", "7", "12", "-3", "4294967296", "9223372036854775807", "18446744073709551615"];
            mutated.replace_range(at..=at, new[random.below(new.len())]);
            reads_or_fails(&mutated);
        }
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = |open: &str, n: usize| open.repeat(n);
    let texts = [
        format!("func.func @f() {{ %c = stablehlo.constant dense<{}", deep("[", 100_000)),
        format!("func.func @f() {{ %c = stablehlo.constant {}", deep("{a = ", 100_000)),
        format!("func.func @f() {{ %c = \"a.b\"() <{{a = {}", deep("[", 100_000)),
        format!("func.func @f() {{ {}", deep("\"stablehlo.case\"() ({ ", 100_000)),
        format!("func.func @f() {{ {}", deep("stablehlo.while() cond { ", 100_000)),
        format!("func.func @f() {{ %0 = stablehlo.add {}", deep("(", 100_000)),
        format!("#loc = loc({}", deep("callsite(", 100_000)),
        format!("#loc = loc({}", deep("\"a\"(", 100_000)),
        format!("#loc = loc({}", deep("fused[", 100_000)),
        format!("#a = {}", deep("1 : () -> ", 100_000)),
        format!("#a = {}", deep("i32<", 100_000)),
    ];
    for text in texts {
        assert!(Module::parse(&text).is_err());
    }
}

#[test]
fn aliases_of_aliases_are_limited_in_size_and_depth() {
    // Each line doubles the size, or adds a level.
    let doubled: String = (1..64).map(|i| format!("#a{i} = [#a{}, #a{}]\n", i - 1, i - 1)).collect();
    let nested: String = (1..100_000).map(|i| format!("#a{i} = [#a{}]\n", i - 1)).collect();
    let large: String = (1..100_000).map(|i| format!("#a{i} = #a{}\n", i - 1)).collect();
    let rest = "func.func @main() {\n  return\n}\n";
    let error = |text: String| Module::parse(&text).expect_err("an error").to_string();
    assert!(error(format!("#a0 = 1\n{doubled}{rest}")).contains("aliases expand to more than"));
    assert!(error(format!("#a0 = 1\n{nested}{rest}")).contains("deeper than"));
    assert!(error(format!("#a0 = dense<1> : tensor<1000xi8>\n{large}{rest}")).contains("aliases expand to more than"));
}
