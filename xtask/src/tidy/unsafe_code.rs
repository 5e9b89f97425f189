//! Where `unsafe` may stand. Clippy checks that each block has its `SAFETY:` reason.

use std::collections::BTreeSet;

use super::Findings;
use super::source::{Source, closing, words};

/// The crates with unsafe code, each with the folders below `src` that may have it; an empty text is all of
/// `src`.
const ALLOWED: &[(&str, &[&str])] = &[
    ("kernels", &[""]),
    ("mpi", &[""]),
    ("pjrt", &[""]),
    ("plugin", &[""]),
    ("process", &["out_of_memory.rs"]),
    ("processor", &["memory/", "elementwise/", "threads/helper.rs"]),
    ("remote-plugin", &[""]),
];

const FORBID: &str = "#![forbid(unsafe_code)]";

/// Checks the sources of all crates.
pub fn check(sources: &[Source], findings: &mut Findings) {
    const GROUP: &str = "unsafe code";
    let macros: BTreeSet<&str> = sources.iter().flat_map(|source| unsafe_macros(&source.code)).collect();
    for source in sources {
        let Some(inside) = source.below_src() else { continue };
        let allowed = ALLOWED.iter().find(|(name, _)| source.crate_folder() == Some(name));
        if allowed.is_none() && ["lib.rs", "main.rs"].contains(&inside) && !source.code.contains(FORBID) {
            findings.add(GROUP, format!("{}: {FORBID} is missing", source.path));
        }
        if allowed.is_some_and(|(_, folders)| folders.iter().any(|folder| inside.starts_with(folder))) {
            continue;
        }
        for (at, word) in words(&source.code) {
            let is_macro = macros.contains(word) && source.code[at + word.len()..].starts_with('!');
            if word == "unsafe" || is_macro {
                let what = if is_macro { format!("{word}! expands to unsafe code, which") } else { word.to_string() };
                findings.add(GROUP, format!("{}:{}: {what} is not allowed here", source.path, source.line(at)));
            }
        }
    }
}

/// The names of a file's macros whose definitions contain `unsafe`.
fn unsafe_macros(code: &str) -> Vec<&str> {
    let definitions = words(code).zip(words(code).skip(1)).filter(|((_, word), _)| *word == "macro_rules");
    let is_unsafe = |at: usize| {
        let open = code[at..].find(['{', '(']).map_or(code.len(), |found| at + found);
        words(&code[open..closing(code, open)]).any(|(_, word)| word == "unsafe")
    };
    definitions.filter(|(_, (at, _))| is_unsafe(*at)).map(|(_, (_, name))| name).collect()
}

#[cfg(test)]
mod tests {
    use super::{FORBID, Findings, Source, check};

    #[test]
    fn every_form_of_unsafe_is_found_but_not_words_about_it() {
        let file = |path: &str, text: &str| Source::new(format!("crates/{path}"), text);
        let sources = [
            file("processor/src/memory/a.rs", "macro_rules! risky { () => { unsafe { f() } } }\nunsafe fn f() {}"),
            file("processor/src/b.rs", "// unsafe\nunsafe trait T {}\n#[unsafe(no_mangle)]\nfn g() { risky!() }"),
            file("keras/src/lib.rs", "fn h() -> &'static str { \"unsafe\" }"),
            file("stablehlo/src/lib.rs", FORBID),
            file("keras/tests/a.rs", "unsafe fn f() {}"),
        ];
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        let expected = [
            "crates/processor/src/b.rs:2: unsafe is not allowed here",
            "crates/processor/src/b.rs:3: unsafe is not allowed here",
            "crates/processor/src/b.rs:4: risky! expands to unsafe code, which is not allowed here",
            "crates/keras/src/lib.rs: #![forbid(unsafe_code)] is missing",
        ];
        assert_eq!(findings.of("unsafe code"), expected);
    }
}
