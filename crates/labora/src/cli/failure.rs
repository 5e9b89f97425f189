//! Failures of the command: message, hint and exit code.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

/// A failure: its message, a hint at the remedy, and the exit code.
#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: Option<String>,
    code: u8,
    /// True if nothing is printed: standard output is closed, or the failure has been reported.
    is_quiet: bool,
}

impl Failure {
    /// Creates a failure with exit code 1.
    pub fn new(message: impl Display) -> Self {
        Self { message: message.to_string(), hint: None, code: 1, is_quiet: false }
    }

    /// Creates a failure because of invalid arguments: exit code 2.
    pub fn usage(message: impl Display) -> Self {
        Self { code: 2, ..Self::new(message) }
    }

    /// Creates a failure because of a signal, with its exit code.
    pub fn interrupted(signal: process::Signal, message: impl Display) -> Self {
        Self { code: signal.exit_code(), ..Self::new(message) }
    }

    /// Creates a failure that has been reported already.
    pub fn reported(code: u8) -> Self {
        Self { code, is_quiet: true, ..Self::new("") }
    }

    /// Prefixes the message with its subject.
    pub fn about(mut self, subject: impl Display) -> Self {
        self.message = format!("{subject}: {}", self.message);
        self
    }

    /// Adds a hint at the remedy.
    pub fn hint(mut self, hint: impl Display) -> Self {
        self.hint = Some(hint.to_string());
        self
    }

    /// Adds a further hint.
    pub fn also(mut self, hint: impl Display) -> Self {
        self.hint = Some(self.hint.map_or_else(|| hint.to_string(), |first| format!("{first}; {hint}")));
        self
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        self.code
    }

    /// Prints the failure to standard error, and returns the exit code.
    pub fn report(&self) -> ExitCode {
        if self.is_quiet {
            return ExitCode::from(self.code);
        }
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let cyan = Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()));
        let mut out = anstream::stderr().lock();
        // Nobody may read it.
        let _ = writeln!(out, "{red}error:{red:#} {}", self.message);
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "{cyan}hint:{cyan:#} {hint}");
        }
        ExitCode::from(self.code)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<keras::Error> for Failure {
    fn from(error: keras::Error) -> Self {
        Self::new(error)
    }
}

impl From<pjrt::Error> for Failure {
    fn from(error: pjrt::Error) -> Self {
        Self::new(error)
    }
}

impl From<std::io::Error> for Failure {
    /// A reader that closes our output early (`labora ... | head`) is not a failure.
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe { Self::reported(0) } else { Self::new(error) }
    }
}
