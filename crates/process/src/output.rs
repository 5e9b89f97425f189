//! Standard output and standard error, which a reader may close at any time, and which may be full.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use clap::{Command, Parser};

/// Says a line on the standard error, if it can be written. (`eprintln!` panics if not.)
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Parses the arguments of the process, or ends it by [`exit`]. Environment variables that are empty count as
/// not set.
pub fn parse<A: Parser>() -> A {
    let mut command = without_empty_variables(A::command());
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let parsed = parsed.and_then(|matches| A::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
    parsed.unwrap_or_else(|error| exit(&error))
}

/// The parser whose arguments do not take the values of environment variables that are empty, as scripts set
/// them.
pub fn without_empty_variables(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let is_empty = arg.get_env().is_some_and(|name| std::env::var_os(name).is_some_and(|value| value.is_empty()));
        if is_empty { arg.env(None) } else { arg }
    });
    command.mut_subcommands(without_empty_variables)
}

/// Prints what the parser of the arguments says, and ends the process: with 0 after help and version, if they
/// could be printed or their reader has closed the output, with 1 if not, and with 2 after an error.
pub fn exit(error: &clap::Error) -> ! {
    let printed = error.print().and_then(|()| io::stdout().flush());
    std::process::exit(match printed {
        Err(cause) if !error.use_stderr() && cause.kind() != ErrorKind::BrokenPipe => {
            say(format_args!("error: cannot write the standard output: {cause}"));
            1
        }
        _ => error.exit_code(),
    })
}
