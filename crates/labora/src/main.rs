//! The `labora` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    labora::cli::main()
}
