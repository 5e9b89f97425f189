//! `labora completions`: completion scripts for shells.

use clap::Args;

use super::failure::Failure;
use super::print;

/// Print a completion script for a shell.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  labora completions bash > ~/.local/share/bash-completion/completions/labora")]
pub struct CompletionsArgs {
    /// The shell.
    shell: clap_complete::Shell,
}

pub fn run(args: &CompletionsArgs, command: &mut clap::Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "labora", &mut script);
    print::line(String::from_utf8_lossy(&script).trim_end())
}
