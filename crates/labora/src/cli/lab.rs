//! `labora lab`: runs the program `labora-lab`, which is installed beside this one.

use std::ffi::OsString;

use clap::Args;

use super::failure::Failure;
use super::sibling_program;

/// Serve JupyterLab with notebooks of a folder.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct LabArgs {
    /// Arguments of the program labora-lab; `labora lab --help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

/// The program is one of its own, so that this command is built without an HTTP server.
pub fn run(args: &LabArgs) -> Result<(), Failure> {
    sibling_program::run("labora-lab", &args.arguments)
}
