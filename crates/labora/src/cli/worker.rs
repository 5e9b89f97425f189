//! `labora worker`: runs the program `labora-worker`, which is installed beside this one.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::process::Command;

use clap::Args;

use super::failure::Failure;

/// The program. It is one of its own, so that this command is built without a gRPC server.
const PROGRAM: &str = "labora-worker";

/// Serve a device over gRPC to unmodified JAX and Keras on other machines.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct WorkerArgs {
    /// Arguments of the program labora-worker; `labora worker --help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

pub fn run(args: &WorkerArgs) -> Result<(), Failure> {
    let program = std::env::current_exe()?.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    let error = become_program(Command::new(&program).args(&args.arguments));
    match error {
        Ok(code) => Err(Failure::reported(code)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Failure::new(format!("{} is not installed", program.display()))
                .hint("cargo build --release -p labora-worker, or cargo install labora-worker"))
        }
        Err(error) => Err(Failure::new(error).about(program.display())),
    }
}

/// Replaces this process by the program, which thus receives signals itself. Returns only if that fails.
#[cfg(unix)]
fn become_program(command: &mut Command) -> std::io::Result<u8> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

/// Runs the program; returns its exit code.
#[cfg(not(unix))]
fn become_program(command: &mut Command) -> std::io::Result<u8> {
    let code = command.status()?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
