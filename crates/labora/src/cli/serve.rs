//! `labora serve`: runs the program `labora-serve`, which is installed beside this one.

use std::ffi::OsString;

use clap::Args;

use super::failure::Failure;
use super::sibling_program;

/// Serve Keras models over HTTP to clients of TensorFlow Serving and KServe.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct ServeArgs {
    /// Arguments of the program labora-serve; `labora serve --help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

/// The program is one of its own, so that this command is built without an HTTP server.
pub fn run(args: &ServeArgs) -> Result<(), Failure> {
    sibling_program::run("labora-serve", &args.arguments)
}
