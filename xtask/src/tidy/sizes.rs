//! How long files and functions may be.

use super::Findings;
use super::source::{Source, closing, words};

/// The lines of the longest file allowed.
const MAX_FILE_LINES: usize = 550;

/// The lines of the longest function allowed, its signature included.
const MAX_FUNCTION_LINES: usize = 80;

/// Functions that may be longer, with the reason.
const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[
    ("crates/kernels/src/micro/amx.rs", "run", "the asm! block of one panel, which tile registers do not outlive"),
    ("crates/processor/examples/train_step.rs", "main", "a script from top to bottom"),
    ("crates/processor/tests/random_programs/main.rs", "step", "one arm for each kind of operation"),
    ("crates/processor/tests/zero_sizes.rs", "elementwise_and_shapes", "a table of programs"),
    ("crates/processor/tests/zero_sizes.rs", "indexing_and_regions", "a table of programs"),
];

/// Checks all sources, those of tests too.
pub fn check(sources: &[Source], findings: &mut Findings) {
    for source in sources {
        let lines = source.code.lines().count();
        if lines > MAX_FILE_LINES {
            findings.add("long files", format!("{}: {lines} lines, more than {MAX_FILE_LINES}", source.path));
        }
        for (name, at, lines) in functions(&source.code) {
            let may_be_long = LONG_FUNCTIONS.iter().any(|(path, long, _)| *path == source.path && *long == name);
            if lines > MAX_FUNCTION_LINES && !may_be_long {
                let place = format!("{}:{}", source.path, source.line(at));
                findings
                    .add("long functions", format!("{place}: {name}: {lines} lines, more than {MAX_FUNCTION_LINES}"));
            }
        }
    }
}

/// The name, the offset and the number of lines of each function with a body.
fn functions(code: &str) -> Vec<(&str, usize, usize)> {
    let names = words(code)
        .zip(words(code).skip(1))
        .filter(|((start, word), (at, _))| *word == "fn" && code[start + 2..*at].trim().is_empty());
    let lines = |((start, _), (at, name)): ((usize, &str), (usize, &'_ str))| {
        let open = body(code, at + name.len())?;
        Some((start, at, code[start..closing(code, open)].lines().count()))
    };
    names.filter_map(|pair| lines(pair).map(|(start, _, lines)| (pair.1.1, start, lines))).collect()
}

/// The offset of the brace that opens a function's body; `None` if the function has none.
fn body(code: &str, mut at: usize) -> Option<usize> {
    loop {
        at += code[at..].find(['(', '[', '{', ';'])?;
        match code.as_bytes()[at] {
            b'{' => return Some(at),
            b';' => return None,
            _ => at = closing(code, at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::functions;

    #[test]
    fn a_function_ends_with_its_brace() {
        let code = "trait T { fn none(x: [u8; 2]); }\nfn two(f: fn(u8)) -> [u8; 1] {\n if x { y } }\nfn one() {}";
        let found: Vec<(&str, usize)> = functions(code).into_iter().map(|(name, _, lines)| (name, lines)).collect();
        assert_eq!(found, [("two", 2), ("one", 1)]);
    }
}
