//! What went wrong, said to a person, and the exit code.

use std::fmt::Display;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

/// A failure: its message, what to do about it, and its exit code.
#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: Option<String>,
    code: u8,
    /// Nothing is said: nobody reads any more, or it has been said.
    is_quiet: bool,
}

impl Failure {
    /// A failure of the work itself: exit code 1.
    pub fn new(message: impl Display) -> Self {
        Self { message: message.to_string(), hint: None, code: 1, is_quiet: false }
    }

    /// Wrong arguments: exit code 2.
    pub fn usage(message: impl Display) -> Self {
        Self { code: 2, ..Self::new(message) }
    }

    /// Stopped by Ctrl-C: exit code 130, as shells have it.
    pub fn interrupted(message: impl Display) -> Self {
        Self { code: 130, ..Self::new(message) }
    }

    /// What has been said already.
    pub fn said(code: u8) -> Self {
        Self { code, is_quiet: true, ..Self::new("") }
    }

    /// The same, with what it is about before the message.
    pub fn about(mut self, subject: impl Display) -> Self {
        self.message = format!("{subject}: {}", self.message);
        self
    }

    /// The same with what to do about it.
    pub fn hint(mut self, hint: impl Display) -> Self {
        self.hint = Some(hint.to_string());
        self
    }

    /// Says it on standard error.
    pub fn report(&self) -> ExitCode {
        if self.is_quiet {
            return ExitCode::from(self.code);
        }
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let cyan = Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()));
        anstream::eprintln!("{red}error:{red:#} {}", self.message);
        if let Some(hint) = &self.hint {
            anstream::eprintln!("{cyan}hint:{cyan:#} {hint}");
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
    /// A reader that closed our output has read what it wanted: that is no failure.
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe { Self::said(0) } else { Self::new(error) }
    }
}
