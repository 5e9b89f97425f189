//! Runs an example of the book: `labora-book CHAPTER NUMBER`, counted from 1 in its chapter. Without
//! arguments it lists them. Called by the name `labora`, it is the command `labora`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

/// What an example returns.
type Outcome = Result<(), Box<dyn std::error::Error>>;

// Examples are written to be read: with the imports of all, and numbers as they come.
#[allow(clippy::all, unused_imports, unused_mut, unused_variables)]
mod examples {
    use super::Outcome;

    include!(concat!(env!("OUT_DIR"), "/examples.rs"));

    /// The chapter of each example, its number there, and what runs it.
    pub fn all() -> &'static [(&'static str, usize, fn() -> Outcome)] {
        EXAMPLES
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let outcome = match &arguments[..] {
        [name, ..] if name == "labora" => return labora::cli::main(),
        [_, chapter, number] => {
            match examples::all().iter().find(|(of, at, _)| of == chapter && at.to_string() == *number) {
                Some((_, _, run)) => run(),
                None => Err(format!("book/src/{chapter}.md has no example {number} that is run").into()),
            }
        }
        _ => {
            examples::all().iter().for_each(|(chapter, number, _)| println!("{chapter} {number}"));
            Ok(())
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
