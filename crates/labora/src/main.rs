//! The `labora` command.
#![forbid(unsafe_code)]

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: process::Allocator = process::Allocator;

fn main() -> ExitCode {
    process::start();
    labora::cli::main()
}
