//! Chores of the project. `cargo xtask` lists them.
#![forbid(unsafe_code)]

mod bench;
mod bless;
mod book;
mod command;
mod fuzz_xla;
mod hash;
mod mutate;
mod suite;
mod tidy;
mod tsan;
mod wheel;
mod worker;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use command::{output, run};

/// What releases have and the default build has not.
const FEATURES: &str = "labora/worker,labora-lab/kubernetes";

/// The steps of `cargo xtask test` after `tidy`, in order: a name, and the arguments for cargo.
const TEST: &[(&str, &[&str])] = &[
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--quiet", "--workspace", "--all-targets", "--features", FEATURES, "--", "-D", "warnings"]),
    ("lints of the default build", &["clippy", "--quiet", "-p", "labora", "--", "-D", "warnings"]),
    ("tests", &["test", "--workspace", "--all-targets", "--no-fail-fast", "--features", FEATURES]),
    ("examples in the documentation", &["test", "--workspace", "--doc", "--features", FEATURES]),
    ("documentation", &["doc", "--quiet", "--workspace", "--no-deps", "--features", FEATURES]),
];

/// A chore: its name, its arguments, one line about it, and the function that gets the workspace and the
/// arguments.
struct Chore {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
    run: fn(&Path, &[String]) -> Result<(), String>,
}

const CHORES: &[Chore] = &[
    Chore {
        name: "test",
        arguments: "",
        about: "all checks: tidy, format, lints, tests, documentation",
        run: |root, _| tidy::check(root).and_then(|()| test(root)),
    },
    Chore {
        name: "test-isa",
        arguments: "[NAME...]",
        about: "the tests with the kernels of each instruction set of this machine, or of those named",
        run: test_isa,
    },
    Chore {
        name: "tidy",
        arguments: "",
        about: "the rules of the code: imports, unsafe code, sizes, names, wording",
        run: |root, _| tidy::check(root),
    },
    Chore {
        name: "bless",
        arguments: "[NAME...]",
        about: "regenerates golden files, all or those named, and lists the changes",
        run: bless::bless,
    },
    Chore {
        name: "book",
        arguments: "",
        about: "the book as pages, with mdBook: target/book/index.html",
        run: |root, _| book::build(root),
    },
    Chore {
        name: "hash",
        arguments: "[REVISION]",
        about: "hashes of the results of all test programs, or a comparison with those of a revision",
        run: |root, arguments| hash::run_hashes(root, arguments.first().map(String::as_str)),
    },
    Chore {
        name: "mutate",
        arguments: "",
        about: "disables the passes of the compiler one by one: a plan test has to fail each time",
        run: |root, _| mutate::run(root),
    },
    Chore {
        name: "suite",
        arguments: "NAME [OPTION...]",
        about: "test suites of others: stablehlo; keras, array-api, flax, optax, equinox, jax on JAX's CPU backend too",
        run: suite::run,
    },
    Chore {
        name: "fuzz-xla",
        arguments: "[OPTION...]",
        about: "random StableHLO programs on XLA's CPU client and on the plugin, results compared (--help)",
        run: fuzz_xla::run,
    },
    Chore {
        name: "tsan",
        arguments: "",
        about: "the tests of the runtime under ThreadSanitizer; needs a nightly toolchain with rust-src",
        run: |root, _| tsan::run(root),
    },
    Chore {
        name: "wheel",
        arguments: "[OPTION...]",
        about: "the wheel of the Python package, and its tests on releases of JAX and Python (--help)",
        run: wheel::run,
    },
    Chore {
        name: "worker",
        arguments: "NAME [SECONDS]",
        about: "trials of the worker: fuzz, load, costs, cut; without a name they are listed",
        run: worker::run,
    },
    Chore {
        name: "bench",
        arguments: "[OPTION...]",
        about: "benchmarks against peers, measured side by side (bench/README.md)",
        run: |root, arguments| bench::run(root, arguments.iter().cloned()),
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        None => Err(usage()),
        Some((help, _)) if ["help", "--help", "-h"].contains(&help.as_str()) => {
            println!("{}", usage());
            Ok(())
        }
        Some((name, rest)) => match CHORES.iter().find(|chore| chore.name == name) {
            Some(chore) => (chore.run)(&workspace(), rest),
            None => Err(unknown(name)),
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// All chores, one per line.
fn usage() -> String {
    let lines = CHORES.iter().map(|chore| {
        let call = format!("{} {}", chore.name, chore.arguments);
        format!("  cargo xtask {call:<20} {}", chore.about)
    });
    format!("usage:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// The message for an unknown chore, with the one that was probably meant.
fn unknown(name: &str) -> String {
    let nearest = CHORES.iter().min_by_key(|chore| edits(name, chore.name));
    let meant = nearest.filter(|chore| edits(name, chore.name) <= 2 || chore.name.starts_with(name));
    let hint = meant.map_or(String::new(), |chore| format!("; did you mean {:?}?", chore.name));
    format!("there is no chore {name:?}{hint}\n{}", usage())
}

/// The Levenshtein distance of two words.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// The folder of the workspace: the one above this crate's.
fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

fn test(root: &Path) -> Result<(), String> {
    TEST.iter().try_for_each(|(name, args)| cargo(root, name, args, &[]))
}

/// Runs all tests with the kernels of each instruction set.
fn test_isa(root: &Path, asked: &[String]) -> Result<(), String> {
    // An example prints the names. As a dependency of this crate, the kernels would be built for every chore.
    let example = ["run", "--quiet", "--package", "labora-kernels", "--example", "isa_names"];
    let available = output(root, "cargo", &example, &[])?;
    let available: Vec<&str> = available.lines().collect();
    if let Some(other) = asked.iter().find(|name| !available.contains(&name.as_str())) {
        return Err(format!("{other:?} is no instruction set of this machine: it has {}", available.join(", ")));
    }
    let is_asked = |isa: &&&str| asked.is_empty() || asked.iter().any(|name| name == **isa);
    available.iter().filter(is_asked).try_for_each(|isa| {
        let tests = ["test", "--workspace", "--all-targets", "--no-fail-fast"];
        cargo(root, &format!("tests on {isa}"), &tests, &[("LABORA_ISA", isa)])
    })
}

/// Runs cargo, and prints how long it took.
fn cargo(root: &Path, name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    println!("== {name}: cargo {}", arguments.join(" "));
    let start = Instant::now();
    let environment = [&[("RUSTDOCFLAGS", "-D warnings")], environment].concat();
    run(root, "cargo", arguments, &environment).map_err(|e| format!("{name}: {e}"))?;
    println!("== {name}: passed in {:.0} s", start.elapsed().as_secs_f32());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{CHORES, unknown, usage};

    #[test]
    fn usage_lists_every_chore_on_a_line() {
        assert_eq!(usage().lines().count(), 1 + CHORES.len());
    }

    #[test]
    fn an_unknown_chore_suggests_a_similar_one() {
        assert!(unknown("tidi").starts_with("there is no chore \"tidi\"; did you mean \"tidy\"?\n"));
        assert!(unknown("paint").starts_with("there is no chore \"paint\"\n"));
    }
}
