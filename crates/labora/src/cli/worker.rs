//! `labora worker` and `labora tunnel`: run the program `labora-worker`, which is installed beside this one.

use std::ffi::OsString;

use clap::Args;

use super::failure::Failure;
use super::sibling_program;

/// Serve a device over gRPC to unmodified JAX and Keras on other machines.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct WorkerArgs {
    /// Arguments of the program labora-worker; `labora worker --help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

/// Give stock JAX, which has no TLS, an encrypted connection to a worker.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct TunnelArgs {
    /// Arguments of the program labora-worker; `labora tunnel --help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

/// The program of both. It is one of its own, so that this command is built without a gRPC server.
const PROGRAM: &str = "labora-worker";

pub fn run(args: &WorkerArgs) -> Result<(), Failure> {
    sibling_program::run(PROGRAM, &args.arguments)
}

pub fn run_tunnel(args: &TunnelArgs) -> Result<(), Failure> {
    let tunnel = std::iter::once("tunnel".into()).chain(args.arguments.iter().cloned());
    sibling_program::run(PROGRAM, &tunnel.collect::<Vec<OsString>>())
}
