//! Macros that print: they panic if the output is closed or full, which must not end a training or a server.

use super::Findings;
use super::source::{Source, words};

const MACROS: [&str; 4] = ["print", "println", "eprint", "eprintln"];
/// Crates that no user runs.
const EXEMPT: [&str; 2] = ["book", "testkit"];

/// Checks the libraries and the commands, but for their tests.
pub fn check(sources: &[Source], findings: &mut Findings) {
    for source in sources {
        let is_exempt = source.crate_folder().is_none_or(|folder| EXEMPT.contains(&folder));
        if is_exempt || source.below_src().is_none_or(|inside| inside.ends_with("tests.rs")) {
            continue;
        }
        let code = source.code.split("#[cfg(test)]").next().unwrap_or_default();
        for (at, word) in words(code).filter(|(at, word)| code[at + word.len()..].starts_with('!')) {
            if MACROS.contains(&word) {
                let what = format!("{}:{}: {word}! panics if nobody reads", source.path, source.line(at));
                findings.add("printing", format!("{what}: use writeln!, or process::say"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Findings, Source, check};

    #[test]
    fn macros_are_found_outside_of_tests_and_comments() {
        let text = "/// println!(1)\nfn f() { println!(2); write!(f, \"eprintln!\"); }\n#[cfg(test)]\nmod tests { print!(3); }\n";
        let sources = ["crates/keras/src/a.rs", "crates/book/src/a.rs", "crates/keras/tests/a.rs", "xtask/src/a.rs"]
            .map(|path| Source::new(path.to_string(), text));
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        let found = findings.of("printing");
        assert!(found.len() == 1 && found[0].starts_with("crates/keras/src/a.rs:2: println!"), "{found:?}");
    }
}
