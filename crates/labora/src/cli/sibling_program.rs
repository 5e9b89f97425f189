//! Programs of their own that verbs of this command run: they are installed beside it.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::process::Command;

use super::failure::Failure;

/// Replaces this process by the program of a package, with these arguments.
///
/// # Errors
/// The program is not installed, or ended with a code of its own.
pub fn run(package: &str, arguments: &[OsString]) -> Result<(), Failure> {
    let program = std::env::current_exe()?.with_file_name(format!("{package}{}", std::env::consts::EXE_SUFFIX));
    match become_program(Command::new(&program).args(arguments)) {
        Ok(code) => Err(Failure::reported(code)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Failure::new(format!("{} is not installed", program.display()))
                .hint(format!("cargo build --release -p {package}, or cargo install {package}")))
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
