//! Runs an example of the book: `labora-book CHAPTER NUMBER`, counted from 1 in its chapter. Without
//! arguments it lists them. Called by the name `labora`, it is the command `labora`.
#![forbid(unsafe_code)]
// Examples are written as a reader would, with a line of imports each.
#![allow(missing_docs, unused_imports, unused_mut, unused_variables)]

use std::process::ExitCode;

/// What an example returns.
type Outcome = Result<(), Box<dyn std::error::Error>>;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let outcome = match &arguments[..] {
        [name, ..] if name == "labora" => return labora::cli::main(),
        [_, chapter, number] => match EXAMPLES.iter().find(|(of, at, _)| of == chapter && at.to_string() == *number) {
            Some((_, _, run)) => run(),
            None => Err(format!("book/src/{chapter}.md has no example {number} that is run").into()),
        },
        _ => {
            EXAMPLES.iter().for_each(|(chapter, number, _)| println!("{chapter} {number}"));
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
